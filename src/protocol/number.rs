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

#[cfg(test)]
mod tests {
    use super::*;

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
