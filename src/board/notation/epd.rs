//! EPD (Extended Position Description): four FEN fields and operations, the format of test suites.

use thiserror::Error;

use super::fen::FenError;
use crate::board::any_position::AnyPosition;
use crate::board::castling::CastlingMode;
use crate::board::position::Position;
use crate::board::variants::NamedGame;

/// Whether a line of a file of positions, without white space around it, is blank or a comment.
pub fn is_comment_line(line: &str) -> bool {
    line.is_empty() || line.starts_with(['#', '%', ';'])
}

/// A position with its operations.
#[derive(Clone, Debug)]
pub struct Epd<P = Position> {
    /// The position; its counters come from `hmvc` and `fmvn` or from two numbers after the four fields.
    pub position: P,
    /// Opcodes with their operands, in textual order.
    pub operations: Vec<(String, Vec<String>)>,
}

/// Error: not an EPD line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EpdError {
    /// The four fields are not a legal position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A quoted operand is not terminated.
    #[error("quotation mark without its partner")]
    Quote,
}

impl Epd {
    /// Parses one line. The operations may also follow a FEN of six fields.
    pub fn parse(line: &str, mode: CastlingMode) -> Result<Epd, EpdError> {
        let text = EpdText::split(line);
        let operations = parse_operations(text.operations)?;
        let (position, _) = Position::from_fen(&text.fen(&operations), mode)?;
        Ok(Epd {
            position,
            operations,
        })
    }
}

impl Epd<AnyPosition> {
    /// Like [`Epd::parse`] for a position of a variant, or of chess. The checks of a variant follow the four fields, or
    /// the counters.
    pub fn parse_of(line: &str, game: NamedGame) -> Result<Epd<AnyPosition>, EpdError> {
        let text = EpdText::split(line);
        let operations = parse_operations(text.operations)?;
        let fen = text.fen(&operations);
        let (position, _) = AnyPosition::from_fen(game.variant, &fen, game.mode)?;
        Ok(Epd {
            position,
            operations,
        })
    }
}

impl<P> Epd<P> {
    /// Operands of an operation such as `bm` or `id`; empty if it is missing.
    pub fn operands(&self, opcode: &str) -> &[String] {
        let found = self.operations.iter().find(|(name, _)| name == opcode);
        found.map_or(&[], |(_, operands)| operands)
    }
}

/// A line in parts.
pub(crate) struct EpdText<'a> {
    /// The four fields of the position, and a fifth with the checks of a variant if there is one.
    pub fields: Vec<&'a str>,
    /// Halfmove clock and move number of a FEN.
    pub counters: Option<[&'a str; 2]>,
    /// The text of the operations.
    pub operations: &'a str,
}

