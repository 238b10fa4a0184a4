//! Chess variants and the commands and moves specific to them.

use crate::support::cecp::check;

#[test]
fn both_variants_have_several_names() {
    let castles = "force\n > setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n > exclude all\n > include O-O\n > sd 1\n > go";
    for name in ["normal", "Normal", "chess", "standard"] {
        check(&format!(
            "> variant fischerandom\n > variant {name}\n > {castles}\n < move e1g1"
        ));
    }
    for name in ["fischerandom", "fischerrandom", "chess960", "frc"] {
        check(&format!("> variant {name}\n > {castles}\n < move O-O"));
        check(&format!(
            "> variant {name}\n > new\n > {castles}\n < move e1g1"
        ));
    }
}

#[test]
fn no_game_goes_on_in_place_of_an_unknown_variant() {
    let refused = "> new\n > variant xiangqi\n < Error (unsupported variant): variant xiangqi\n > e2e4\n
        < Illegal move: e2e4\n > usermove e2e4\n < Illegal move: e2e4\n > go\n > playother\n > hint\n > analyze\n
        > exit\n > undo\n < Error (command not legal now): undo\n > force\n > ping 1\n < pong 1\n";
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(&format!(
        "{refused} > setboard {fen}\n < Error (unsupported variant): setboard {fen}\n > e2e4\n < Illegal move: e2e4\n
         > edit\n > #\n > Ke1\n > c\n > Ke8\n > .\n < Error (unsupported variant): .\n > e1e2\n
         < Illegal move: e1e2\n > go\n > ping 2\n < pong 2"
    ));
    for selection in ["new", "variant normal", "variant crazyhouse"] {
        check(&format!(
            "{refused} > {selection}\n > force\n > e2e4\n > sd 1\n > go\n < move *"
        ));
    }
}

#[test]
fn variants_that_xboard_does_not_know_are_defined_when_selected() {
    let pieces = "(PNBRQKpnbrqk) 8x8+0";
    for (name, definition) in [
        (
            "kingofthehill",
            "_fairy rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
        (
            "king-of-the-hill",
            "_fairy rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
        (
            "antichess",
            "_giveaway rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        ),
        (
            "horde",
            "_fairy rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
        ),
        (
            "racingkings",
            "_fairy 8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
        ),
    ] {
        let setup = format!("setup {pieces}{definition}");
        check(&format!(
            "> new\n > variant {name}\n < {setup}\n > ping 1\n < pong 1"
        ));
    }
    check("> new\n > variant berolina\n < piece P& fmFfceWifmnA\n > ping 1\n < pong 1");
    check(
        "> new\n > variant cylinder\n < piece P& fmWfceoFifmnD\n < piece N& oN\n < piece B& oB\n < piece R& oR\n
         < piece Q& oQ\n < piece K& oKisO2",
    );
    for name in [
        "nocastle",
        "wildcastle",
        "3check",
        "crazyhouse",
        "bughouse",
        "giveaway",
        "suicide",
        "losers",
        "atomic",
        "knightmate",
        "shatranj",
        "twokings",
        "fischerandom",
        "normal",
    ] {
        check(&format!("> new\n > variant {name}\n > ping 1\n < pong 1"));
    }
}

#[test]
fn commands_of_other_variants_change_nothing() {
    check(
        "> setup (PNBRQKpnbrqk) 8x8+0_normal rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n
         > piece N& vFW\n > partner mann\n < tellics ptell Hello! *\n > partner\n > ptell hello\n > holding [PPPRQ] []\n
         > holding [PPPRQ] [R] BR\n > holding\n < Error (bad parameter): holding\n > ping 1\n < pong 1\n > sd 1\n > e2e4\n < move *",
    );
}

#[test]
fn moves_of_variants_are_illegal_moves() {
    for m in ["P@h3", "N@f6", "c4d5,d5e4", "e2e4,e4e5"] {
        check(&format!(
            "> force\n > {m}\n < Illegal move: {m}\n > usermove {m}\n < Illegal move: {m}"
        ));
    }
    check(
        "> x,y\n < Error (unknown command): x,y\n > me@there.org\n < Error (unknown command): me@there.org",
    );
}

#[test]
fn null_moves_are_accepted_in_analysis_and_force_mode() {
    check(
        "> analyze\n > @@@@\n > usermove e2e4\n < Illegal move: e2e4\n > e7e5\n > usermove @@@@\n > d7d5\n
         > undo\n > undo\n > undo\n > undo\n > e2e4\n > exit\n > ping 1\n < pong 1",
    );
    check("> force\n > @@@@\n > e7e5\n > remove\n > e2e4\n > ping 1\n < pong 1");
}

#[test]
fn null_moves_are_rejected_in_check_and_in_games() {
    check(
        "> force\n > setboard 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\n > analyze\n > @@@@\n < Illegal move: @@@@\n
         > e1e2\n > @@@@\n > exit\n > ping 1\n < pong 1",
    );
    check(
        "> @@@@\n < Illegal move: @@@@\n > sd 1\n > e2e4\n < move *\n > @@@@\n < Illegal move: @@@@",
    );
}
