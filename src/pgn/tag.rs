//! Headers (tag pairs) of a game.

/// Longer names are not headers, in bytes.
const MAX_NAME: usize = 1 << 10;

/// Value of a header among several, by its name in any case.
pub(crate) fn header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let mut headers = headers.iter();
    let found = headers.find(|(other, _)| other.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.as_str())
}

/// A header as it is parsed.
pub(super) struct Header {
    pub(super) name: String,
    pub(super) value: String,
    /// Length in bytes.
    pub(super) length: usize,
}

/// Parses `[Name "Value"]`. A backslash escapes quotation marks and backslashes in the value; before other characters it
/// stands for itself, as in paths of Windows.
pub(super) fn parse_header(text: &str) -> Option<Header> {
    let inner = text.strip_prefix('[')?.trim_start();
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_-+#=:".contains(c);
    let name_end = inner.find(|c| !is_name(c))?;
    let (name, rest) = inner.split_at(name_end);
    let quoted = rest.trim_start().strip_prefix('"')?;
    if name.is_empty() || name.len() > MAX_NAME {
        return None;
    }
    let mut value = String::new();
    let mut escaped = false;
    for (i, c) in quoted.char_indices() {
        match c {
            '\\' if !escaped && quoted[i + 1..].starts_with(['"', '\\']) => escaped = true,
            '"' if !escaped && ends_value(&quoted[i + 1..]) => {
                let after = &quoted[i + 1..];
                let end = after.find(']').map_or(0, |end| end + 1);
                return Some(Header {
                    name: name.to_owned(),
                    value,
                    length: text.len() - after.len() + end,
                });
            }
            _ => {
                escaped = false;
                value.push(c);
            }
        }
    }
    // An unterminated value ends with the line.
    Some(Header {
        name: name.to_owned(),
        value: value.trim_end_matches([']', '\n', '\r']).to_owned(),
        length: text.len(),
    })
}

/// Returns whether a quotation mark before this text ends a value: some programs do not escape those within values.
fn ends_value(after: &str) -> bool {
    after.trim_start().starts_with(']') || !after.contains('"')
}
