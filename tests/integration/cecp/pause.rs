//! `pause` and `resume`.

use std::time::{Duration, Instant};

use crate::support::cecp::{check, is_thinking, run_script};
use crate::support::gui::{Gui, over_pipes};

const MOMENT: Duration = Duration::from_millis(150);

/// Expects silence for a while.
fn assert_silent(gui: &mut Gui) {
    // Lines that were queued when the pause began are held back too.
    let lines = gui.lines_within(MOMENT);
    assert!(lines.is_empty(), "{lines:?}: {gui}");
}

/// Sends `pause` and skips the lines sent before it took effect.
fn pause(gui: &mut Gui) {
    gui.send("pause\nping 99");
    gui.wait_for(|line| line == "pong 99");
}

fn depth(line: &str) -> u32 {
    line.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_paused_search_resumes() {
    let mut gui = check("> post\n > st 1");
    let start = Instant::now();
    gui.send("go");
    let before = gui.lines_within(Duration::from_millis(100));
    pause(&mut gui);
    for _ in 0..10 {
        assert_silent(&mut gui);
    }
    gui.send("resume");
    let after = gui.lines_until(|line| line.starts_with("move "));
    assert!(
        start.elapsed() >= 10 * MOMENT + Duration::from_millis(950),
        "{gui}"
    );
    let reached = before.last().map_or(0, |line| depth(line));
    assert!(depth(&after[0]) >= reached, "{gui}");
    // The search time excludes the pause.
    let time: u64 = after[0].split(' ').nth(2).unwrap().parse().unwrap();
    assert!(time < 200, "{gui}");
}

#[test]
fn the_engines_own_clock_stands_still() {
    let mut gui = check("> post\n > level 1 0:01 0");
    let start = Instant::now();
    gui.send("go");
    pause(&mut gui);
    for _ in 0..8 {
        assert_silent(&mut gui);
    }
    gui.send("resume");
    gui.wait_for(|line| line.starts_with("move "));
    assert!(start.elapsed() > 8 * MOMENT, "{gui}");
}

#[test]
fn a_move_found_during_a_pause_is_sent_after_it() {
    if over_pipes() {
        return; // the GUI cannot tell whether the search ended before the pause
    }
    let mut gui = check("> sd 1");
    gui.send("go\npause");
    assert_silent(&mut gui);
    run_script(
        &mut gui,
        "> resume\n < move *\n > pause\n > resume\n > resume\n ~ 20",
    );
}

#[test]
fn analysis_and_pondering_can_be_paused() {
    let mut gui = check("> post\n > analyze");
    let reached = depth(&gui.wait_for(is_thinking));
    gui.send("pause\nping 1");
    gui.wait_for(|line| line == "pong 1");
    assert_silent(&mut gui);
    gui.send(".");
    assert!(gui.next_line().starts_with("stat01: "));
    gui.send("resume");
    assert!(depth(&gui.wait_for(is_thinking)) >= reached, "{gui}");
    let mut gui = check("> post\n > hard\n > st 0.05");
    gui.send("go");
    let m = gui.wait_for(|line| line.starts_with("Hint: "));
    gui.wait_for(is_thinking);
    gui.send("pause\nping 1");
    gui.wait_for(|line| line == "pong 1");
    assert_silent(&mut gui);
    // A move ends the pause.
    gui.send(&format!("usermove {}", m.strip_prefix("Hint: ").unwrap()));
    gui.wait_for(|line| line.starts_with("move "));
}

#[test]
fn nothing_hangs_in_a_pause() {
    let thinking = "> st 60\n > go\n > pause";
    check(&format!("{thinking}\n > ?\n < move *"));
    check(&format!(
        "{thinking}\n > ping 1\n < pong 1\n > resume\n > ?\n < move *"
    ));
    check(&format!(
        "{thinking}\n > force\n > ping 1\n < pong 1\n > e2e4\n > resume\n ~ 20"
    ));
    check(&format!("{thinking}\n > new\n > sd 1\n > e2e4\n < move *"));
    check(&format!(
        "{thinking}\n > result * {{x}}\n > ping 1\n < pong 1\n ~ 20"
    ));
    check(&format!(
        "{thinking}\n > hard\n > easy\n > time 100\n > resume\n > ?\n < move *"
    ));
    check("> pause\n > sd 1\n > e2e4\n < move *");
    check("> pause\n > pause\n > edit\n > .\n > resume\n ~ 20");
    let mut gui = check(thinking);
    gui.send("quit");
    assert!(gui.has_ended());
    let mut gui = check("> st 0.1\n > go\n > pause");
    gui.close();
}

#[test]
fn commands_in_a_pause_take_effect_after_it() {
    let mut gui = check("> post\n > analyze");
    gui.wait_for(is_thinking);
    gui.send("pause\ncores 2\nexclude e2e4\noption ClearHash\nping 1");
    gui.wait_for(|line| line == "pong 1");
    assert_silent(&mut gui);
    gui.send("resume");
    assert_eq!(depth(&gui.wait_for(is_thinking)), 1, "{gui}");
    let mut gui = check("> post\n > sd 3\n > go\n < move *\n > pause\n > hard\n ~ 100");
    gui.send("resume");
    assert!(gui.wait_for(|_| true).starts_with("Hint: "), "{gui}");
}

#[test]
fn abandoning_a_paused_search_discards_its_move() {
    if over_pipes() {
        return; // the GUI cannot tell whether the search ended before the pause
    }
    for command in [
        "force",
        "result 1-0 {x}",
        "new",
        "edit\n > .",
        "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "playother",
        "analyze",
        "white",
        "undo",
    ] {
        check(&format!(
            "> force\n > e2e4\n > st 600\n > go\n > ?\n > pause\n ~ 150\n > {command}\n > ping 1\n
             < pong 1\n ~ 50"
        ));
    }
    // A command that does not abandon the search leaves the move to be sent.
    check("> st 600\n > go\n > ?\n > pause\n ~ 150\n > undo\n < Error *\n < move *");
}
