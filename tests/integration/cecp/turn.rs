//! `white` and `black` invalidate what depends on the side to move: hint, pondering, excluded moves and set scores.

use std::time::Duration;

use crate::support::cecp::{check, is_thinking, run_script};
use crate::support::gui::Gui;

/// A GUI whose engine has moved as White and expects Black's reply.
fn replied() -> Gui {
    check("> new\n > sd 4\n > go\n < move *\n > hint\n < Hint: *")
}

/// Whether the engine ponders and shows its thinking output.
fn ponders(gui: &mut Gui) -> bool {
    gui.send("post\nhard");
    let lines = gui.lines_within(Duration::from_millis(100));
    lines.iter().any(|line| is_thinking(line))
}

#[test]
fn a_hint_is_for_the_side_to_move() {
    for script in [
        "> white",
        "> white\n > playother",
        "> white\n > force",
        "> white\n > analyze",
        "> white\n > usermove zz\n < Illegal move: zz",
    ] {
        let mut gui = replied();
        run_script(&mut gui, script);
        gui.send("hint");
        let hint = gui.next_line();
        // The engine has made the first move as White.
        let rank = hint.strip_prefix("Hint: ").and_then(|m| m.chars().nth(1));
        assert!(rank.is_some_and(|rank| rank <= '4'), "{script}: {gui}");
    }
    run_script(
        &mut replied(),
        "> white\n > analyze\n > exclude all\n > hint\n ~ 20",
    );
    check(&format!("{CHECKED} > hint\n ~ 20"));
    // `white` before `time` only selects the clock that is set.
    run_script(
        &mut replied(),
        "> white\n > time 100\n > black\n > hint\n < Hint: *",
    );
}

#[test]
fn no_pondering_after_the_side_to_move_changed() {
    for script in [
        "> white",
        "> white\n > playother",
        "> white\n > usermove zz\n < Illegal move: zz",
    ] {
        let mut gui = replied();
        run_script(&mut gui, script);
        assert!(!ponders(&mut gui), "{script}: {gui}");
        run_script(
            &mut gui,
            "> easy\n > playother\n > usermove a2a3\n < move *",
        );
    }
    assert!(ponders(&mut replied()));
}

/// Sets up a position with White in check and makes it Black's turn.
const CHECKED: &str = "> new\n > force\n > setboard 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\n > black\n";

#[test]
fn edit_starts_from_a_board_illegal_for_the_side_to_move() {
    check(&format!(
        "{CHECKED} > edit\n > #\n > Ke1\n > c\n > Ke8\n > .\n > e1e2\n < Illegal move: e1e2\n > force\n
         > e8e7\n > e1e2"
    ));
    check(
        "> new\n > force\n > black\n > edit\n > .\n > force\n > e2e4\n < Illegal move: e2e4\n > e7e5",
    );
}

#[test]
fn exclude_applies_to_the_side_to_move() {
    check(
        "> new\n > sd 2\n > black\n > exclude all\n > include e2e4\n
         < Error (no such move here): include e2e4\n > include h7h5\n > go\n < move h7h5",
    );
    check(&format!(
        "{CHECKED} > exclude all\n < Error (command not legal now): exclude all"
    ));
}

#[test]
fn setscore_applies_to_the_side_to_move() {
    let mut gui = check("> force\n > black\n > setscore 700 99\n > post\n > sd 1\n");
    gui.send("analyze");
    let line = gui.wait_for(is_thinking);
    assert_eq!(line.split(' ').nth(1), Some("700"), "{gui}");
    check(&format!(
        "{CHECKED} > setscore 700 9\n < Error (command not legal now): setscore 700 9"
    ));
}

#[test]
fn lift_marks_moves_of_the_side_to_move() {
    check("> force\n > black\n > lift e2\n > put e2\n > lift e7\n < highlight 8/8/4Y3/4Y3/8/8/8/8");
    check(&format!(
        "{CHECKED} > lift e8\n > put e8\n > lift e1\n ~ 20\n > e1e2\n < Illegal move: e1e2"
    ));
}
