//! Messages for a person at a terminal: a greeting, and hints after lines that are not a command. It
//! goes to standard error, and never appears where a GUI drives the program through pipes.

use super::detect::{FirstCommand, Protocol, detect, detect_switch};
use super::uci;
use crate::board::{MoveError, Position};

/// Printed at the start.
pub(super) const GREETING: [&str; 3] = [
    concat!(
        "Diglot ",
        env!("CARGO_PKG_VERSION"),
        ", a chess engine for programs that speak UCI or CECP (XBoard)"
    ),
    "Type help for the commands, or xboard and then moves such as e2e4 to play.",
    "Type quit to leave.",
];

const UNKNOWN: &str = "Unknown command. Type help for the commands.";
const MOVE_WITHOUT_PROTOCOL: &str = "To play, type xboard first, then a legal move such as e2e4.";
const MOVE_IN_UCI: &str = "UCI makes moves with positions: position startpos moves e2e4. \
                           To play, type xboard, then moves.";

/// The hint after a line that is no command in the protocol, or before one is chosen. `answers` are the lines that it
/// was answered with.
pub(super) fn hint(
    protocol: Option<Protocol>,
    line: &str,
    answers: &[String],
) -> Option<&'static str> {
    let is_unknown = match protocol {
        None => detect(line) == FirstCommand::Unknown,
        Some(Protocol::Uci) => !uci::is_command(line),
        // The session tells moves from commands, and lines of `edit` from both.
        Some(Protocol::Cecp) => answers
            .iter()
            .any(|answer| answer.starts_with("Error (unknown command)")),
    };
    if !is_unknown || detect_switch(line).is_some() || line.trim_ascii().is_empty() {
        return None;
    }
    let is_move = Position::startpos().parse_move(line.trim_ascii()) != Err(MoveError::NotAMove);
    Some(match protocol {
        None if is_move => MOVE_WITHOUT_PROTOCOL,
        Some(Protocol::Uci) if is_move => MOVE_IN_UCI,
        _ => UNKNOWN,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_that_are_no_command_get_a_hint() {
        let error = ["Error (unknown command): hello".to_owned()];
        for (protocol, line, answers, expected) in [
            (None, "hello", &[][..], Some(UNKNOWN)),
            (None, "Nf3", &[], Some(MOVE_WITHOUT_PROTOCOL)),
            (None, "e2e5", &[], Some(MOVE_WITHOUT_PROTOCOL)),
            (None, "e2e4", &[], None),
            (None, "uci", &[], None),
            (None, "help", &[], None),
            (None, "", &[], None),
            (Some(Protocol::Uci), "hello", &[], Some(UNKNOWN)),
            (Some(Protocol::Uci), "e2e4", &[], Some(MOVE_IN_UCI)),
            (Some(Protocol::Uci), "d", &[], None),
            (Some(Protocol::Uci), "xboard", &[], None),
            (Some(Protocol::Uci), " \t", &[], None),
            (Some(Protocol::Uci), "go depth 3", &[], None),
            (Some(Protocol::Cecp), "hello", &error, Some(UNKNOWN)),
            (Some(Protocol::Cecp), "e2e4", &[], None),
            (
                Some(Protocol::Cecp),
                "position startpos",
                &error,
                Some(UNKNOWN),
            ),
        ] {
            assert_eq!(
                hint(protocol, line, answers),
                expected,
                "{protocol:?} {line}"
            );
        }
    }
}
