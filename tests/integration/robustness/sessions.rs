//! Sessions with commands in any order.

use proptest::prelude::*;

use super::mutation::shuffled_lines;
use crate::properties::session::{check_cecp, check_uci};

const UCI: &[&str] = &[
    "isready",
    "ucinewgame",
    "position startpos moves e2e4 e7e5",
    "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "position startpos moves e2e5",
    "go infinite",
    "go ponder wtime 1000 btime 1000",
    "go depth 3 searchmoves e2e4 d2d4",
    "go mate 1",
    "go nodes 100",
    "go",
    "go perft 2",
    "ponderhit",
    "stop",
    "setoption name MultiPV value 3",
    "setoption name UCI_Chess960 value true",
    "setoption name UCI_Variant value crazyhouse",
    "setoption name UCI_Variant value atomic",
    "setoption name UCI_Variant value antichess",
    "setoption name UCI_Variant value chess",
    "position startpos moves e2e4 d7d5 e4d5 d8d5 P@e4",
    "position fen 4k3/8/8/8/8/8/4P~3/4K3[QRnp] w - - 0 1",
    "position fen rnb1kbnr/pppp1ppp/8/4p3/8/4P2q/PPPP1PPP/RNBQKBNR w KQkq - 1+3 0 1",
    "go nodes 200 searchmoves P@e5 P@e4 Q@d8",
    "go mate 2",
    "setoption name Clear",
    "register later",
    "debug on",
    "d",
    "eval",
    "help",
];

const CECP: &[&str] = &[
    "new",
    "force",
    "go",
    "playother",
    "analyze",
    "exit",
    ".",
    "e2e4",
    "usermove e7e5",
    "undo",
    "remove",
    "level 40 5 0",
    "st 1",
    "sd 3",
    "time 500",
    "otim 500",
    "post",
    "nopost",
    "easy",
    "hard",
    "draw",
    "result 1-0 {x}",
    "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "setboard x",
    "edit",
    "#",
    "Ke1",
    "c",
    "hint",
    "bk",
    "pause",
    "resume",
    "?",
    "ping 1",
    "setscore 1 2 3",
    "exclude e2e4",
    "include all",
    "lift e2",
    "put e4",
    "variant fischerandom",
    "variant crazyhouse",
    "variant atomic",
    "variant suicide",
    "variant berolina",
    "variant nocastle",
    "holding [PN] [Q]",
    "holding [P] [] BP",
    "usermove P@e5",
    "N@f3",
    "setboard 4k3/8/8/8/8/8/4P~3/4K3[QRnp] w - - 0 1",
    "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 1+3 0 1",
    "Pf7",
    "x",
    "option MultiPV=2",
    "computer",
    "rating 2000 2500",
    "name x",
];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40, // each starts an engine
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn uci_answers_after_any_commands(text in shuffled_lines(UCI, 30)) {
        check_uci(&text);
    }

    #[test]
    fn cecp_answers_after_any_commands(text in shuffled_lines(CECP, 30)) {
        check_cecp(&text);
    }
}
