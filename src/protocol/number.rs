//! Whole numbers in commands.

/// Parses a whole number with an optional sign. A number that does not fit saturates.
pub(crate) fn parse_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let magnitude = digits.parse().unwrap_or(i64::MAX);
    Some(if text.starts_with('-') {
        -magnitude
    } else {
        magnitude
    })
}

/// Parses the whole number at the start of a text: 100 of `100.0`, 5 of `5,`, 1 of `1e4`.
pub(crate) fn parse_leading_number(text: &str) -> Option<i64> {
    let sign = usize::from(text.starts_with(['-', '+']));
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    parse_number(&text[..sign + digits])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_after_a_leading_number_is_ignored() {
        for (text, number) in [
            ("100.0", 100),
            ("5,", 5),
            ("1e4", 1),
            ("-7ms", -7),
            ("+3é", 3),
            ("99999999999999999999.5", i64::MAX),
        ] {
            assert_eq!(parse_leading_number(text), Some(number), "{text}");
        }
        for bad in ["", "-", "+.5", ".5", "x1", "--1", "é"] {
            assert_eq!(parse_leading_number(bad), None, "{bad}");
        }
    }

    #[test]
    fn numbers_saturate() {
        assert_eq!(parse_number("99999999999999999999"), Some(i64::MAX));
        assert_eq!(parse_number("-99999999999999999999"), Some(-i64::MAX));
        assert_eq!(parse_number("-7"), Some(-7));
        for bad in ["", "-", "1.5", "1e3", "--1", "é"] {
            assert_eq!(parse_number(bad), None, "{bad}");
        }
    }
}
