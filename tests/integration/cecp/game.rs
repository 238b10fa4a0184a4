//! The course of a game: whose turn it is and what the engine sends to the GUI.

use std::time::Instant;

use crate::support::LATENCY;
use crate::support::cecp::{check, gui, run_script};
use crate::support::gui::Gui;

#[test]
fn new_has_the_engine_play_black_from_the_start() {
    check(
        "> force\n > sd 3\n > e2e4\n > e7e5\n > new\n > level 0 0:02 0\n ~ 30\n > usermove d2d4\n
         < move *\n > usermove e1e2\n < Illegal move: e1e2",
    );
}

#[test]
fn new_lifts_the_depth_limit() {
    let mut gui = check("> st 0.1\n > sd 1\n > post\n > new");
    gui.send("e2e4");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    assert!(lines.iter().any(|line| line.starts_with("4 ")), "{gui}");
}

#[test]
fn quick_restarts() {
    let mut gui = gui();
    for _ in 0..30 {
        gui.send("new\nlevel 0 5 0\npost\nhard\ngo\nforce");
    }
    run_script(
        &mut gui,
        "> ping 1\n < pong 1\n ~ 50\n > sd 1\n > go\n < move *",
    );
}

#[test]
fn force_mode_only_records_moves() {
    check(
        "> force\n > usermove e2e4\n > usermove e2e4\n < Illegal move: e2e4\n > usermove e7e5\n
         > usermove e1e2\n > ping 1\n < pong 1\n ~ 30",
    );
}

#[test]
fn force_discards_the_running_search() {
    check(
        "> level 0 5 0\n > usermove e2e4\n > ping 1\n > force\n < pong 1\n > ping 2\n < pong 2\n
         ~ 50\n > usermove e7e5\n > sd 1\n > go\n < move *",
    );
}

#[test]
fn go_takes_the_side_on_move() {
    check(
        "> force\n > e2e4\n > sd 1\n > go\n < move *\n > force\n > undo\n > undo\n > go\n < move *",
    );
}

#[test]
fn white_and_black_name_the_opponents_side() {
    check(
        "> force\n > white\n > go\n > ?\n < move *\n > new\n > force\n > sd 1\n
         > black\n > time 1000\n > otim 1000\n > white\n > go\n < move *\n
         > force\n > black\n > usermove e2e4\n < Illegal move: e2e4\n
         > setboard 4k3/8/8/8/8/8/4p3/R3K3 b Q - 0 1\n > white\n > usermove e1c1\n
         < Illegal move: e1c1\n > black\n > e8e7\n < move *",
    );
}

#[test]
fn white_and_black_can_be_repeated() {
    // The en passant capture and the move history survive the changes of side.
    check(
        "> force\n > e2e4\n > a7a6\n > e4e5\n > d7d5\n > black\n > time 1\n > white\n > force\n
         > usermove e5d6\n > undo\n > undo\n > undo\n > ping 1\n < pong 1",
    );
}

#[test]
fn a_side_to_move_that_leaves_a_king_en_prise_is_rejected() {
    check(
        "> setboard 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\n > force\n > black\n > go\n
         < Error (command not legal now): go\n > force\n > usermove e1e2\n > ping 1\n < pong 1",
    );
}

#[test]
fn move_now_comes_before_the_pong() {
    check("> ?\n > level 0 60 0\n > go\n > ?\n > ping 7\n < move *\n < pong 7");
}

#[test]
fn pongs_come_in_order_and_after_the_move() {
    check(
        "> st 0.1\n > ping 0\n < pong 0\n > go\n > ping 1\n > ping 2\n < move *\n < pong 1\n < pong 2",
    );
    check("> ping 0001\n < pong 0001\n > ping\n < Error (too few parameters): ping");
}

#[test]
fn a_pong_never_waits_for_a_go_that_comes_after_it() {
    // The TT may still be being cleared when `go` arrives.
    check("> new\n > ping 1\n > sd 3\n > go\n < pong 1\n < move *");
}

#[test]
fn playother_takes_the_other_side() {
    check(
        "> force\n > e2e4\n > playother\n > sd 1\n ~ 30\n > usermove e7e5\n < move *\n > hard\n
         > playother\n > ping 1\n < pong 1\n ~ 20\n > force\n > undo\n > playother",
    );
}

