//! `diglot genfens`: random openings in the format of OpenBench's data generation workloads
//! (<https://github.com/AndyGrant/OpenBench/wiki/Data-Generation-Workloads>):
//! `genfens N seed S book <None|FILE> [extra words]` prints N lines `info string genfens FEN`.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use super::output::print_stderr;
use crate::board::FenStyle;
use crate::files::read_regular;
use crate::selfplay::{BalancedOpenings, OpeningSource};
use crate::streams;

/// Size of the largest file of start positions, in bytes.
const MAX_BOOK_SIZE: u64 = 1 << 30;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct GenfensArgs {
    /// Number of openings.
    count: u64,
    seed: u64,
    /// File of start positions.
    book: Option<String>,
    /// Double Chess960 (double Fischer random chess, DFRC).
    dfrc: bool,
    /// Ignored words.
    unknown: Vec<String>,
}

impl GenfensArgs {
    /// Parses the words after `genfens`.
    fn parse<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<GenfensArgs, String> {
        let number = |expected: &str, word: Option<&str>| {
            let word = word.unwrap_or("");
            let number = word.parse::<u64>();
            number.map_err(|_| format!("genfens: expected {expected}, not {word:?}"))
        };
        let mut words = words.into_iter();
        let mut args = GenfensArgs {
            count: number("a number of openings", words.next())?,
            ..GenfensArgs::default()
        };
        while let Some(word) = words.next() {
            match word {
                "seed" => args.seed = number("a seed", words.next())?,
                "book" => {
                    let name = words.next().ok_or("genfens: missing book name")?;
                    args.book = (!name.eq_ignore_ascii_case("none")).then(|| name.to_owned());
                }
                "dfrc" => args.dfrc = true,
                other => args.unknown.push(other.to_owned()),
            }
        }
        Ok(args)
    }

    fn start_positions(&self) -> Result<OpeningSource, String> {
        let Some(path) = &self.book else {
            return Ok(if self.dfrc {
                OpeningSource::DoubleChess960
            } else {
                OpeningSource::Standard
            });
        };
        let text = read_regular(Path::new(path), MAX_BOOK_SIZE)
            .and_then(|bytes| String::from_utf8(bytes).map_err(io::Error::other));
        let text = text.map_err(|error| format!("cannot read {path}: {error}"))?;
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        Ok(OpeningSource::Book(lines.map(str::to_owned).collect()))
    }
}

/// Parses the words after `genfens` and prints each opening as soon as it is found.
pub(super) fn run<'a>(words: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
    let args = GenfensArgs::parse(words)?;
    for word in &args.unknown {
        print_stderr(&format!("genfens: unknown word {word:?} ignored"));
    }
    let mut openings = BalancedOpenings::new(args.seed, args.start_positions()?);
    let style = if args.dfrc {
        FenStyle::Shredder
    } else {
        FenStyle::XFen
    };
    let mut output =
        streams::output().map_err(|error| format!("cannot write the openings: {error}"))?;
    for _ in 0..args.count {
        let opening = openings.next();
        let opening = opening.ok_or("genfens: cannot generate an opening from the book")?;
        let opening = opening.map_err(|error| format!("genfens: {error}"))?;
        let fen = opening.to_fen(style);
        let line = format!("info string genfens {fen}\n");
        match output.write_all(line.as_bytes()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => break,
            Err(error) => return Err(format!("cannot write the openings: {error}")),
            Ok(()) => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> Result<GenfensArgs, String> {
        GenfensArgs::parse(words.split(' '))
    }

    #[test]
    fn all_forms_of_a_request_are_parsed() {
        let plain = GenfensArgs {
            count: 5,
            seed: 7,
            ..GenfensArgs::default()
        };
        for words in ["5 seed 7 book None", "5 seed 7", "5 book NONE seed 7"] {
            assert_eq!(parse(words), Ok(plain.clone()), "{words}");
        }
        let full = parse("5 seed 7 book Books/a.epd dfrc x y").unwrap();
        assert_eq!(full.book.as_deref(), Some("Books/a.epd"));
        assert!(full.dfrc);
        assert_eq!(full.unknown, ["x", "y"]);
        for bad in ["", "x", "-1", "5 seed", "5 seed x", "5 seed 1 book"] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
    }
}
