//! Detects the protocol by the first command.

use crate::board::Position;

/// Protocol between GUI and engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol of xboard and WinBoard.
    Cecp,
}

/// The meaning of a line before the protocol is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstCommand {
    /// A command of this protocol.
    Of(Protocol),
    /// A request for help by a person.
    Help,
    /// The command to end the process.
    Quit,
    /// Anything else; the next line may be known.
    Unknown,
}

/// Commands that select UCI. `go` exists in both protocols, but as the first command it is typed by people
/// who know UCI engines.
pub(super) const UCI_COMMANDS: &[&str] = &[
    "bench",
    "compiler",
    "d",
    "debug",
    "eval",
    "go",
    "isready",
    "perft",
    "ponderhit",
    "position",
    "register",
    "setoption",
    "stop",
    "uci",
    "ucinewgame",
];

/// Commands that select CECP.
pub(super) const CECP_COMMANDS: &[&str] = &[
    "?",
    "accepted",
    "analyze",
    "beep",
    "begin",
    "bk",
    "black",
    "computer",
    "cores",
    "depth",
    "draw",
    "easy",
    "edit",
    "egtpath",
    "end",
    "exclude",
    "exit",
    "force",
    "fritz",
    "getvar",
    "hard",
    "hint",
    "ics",
    "include",
    "level",
    "memory",
    "name",
    "new",
    "nopost",
    "nps",
    "option",
    "otim",
    "pause",
    "ping",
    "playother",
    "ponder",
    "post",
    "protover",
    "random",
    "rating",
    "rejected",
    "remove",
    "reset",
    "result",
    "resume",
    "sd",
    "setboard",
    "setlevel",
    "setscore",
    "setvar",
    "st",
    "time",
    "undo",
    "usermove",
    "variant",
    "white",
    "xboard",
];

/// Classifies a line before the protocol is known.
pub(super) fn detect(line: &str) -> FirstCommand {
    let mut words = line.split_ascii_whitespace();
    let word = words.next().unwrap_or("");
    // The oldest CECP programs start with a bare move.
    let is_move = || {
        Position::startpos()
            .parse_coordinate(line.trim_ascii())
            .is_ok()
    };
    if UCI_COMMANDS.contains(&word) {
        FirstCommand::Of(Protocol::Uci)
    } else if CECP_COMMANDS.contains(&word) || is_move() {
        FirstCommand::Of(Protocol::Cecp)
    } else {
        match word {
            "help" => FirstCommand::Help,
            "quit" => FirstCommand::Quit,
            // UCI wants unknown words before a command to be skipped.
            _ if words.any(|word| word == "uci") => FirstCommand::Of(Protocol::Uci),
            _ => FirstCommand::Unknown,
        }
    }
}

/// Whether the first word of a line is a UCI command, or one that people give to UCI engines.
pub fn is_uci_command(line: &str) -> bool {
    matches!(
        detect(line),
        FirstCommand::Of(Protocol::Uci) | FirstCommand::Quit
    )
}

/// The protocol that a line requests within a session. GUIs that do not know the protocol of an engine try
/// one greeting after the other.
pub(super) fn detect_switch(line: &str) -> Option<Protocol> {
    match line.trim_ascii() {
        "uci" => Some(Protocol::Uci),
        "xboard" => Some(Protocol::Cecp),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_command_selects_the_protocol() {
        for (line, expected) in [
            ("uci", FirstCommand::Of(Protocol::Uci)),
            ("\t uci ", FirstCommand::Of(Protocol::Uci)),
            ("joho uci", FirstCommand::Of(Protocol::Uci)),
            (
                "position startpos moves e2e4",
                FirstCommand::Of(Protocol::Uci),
            ),
            ("xboard", FirstCommand::Of(Protocol::Cecp)),
            ("protover 2", FirstCommand::Of(Protocol::Cecp)),
            ("new", FirstCommand::Of(Protocol::Cecp)),
            ("fritz", FirstCommand::Of(Protocol::Cecp)),
            (" e2e4", FirstCommand::Of(Protocol::Cecp)),
            ("g1f3\r", FirstCommand::Of(Protocol::Cecp)),
            ("e2e5", FirstCommand::Unknown),
            ("help", FirstCommand::Help),
            ("quit", FirstCommand::Quit),
            ("", FirstCommand::Unknown),
            ("   ", FirstCommand::Unknown),
            ("UCI?", FirstCommand::Unknown),
            ("hello xboard", FirstCommand::Unknown),
        ] {
            assert_eq!(detect(line), expected, "{line:?}");
        }
    }

    #[test]
    fn no_command_selects_both_protocols() {
        for command in UCI_COMMANDS {
            assert!(!CECP_COMMANDS.contains(command), "{command}");
        }
    }
}
