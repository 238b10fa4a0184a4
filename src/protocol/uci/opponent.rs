//! The value of UCI_Opponent.

use crate::engine::Opponent;

const FORM: &str = "TITLE|none RATING|none computer|human NAME";

/// Parses the value of UCI_Opponent. An empty one stands for an unknown opponent. The error describes
/// the expected form.
pub(crate) fn parse_opponent(text: &str) -> Result<Opponent, String> {
    parse(text).ok_or_else(|| FORM.to_owned())
}

fn parse(text: &str) -> Option<Opponent> {
    let mut words = text.split_ascii_whitespace();
    let Some(title) = words.next() else {
        return Some(Opponent::default());
    };
    let is = |word: &str, keyword| word.eq_ignore_ascii_case(keyword);
    let title = if is(title, "none") { "" } else { title };
    let rating = match words.next()? {
        word if is(word, "none") => None,
        number => Some(number.parse().ok()?),
    };
    let is_computer = match words.next()? {
        word if is(word, "computer") => true,
        word if is(word, "human") => false,
        _ => return None,
    };
    Some(Opponent {
        title: title.to_owned(),
        rating,
        is_computer: Some(is_computer),
        name: words.collect::<Vec<_>>().join(" "),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn examples_of_the_specification() {
        let kasparov = parse("GM 2800 human Gary Kasparov").unwrap();
        assert_eq!(kasparov.title, "GM");
        assert_eq!(kasparov.rating, Some(2800));
        assert_eq!(kasparov.is_computer, Some(false));
        assert_eq!(kasparov.name, "Gary Kasparov");
        assert_eq!(kasparov.to_string(), "human GM Gary Kasparov (2800)");
        let shredder = parse("none none computer Shredder").unwrap();
        assert_eq!(shredder.to_string(), "computer Shredder");
        assert_eq!(parse("NONE None Computer Shredder"), Some(shredder));
        assert_eq!(parse(" "), Some(Opponent::default()));
        for bad in [
            "GM",
            "none none",
            "none none cat Tom",
            "none strong human Ann",
        ] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
