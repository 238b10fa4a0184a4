//! `setscore`: scores that the user assigns to positions.

use crate::support::cecp::{check, is_thinking};

/// The engine's move and the last score before it.
fn decision(script: &str) -> (i64, String) {
    let mut gui = check("> post\n > force");
    gui.send(&format!("{script}\ngo"));
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let (played, thinking_lines) = lines.split_last().unwrap();
    let last = thinking_lines
        .iter()
        .rfind(|line| is_thinking(line))
        .unwrap();
    let score = last.split(' ').nth(1).unwrap().parse().unwrap();
    (score, played.trim_start_matches("move ").to_owned())
}

#[test]
fn the_score_holds_in_trees_from_the_view_of_the_side_to_move() {
    // After a2a3 Black's score is very low, so White plays it.
    let script = "a2a3\nsetscore -900 50\nundo\nsd 4";
    assert_eq!(decision(script), (900, "a2a3".to_owned()));
    // The position after a7a6 has a mate score, so Black plays it in reply to a2a3.
    let script = "a2a3\na7a6\nsetscore -100001 50\nundo\nsd 4";
    assert_eq!(decision(script), (100_002, "a7a6".to_owned()));
}

#[test]
fn the_score_holds_up_to_its_depth() {
    let script = |depth| format!("a2a3\nsetscore -900 1\nundo\nsd {depth}");
    assert_eq!(decision(&script(2)), (900, "a2a3".to_owned()));
    assert!(decision(&script(7)).0 < 300);
}

#[test]
fn the_position_itself_has_its_score_up_to_the_depth() {
    assert_eq!(decision("setscore 777 5\nsd 5").0, 777);
    assert!(decision("setscore 777 5\nsd 7").0 < 300);
    let mut gui = check("> post");
    gui.send("analyze");
    gui.wait_for(|line| line.starts_with("3 "));
    gui.send("setscore -555 3");
    let first = gui.wait_for(|line| line.starts_with("1 "));
    assert!(first.starts_with("1 -555 "), "{gui}");
    let later = gui.wait_for(|line| line.starts_with("5 "));
    assert!(!later.starts_with("5 -555 "), "{gui}");
}

#[test]
fn a_new_game_forgets_set_scores() {
    let script = "a2a3\nsetscore -900 50\nnew\nforce\nsd 4";
    assert!(decision(script).0 < 300);
}

#[test]
fn wrong_parameters_change_nothing() {
    check(
        "> setscore\n < Error (too few parameters): setscore\n > setscore 5\n
         < Error (too few parameters): setscore 5\n > setscore 5 6 7\n
         < Error (too many parameters): setscore 5 6 7\n > setscore x 6\n
         < Error (bad parameter): setscore x 6\n > setscore 6 -1\n < Error (bad parameter): setscore 6 -1\n
         > setboard x\n < tellusererror *\n > setscore 5 5\n > ping 1\n < pong 1",
    );
    check("> st 0.1\n > go\n > setscore 99999999999999999999 5\n < move *");
}

#[test]
fn setting_a_score_restarts_pondering() {
    let mut gui = check("> post\n > hard\n > st 0.05");
    gui.send("go");
    gui.wait_for(|line| line.starts_with("Hint: "));
    gui.wait_for(|line| line.starts_with("4 "));
    gui.send("setscore 5 5\nping 1");
    gui.wait_for(|line| line == "pong 1");
    gui.wait_for(|line| line.starts_with("1 "));
}
