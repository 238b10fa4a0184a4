//! Result claims at the end of a game.

use crate::support::cecp::{check, run_script};

/// Checks the result after the engine makes the last move.
fn ends_by_own_move(fen: &str, result: &str) {
    check(&format!(
        "> force\n > setboard {fen}\n > sd 2\n > go\n < move *\n < {result}\n > ping 1\n < pong 1\n ~ 20
         > hard\n > ping 2\n < pong 2\n ~ 20"
    ));
}

/// Checks the result after the opponent makes the last move.
fn ends_by_opponents_move(fen: &str, m: &str, result: &str) {
    check(&format!(
        "> force\n > setboard {fen}\n > sd 2\n > playother\n > {m}\n < {result}\n > ping 1\n < pong 1\n ~ 20"
    ));
}

#[test]
fn mate_is_claimed_by_both_sides() {
    ends_by_own_move("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "1-0 {White mates}");
    ends_by_own_move("r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1", "0-1 {Black mates}");
    ends_by_opponents_move(
        "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1",
        "a1a8",
        "1-0 {White mates}",
    );
    ends_by_opponents_move(
        "r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1",
        "a8a1",
        "0-1 {Black mates}",
    );
}

#[test]
fn stalemate_is_claimed_by_both_sides() {
    ends_by_own_move("k7/P7/Kq6/8/8/8/8/8 w - - 0 1", "1/2-1/2 {Stalemate}");
    ends_by_opponents_move(
        "7k/8/4Q1K1/8/8/8/8/8 w - - 0 1",
        "e6f7",
        "1/2-1/2 {Stalemate}",
    );
}

#[test]
fn third_occurrence_by_own_move() {
    // Black can only move the king to and fro.
    check(
        "> new\n > force\n > setboard k7/8/7R/8/8/8/8/1R2K3 w - - 0 1\n > playother\n
         > e1e2\n < move a8a7\n > e2e1\n < move a7a8\n > e1e2\n < move a8a7\n > e2e1\n < offer draw\n < move a7a8\n
         < 1/2-1/2 {Draw by repetition}\n ~ 20",
    );
}

#[test]
fn third_occurrence_by_the_opponents_move() {
    let moves = "> g1f3\n > g8f6\n > f3g1\n > f6g8\n > g1f3\n > g8f6\n > f3g1\n";
    check(&format!(
        "> force\n {moves} > playother\n > f6g8\n < 1/2-1/2 {{Draw by repetition}}\n ~ 20\n
         > remove\n > sd 1\n > f3e5\n < move *"
    ));
    // `undo` removes positions from the repetition history.
    check(&format!(
        "> force\n {moves} > f6g8\n > undo\n > undo\n > undo\n > undo\n > g1h3\n > g8h6\n > h3g1\n
         > playother\n > sd 1\n > h6g8\n < 1/2-1/2 {{Draw by repetition}}"
    ));
    // Positions before `setboard` do not count.
    check(&format!(
        "> force\n {moves} > setboard rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1\n
         > playother\n > sd 1\n > f6g8\n < move *"
    ));
}

#[test]
fn fifty_moves_count_from_the_clock_of_the_set_up() {
    let rook_ending = "8/8/4k3/8/8/4K3/8/7R";
    check(&format!(
        "> force\n > setboard {rook_ending} b - - 99 80\n > sd 2\n > go\n < offer draw\n < move *\n
         < 1/2-1/2 {{Fifty move rule}}\n > ping 1\n < pong 1\n ~ 20"
    ));
    ends_by_opponents_move(
        &format!("{rook_ending} w - - 99 80"),
        "h1h2",
        "1/2-1/2 {Fifty move rule}",
    );
    ends_by_opponents_move(
        "7k/8/6K1/8/8/8/8/R7 w - - 99 80",
        "a1a8",
        "1-0 {White mates}",
    );
}

#[test]
fn insufficient_material_is_claimed() {
    ends_by_own_move(
        "4k3/8/8/8/8/8/1q6/K7 w - - 0 1",
        "1/2-1/2 {Insufficient material}",
    );
    let dead = "1/2-1/2 {Insufficient material}";
    ends_by_opponents_move("4k3/8/8/8/8/8/1n5B/K7 w - - 0 1", "a1b2", dead);
    ends_by_opponents_move("2b1k3/8/8/8/8/8/1n3B2/K7 w - - 0 1", "a1b2", "move *");
}

#[test]
fn sufficient_material_is_played_on() {
    for pieces in [
        "4k3/8/8/8/8/8/1p6/K3NN2",
        "2b1k3/8/8/8/8/8/1p6/K3N3",
        "4k1n1/8/8/8/8/8/1p6/K3N3",
    ] {
        ends_by_opponents_move(&format!("{pieces} w - - 0 1"), "a1b2", "move *");
    }
}

#[test]
fn a_drawn_start_position_is_claimed_after_one_move() {
    check(
        "> force\n > setboard 8/8/4k3/8/8/4K3/8/7R w - - 120 90\n > ping 1\n < pong 1\n > sd 2\n > go\n
         < offer draw\n < move *\n < 1/2-1/2 {Fifty move rule}\n > setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n ~ 20\n > go\n
         < 1/2-1/2 {Insufficient material}",
    );
}

/// XBoard ignores a result while a `pong` is outstanding.
#[test]
fn a_pong_comes_before_a_result() {
    for end in [
        "> setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n > go\n < pong 3\n < 1/2-1/2 {Stalemate}",
        "> setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\n > playother\n > a1a8\n < pong 3\n < 1-0 {White mates}",
    ] {
        check(&format!(
            "> memory 128\n > new\n > force\n > ping 3\n {end}\n ~ 20"
        ));
    }
}

#[test]
fn nothing_happens_after_the_end_of_the_game() {
    let mut gui = check(
        "> force\n > setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\n > sd 2\n > go\n < move a1a8\n
         < 1-0 {White mates}\n > g8h8\n < Illegal move: g8h8\n > go\n < 1-0 {White mates}\n > playother\n
         < 1-0 {White mates}\n > ?\n > hint\n > ping 1\n < pong 1\n ~ 30",
    );
    run_script(
        &mut gui,
        "> force\n > undo\n > go\n < move a1a8\n < 1-0 {White mates}",
    );
    run_script(
        &mut gui,
        "> remove\n < Error (command not legal now): remove\n > new\n > sd 1\n > e2e4\n < move *",
    );
}

#[test]
fn a_drawn_game_is_not_continued_unasked() {
    check(
        "> force\n > setboard 8/8/4k3/8/8/4K3/8/7R b - - 98 80\n > sd 2\n > go\n < move *\n > h1h2\n
         < 1/2-1/2 {Fifty move rule}\n > ping 1\n < pong 1\n ~ 30\n > undo\n > h1g1\n
         < 1/2-1/2 {Fifty move rule}",
    );
}

#[test]
fn the_end_of_a_game_that_was_set_up_is_claimed_when_asked_to_play() {
    for (fen, result) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "1-0 {White mates}"),
        ("6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", "0-1 {Black mates}"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2 {Stalemate}"),
        (
            "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
            "1/2-1/2 {Insufficient material}",
        ),
    ] {
        for mode in ["> force\n", ""] {
            check(&format!(
                "{mode} > setboard {fen}\n ~ 0\n > go\n < {result}\n > ?\n > ping 1\n < pong 1\n > go\n
                 < {result}\n > hard\n > playother\n < {result}\n > hint\n > ping 2\n < pong 2\n ~ 20"
            ));
        }
    }
    // Pieces are set up one by one as well.
    check(
        "> edit\n > #\n > Ka1\n > c\n > Kc2\n > Qb2\n > .\n ~ 0\n > go\n < 0-1 {Black mates}\n > hard\n
         > analyze\n > ping 2\n < pong 2\n > .\n < stat01: 0 0 0 0 0\n > exit\n ~ 20",
    );
}

