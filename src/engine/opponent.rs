//! Whom the engine plays against.

use std::fmt;

/// What is known of the opponent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opponent {
    /// `GM`, `WIM`, …; empty for none.
    pub title: String,
    /// The rating in Elo points.
    pub rating: Option<u32>,
    /// Whether it is a program, if that is known.
    pub is_computer: Option<bool>,
    /// The name; empty if it is not known.
    pub name: String,
}

impl Opponent {
    /// How [`Opponent::parse`] wants it to be written.
    pub const FORM: &str = "TITLE|none RATING|none computer|human NAME";

    /// Reads the text of `UCI_Opponent`; an empty one stands for an opponent of whom nothing is known.
    pub fn parse(text: &str) -> Option<Opponent> {
        let mut words = text.split_ascii_whitespace();
        let Some(title) = words.next() else {
            return Some(Opponent::default());
        };
        let title = if title == "none" { "" } else { title };
        let rating = match words.next()? {
            "none" => None,
            number => Some(number.parse().ok()?),
        };
        let is_computer = match words.next()? {
            "computer" => true,
            "human" => false,
            _ => return None,
        };
        Some(Opponent {
            title: title.to_owned(),
            rating,
            is_computer: Some(is_computer),
            name: words.collect::<Vec<_>>().join(" "),
        })
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.is_computer {
            Some(true) => "computer",
            Some(false) => "human",
            None => "unknown",
        };
        write!(f, "{kind}")?;
        for part in [&self.title, &self.name] {
            if !part.is_empty() {
                write!(f, " {part}")?;
            }
        }
        match self.rating {
            Some(rating) => write!(f, " ({rating})"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_specification() {
        let kasparov = Opponent::parse("GM 2800 human Gary Kasparov").unwrap();
        assert_eq!(kasparov.title, "GM");
        assert_eq!(kasparov.rating, Some(2800));
        assert_eq!(kasparov.is_computer, Some(false));
        assert_eq!(kasparov.name, "Gary Kasparov");
        assert_eq!(kasparov.to_string(), "human GM Gary Kasparov (2800)");
        let shredder = Opponent::parse("none none computer Shredder").unwrap();
        assert_eq!(shredder.to_string(), "computer Shredder");
        assert_eq!(Opponent::parse(" "), Some(Opponent::default()));
        for bad in [
            "GM",
            "none none",
            "none none cat Tom",
            "none strong human Ann",
        ] {
            assert_eq!(Opponent::parse(bad), None, "{bad}");
        }
    }
}
