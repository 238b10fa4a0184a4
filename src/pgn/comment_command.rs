//! Commands in comments, such as `[%eval 0.25]` and `[%clk 0:01:00]`.

use std::ops::Range;

/// The next command in a comment: its place, name and operand.
fn next_command(text: &str) -> Option<(Range<usize>, &str, &str)> {
    let start = text.find("[%")?;
    let end = start + text[start..].find(']')?;
    let inner = text[start + 2..end].trim_end();
    let (name, operand) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    Some((start..end + 1, name, operand.trim_start()))
}

/// The operand of the first command of this name in a comment.
pub(crate) fn command_operand<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = text;
    while let Some((place, other, operand)) = next_command(rest) {
        if other == name {
            return Some(operand);
        }
        rest = &rest[place.end..];
    }
    None
}

/// A comment without the commands of these names, and whether it had any.
pub(crate) fn without_commands(text: &str, names: &[&str]) -> (String, bool) {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((place, name, _)) = next_command(rest) {
        if names.contains(&name) {
            kept.push_str(&rest[..place.start]);
            rest = rest[place.end..].trim_start();
        } else {
            kept.push_str(&rest[..place.end]);
            rest = &rest[place.end..];
        }
    }
    kept.push_str(rest);
    let has_commands = kept.len() < text.len();
    (kept, has_commands)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_by_their_whole_name() {
        let text = "[%evalx 3] good [%eval  0.25 ] [%clk 0:01:00] move [%depth";
        assert_eq!(command_operand(text, "eval"), Some("0.25"));
        assert_eq!(command_operand(text, "depth"), None);
        let kept = "[%evalx 3] good [%clk 0:01:00] move [%depth";
        assert_eq!(
            without_commands(text, &["eval", "depth"]),
            (kept.to_owned(), true)
        );
        assert_eq!(without_commands(text, &["emt"]), (text.to_owned(), false));
    }
}