#[test]
fn a_game_goes_on_where_its_last_move_is_taken_back() {
    let played = "> force\n > setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\n > a1a8\n > sd 2\n";
    check(&format!(
        "{played} > go\n < 1-0 {{White mates}}\n > undo\n > go\n < move a1a8\n < 1-0 {{White mates}}"
    ));
    check(&format!(
        "{played} > playother\n < 1-0 {{White mates}}\n > undo\n > a1a7\n < move *"
    ));
    // In a dead position the user may not move after the claim.
    check(
        "> setboard 4k3/8/8/8/8/8/8/4KB2 w - - 0 1\n > go\n < 1/2-1/2 {Insufficient material}\n > e1e2\n
         < Illegal move (the game is over): e1e2",
    );
}

#[test]
fn no_claims_in_force_mode() {
    check(
        "> force\n > setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\n > a1a8\n > ping 1\n < pong 1\n
         > setboard 8/8/4k3/8/8/4K3/8/7R w - - 99 80\n > h1h2\n > ping 2\n < pong 2\n > e6e7\n ~ 20",
    );
}

#[test]
fn a_move_after_a_claimed_draw_is_rejected_until_undo() {
    check(
        "> force\n > setboard 8/8/4k3/8/8/4K3/8/7R w - - 99 80\n > sd 2\n > playother\n > h1h2\n
         < 1/2-1/2 {Fifty move rule}\n > e6e7\n < Illegal move (the game is over): e6e7\n
         > undo\n > h1h7\n < 1/2-1/2 {Fifty move rule}\n ~ 20",
    );
}

