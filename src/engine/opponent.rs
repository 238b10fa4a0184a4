//! The opponent, as the GUI describes it.

use std::fmt;

/// The opponent, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opponent {
    /// Title such as `GM` or `WIM`; empty for none.
    pub title: String,
    /// Rating in Elo.
    pub rating: Option<u32>,
    /// Whether it is a program; `None` if unknown.
    pub is_computer: Option<bool>,
    /// Name; empty if unknown.
    pub name: String,
}

impl Opponent {
    /// Whether the opponent is known to be a program.
    pub fn is_known_computer(&self) -> bool {
        self.is_computer == Some(true)
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
