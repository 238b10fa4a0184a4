//! The answers to `help` and `compiler`, for people who start the program by hand.

use std::sync::Arc;

use crate::engine::version_lines;
use crate::eval::nnue::Network;

/// The commands of both protocols, with every word that selects one of them.
const COMMANDS: &str = "
Diglot is a chess engine without a board of its own. Chess programs drive it
in UCI or CECP, and so can you. The first command selects the protocol; uci
and xboard change it.

UCI
  uci                       name and options
  setoption name N value V  set an option
  ucinewgame, isready       begin another game, wait until all is ready
  position startpos moves e2e4
  position fen FEN          set up a position
  go movetime 1000          search for a second; also depth, nodes, mate,
                            infinite, ponder, searchmoves, wtime, btime,
                            winc, binc, movestogo, perft
  stop, ponderhit           end the search; the opponent played the expected move
  d, eval, perft 5          show the position and its evaluation, count moves
  bench, compiler           measure the speed, show how Diglot was built
  debug on, register later  more messages; Diglot needs no registration

CECP (XBoard, WinBoard)
  xboard, protover 2        features and options; also fritz, beep
  new, reset                begin another game; Diglot plays Black
  e2e4, Nf3, usermove e2e4  make a move
  go, force, playother      let Diglot play the side on move, no side, the
  white, black              other side; set the side on move
  undo, remove              take back one move, two moves
  setboard FEN, edit        set up a position
  variant crazyhouse        play a variant; fischerandom is Chess960
  level 40 5 0, st 5        moves, minutes and increment; seconds per move
  sd 10, depth, nps 1000    limit of the depth; nodes that count as a second
  time, otim                clocks in centiseconds
  ?, draw, result           move now, offer a draw, end the game
  hint, bk                  suggest a move, list book moves
  analyze, exit, .          analyse, stop that, show how far the search is
  exclude, include          restrict the moves to search
  setscore                  assign a score to the position
  post, nopost              show thinking or not
  hard, ponder, easy        think on the opponent's time or not
  random, pause, resume     vary the play, interrupt, continue
  option NAME=VALUE         set an option
  memory, cores             MiB for all tables, number of threads
  egtpath syzygy PATH       tablebases
  name, rating, computer, ics, ping, accepted, rejected
                            the opponent, the server and the GUI
  setvar, getvar, setlevel, begin, end
                            the Rebel Century extensions

Both
  help, quit                show this text, exit

diglot --help lists commands and options of the command line.";

/// The answer to `help`. `network` is the one in use.
pub(super) fn help(network: Option<&Arc<Network>>) -> Vec<String> {
    let mut lines = version(network);
    lines.extend(COMMANDS.lines().map(str::to_owned));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::detect::{CECP_COMMANDS, UCI_COMMANDS};

    #[test]
    fn every_command_is_listed_under_its_protocol() {
        let help = help(None).join("\n");
        let (uci, cecp) = help.split_once("CECP (XBoard").unwrap_or_default();
        for (commands, section) in [(UCI_COMMANDS, uci), (CECP_COMMANDS, cecp)] {
            let words: Vec<&str> = section
                .split(|c: char| c.is_whitespace() || ",:()".contains(c))
                .collect();
            for command in commands {
                assert!(words.contains(command), "{command}");
            }
        }
    }
}