#[test]
fn a_draw_is_judged_from_the_engines_current_side() {
    check(
        "> force\n > setboard 4k3/8/8/8/8/8/qr6/7K w - - 0 1\n > sd 2\n > go\n < move h1g1\n
         > draw\n < offer draw\n > force\n > e8e7\n > playother\n > draw\n ~ 20",
    );
}

#[test]
fn repetition_ignores_a_phantom_en_passant_square() {
    // The position after e2e4 recurs twice.
    let play = |pieces: &str, king: [&str; 2], rest: &str| {
        let [away, back] = king;
        check(&format!(
            "> force\n > setboard {pieces} w - - 0 1\n > e2e4\n > {away}\n > e1e2\n > {back}\n > e2e1\n
             > {away}\n > e1e2\n > {back}\n > sd 1\n > playother\n > e2e1\n < {rest}"
        ));
    };
    let drawn = "1/2-1/2 {Draw by repetition}\n ~ 20";
    play("4k3/7p/8/8/8/8/4P3/4K3", ["e8e7", "e7e8"], drawn);
    // Here d4e3 was legal the first time, so that occurrence differs.
    play("4k3/7p/8/8/3p4/8/4P3/4K3", ["e8e7", "e7e8"], "move *");
    // Here d4e3 was illegal: it would have exposed the king to the rook.
    play("8/7p/8/8/R2p3k/8/4P3/4K3", ["h4h5", "h5h4"], drawn);
}

#[test]
fn repetition_compares_castling_rights() {
    // The first rook moves lose castling rights, so the start position does not recur.
    let cycle = "> a1b1\n > a8b8\n > b1a1\n > b8a8\n";
    check(&format!(
        "> force\n > setboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n {cycle} > a1b1\n > a8b8\n > b1a1\n
         > sd 1\n > playother\n > undo\n > b1a1\n < move *"
    ));
}

#[test]
fn a_new_position_resets_the_repetition_history() {
    let cycle = "> g1f3\n > g8f6\n > f3g1\n > f6g8\n";
    let last = "> g1f3\n > g8f6\n > sd 1\n > playother\n > f3g1\n < move *";
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for set_up in [
        format!("> setboard {start}"),
        "> edit\n > .".to_owned(),
        "> new\n > force".to_owned(),
    ] {
        check(&format!("> force\n {cycle} {cycle} {set_up}\n {last}"));
    }
}

#[test]
fn claims_in_chess960() {
    let variant = "> new\n > variant fischerandom\n > force\n";
    // Castling loses the rights even if only the rook moves.
    check(&format!(
        "{variant} > setboard 1k6/p7/8/8/8/8/P7/6KR w H - 0 1\n > g1f1\n > b8c8\n > f1g1\n > c8b8\n > g1f1\n
         > b8c8\n > f1g1\n > sd 1\n > c8b8\n > g1f1\n > b8c8\n > f1g1\n > force\n > undo\n > playother\n
         > f1g1\n < 1/2-1/2 {{Draw by repetition}}"
    ));
    check(&format!(
        "{variant} > setboard 5k2/R7/8/8/8/8/8/5K1R w H - 0 1\n > sd 4\n > go\n < move h1h8\n < 1-0 {{White mates}}"
    ));
}

#[test]
fn no_claim_after_a_claimed_move_was_taken_back() {
    check(
        "> force\n > setboard 4k3/8/8/8/8/8/1n5B/K6P w - - 0 1\n < tellusererror *\n
         > setboard 4k3/8/8/8/8/8/1n5B/K7 w - - 0 1\n > sd 1\n > playother\n > a1b2\n
         < 1/2-1/2 {Insufficient material}\n > undo\n > ping 1\n < pong 1\n > h2g1\n < move *",
    );
}
