//! `nps`: time measured in nodes or in CPU time.

use std::time::{Duration, Instant};

use crate::support::AT_ONCE;
use crate::support::cecp::check;
use crate::support::gui::{Gui, over_pipes};

/// The maximum of this field of the thinking output until the engine moves.
fn max_field(gui: &mut Gui, index: usize) -> u64 {
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let number = |line: &String| line.split([' ', '\t']).nth(index)?.parse().ok();
    let numbers = lines.iter().filter_map(number);
    numbers
        .max()
        .unwrap_or_else(|| panic!("no thinking output: {gui}"))
}

fn nodes(script: &str) -> u64 {
    let mut gui = check("> post");
    gui.send(&format!("{script}\ngo"));
    max_field(&mut gui, 3)
}

#[test]
fn the_limits_of_nodes_are_never_exceeded() {
    for (script, most) in [
        ("st 8\nnps 10000", 80_000),
        ("cores 2\nst 8\nnps 10000", 80_000),
        ("nps 10000\nst 2", 20_000),
        ("nps 1\nst 500", 500),
        ("st 1\nnps 3000", 3000),
        ("nps 1000000\nst 0.02", 20_000),
        ("st 3600\nnps 10000\nst 1", 10_000),
    ] {
        let nodes = nodes(script);
        // The search may stop early if another iteration is pointless.
        assert!(nodes <= most && nodes > most / 4, "{script}: {nodes}");
    }
}

#[test]
fn a_single_node_is_enough_for_a_sensible_move_and_its_evaluation() {
    let mut gui = check("> force\n > setboard 4k3/8/8/3q4/4P3/8/PP6/4K3 w - - 0 1\n > post");
    gui.send("nps 1\nst 1\ngo");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let (played, thinking_lines) = lines.split_last().unwrap();
    assert_eq!(played, "move e4d5", "{gui}");
    let score = thinking_lines
        .last()
        .and_then(|line| line.split(' ').nth(1));
    // Two pawns ahead.
    assert!(score.unwrap().parse::<i32>().unwrap() > 50, "{gui}");
}

#[test]
fn the_status_of_a_search_has_the_time_of_its_thinking_output() {
    if over_pipes() {
        return; // The program takes the time of each line itself.
    }
    let mut gui = check("> nps 1000000");
    gui.send_ago("analyze", Duration::from_secs(100));
    gui.lines_within(Duration::from_millis(200));
    gui.send(".");
    let line = gui.wait_for(|line| line.starts_with("stat01: "));
    let centiseconds: u64 = line.split(' ').nth(1).unwrap().parse().unwrap();
    // Processor time of a moment, not the wall time since the command.
    assert!(centiseconds < 5000, "{line}");
}

#[test]
fn clocks_count_nodes_with_nps() {
    for (script, least, most) in [
        ("level 40 5 0\nnps 1000\ntime 6000", 100, 10_000),
        ("level 1 0:10 0\nnps 1000", 3000, 10_000),
        ("level 0 10 0\nnps 2000\ntime 1000", 30, 10_000),
        ("level 0 0:01 1\nnps 10000\ntime 100", 100, 10_000),
        ("level 0 60 0\nsd 2\nnps 1000000", 20, 5000),
    ] {
        let nodes = nodes(script);
        assert!((least..=most).contains(&nodes), "{script}: {nodes}");
    }
}

#[test]
fn wall_clock_time_does_not_count_with_nps() {
    // An hour at one node per second ends after 3600 nodes.
    let start = Instant::now();
    assert!(nodes("nps 1\nst 3600") <= 3600);
    assert!(start.elapsed() < 6 * AT_ONCE);
}

#[test]
fn new_returns_to_wall_clock_time() {
    for reset in ["new", "nps -1"] {
        let mut gui = check("> post\n > nps 1\n > st 10");
        gui.send("go");
        assert!(max_field(&mut gui, 3) <= 10, "{gui}");
        gui.send(&format!("{reset}\nst 0.3\ngo"));
        if reset == "nps -1" {
            gui.send("force\nundo\ngo");
        }
        assert!(max_field(&mut gui, 3) > 200, "{reset}: {gui}");
    }
}

#[test]
fn cpu_time_is_measured_and_reported() {
    for rate in ["nps 0", "nps 100000000000"] {
        // CPU time and node time start with the search, however long the session has waited.
        let mut gui = check("> post\n > sd 6");
        std::thread::sleep(Duration::from_millis(20));
        gui.send(&format!("{rate}\nst 100\ngo"));
        assert!(max_field(&mut gui, 2) < 1000, "{gui}");
    }
    let start = Instant::now();
    let mut gui = check("> post\n > nps 0\n > st 0.1");
    gui.send("go");
    let centiseconds = max_field(&mut gui, 2);
    // Other tests of this process use CPU time too and may end this search early.
    assert!(start.elapsed() < AT_ONCE, "{gui}");
    assert!(centiseconds < 500, "{gui}");
}

#[test]
fn pondering_and_analysis_are_not_bounded() {
    let mut gui = check("> post\n > nps 1\n > st 100\n > hard");
    gui.send("go");
    gui.wait_for(|line| line.starts_with("move "));
    let hint = gui.wait_for(|line| line.starts_with("Hint: "));
    let expected = hint.strip_prefix("Hint: ").unwrap();
    let nodes_of = |line: &str| {
        line.split([' ', '\t'])
            .nth(3)
            .and_then(|n| n.parse::<u64>().ok())
    };
    gui.wait_for(|line| nodes_of(line).is_some_and(|nodes| nodes > 1000));
    gui.send(&format!("usermove {expected}"));
    gui.wait_for(|line| line.starts_with("move "));
    gui.send("analyze");
    gui.wait_for(|line| nodes_of(line).is_some_and(|nodes| nodes > 5000));
    gui.send("exit\nping 1");
    gui.wait_for(|line| line == "pong 1");
}

#[test]
fn pondering_does_not_use_the_engines_clock() {
    let mut gui = check("> post\n > hard\n > level 0 1 0\n > nps 1000");
    gui.send("go");
    let is_hint = |line: &str| line.starts_with("Hint: ");
    let hint = gui.wait_for(is_hint);
    // More nodes than the clock allows.
    gui.wait_for(|line| {
        let nodes = line.split([' ', '\t']).nth(3).and_then(|n| n.parse().ok());
        nodes.is_some_and(|nodes: u64| nodes > 70_000)
    });
    gui.send(&format!("usermove {}", &hint["Hint: ".len()..]));
    gui.wait_for(|line| line.starts_with("move "));
    let hint = gui.wait_for(is_hint);
    gui.send("easy\nping 1");
    gui.wait_for(|line| line == "pong 1");
    gui.send(&format!("usermove {}", &hint["Hint: ".len()..]));
    assert!(max_field(&mut gui, 3) > 200, "{gui}");
}
