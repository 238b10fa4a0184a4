//! Which protocol the other side speaks, told by its first command.

use crate::board::Position;

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol of xboard and WinBoard.
    Cecp,
}

/// What a line says before the protocol is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// A command of this protocol.
    Speaks(Protocol),
    /// A person asks for help.
    Help,
    /// The process shall end.
    Quit,
    /// Nothing that is known; the next line may tell.
    Unknown,
}

/// Commands that only UCI has, or that mean what they mean in UCI when they come first: `go` without
/// `xboard` before it is typed by people who know other UCI engines.
const UCI_COMMANDS: &[&str] = &[
    "bench",
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

const CECP_COMMANDS: &[&str] = &[
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

/// What a person is told who asks for help.
pub(super) const HELP: &[&str] = &[
    "Diglot is a chess engine without a board of its own: it is meant to be run by a chess program",
    "that speaks UCI or CECP (xboard, WinBoard). The first command picks the protocol.",
    "  uci                       speak UCI",
    "  xboard                    speak CECP",
    "  position startpos         set up the start position (or: position fen FEN)",
    "  go movetime 1000          search for a second",
    "  d, eval, go perft 5       show the position, its evaluation, count positions",
    "  quit                      leave",
    "diglot --help tells what can be given on the command line.",
];

/// Reads a line that comes before the protocol is known.
pub(super) fn detect(line: &str) -> Opening {
    let word = line.split_ascii_whitespace().next().unwrap_or("");
    // Moves alone on a line are what the oldest chess programs begin with.
    let is_move = || {
        Position::startpos()
            .parse_coordinate(line.trim_ascii())
            .is_ok()
    };
    if UCI_COMMANDS.contains(&word) {
        Opening::Speaks(Protocol::Uci)
    } else if CECP_COMMANDS.contains(&word) || is_move() {
        Opening::Speaks(Protocol::Cecp)
    } else {
        match word {
            "help" => Opening::Help,
            "quit" => Opening::Quit,
            _ => Opening::Unknown,
        }
    }
}

/// Whether a line begins like a command of UCI, or one that people give to UCI engines.
pub fn is_uci_command(line: &str) -> bool {
    matches!(detect(line), Opening::Speaks(Protocol::Uci) | Opening::Quit)
}

/// Which protocol a line asks for in the middle of a session: programs that do not know what they
/// have started try one greeting after the other.
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
    fn the_first_command_picks_the_protocol() {
        for (line, opening) in [
            ("uci", Opening::Speaks(Protocol::Uci)),
            ("\t uci ", Opening::Speaks(Protocol::Uci)),
            (
                "position startpos moves e2e4",
                Opening::Speaks(Protocol::Uci),
            ),
            ("xboard", Opening::Speaks(Protocol::Cecp)),
            ("protover 2", Opening::Speaks(Protocol::Cecp)),
            ("new", Opening::Speaks(Protocol::Cecp)),
            ("fritz", Opening::Speaks(Protocol::Cecp)),
            (" e2e4", Opening::Speaks(Protocol::Cecp)),
            ("g1f3\r", Opening::Speaks(Protocol::Cecp)),
            ("e2e5", Opening::Unknown),
            ("help", Opening::Help),
            ("quit", Opening::Quit),
            ("", Opening::Unknown),
            ("   ", Opening::Unknown),
            ("UCI?", Opening::Unknown),
            ("hello xboard", Opening::Unknown),
        ] {
            assert_eq!(detect(line), opening, "{line:?}");
        }
    }

    #[test]
    fn no_command_is_in_both_lists() {
        for command in UCI_COMMANDS {
            assert!(!CECP_COMMANDS.contains(command), "{command}");
        }
    }
}
