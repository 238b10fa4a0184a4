//! EPD (Extended Position Description): four FEN fields and operations, the format of test suites.

use thiserror::Error;

use super::fen::FenError;
use crate::board::castling::CastlingMode;
use crate::board::position::Position;

/// A position with its operations.
#[derive(Clone, Debug)]
pub struct Epd {
    /// The position; its counters come from `hmvc` and `fmvn` or from two numbers after the four fields.
    pub position: Position,
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
        let (mut fen, mut rest) = split_fields(line, 4);
        let (counters, after) = split_fields(rest, 2);
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if counters.split_ascii_whitespace().count() == 2
            && counters.split_ascii_whitespace().all(is_number)
        {
            fen = &line[..line.len() - after.len()];
            rest = after;
        }
        let operations = parse_operations(rest)?;
        let operand = |opcode: &str| {
            let (_, operands) = operations.iter().find(|(name, _)| name == opcode)?;
            operands.first().map(String::as_str)
        };
        let mut text = fen.to_owned();
        if operand("hmvc").or(operand("fmvn")).is_some() {
            let (clock, number) = (operand("hmvc"), operand("fmvn"));
            text = format!("{fen} {} {}", clock.unwrap_or("0"), number.unwrap_or("1"));
        }
        let (position, _) = Position::from_fen(&text, mode)?;
        Ok(Epd {
            position,
            operations,
        })
    }

    /// Operands of an operation such as `bm` or `id`; empty if it is missing.
    pub fn operands(&self, opcode: &str) -> &[String] {
        let found = self.operations.iter().find(|(name, _)| name == opcode);
        found.map_or(&[], |(_, operands)| operands)
    }
}

/// Splits off the first `count` fields.
fn split_fields(text: &str, count: usize) -> (&str, &str) {
    let mut rest = text;
    for _ in 0..count {
        rest = rest.trim_ascii_start();
        let end = rest.find(|c: char| c.is_ascii_whitespace());
        rest = &rest[end.unwrap_or(rest.len())..];
    }
    text.split_at(text.len() - rest.len())
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
    fn unterminated_quote_is_an_error() {
        let line = "4k3/8/8/8/8/8/8/4K3 w - - id \"open;";
        assert!(matches!(
            Epd::parse(line, CastlingMode::Standard),
            Err(EpdError::Quote)
        ));
    }
}
