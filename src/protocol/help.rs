//! The answers to `help` and `compiler`, for people who start the program by hand.

use std::sync::Arc;

use crate::engine::version_lines;
use crate::eval::nnue::Network;

const COMMANDS: &[&str] = &[
    "Diglot is a chess engine without a board of its own: it is meant to be run by a chess program",
    "that speaks UCI or CECP (xboard, WinBoard). The first command picks the protocol.",
    "  uci                       speak UCI",
    "  xboard                    speak CECP",
    "  position startpos         set up the start position (or: position fen FEN)",
    "  go movetime 1000          search for a second",
    "  d, eval, go perft 5       show the position, its evaluation, count positions",
    "  bench, compiler           measure the speed, show how the program was built",
    "  quit                      leave",
    "diglot --help tells what can be given on the command line.",
];

/// The answer to `help`. `network` is the one in use.
pub(super) fn help(network: Option<&Arc<Network>>) -> Vec<String> {
    let mut lines = version(network);
    lines.push(String::new());
    lines.extend(COMMANDS.iter().map(|&line| line.to_owned()));
    lines
}

/// The answer to `compiler`: version, commit, compiler, SIMD variant and network.
pub(super) fn version(network: Option<&Arc<Network>>) -> Vec<String> {
    let mut lines = version_lines(network);
    if let Some(first) = lines.first_mut() {
        first.insert_str(0, "Diglot ");
    }
    lines
}
