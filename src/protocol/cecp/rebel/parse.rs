//! Reads `setvar`, `getvar`, `setlevel`, `begin` and `end`.

use super::super::parse_error::ParseError;
use super::command::{RebelCommand, VariableRef};
use super::level;

/// Reads a command of the extensions from its first word and the rest of the line.
pub(in super::super) fn parse(word: &str, rest: &str) -> Result<RebelCommand, ParseError> {
    match word {
        "setvar" => {
            let end = rest.find(|c: char| c == '=' || c.is_whitespace());
            let (target, value) = rest.split_at(end.unwrap_or(rest.len()));
            let value = value.strip_prefix('=').unwrap_or(value);
            Ok(RebelCommand::SetVar {
                target: parse_variable_ref(target)?,
                value: value.trim().to_owned(),
            })
        }
        "getvar" if rest.contains(char::is_whitespace) => Err(ParseError::TooMany),
        "getvar" => parse_variable_ref(rest).map(RebelCommand::GetVar),
        "setlevel" => level::parse(rest).map(RebelCommand::SetLevel),
        "begin" | "end" if !rest.is_empty() => Err(ParseError::TooMany),
        "begin" => Ok(RebelCommand::Begin),
        "end" => Ok(RebelCommand::End),
        _ => Err(ParseError::Unknown),
    }
}

/// Reads `name`, `name[n]` or `name[n/m]`.
fn parse_variable_ref(text: &str) -> Result<VariableRef, ParseError> {
    let (name, element) = match text.split_once('[') {
        None => (text, None),
        Some((name, index)) => {
            let index = index.strip_suffix(']').ok_or(ParseError::Bad)?;
            (name, Some(parse_index(index).ok_or(ParseError::Bad)?))
        }
    };
    match name {
        "" => Err(ParseError::TooFew),
        _ => Ok(VariableRef {
            name: name.to_owned(),
            element,
        }),
    }
}

/// Reads `n` or `n/m` with n from 1 to m.
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

    fn reference(name: &str, element: Option<usize>) -> VariableRef {
        VariableRef {
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
            let command = RebelCommand::SetVar {
                target: reference(name, None),
                value: value.to_owned(),
            };
            assert_eq!(parse("setvar", rest), Ok(command), "{rest}");
        }
    }

    #[test]
    fn elements_count_from_1() {
        for (text, element) in [("a", None), ("a[1]", Some(1)), ("a[2/3]", Some(2))] {
            let command = RebelCommand::GetVar(reference("a", element));
            assert_eq!(parse("getvar", text), Ok(command), "{text}");
        }
        for text in [
            "a[", "a]", "a[]", "a[0]", "a[x]", "a[1", "a[1]b", "a[4/3]", "a[0/0]", "a[1/]",
            "a[/1]", "a[-1]", "a[1/2/3]", "a[é]",
        ] {
            let expected = match text {
                "a]" => Ok(RebelCommand::GetVar(reference("a]", None))),
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
