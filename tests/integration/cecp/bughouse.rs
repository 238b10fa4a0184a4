//! Bughouse: pieces that the partner passes on, and the partner itself.

use crate::support::cecp::{check, run_script};

/// White mates by dropping a rook.
const ROOK_MATES: &str = "setboard 6k1/5ppp/8/8/8/8/8/6K1[] w - - 0 1";

#[test]
fn pieces_come_into_the_hand_by_holding_alone() {
    check(
        "> new\n > variant bughouse\n > force\n > e2e4\n > d7d5\n > e4d5\n > d8d5\n > P@e4\n < Illegal move: P@e4\n
         > holding [P] [] WP\n > p@e4\n > P@e5\n < Illegal move: P@e5\n > holding [] [QPP]\n > Q@a6\n > undo\n
         > P@a6\n > holding [NN] [BR] BR\n > N@e3\n > R@d3\n > undo\n > R@d3",
    );
}

#[test]
fn a_piece_that_arrives_is_used_at_once() {
    let mut gui = check(&format!(
        "> new\n > variant bughouse\n > force\n > {ROOK_MATES}\n > st 100\n > go\n > holding [R] [] WR\n > ?\n
         < move R@*"
    ));
    run_script(
        &mut gui,
        "> force\n > undo\n > hint\n < Hint: R@*\n > exclude R@e8\n > exclude Q@e8\n < Error *\n > analyze\n
         > holding [] []\n > R@e8\n < Illegal move: R@e8\n > holding [R] []\n > R@e8\n > exit",
    );
}

#[test]
fn a_piece_that_arrives_saves_a_mated_side() {
    check(
        "> new\n > variant bughouse\n > sd 2\n > setboard 6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1\n > a1a8\n
         > ping 1\n < pong 1\n > holding [P] []\n > holding [P] [N] BN\n < move N@*",
    );
    // The engine has mated: the opponent is to use the piece.
    check(
        "> new\n > variant bughouse\n > sd 2\n > setboard 6k1/5ppp/8/8/8/8/8/R5K1[] w - - 0 1\n > go\n < move a1a8\n
         > holding [] [N]\n > ping 1\n < pong 1\n > N@b8\n < move a8b8\n > ping 2\n < pong 2",
    );
}

#[test]
fn only_a_mate_that_no_drop_can_prevent_ends_the_game() {
    check(
        "> new\n > variant bughouse\n > force\n > setboard 7k/5Q2/6K1/8/8/8/8/8[] w - - 0 1\n > f7g7\n > go\n
         < 1-0 {White mates}\n > force\n > setboard 6rk/6pp/8/4N3/8/8/8/6K1[] w - - 0 1\n > sd 2\n > go\n
         < move e5f7\n < 1-0 {White mates}\n > force\n > setboard R5k1/5ppp/8/8/8/8/8/6K1[] b - - 0 1\n > go\n
         > ping 1\n < pong 1\n > force\n > setboard 7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1\n > go\n > ping 2\n
         < pong 2\n > holding [] [P]\n < move P@*",
    );
}

#[test]
fn a_game_that_was_resigned_stays_over() {
    check(
        "> new\n > variant bughouse\n > computer\n > option ResignScore=100\n > option ResignMoves=1\n > sd 1\n
         > setboard qqqqk3/8/8/8/8/8/8/4K3[] w - - 0 1\n > go\n < resign\n > holding [Q] []\n > ping 1\n < pong 1",
    );
}

#[test]
fn pondering_goes_on_with_other_pieces_in_hand() {
    check(
        "> new\n > variant bughouse\n > hard\n > sd 2\n > e2e4\n < move *\n > holding [QR] [QR]\n > holding [] []\n
         > holding [P] []\n > ping 1\n < pong 1\n > P@e5\n < move *\n > holding [] []\n > easy\n > hard\n > ping 2\n
         < pong 2",
    );
}

#[test]
fn in_crazyhouse_the_engine_counts_the_pieces_itself() {
    check(
        "> new\n > variant crazyhouse\n > force\n > holding [P] []\n > P@e4\n > d7d5\n > holding [PP] []\n > e4d5\n
         > holding [PP] []\n > d8d5\n > P@e4\n > h7h6\n > P@e5\n < Illegal move: P@e5",
    );
}

#[test]
fn a_list_of_pieces_is_read_strictly() {
    check(
        "> new\n > variant bughouse\n > force\n > holding [P\n < Error (bad parameter): holding [P\n > holding [P]\n
         < Error (bad parameter): holding [P]\n > holding [3] []\n < Error (bad parameter): holding [3] []\n
         > holding [K] []\n < Error (bad parameter): holding [K] []\n > holding [p] [P]\n > P@e4",
    );
}

#[test]
fn pieces_in_hand_can_be_set_while_editing() {
    check(
        "> new\n > variant bughouse\n > force\n > edit\n > #\n > Ke1\n > c\n > Ke8\n > holding [Q] []\n > .\n > Q@e4",
    );
}

#[test]
fn a_partner_is_greeted_and_can_ask_to_sit() {
    let mut gui = check(
        "> new\n > variant bughouse\n > ptell sit\n > partner mann\n < tellics ptell Hello! *\n > partner mann\n
         > level 0 60 0\n > sd 2\n > ptell help\n < tellics ptell I understand*\n > ptell hello\n > ptell +q please\n
         > ptell sit\n < tellics ptell I sit*\n > ptell sit\n",
    );
    // With a depth limit alone the search ends in spite of it.
    run_script(&mut gui, "> e2e4\n < move *");
    run_script(
        &mut gui,
        "> sd 0\n > st 0.01\n > ptell go\n < tellics ptell I go on\n > ptell go\n > partner\n > ptell sit\n ~ 20",
    );
}

#[test]
fn the_engine_sits_until_it_is_told_to_go() {
    check(
        "> new\n > variant bughouse\n > partner mann\n < tellics ptell Hello! *\n > level 0 0:02 0\n > e2e4\n
         > ptell sit\n < tellics ptell I sit*\n ~ 200\n > ptell go\n < tellics ptell I go on\n < move *",
    );
}

#[test]
fn the_partner_can_only_ask_for_moves_of_a_bughouse_game() {
    check(
        "> new\n > variant crazyhouse\n > partner mann\n < tellics ptell Hello! *\n > ptell sit\n > sd 1\n > e2e4\n
         < move *",
    );
}
