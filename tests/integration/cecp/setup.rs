//! Positions set up by `setboard` and `edit`, and Chess960.

use crate::support::cecp::{check, run_script, split_thinking};

#[test]
fn setboard_sets_side_rights_en_passant_and_clock() {
    check(
        "> force\n > setboard r3k2r/8/8/8/3Pp3/8/8/4K3 b q d3 0 1\n > e4d3\n > undo\n > e8g8\n
         < Illegal move: e8g8\n > e8c8\n > setboard 4k3/8/8/8/8/8/8/4K2R w K\n > e1g1\n
         > setboard 4k3/8/8/8/8/8/8/4K2R b\n > e8e7\n > e1g1\n < Illegal move: e1g1",
    );
}

#[test]
fn an_illegal_position_is_reported_and_not_played() {
    let mut gui = check(
        "> force\n > usermove e2e4\n > setboard 8/8/8/8/8/8/8/4K3 w - - 0 1\n
         < tellusererror Illegal position: Black has no king (8/8/8/8/8/8/8/4K3 w - - 0 1)\n
         > usermove e7e5\n < Illegal move: e7e5\n > e1e2\n < Illegal move: e1e2\n
         > undo\n < Error (command not legal now): undo\n
         > go\n > playother\n > analyze\n > .\n < stat01: 0 0 0 0 0\n > exit\n > ping 1\n < pong 1\n ~ 20",
    );
    run_script(
        &mut gui,
        "> setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n > sd 1\n > go\n < move *",
    );
    for fen in [
        "",
        "rubbish",
        "8/8/8/8/8/8/8/8 w",
        "4k3/8/8/8/8/8/8/4K3 x",
        "not found",
    ] {
        run_script(
            &mut gui,
            &format!(
                "> setboard {fen}\n < tellusererror Illegal position: *\n > e2e4\n < Illegal move: e2e4"
            ),
        );
    }
    run_script(&mut gui, "> new\n > sd 1\n > usermove e2e4\n < move *");
}

/// PyChess ends an analysis with `exit` and the empty board. It shows the user every `tellusererror` without this FEN.
#[test]
fn the_refusal_of_a_fen_repeats_it() {
    check(
        "> analyze\n > exit\n > setboard 8/8/8/8/8/8/8/8 w - - 0 1\n
         < tellusererror Illegal position: White has no king (8/8/8/8/8/8/8/8 w - - 0 1)",
    );
}

#[test]
fn an_illegal_position_leaves_the_game_underneath() {
    check(
        "> force\n > e2e4\n > setboard k7/8 w\n < tellusererror Illegal position: *\n > e7e5\n
         < Illegal move: e7e5\n > edit\n > .\n > e2e4\n < Illegal move: e2e4\n > e7e5",
    );
}

#[test]
fn an_illegal_position_ends_thinking() {
    check("> st 5\n > go\n > ping 1\n > setboard x\n < tellusererror *\n < pong 1\n ~ 30");
}

#[test]
fn edit_places_pieces() {
    check(
        "> new\n > force\n > edit\n > #\n > Ke1\n > Rh1\n > Pa7\n > c\n > Ke8\n > Ra8\n > Pb7\n > xb7\n > .\n
         > usermove e1g1\n > usermove e8g8\n < Illegal move: e8g8\n > usermove e8c8\n > sd 1\n > go\n
         < move *",
    );
}

#[test]
fn edit_leaves_the_side_to_move() {
    check(
        "> new\n > force\n > a2a3\n > edit\n > .\n > usermove e2e4\n < Illegal move: e2e4\n > usermove e7e5",
    );
}

#[test]
fn edit_forgets_moves_and_en_passant() {
    check(
        "> force\n > e2e4\n > a7a6\n > e4e5\n > d7d5\n > edit\n > .\n > e5d6\n < Illegal move: e5d6\n > undo\n
         < Error (command not legal now): undo",
    );
}

