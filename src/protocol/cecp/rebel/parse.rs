//! From a line to a command.

use super::super::parse::ParseError;
use super::level::{self, RebelLevel};

/// What a line asks for.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum Command {
    /// Gives a variable a value.
    Set {
        /// The variable.
        target: Reference,
        /// The rest of the line.
        value: String,
    },
    /// Asks for variables.
    Get(Reference),
    /// How the engine is to use its time.
    Level(RebelLevel),
    /// A group of settings begins.
    Begin,
    /// It ends, and the settings act.
    End,
}

/// A variable, an element of an array, or a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Reference {
    /// The name, or a pattern.
    pub(super) name: String,
    /// Which element, from 1.
    pub(super) element: Option<usize>,
}

/// Reads a line that begins with one of the extension's words.
pub(in super::super) fn parse(word: &str, rest: &str) -> Result<Command, ParseError> {
    match word {
        "setvar" => {
            let end = rest.find(|c: char| c == '=' || c.is_whitespace());
            let (target, value) = rest.split_at(end.unwrap_or(rest.len()));
            let value = value.strip_prefix('=').unwrap_or(value);
            Ok(Command::Set {
                target: Reference::parse(target)?,
                value: value.trim().to_owned(),
            })
        }
        "getvar" => match rest.contains(char::is_whitespace) {
            true => Err(ParseError::TooMany),
            false => Reference::parse(rest).map(Command::Get),
        },
        "setlevel" => level::parse(rest).map(Command::Level),
        "begin" | "end" if !rest.is_empty() => Err(ParseError::TooMany),
        "begin" => Ok(Command::Begin),
        "end" => Ok(Command::End),
        _ => Err(ParseError::Unknown),
    }
}

impl Reference {
    /// Reads `name`, `name[n]` or `name[n/m]`.
    fn parse(text: &str) -> Result<Reference, ParseError> {
        let (name, element) = match text.split_once('[') {
            None => (text, None),
            Some((name, index)) => {
                let index = index.strip_suffix(']').ok_or(ParseError::Bad)?;
                (name, Some(parse_index(index).ok_or(ParseError::Bad)?))
            }
        };
        match name {
            "" => Err(ParseError::TooFew),
            _ => Ok(Reference {
                name: name.to_owned(),
                element,
            }),
        }
    }
}

/// `n` or `n/m` with n from 1 to m.
fn parse_index(text: &str) -> Option<usize> {
    let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number > 0);
    let Some((element, count)) = text.split_once('/') else {
        return number(text);
    };
    number(element).filter(|&element| number(count).is_some_and(|count| element <= count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(name: &str, element: Option<usize>) -> Reference {
        Reference {
            name: name.to_owned(),
            element,
        }
    }

    #[test]
    fn values_run_to_the_end_of_the_line() {
        for (rest, name, value) in [
            ("antigm 2", "antigm", "2"),
            ("antigm=2", "antigm", "2"),
            (
                "bookfile C:\\My books\\a=b.bin",
                "bookfile",
                "C:\\My books\\a=b.bin",
            ),
            ("bookfile  two  blanks ", "bookfile", "two  blanks"),
            ("bookfile", "bookfile", ""),
        ] {
            let command = Command::Set {
                target: reference(name, None),
                value: value.to_owned(),
            };
            assert_eq!(parse("setvar", rest), Ok(command), "{rest}");
        }
    }

    #[test]
    fn elements_count_from_1() {
        for (text, element) in [("a", None), ("a[1]", Some(1)), ("a[2/3]", Some(2))] {
            let command = Command::Get(reference("a", element));
            assert_eq!(parse("getvar", text), Ok(command), "{text}");
        }
        for text in [
            "a[", "a]", "a[]", "a[0]", "a[x]", "a[1", "a[1]b", "a[4/3]", "a[0/0]", "a[1/]",
            "a[/1]", "a[-1]", "a[1/2/3]", "a[é]",
        ] {
            let expected = match text {
                "a]" => Ok(Command::Get(reference("a]", None))),
                _ => Err(ParseError::Bad),
            };
            assert_eq!(parse("getvar", text), expected, "{text}");
        }
    }

    #[test]
    fn parameters_are_counted() {
        for (word, rest, error) in [
            ("setvar", "", ParseError::TooFew),
            ("setvar", "=3", ParseError::TooFew),
            ("setvar", "[1] 3", ParseError::TooFew),
            ("getvar", "", ParseError::TooFew),
            ("getvar", "a b", ParseError::TooMany),
            ("begin", "x", ParseError::TooMany),
            ("end", "x", ParseError::TooMany),
        ] {
            assert_eq!(parse(word, rest), Err(error), "{word} {rest}");
        }
    }
}
