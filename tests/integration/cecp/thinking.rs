//! Search limits, thinking output and pondering.

use std::time::{Duration, Instant};

use crate::support::AT_ONCE;
use crate::support::cecp::{check, is_thinking, run_script, split_thinking};
use crate::support::gui::Gui;

/// The time from sending a script to the engine's move.
fn time_to_move(script: &str) -> Duration {
    let mut gui = check("");
    let start = Instant::now();
    gui.send(script);
    gui.wait_for(|line| line.starts_with("move "));
    start.elapsed()
}

#[test]
fn st_is_an_exact_time() {
    for (script, seconds) in [
        ("st 0.2\ngo", 0.2),
        ("level 0 60 0\nst 0.2\ngo", 0.2),
        ("st 0\ngo", 0.0),
        ("st 0.1\ntime -100\ngo", 0.1),
        ("option MoveOverhead=1000\nst 0.5\ngo", 0.5),
    ] {
        let time = time_to_move(script);
        let expected = Duration::from_secs_f64(seconds);
        assert!(time < expected + AT_ONCE, "{script}: {time:?}");
        assert!(
            time + Duration::from_millis(50) > expected,
            "{script}: {time:?}"
        );
    }
}

#[test]
fn the_clock_sent_by_the_gui_is_used() {
    for script in [
        "level 4 5 0\ntime 20\notim 100\ngo",
        "level 0 60 0\ntime 0\ngo",
        "level 0 60 0\ntime -5000\ngo",
        "st 60\nlevel 0 60 0\ntime 10\ngo",
        "level 40 0:01 0\ngo",
        "level 0 0:01 0.01\ngo",
        "level 0 0 0\ngo",
    ] {
        let time = time_to_move(script);
        assert!(time < AT_ONCE, "{script}: {time:?}");
    }
}

/// The depths in the thinking output until the engine moves.
fn depths(gui: &mut Gui) -> Vec<u32> {
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let first_word = |line: &String| line.split(' ').next()?.parse().ok();
    lines.iter().filter_map(first_word).collect()
}

#[test]
fn sd_bounds_the_depth_beside_other_limits() {
    for script in [
        "sd 3\ngo",
        "sd 3\nst 60\ngo",
        "st 60\nsd 3\ngo",
        "sd 3\nlevel 0 60 0\ngo",
        "level 0 60 0\nsd 3\ntime 100000\ngo",
    ] {
        let mut gui = check("> post");
        gui.send(script);
        assert_eq!(depths(&mut gui).iter().max(), Some(&3), "{script}");
    }
    // `sd 0` removes the limit.
    let mut gui = check("> post\n > sd 1\n > sd 0\n > st 0.1");
    gui.send("go");
    assert!(depths(&mut gui).iter().max() > Some(&2));
}

#[test]
fn thinking_output_has_four_numbers_and_the_moves() {
    let mut gui = check("> post\n > sd 5");
    gui.send("go");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let (played, thinking_lines) = lines.split_last().unwrap();
    assert!(thinking_lines.len() >= 5, "{gui}");
    for line in thinking_lines {
        let (numbers, moves) = split_thinking(line);
        assert_eq!(numbers.len(), 4, "{line}");
        assert!(!line.contains('\t'), "{line}");
        let mut position = diglot::board::Position::startpos();
        for m in moves.split(' ').filter(|&word| word != "!" && word != "?") {
            position = position.after(position.parse_move(m).unwrap());
        }
    }
    let best = thinking_lines.last().map(|line| split_thinking(line).1);
    let first = best.and_then(|moves| moves.split(' ').next()).unwrap();
    assert_eq!(played, &format!("move {first}"));
}

#[test]
fn the_option_thinking_columns_adds_three_numbers_and_a_tab() {
    let mut gui = check("> post\n > sd 5\n > option ThinkingColumns=1");
    gui.send("go");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let mut thinking_lines = lines.iter().filter(|line| is_thinking(line));
    let is_complete = |line: &String| {
        let (numbers, moves) = line.split_once('\t').unwrap();
        numbers.split(' ').count() == 7 && moves.starts_with(|c: char| c.is_ascii_lowercase())
    };
    assert!(thinking_lines.all(is_complete), "{gui}");
    run_script(&mut gui, "> option ThinkingColumns=0\n > force");
    gui.send("go");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    assert!(
        lines.len() > 1 && !lines.iter().any(|line| line.contains('\t')),
        "{gui}"
    );
}

