//! Options of every type, and commands that reset or save all of them.

use std::time::Duration;

use crate::support::cecp::check;

/// The option definitions among these lines.
fn options(lines: &[String]) -> Vec<&str> {
    lines
        .iter()
        .filter_map(|line| line.strip_prefix("feature option=\"")?.strip_suffix('"'))
        .collect()
}

#[test]
fn every_kind_of_option_is_announced() {
    let mut gui = check("");
    gui.send("protover 2");
    let lines = gui.lines_until(|line| line.contains("done=1"));
    let options = options(&lines);
    for option in [
        "ClearHash -button",
        "MoveOverhead -spin 10 0 5000",
        "LimitStrength -check 0",
        "LogFile -file ",
        "SaveSettings -save",
        "ResetSettings -reset",
    ] {
        assert!(options.contains(&option), "{option}: {options:?}");
    }
    assert!(options.iter().all(|option| !option.starts_with("Hash")));
}

#[test]
fn option_values_take_effect_at_once_and_are_announced() {
    let mut gui = check(
        "> option MoveOverhead=77\n > option LimitStrength=1\n > option LogFile=/tmp/a b\n > option MoveOverhead=x\n
         < Error (a number from 0 to 5000 expected): option MoveOverhead=x\n
         > option LimitStrength=2\n < Error (true or false expected): option LimitStrength=2",
    );
    gui.send("protover 2");
    let lines = gui.lines_until(|line| line.contains("done=1"));
    let options = options(&lines);
    for option in [
        "MoveOverhead -spin 77 0 5000",
        "LimitStrength -check 1",
        "LogFile -file /tmp/a b",
    ] {
        assert!(options.contains(&option), "{option}: {options:?}");
    }
}

#[test]
fn reset_restores_and_announces_the_defaults() {
    let mut gui = check("> option MoveOverhead=77\n > option LimitStrength=1\n > memory 33");
    gui.send("option ResetSettings\nping 1");
    let lines = gui.lines_until(|line| line == "pong 1");
    assert_eq!(lines[lines.len() - 2], "feature done=1", "{gui}");
    let again = options(&lines);
    assert!(again.contains(&"MoveOverhead -spin 10 0 5000"), "{again:?}");
    assert!(again.contains(&"LimitStrength -check 0"), "{again:?}");
    gui.send("protover 2");
    let lines = gui.lines_until(|line| line.contains("done=1"));
    assert_eq!(options(&lines), again);
}

#[test]
fn a_gui_that_does_not_know_reset_gets_a_button() {
    let mut gui = check(
        "> rejected option ResetSettings -reset\n < feature option=\"ResetSettings -button\"\n
         > rejected option ResetSettings -button\n > rejected option\n > option MoveOverhead=77\n
         > option ResetSettings\n
         < telluser All options have their default values again; this program still shows the old ones\n ~ 0",
    );
    gui.send("protover 2");
    let lines = gui.lines_until(|line| line.contains("done=1"));
    assert!(
        options(&lines).contains(&"MoveOverhead -spin 10 0 5000"),
        "{gui}"
    );
}

#[test]
fn save_needs_a_settings_file() {
    check(
        "> option SaveSettings\n < tellusererror To save settings, start Diglot without --no-settings or with --settings FILE\n ~ 0",
    );
}

#[test]
fn rejected_types_of_options_are_announced_as_older_types_once() {
    let script = "> option LogFile=/tmp/a b\n > rejected option LogFile -file /tmp/a b\n
         < feature option=\"LogFile -string /tmp/a b\"\n > rejected option LogFile -string /tmp/a b\n
         > rejected option SaveSettings -save\n < feature option=\"SaveSettings -button\"\n
         > rejected option SaveSettings -button\n > rejected option=\"BookFile -file \"\n
         < feature option=\"BookFile -string \"\n > rejected option EvalFile\n
         < feature option=\"EvalFile -string \"\n > rejected option EvalFile\n > rejected option ClearHash -button\n
         > rejected option Hash -spin 16 1 1024\n > rejected option nonsense -file x\n > rejected option -file\n
         > rejected options\n ~ 0";
    let mut gui = check(script);
    // The older types stay in force when all options are announced again.
    gui.send("option ResetSettings");
    let lines = gui.lines_until(|line| line == "feature done=1");
    let options = options(&lines);
    for option in [
        "LogFile -string ",
        "SaveSettings -button",
        "ResetSettings -reset",
    ] {
        assert!(options.contains(&option), "{option}: {options:?}");
    }
    let rejected = ["LogFile -file ", "BookFile -file ", "EvalFile -file "];
    assert!(
        !rejected.iter().any(|option| options.contains(option)),
        "{options:?}"
    );
}

#[test]
fn options_that_change_nothing_leave_pondering_alone() {
    let mut gui = check("> post\n > hard\n > st 0.05");
    gui.send("go");
    gui.wait_for(|line| line.starts_with("Hint: "));
    gui.wait_for(|line| line.starts_with("4 "));
    gui.send("option SaveSettings\noption ResetSettings\noption MultiPV=1\noption OfferDraws=1");
    let lines = gui.lines_within(Duration::from_millis(300));
    assert!(!lines.iter().any(|line| line.starts_with("1 ")), "{gui}");
    // One that changes something restarts it.
    gui.send("option Contempt=20");
    gui.wait_for(|line| line.starts_with("1 "));
}

#[test]
fn options_are_announced_in_the_order_of_the_table() {
    let mut gui = check("");
    gui.send("protover 2");
    let lines = gui.lines_until(|line| line.contains("done=1"));
    let options = options(&lines);
    let place = |name: &str| {
        let place = options.iter().position(|option| option.starts_with(name));
        place.unwrap_or_else(|| panic!("{name}: {options:?}"))
    };
    let order = [
        "LimitStrength ",
        "MoveOverhead ",
        "MultiPV ",
        "OwnBook ",
        "Syzygy50MoveRule ",
        "ResignScore ",
        "EvalFile ",
        "ClearHash ",
        "ResetSettings ",
    ];
    assert!(order.map(place).is_sorted(), "{options:?}");
}
