//! Endgame tablebases.

use std::time::Duration;

use crate::support::cecp::{check, gui, is_thinking, run_script};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

#[test]
fn syzygy_tables_are_announced_and_others_ignored() {
    check(
        "> egtpath syzygy /a path/with blanks\n > egtpath nalimov C:\\egtb\n > ping 1\n < pong 1\n
         > egtpath\n < Error (too few parameters): egtpath",
    );
    let mut gui = crate::support::gui::Gui::new(diglot::protocol::cecp::CecpSession::new);
    gui.send("xboard\nprotover 2");
    let lines = gui.lines_until(|line| line == "feature done=1");
    assert!(lines.iter().any(|line| line.contains(" egt=\"syzygy\"")));
    for option in [
        "SyzygyProbeDepth -spin 1 1 100",
        "Syzygy50MoveRule -check 1",
        "SyzygyProbeLimit -spin 7 0 7",
    ] {
        let line = format!("feature option=\"{option}\"");
        assert!(lines.contains(&line), "{line} in {lines:#?}");
    }
}

#[test]
fn tablebase_message_is_a_comment_if_accepted() {
    let mut gui = gui();
    run_script(
        &mut gui,
        &format!("> egtpath syzygy {TABLES}\n > ping 1\n < pong 1"),
    );
    gui.send("accepted debug");
    run_script(
        &mut gui,
        &format!("> egtpath syzygy {TABLES}\n > ping 2\n < # Found 26 tablebases*\n < pong 2"),
    );
}

#[test]
fn the_last_number_counts_tablebase_hits() {
    let mut gui = check(&format!(
        "> egtpath syzygy {TABLES}\n > force\n > setboard 4k3/8/8/8/8/8/8/3QK3 w - - 0 1\n > post\n > sd 3\n
         > option ThinkingColumns=1"
    ));
    gui.send("go");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let line = lines.iter().rfind(|line| is_thinking(line)).unwrap();
    let (numbers, _) = line.split_once('\t').unwrap();
    let numbers: Vec<i64> = numbers
        .split(' ')
        .map(|text| text.parse().unwrap())
        .collect();
    assert!(numbers.last().is_some_and(|&hits| hits > 0), "{line}");
    // A tablebase win is not scored as a mate.
    assert_eq!(numbers[1], 9_899, "{line}");
}

#[test]
fn tables_named_in_analysis_are_used_at_once() {
    let mut gui = gui();
    gui.send("option ThinkingColumns=1\nforce\nsetboard 8/8/4k3/8/8/2NNK3/8/8 w - - 0 1");
    gui.send("post\nanalyze");
    gui.wait_for(is_thinking);
    gui.send(&format!("egtpath syzygy {TABLES}"));
    gui.wait_for(|line| {
        let numbers = line.split_once('\t').map(|(numbers, _)| numbers);
        let hits = numbers.and_then(|numbers| numbers.rsplit(' ').next());
        is_thinking(line) && hits.is_some_and(|hits| hits != "0")
    });
    gui.send("exit");
    gui.lines_within(Duration::from_millis(10));
}