#[test]
fn playother_ponders_on_the_opponents_time() {
    // The first report of the search brings the hint.
    check(
        "> force\n > e2e4\n > hard\n > playother\n > hint\n < Hint: *\n ~ 20\n > sd 1\n > e7e5\n < move *",
    );
}

#[test]
fn illegal_moves_are_named_and_change_nothing() {
    check(
        "> sd 1\n > e2e5\n < Illegal move: e2e5\n > usermove e7e5\n < Illegal move: e7e5\n
         > usermove rubbish\n < Illegal move: rubbish\n > usermove\n
         < Error (too few parameters): usermove\n > @@@@\n < Illegal move: @@@@\n
         > usermove e2e4\n < move *",
    );
}

#[test]
fn a_move_out_of_turn_is_rejected() {
    check(
        "> st 5\n > usermove e2e4\n > usermove d2d4\n < Illegal move (not your turn): d2d4\n > ?\n
         < move *",
    );
}

#[test]
fn promotions_need_their_piece_and_castling_is_the_kings_step() {
    check(
        "> force\n > setboard 4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1\n > usermove a7a8\n
         < Illegal move: a7a8\n > usermove a7a8n\n > usermove e8e7\n > usermove e1c1\n
         > usermove e7e6\n > usermove c1d2\n > ping 1\n < pong 1",
    );
}

#[test]
fn moves_are_taken_back_exactly() {
    check(
        "> force\n > e2e4\n > a7a6\n > e4e5\n > d7d5\n > e5d6\n > undo\n > usermove e5d6\n > undo\n
         > undo\n > usermove d7d5\n > remove\n > usermove e4e5\n > remove\n > remove\n
         < Error (command not legal now): remove\n > undo\n > undo\n
         < Error (command not legal now): undo\n > usermove d2d4",
    );
}

#[test]
fn remove_keeps_the_engines_colour() {
    check(
        "> sd 1\n > usermove e2e4\n < move *\n > remove\n ~ 30\n > usermove d2d4\n < move *\n
         > st 5\n > sd 0\n > usermove a2a3\n > remove\n > ping 1\n < pong 1\n ~ 30",
    );
}

#[test]
fn no_search_runs_after_a_result() {
    check(
        "> st 5\n > hard\n > go\n > result 1/2-1/2 {agreed}\n > ping 1\n < pong 1\n > e2e4\n ~ 50\n
         > new\n > sd 1\n > e2e4\n < move *",
    );
}

#[test]
fn a_draw_is_accepted_only_in_a_worse_position() {
    check("> draw\n > sd 2\n > go\n < move *\n > draw\n ~ 0");
    check(
        "> setboard 4k3/8/8/8/8/8/qr6/7K w - - 0 1\n > sd 2\n > go\n < move *\n > draw\n < offer draw\n
         > new\n > draw\n ~ 0",
    );
}

#[test]
fn hint_and_book() {
    check(
        "> hint\n < Hint: *\n > bk\n <  no book\n <\n > easy\n > sd 4\n > go\n < move *\n > hint\n < Hint: *\n
         > force\n > undo\n > hint\n < Hint: *",
    );
}

#[test]
fn end_of_input_finishes_a_bounded_search() {
    let mut gui = gui_with("> st 0.3\n > go\n > ping 1");
    gui.close();
    assert!(gui.next_line().starts_with("move "));
    assert_eq!(gui.next_line(), "pong 1");
    let mut gui = gui_with("> hint");
    gui.close();
    assert!(gui.next_line().starts_with("Hint: "), "{gui}");
    for script in ["> new\n > ping 1", "> analyze\n > ping 1"] {
        let mut gui = gui_with(script);
        gui.close();
        assert_eq!(gui.wait_for(|line| line.starts_with("pong")), "pong 1");
    }
}

fn gui_with(script: &str) -> Gui {
    let mut gui = gui();
    for line in script.lines() {
        gui.send(line.trim().trim_start_matches("> "));
    }
    gui
}

#[test]
fn quit_ends_every_state_at_once() {
    for state in [
        "",
        "> st 600\n > go",
        "> analyze",
        "> edit",
        "> force",
        "> hard\n > sd 2\n > go\n < move *",
    ] {
        let mut gui = check(state);
        let start = Instant::now();
        gui.send("quit");
        assert!(gui.has_ended());
        drop(gui);
        assert!(start.elapsed() < LATENCY, "{state}");
    }
}
