//! `hint`: a move suggested to the user.

use std::time::Duration;

use diglot::board::{CastlingMode, Position};

use crate::support::cecp::{check, is_thinking, run_script};
use crate::support::gui::over_pipes;

const MATE_IN_1: &str = "setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";

#[test]
fn a_hint_is_given_whenever_the_user_is_to_move() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for (script, fen) in [
        ("", start),
        ("> new\n > easy", start),
        ("> sd 1\n > e2e4\n < move *\n > remove", start),
        ("> force\n > e2e4\n > e7e5\n > undo", after_e4),
        ("> force\n > e2e4", after_e4),
        ("> force\n > e2e4\n > playother", after_e4),
        ("> edit\n > .", start),
        ("> post\n > random\n > option LimitStrength=1", start),
    ] {
        let mut gui = check(script);
        gui.send("hint");
        let line = gui.next_line();
        let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let m = line
            .strip_prefix("Hint: ")
            .unwrap_or_else(|| panic!("{gui}"));
        assert!(position.parse_coordinate(m).is_ok(), "{gui}");
    }
    for mode in ["", "> force\n"] {
        check(&format!(
            "{mode} > {MATE_IN_1}\n > hint\n < Hint: a1a8\n > accepted san\n > hint\n < Hint: Ra8#"
        ));
    }
}

#[test]
fn a_hint_comes_before_the_pong() {
    check("> hint\n > hint\n > ping 1\n < Hint: *\n < pong 1");
}

#[test]
fn no_hint_is_given_for_an_earlier_position() {
    if over_pipes() {
        return; // the hint may be ready before the program reads the next line
    }
    for script in [
        "> force\n > hint\n > e2e4",
        "> hint\n > setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "> force\n > e2e4\n > hint\n > undo",
        "> hint\n > force",
        "> hint\n > sd 1\n > e2e4\n < move *",
        "> hint\n > sd 1\n > go\n < move *",
        "> hint\n > analyze\n > exit",
    ] {
        check(&format!("{script}\n > ping 1\n < pong 1\n ~ 50"));
    }
}

#[test]
fn excluded_moves_are_not_suggested() {
    check(&format!(
        "> {MATE_IN_1}\n > exclude all\n > hint\n > ping 1\n < pong 1\n ~ 20\n > include h1g1\n > hint\n
         < Hint: h1g1"
    ));
    check(&format!(
        "> {MATE_IN_1}\n > exclude all\n > include h1g1\n > include a1a8\n > hint\n > exclude a1a8\n
         < Hint: h1g1"
    ));
}

#[test]
fn no_hint_is_given_where_no_game_goes_on() {
    check(
        "> setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n > hint\n > setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n > hint\n
         > setboard x\n < tellusererror *\n > hint\n > edit\n > hint\n < Error (command not legal now): hint\n
         > ping 1\n < pong 1\n ~ 20",
    );
}

#[test]
fn analysis_goes_on_after_a_hint() {
    let mut gui = check("> post\n > analyze");
    gui.send("hint");
    let lines = gui.lines_until(|line| line.starts_with("Hint: "));
    let depth = |line: &String| line.split(' ').next().unwrap().parse::<u32>().unwrap();
    let reached = lines
        .iter()
        .filter(|line| is_thinking(line))
        .map(depth)
        .max();
    let next = gui.wait_for(is_thinking);
    assert!(Some(depth(&next)) >= reached, "{gui}");
    run_script(&mut gui, "> hint\n < Hint: *\n > exit");
}

#[test]
fn thinking_output_of_the_search_for_a_hint_is_not_shown() {
    let mut gui = check("> post\n");
    gui.send("hint\nping 1");
    let lines = gui.lines_until(|line| line == "pong 1");
    assert_eq!(lines.len(), 2, "{gui}");
    assert!(
        gui.lines_within(Duration::from_millis(20)).is_empty(),
        "{gui}"
    );
}