impl<'a> EpdText<'a> {
    /// Splits a line.
    pub(crate) fn split(line: &'a str) -> EpdText<'a> {
        let mut rest = line;
        let mut fields = Vec::with_capacity(5);
        while fields.len() < 4 {
            let (field, after) = split_word(rest, false);
            // A FEN without castling rights or en passant square: the counters follow.
            if field.is_empty() || fields.len() >= 2 && is_number(field) {
                break;
            }
            fields.push(field);
            rest = after;
        }
        let take_checks = |fields: &mut Vec<&'a str>, rest: &mut &'a str| {
            let (word, after) = split_word(rest, true);
            if fields.len() == 4 && is_checks(word) {
                fields.push(word);
                *rest = after;
            }
        };
        take_checks(&mut fields, &mut rest);
        let (clock, after_clock) = split_word(rest, true);
        let (number, after_number) = split_word(after_clock, true);
        let counters = (is_number(clock) && is_number(number)).then_some([clock, number]);
        if counters.is_some() {
            rest = after_number;
            take_checks(&mut fields, &mut rest);
        }
        EpdText {
            fields,
            counters,
            operations: rest,
        }
    }

    /// The position as FEN, with the counters of the line or of its operations.
    fn fen(&self, operations: &[(String, Vec<String>)]) -> String {
        let operand = |opcode: &str| {
            let (_, operands) = operations.iter().find(|(name, _)| name == opcode)?;
            operands.first().map(String::as_str)
        };
        let counters = match (operand("hmvc"), operand("fmvn")) {
            (None, None) => self.counters,
            (clock, number) => Some([clock.unwrap_or("0"), number.unwrap_or("1")]),
        };
        let mut words = self.fields.clone();
        words.extend(counters.into_iter().flatten());
        words.join(" ")
    }
}

/// Splits off the first word, which also ends before a semicolon if `ends_at_semicolon` is set.
fn split_word(text: &str, ends_at_semicolon: bool) -> (&str, &str) {
    let text = text.trim_ascii_start();
    let end = text.find(|c: char| c.is_ascii_whitespace() || ends_at_semicolon && c == ';');
    text.split_at(end.unwrap_or(text.len()))
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word has the form of the checks left (`3+2`) or given (`+0+1`). An opcode begins with a letter.
fn is_checks(word: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || byte == b'+';
    word.contains('+') && word.bytes().all(is_part)
}

fn parse_operations(text: &str) -> Result<Vec<(String, Vec<String>)>, EpdError> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim_ascii_start();
    while let Some(first) = rest.chars().next() {
        match first {
            ';' => {
                push_operation(&mut operations, &mut words);
                rest = &rest[1..];
            }
            '"' => {
                let (quoted, after) = rest[1..].split_once('"').ok_or(EpdError::Quote)?;
                words.push(quoted.to_owned());
                rest = after;
            }
            _ => {
                let end = rest.find(|c: char| c.is_ascii_whitespace() || c == ';');
                let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
                words.push(word.to_owned());
                rest = after;
            }
        }
        rest = rest.trim_ascii_start();
    }
    push_operation(&mut operations, &mut words);
    Ok(operations)
}

fn push_operation(operations: &mut Vec<(String, Vec<String>)>, words: &mut Vec<String>) {
    let mut words = words.drain(..);
    if let Some(opcode) = words.next() {
        operations.push((opcode, words.collect()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Epd {
        Epd::parse(line, CastlingMode::Standard).unwrap()
    }

    #[test]
    fn operations_with_quotes_and_several_operands() {
        let epd = parse(
            "r1b2rk1/ppq1bppp/2p1pn2/8/2NP4/2N1P3/PP2BPPP/2RQK2R w K - \
             bm O-O Rxc4; id \"WAC; 1\"; c0 \"a b\";",
        );
        assert_eq!(epd.operands("bm"), ["O-O", "Rxc4"]);
        assert_eq!(epd.operands("id"), ["WAC; 1"]);
        assert!(epd.operands("am").is_empty());
    }

    #[test]
    fn counters_come_from_operations_or_fen_fields() {
        let epd = parse("4k3/8/8/8/8/8/8/4K3 w - - 7 9 ;D1 5 ;D2 25");
        assert_eq!(epd.position.halfmove_clock(), 7);
        assert_eq!(epd.operands("D2"), ["25"]);
        let epd = parse("4k3/8/8/8/8/8/8/4K3 w - - hmvc 3; fmvn 40;");
        assert_eq!(epd.position.halfmove_clock(), 3);
        assert_eq!(epd.position.fullmove_number(), 40);
        let epd = parse("4k3/8/8/8/8/8/8/4K3 w - - hmvc 98;");
        assert_eq!(epd.position.halfmove_clock(), 98);
    }

    #[test]
    fn checks_of_a_variant_stand_before_or_after_the_counters() {
        let game = crate::board::game_by_name("3check").unwrap();
        for (line, fen) in [
            ("- bm Kd1;", "- 3+3 0 1"),
            ("- 2+1 bm Kd1;", "- 2+1 0 1"),
            ("- 2+1 5 9; bm Kd1;", "- 2+1 5 9"),
            ("- 5 9 +1+2 bm Kd1;", "- 2+1 5 9"),
            ("- +1+2 hmvc 5; fmvn 9; bm Kd1;", "- 2+1 5 9"),
        ] {
            let epd = Epd::parse_of(&format!("4k3/8/8/8/8/8/8/4K3 w - {line}"), game).unwrap();
            let found = epd.position.to_fen(Default::default());
            assert!(found.ends_with(&format!(" w - {fen}")), "{line}: {found}");
            assert_eq!(epd.operands("bm"), ["Kd1"], "{line}");
        }
    }

    #[test]
    fn unterminated_quote_is_an_error() {
        let line = "4k3/8/8/8/8/8/8/4K3 w - - id \"open;";
        assert!(matches!(
            Epd::parse(line, CastlingMode::Standard),
            Err(EpdError::Quote)
        ));
    }
}