#[test]
fn an_illegal_edited_board_is_reported() {
    check(
        "> force\n > edit\n > #\n > Ke1\n > .\n < tellusererror Illegal position: Black has no king\n > e1e2\n
         < Illegal move: e1e2\n > edit\n > #\n > Ke1\n > c\n > Ke8\n > .\n > e1e2",
    );
}

#[test]
fn other_lines_in_edit_mode() {
    check(
        "> edit\n > Zz9\n < Error (unknown command): Zz9\n > ping 1\n < pong 1\n > go\n
         < Error (command not legal now): go\n > time 100\n > undo\n
         < Error (command not legal now): undo\n > new\n > sd 1\n > e2e4\n < move *\n
         > edit\n > #\n > setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n > force\n > e1g1",
    );
}

#[test]
fn edit_mode_does_not_change_sides() {
    check(
        "> force\n > edit\n > go\n < Error (command not legal now): go\n > playother\n
         < Error (command not legal now): playother\n > ?\n < Error (command not legal now): ?\n > draw\n
         > analyze\n ~ 20\n > .\n > e2e4\n ~ 20",
    );
}

#[test]
fn analysis_can_be_left_in_edit_mode() {
    check("> analyze\n > edit\n > xe2\n > exit\n > .\n > post\n > d1e2\n > .\n ~ 20");
}

#[test]
fn a_variant_starts_from_its_own_position() {
    check(
        "> force\n > e2e4\n > variant\n < Error (too few parameters): variant\n > e7e5\n > variant normal\n > e2e4\n
         > variant knightmate\n > b1c3\n < Illegal move: b1c3\n > b1c1\n < Illegal move: b1c1\n > e1d3\n
         > new\n > force\n > e1d3\n < Illegal move: e1d3\n > b1c3",
    );
}

const INNER_ROOKS: &str = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w";

#[test]
fn castling_in_fischerandom_is_written_with_letters() {
    for rights in ["KQkq", "GBgb"] {
        check(&format!(
            "> new\n > variant fischerandom\n > force\n > setboard {INNER_ROOKS} {rights} - 0 1\n
             > usermove O-O\n > usermove O-O-O\n > undo\n > undo\n > usermove O-O-O\n > usermove O-O\n
             > usermove O-O\n < Illegal move: O-O"
        ));
    }
}

#[test]
fn castling_is_sent_in_the_notation_of_the_variant() {
    // Only castling mates.
    let mate = "> setboard 8/4R3/8/8/8/5k2/6R1/4K2R w K - 0 1\n > sd 2\n > go\n";
    check(&format!("> force\n {mate} < move e1g1\n < 1-0 *"));
    let mut gui = check(&format!(
        "> new\n > variant fischerandom\n > force\n > post\n {mate} < move O-O\n < 1-0 *"
    ));
    gui.send("undo\nanalyze");
    let line = gui.wait_for(|line| line.ends_with("O-O"));
    assert_eq!(split_thinking(&line).0[1], 100_001, "{line}");
}

#[test]
fn new_returns_to_normal_chess() {
    check(&format!(
        "> new\n > variant fischerandom\n > new\n > force\n > setboard {INNER_ROOKS} KQkq - 0 1\n > O-O\n
         < Illegal move: O-O"
    ));
}

/// Cute Chess and XBoard send a move before a position with Black to move, and Cute Chess counts an answer as a loss.
#[test]
fn dummy_moves_before_a_position_need_not_be_legal() {
    let fen = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ b - - 0 1";
    for m in ["b2b3", "a2a3"] {
        check(&format!(
            "> variant racingkings\n < setup *\n > force\n > {m}\n > setboard {fen}\n > a2a3\n > ping 1\n < pong 1"
        ));
    }
    check("> variant racingkings\n < setup *\n > force\n > b2b4\n < Illegal move: b2b4");
    check("> variant racingkings\n < setup *\n > b2b3\n < Illegal move: b2b3");
}
