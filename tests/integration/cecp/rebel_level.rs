//! `setlevel` of Rebel Century and ChessPartner.

use std::time::{Duration, Instant};

use super::rebel::{client, greatest_depth, is_current_move, think, wait_for_move};
use crate::support::AT_ONCE;
use crate::support::cecp::{check, is_thinking, run_script};

#[test]
fn type_0_bounds_the_depth_and_nothing_else() {
    for script in ["setlevel 0 6", "st 0\nsetlevel 0 6", "time 0\nsetlevel 0 6"] {
        assert_eq!(greatest_depth(&think(script).1), Some(6), "{script}");
    }
    assert_eq!(greatest_depth(&think("sd 4\nsetlevel 0 6").1), Some(4));
    assert_eq!(
        greatest_depth(&think("setlevel 0 6\nst 0\nsd 3").1),
        Some(3)
    );
}

#[test]
fn types_1_4_and_5_are_clocks_in_seconds() {
    // Centiseconds or minutes would fall far outside these ranges.
    for (level, least, most) in [
        ("1 10 4", 50, 2000),
        ("1 0 10", 50, 2000),
        ("4 0.5", 100, 1000),
        ("5 3 0.3", 50, 1500),
        ("5 0.1 0", 0, 100),
        ("4 0", 0, 0),
    ] {
        let (time, _) = think(&format!("setlevel {level}"));
        assert!(time >= Duration::from_millis(least), "{level}: {time:?}");
        assert!(
            time < Duration::from_millis(most) + AT_ONCE,
            "{level}: {time:?}"
        );
    }
}

#[test]
fn the_second_time_control_brings_new_time() {
    let mut gui = client();
    // Two moves in 0.4 s, then six seconds for each move.
    gui.send("setlevel 1 2 0.4 1 6");
    let mut times = Vec::new();
    for command in ["go", "a7a6", "h7h6"] {
        let start = Instant::now();
        gui.send(command);
        wait_for_move(&mut gui);
        times.push(start.elapsed());
    }
    let limit = Duration::from_millis(400) + AT_ONCE;
    assert!(times[0] < limit && times[1] < limit, "{times:?}");
    assert!(times[2] > Duration::from_millis(600), "{times:?}");
    assert!(times[2] < Duration::from_secs(6) + AT_ONCE, "{times:?}");
}

#[test]
fn surplus_parameters_of_a_level_are_ignored() {
    for level in ["0 5 0 0 0 0", "0 5 x"] {
        let lines = think(&format!("setlevel {level}")).1;
        assert_eq!(greatest_depth(&lines), Some(5), "{level}");
    }
    think("setlevel 6 0 0 0 0 0\nsetlevel 2 0.01 0 0 0 0");
}

#[test]
fn type_2_is_an_exact_time_in_seconds() {
    let (time, _) = think("setlevel 6\nsetlevel 2 0.3");
    assert!(time > Duration::from_millis(250), "{time:?}");
    assert!(time < Duration::from_millis(300) + AT_ONCE, "{time:?}");
}

#[test]
fn type_3_looks_for_a_mate() {
    let mate_in_2 = "force\nsetboard 7k/8/8/8/8/8/R7/1R5K w - - 0 1\nsetlevel 3 3";
    let (_, lines) = think(mate_in_2);
    let score = |line: &String| line.split(' ').nth(1).map(str::to_owned);
    let mut thinking_lines = lines.iter().filter(|line| is_thinking(line));
    assert_eq!(
        thinking_lines.next_back().and_then(score).as_deref(),
        Some("100002")
    );
    // The engine moves even if it finds no mate.
    assert!(greatest_depth(&think("setlevel 3 1").1) >= Some(3));
}

#[test]
fn type_6_ends_with_a_question_mark() {
    let mut gui = client();
    run_script(&mut gui, "> st 0.1\n > setlevel 6\n > go");
    let lines = gui.lines_within(Duration::from_millis(400));
    assert!(lines.iter().all(|line| is_current_move(line)), "{gui}");
    gui.send("?");
    wait_for_move(&mut gui);
    // The level applies to the next move too, even if that move is forced.
    gui.send("force\nsetboard 8/8/8/8/8/8/1r6/K6k w - - 0 1\ngo");
    assert!(
        gui.lines_within(Duration::from_millis(300))
            .iter()
            .all(|line| is_current_move(line))
    );
    gui.send("?");
    assert_eq!(wait_for_move(&mut gui), "a1b2");
}

#[test]
fn end_of_input_ends_infinite_thinking() {
    let mut gui = client();
    gui.send("setlevel 6\ngo");
    gui.close();
    wait_for_move(&mut gui);
}

#[test]
fn end_of_input_ends_a_long_mate_search() {
    let mut gui = client();
    gui.send("setlevel 3 40\ngo");
    gui.close();
    wait_for_move(&mut gui);
}

#[test]
fn a_level_is_replaced_by_level_and_st_and_outlives_new() {
    for other in ["level 0 0:01 0", "st 0.1"] {
        let (time, _) = think(&format!("setlevel 6\n{other}"));
        assert!(
            time < Duration::from_millis(500) + AT_ONCE,
            "{other}: {time:?}"
        );
    }
    assert_eq!(greatest_depth(&think("setlevel 0 5\nnew").1), Some(5));
}

#[test]
fn pondering_goes_on_under_the_new_level_only() {
    let mut gui = check("> setlevel 0 4\n > hard");
    gui.send("go");
    wait_for_move(&mut gui);
    gui.send("hint\nsetlevel 6");
    let hint = gui.wait_for(|line| line.starts_with("Hint: "));
    gui.send(&hint["Hint: ".len()..]);
    assert!(
        gui.lines_within(Duration::from_millis(300))
            .iter()
            .all(|line| is_current_move(line))
    );
    gui.send("?");
    wait_for_move(&mut gui);
}

#[test]
fn bad_levels_are_errors() {
    check(
        "> setlevel\n < Error (too few parameters): setlevel\n
         > setlevel 7\n < Error (bad parameter): setlevel 7\n
         > setlevel 0\n < Error (too few parameters): setlevel 0\n
         > setlevel 0 x\n < Error (bad parameter): setlevel 0 x\n
         > setlevel 1 40 7200 x 60\n < Error (bad parameter): setlevel 1 40 7200 x 60\n
         > sd 1\n > go\n < move *",
    );
}
