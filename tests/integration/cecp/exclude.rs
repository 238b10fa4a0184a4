//! `exclude` and `include`: the root moves that are searched.

use std::time::Duration;

use crate::support::AT_ONCE;
use crate::support::cecp::{check, gui, is_thinking, run_script, split_thinking};
use crate::support::gui::{Gui, over_pipes};

/// The first moves of the PVs in the thinking output from now on.
fn first_moves(gui: &mut Gui) -> Vec<String> {
    gui.send("ping 77");
    gui.wait_for(|line| line == "pong 77");
    // Later lines come from the newest search. Over pipes, its first lines may precede the pong.
    let mut lines = vec![gui.wait_for(is_thinking)];
    lines.extend(gui.lines_within(Duration::from_millis(50)));
    let first = |line: &String| {
        let (_, moves) = split_thinking(line);
        moves.split(' ').next().unwrap().to_owned()
    };
    lines
        .iter()
        .filter(|line| is_thinking(line))
        .map(first)
        .collect()
}

/// Whether every PV begins with this move.
fn all_start_with(gui: &mut Gui, m: &str) -> bool {
    first_moves(gui).iter().all(|first| first == m)
}

#[test]
fn excluding_moves_restarts_a_running_analysis() {
    let mut gui = check("> post\n > analyze");
    gui.wait_for(is_thinking);
    gui.send("exclude all\ninclude a2a3");
    assert!(all_start_with(&mut gui, "a2a3"), "{gui}");
    gui.send("include Nh3\nexclude a2a3");
    assert!(all_start_with(&mut gui, "g1h3"), "{gui}");
    gui.send("include all");
    assert!(!all_start_with(&mut gui, "g1h3"), "{gui}");
    gui.send("exclude e2e4\nexclude d2d4");
    let moves = first_moves(&mut gui);
    assert!(moves.iter().all(|m| m != "e2e4" && m != "d2d4"), "{gui}");
}

#[test]
fn analysis_without_any_move_is_silent() {
    let mut gui = check(
        "> exclude all\n > post\n > analyze\n ~ 50\n > .\n < stat01: 0 0 0 0 0\n > ping 1\n < pong 1",
    );
    gui.send("include b1c3");
    assert!(all_start_with(&mut gui, "b1c3"), "{gui}");
    gui.send(".");
    let status = gui.wait_for(|line| line.starts_with("stat01: "));
    assert_eq!(status.split(' ').nth(5), Some("1"), "{gui}");
    gui.send("exclude b1c3\nping 1");
    gui.wait_for(|line| line == "pong 1");
    assert!(
        gui.lines_within(Duration::from_millis(50)).is_empty(),
        "{gui}"
    );
    run_script(&mut gui, "> exit\n > ping 2\n < pong 2\n ~ 20");
}

#[test]
fn a_new_position_has_all_moves_again() {
    for script in [
        "e2e4\nundo",
        "new",
        "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "edit\n.",
        "e2e4\ne7e5\nremove",
    ] {
        let mut gui = check("> post\n > analyze\n > exclude all\n > include a2a3");
        gui.send(script);
        assert!(!all_start_with(&mut gui, "a2a3"), "{script}: {gui}");
    }
}

/// python-chess names the root moves of an analysis before it starts, and says nothing for an analysis of all moves.
#[test]
fn root_moves_chosen_before_an_analysis_hold_for_it_alone() {
    let mut gui = check("> force\n > exclude all\n > include a2a3\n > post\n > analyze");
    assert!(all_start_with(&mut gui, "a2a3"), "{gui}");
    gui.send("exit\nforce\npost\nanalyze");
    assert!(!all_start_with(&mut gui, "a2a3"), "{gui}");
    // Moves excluded in analysis stay excluded: XBoard shows them as such until the position changes.
    gui.send("exclude all\ninclude a2a3\nexit\nanalyze");
    assert!(all_start_with(&mut gui, "a2a3"), "{gui}");
}

#[test]
fn exclusion_works_in_games() {
    check("> sd 3\n > exclude all\n > include h2h4\n > go\n < move h2h4\n > e7e5\n < move *");
    // A running search continues with the new set of moves and keeps its time limit.
    let mut gui = check("> st 1.5");
    let start = std::time::Instant::now();
    gui.send("go");
    gui.lines_within(Duration::from_millis(50));
    gui.send("exclude all\ninclude a2a4");
    assert_eq!(gui.next_line(), "move a2a4");
    assert!(start.elapsed() < AT_ONCE, "{gui}");
    // On the opponent's turn `exclude all` does not affect the next position.
    check("> sd 2\n > hard\n > go\n < move *\n > exclude all\n > e7e5\n < move *\n > easy");
}

#[test]
fn without_any_move_the_engine_waits_for_one_in_a_game() {
    check(
        "> sd 2\n > exclude all\n > go\n ~ 100\n > ping 1\n < pong 1\n > hint\n > e2e4\n
         < Illegal move (not your turn): e2e4\n > include a2a3\n < move a2a3",
    );
    // One by one, and while it thinks.
    check(
        "> force\n > setboard 7k/8/8/8/8/8/r7/7K w - - 0 1\n > sd 2\n > exclude h1g1\n > go\n ~ 50\n
         > include all\n < move h1g1",
    );
    check("> st 1.5\n > go\n > exclude all\n ~ 1800\n > include h2h3\n < move h2h3");
    check("> st 600\n > go\n > exclude all\n > ?\n ~ 50\n > include h2h3\n < move h2h3");
    // What replaces the position or the game ends the wait.
    check(
        "> sd 2\n > exclude all\n > go\n > force\n > include all\n ~ 50\n > go\n < move *\n > e7e5\n
         < move *",
    );
    check("> sd 2\n > exclude all\n > go\n > new\n > sd 2\n > e2e4\n < move *");
}

#[test]
fn the_clock_runs_while_no_move_is_included() {
    let mut gui = gui();
    gui.send("st 4\nexclude all");
    gui.send_ago("go", Duration::from_secs(4));
    let start = std::time::Instant::now();
    gui.send("include a2a3");
    gui.wait_for(|line| line == "move a2a3");
    assert!(start.elapsed() < Duration::from_millis(3500), "{gui}");
}

#[test]
fn the_end_of_input_ends_a_wait_for_a_move() {
    let mut gui = check("> sd 2\n > exclude all\n > go");
    gui.close();
    assert!(gui.lines_within(Duration::ZERO).is_empty(), "{gui}");
}

#[test]
fn invalid_moves_to_exclude_are_errors_and_change_nothing() {
    check(
        "> exclude e2e5\n < Error (no such move here): exclude e2e5\n > include xyz\n
         < Error (no such move here): include xyz\n > exclude\n < Error (too few parameters): exclude\n
         > include e2e4 d2d4\n < Error (too many parameters): include e2e4 d2d4\n > include e2e4\n ~ 0",
    );
}

#[test]
fn exclusion_after_move_now_still_gets_a_move() {
    let mut gui = check("> st 600");
    gui.send("go\n?\nexclude all\ninclude a2a3\nping 1");
    let m = gui.wait_for(|line| line.starts_with("move "));
    // Over pipes the engine may move before it reads `exclude`.
    assert!(over_pipes() || m == "move a2a3", "{gui}");
    gui.wait_for(|line| line == "pong 1");
}