#[test]
fn nopost_is_silent() {
    let mut gui = check("> post\n > nopost\n > sd 5");
    gui.send("go");
    assert_eq!(gui.lines_until(|line| line.starts_with("move ")).len(), 1);
}

#[test]
fn post_in_the_middle_of_thinking() {
    let mut gui = check("> level 0 60 0\n > go\n > draw\n > hard\n > easy\n > time 100\n > post");
    gui.wait_for(is_thinking);
    run_script(&mut gui, "> ?\n < move *");
}

#[test]
fn mates_are_counted_in_moves_from_100000() {
    let score = |fen: &str| {
        let mut gui = check(&format!("> force\n > setboard {fen}\n > post\n > sd 10"));
        gui.send("go");
        let lines = gui.lines_until(|line| line.starts_with("move "));
        lines[lines.len() - 2].split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!(score("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"), "100001");
    assert_eq!(score("7k/8/8/8/8/8/R7/1R5K w - - 0 1"), "100002");
    assert_eq!(score("7k/R7/8/8/8/8/8/1R5K b - - 0 1"), "-100001");
}

/// A GUI whose engine has moved and ponders on the returned move.
fn pondering(limit: &str) -> (Gui, String) {
    let mut gui = check("> post\n > hard");
    gui.send(&format!("{limit}\ngo"));
    gui.wait_for(|line| line.starts_with("move "));
    let hint = gui.next_line();
    let m = hint
        .strip_prefix("Hint: ")
        .unwrap_or_else(|| panic!("{hint}: {gui}"));
    let m = m.to_owned();
    assert!(is_thinking(&gui.next_line()));
    (gui, m)
}

#[test]
fn the_hint_precedes_the_ponder_output() {
    let (mut gui, m) = pondering("st 0.1");
    let lines = gui.lines_within(Duration::from_millis(100));
    assert!(lines.iter().all(|line| is_thinking(line)), "{gui}");
    run_script(
        &mut gui,
        &format!("> ping 1\n < pong 1\n > hint\n < Hint: {m}\n > ?\n ~ 50"),
    );
}

#[test]
fn the_hint_follows_the_engines_move_at_once() {
    for _ in 0..10 {
        let mut gui = check("> post\n > hard\n > sd 6");
        gui.send("go");
        gui.wait_for(|line| line.starts_with("move "));
        gui.send("ping 1");
        assert!(gui.next_line().starts_with("Hint: "), "{gui}");
        let lines = gui.lines_until(|line| line == "pong 1");
        assert!(
            !lines.iter().any(|line| line.starts_with("Hint: ")),
            "{gui}"
        );
    }
    check("> nopost\n > hard\n > sd 6\n > go\n < move *\n ~ 50");
}

#[test]
fn a_ponderhit_continues_the_ponder_search() {
    let (mut gui, m) = pondering("st 0.1");
    gui.lines_within(Duration::from_millis(100));
    gui.send(&format!("usermove {m}"));
    assert!(!depths(&mut gui).contains(&1), "{gui}");
}

#[test]
fn an_unexpected_move_starts_a_new_search() {
    let (mut gui, m) = pondering("sd 3\nst 60");
    gui.lines_within(Duration::from_millis(30));
    let other = if m == "a7a6" { "h7h6" } else { "a7a6" };
    gui.send(&format!("usermove {other}"));
    assert!(depths(&mut gui).contains(&1), "{gui}");
}

#[test]
fn ponderhit_uses_the_new_clock() {
    let (mut gui, m) = pondering("sd 4\nlevel 0 60 0");
    gui.lines_within(Duration::from_millis(20));
    let start = Instant::now();
    gui.send(&format!("sd 0\ntime 10\nusermove {m}"));
    gui.wait_for(|line| line.starts_with("move "));
    assert!(start.elapsed() < AT_ONCE);
}

#[test]
fn easy_and_force_and_result_stop_pondering() {
    for command in ["easy", "force", "result *", "new", "undo", "edit"] {
        let (mut gui, _) = pondering("sd 3");
        gui.send("ping 1");
        gui.wait_for(|line| line == "pong 1");
        gui.send(&format!("{command}\nping 2"));
        let lines = gui.lines_until(|line| line == "pong 2");
        // Thinking output of the three iterations may still have been queued.
        assert!(lines.len() < 6, "{command}: {gui}");
        assert!(
            gui.lines_within(Duration::from_millis(30)).is_empty(),
            "{command}: {gui}"
        );
    }
}

#[test]
fn hard_begins_pondering_at_once_after_an_own_move_only() {
    let mut gui = check("> post\n > hard\n ~ 30\n > easy\n > sd 4\n > go\n < move *\n ~ 30");
    gui.send("hard");
    assert!(gui.next_line().starts_with("Hint: "));
}

#[test]
fn setting_an_option_while_pondering_keeps_the_move() {
    let (mut gui, m) = pondering("st 0.05");
    gui.send(&format!("option Clear Hash\ncores 2\nusermove {m}"));
    gui.wait_for(|line| line.starts_with("move "));
}

#[test]
fn no_pondering_after_a_rejected_position() {
    check(
        "> post\n > sd 2\n > e2e4\n < move *\n > setboard x\n < tellusererror *\n > hard\n > hint\n ~ 50",
    );
}

#[test]
fn clocks_stay_with_their_colour() {
    // White's clock is nearly empty; Black's clock is full.
    let script = "level 0 60 0\nforce\nsd 1\ngo\ntime 5\notim 360000";
    let mut gui = check("");
    gui.send(script);
    gui.wait_for(|line| line.starts_with("move "));
    // The engine plays White again and has almost no time.
    gui.send("force\na7a6\nsd 0\ngo");
    let start = Instant::now();
    gui.wait_for(|line| line.starts_with("move "));
    assert!(start.elapsed() < AT_ONCE, "{gui}");
    // As Black it has plenty of time.
    gui.send("force\ngo\n");
    let busy = gui.lines_within(Duration::from_millis(300));
    assert!(busy.is_empty(), "{gui}");
    // `time` before the search overrides the clock.
    gui.send("force\ntime 5\notim 5\ngo");
    let start = Instant::now();
    gui.wait_for(|line| line.starts_with("move "));
    assert!(start.elapsed() < AT_ONCE, "{gui}");
}

#[test]
fn a_level_in_mid_game_restarts_the_clock() {
    let mut gui = check("> level 40 60 0\n > sd 1\n > e2e4\n < move *\n > sd 0");
    let start = Instant::now();
    gui.send("level 20 0:01 0\nd2d4");
    gui.wait_for(|line| line.starts_with("move "));
    assert!(start.elapsed() < AT_ONCE, "{gui}");
}

#[test]
fn xboard_understands_every_line() {
    let mut gui = check("> post\n > hard\n > st 0.1");
    for command in [
        "go",
        "b8c6",
        "force\nanalyze",
        "e2e4",
        "setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1",
    ] {
        gui.send(command);
        let lines = if ["go", "b8c6"].contains(&command) {
            gui.lines_until(|line| line.starts_with("move "))
        } else {
            gui.lines_within(Duration::from_millis(150))
        };
        for line in lines {
            let is_known = is_thinking(&line)
                || ["move ", "Hint: ", "Illegal move: "]
                    .iter()
                    .any(|start| line.starts_with(start));
            assert!(is_known, "{line}: {gui}");
            if is_thinking(&line) {
                let (_, moves) = split_thinking(&line);
                let begins_with_a_move = moves.starts_with(|c: char| c.is_ascii_lowercase());
                assert!(begins_with_a_move, "{line}");
            }
        }
    }
}

#[test]
fn moves_are_taken_back_while_the_engine_thinks_ponders_and_analyses() {
    check(
        "> st 60\n > e2e4\n > undo\n > ping 1\n < pong 1\n > d2d4\n > ?\n < move *\n > hard\n > remove\n
         > ping 2\n < pong 2\n > sd 1\n > d2d4\n < move *\n > remove\n > analyze\n > d2d4\n > d7d5\n > remove\n
         > undo\n < Error (command not legal now): undo\n > d2d4\n > exit\n > ping 3\n < pong 3\n ~ 20",
    );
}

/// The thinking output of a search in a new game, without times and speeds.
fn thinking_lines_after(gui: &mut Gui, setup: &str) -> Vec<String> {
    gui.send(&format!("new\npost\nsd 8\n{setup}\ngo"));
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let without_times = |line: &String| {
        let (numbers, moves) = split_thinking(line);
        format!("{:?} {moves}", [0, 1, 3].map(|i| numbers[i]))
    };
    let thinking_lines = lines.iter().filter(|line| is_thinking(line));
    thinking_lines.map(without_times).collect()
}

#[test]
fn random_makes_games_differ_until_new_or_the_next_random() {
    let mut gui = check("");
    let always = thinking_lines_after(&mut gui, "");
    let once = thinking_lines_after(&mut gui, "random");
    assert_ne!(once, always);
    assert_ne!(thinking_lines_after(&mut gui, "random"), once);
    assert_eq!(thinking_lines_after(&mut gui, "random\nrandom"), always);
    assert_eq!(thinking_lines_after(&mut gui, ""), always);
    run_script(&mut gui, "> random\n > random\n ~ 20");
}

#[test]
fn analysis_is_never_random() {
    let analysis = |setup: &str| {
        let mut gui = check(&format!("> {setup}\n > post"));
        gui.send("analyze");
        let lines = gui.lines_until(|line| line.starts_with("8 "));
        let nodes = lines.last().and_then(|line| line.split(' ').nth(3));
        nodes.unwrap().to_owned()
    };
    assert_eq!(analysis("random"), analysis("easy"));
}

#[test]
fn the_strength_is_limited_by_options() {
    let mut gui =
        check("> option LimitStrength=1\n > option Elo=1000\n > post\n > sd 40\n > st 0.2");
    gui.send("go");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let nodes = lines[lines.len() - 2].split(' ').nth(3).unwrap();
    assert!(nodes.parse::<u32>().unwrap() < 10_000, "{lines:?}");
    gui.send("analyze");
    gui.wait_for(|line| is_thinking(line) && line.starts_with("12 "));
}

#[test]
fn thinking_output_never_looks_like_a_book_line() {
    let mut gui = check("> post\n > sd 6");
    gui.send("go");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let thinking_lines = lines.iter().filter(|line| is_thinking(line));
    for line in thinking_lines {
        let (_, moves) = split_thinking(line);
        assert!(
            moves.starts_with(|c: char| c.is_ascii_alphabetic()),
            "{line}"
        );
    }
}

#[test]
fn extreme_node_rates_are_accepted() {
    let mut gui = check("> new\n > sd 3\n > nps 9223372036854775807\n > time 9223372036854775807");
    gui.send("e2e4");
    gui.wait_for(|line| line.starts_with("move "));
}

#[test]
fn a_base_time_of_0_is_10_seconds_on_a_chess_server_and_without_increment() {
    let depth_reached = |script: &str| {
        let mut gui = check(script);
        gui.send("post\ngo");
        depths(&mut gui).into_iter().max().unwrap_or(0)
    };
    let local = depth_reached("> ics -\n > level 0 0:0.05 0");
    for server in [
        "> ics freechess.org\n > level 0 0 0",
        "> level 0 0:00 0\n > ics freechess.org",
        "> ics -\n > level 40 0 0",
        "> ics freechess.org\n > level 0 0 0\n > new",
    ] {
        assert!(depth_reached(server) > local + 2, "{local} {server}");
    }
    check("> ics\n < Error (too few parameters): ics");
}
