//! Search limits and the best move.

use std::time::{Duration, Instant};

use diglot::board::{CastlingMode, Position};

use crate::support::uci::{FORCED, Gui, MATE_IN_ONE, MATED, STALEMATED, assert_legal, number, pv};
use crate::support::{AT_ONCE, LATENCY};

#[test]
fn dropped_searchmoves_are_reported() {
    let mut gui = Gui::new();
    let search = gui.go("go depth 2 searchmoves e2e4 e2e5 e2e4 d2d4");
    assert_eq!(
        search.lines[0],
        "info string searchmoves dropped: e2e5 e2e4"
    );
    let search = gui.go("go depth 2 searchmoves e4 d4");
    assert!(search.lines[0].starts_with("info string all moves are searched: "));
    let search = gui.go("go depth 2 searchmoves e2e4 d2d4 0000");
    assert!(!search.lines[0].contains("dropped"));
}

#[test]
fn depth_is_kept_exactly() {
    let mut gui = Gui::new();
    for depth in [1, 2, 5] {
        let search = gui.go(&format!("go depth {depth}"));
        let deepest = search.infos().map(|line| number(line, "depth")).max();
        assert_eq!(deepest, Some(depth));
    }
}

#[test]
fn nodes_are_never_exceeded() {
    let mut gui = Gui::new();
    for nodes in [100, 5000, 20_000] {
        let search = gui.go(&format!("go nodes {nodes}"));
        for line in search.infos() {
            assert!(number(line, "nodes") <= nodes, "{line}");
        }
    }
}

#[test]
fn the_first_iteration_is_completed_whatever_the_limit() {
    let mut gui = Gui::new();
    // The pawn takes the queen; other moves are generated before this.
    gui.send("position fen 4k3/8/8/3q4/4P3/8/PP6/4K3 w - - 0 1");
    let first_iteration = gui.go("go depth 1");
    let score = number(first_iteration.last_info(), "cp");
    assert_eq!(first_iteration.best(), "e4d5");
    for threads in [1, 4] {
        gui.send(&format!("setoption name Threads value {threads}"));
        for (go, stop) in [
            ("go nodes 1", ""),
            ("go nodes 3", ""),
            ("go movetime 0", ""),
            ("go wtime 0 btime 0", ""),
            ("go infinite", "stop"),
        ] {
            for _ in 0..5 {
                gui.send("ucinewgame");
                gui.send(go);
                gui.send(stop);
                let search = gui.finish();
                assert_eq!(search.best(), "e4d5", "{go}: {:#?}", search.lines);
                let shown = number(search.infos().next().unwrap(), "cp");
                // Several threads may have searched deeper before.
                assert!(shown == score || threads > 1, "{go}: {:#?}", search.lines);
            }
        }
    }
}

#[test]
fn with_nodestime_the_clock_of_a_game_runs_on_nodes() {
    let mut gui = Gui::new();
    gui.send("setoption name nodestime value 10");
    let mut games = [0, 1].map(|_| {
        gui.send("ucinewgame");
        (0..12)
            .map(|_| {
                // The clock of the GUI stands still: the one of the engine counts.
                let search = gui.go("go wtime 10000 btime 10000");
                number(search.infos().last().unwrap(), "nodes")
            })
            .collect::<Vec<_>>()
    });
    assert_eq!(games[0], games[1]);
    let nodes: i64 = games[0].iter().sum();
    assert!(nodes > 10_000 && nodes < 100_000, "{games:?}");
    games[0].sort_unstable();
    assert_ne!(games[0][0], games[0][11], "{games:?}");
    let last = |gui: &mut Gui, keyword| {
        let search = gui.go("go movetime 300");
        number(search.infos().last().unwrap(), keyword)
    };
    assert!(last(&mut gui, "nodes") <= 3000);
    gui.send("setoption name nodestime value 0");
    assert!(last(&mut gui, "time") >= 200);
}

#[test]
fn movetime_is_used_up_and_not_exceeded() {
    let mut gui = Gui::new();
    for milliseconds in [100, 250] {
        let started = Instant::now();
        gui.go(&format!("go movetime {milliseconds}"));
        let taken = started.elapsed();
        let requested = Duration::from_millis(milliseconds);
        assert!(
            taken + Duration::from_millis(30) >= requested && taken < requested + AT_ONCE,
            "{taken:?}"
        );
    }
}

#[test]
fn movetime_is_used_whatever_the_move_overhead() {
    let mut gui = Gui::new();
    gui.send("setoption name Move Overhead value 1000");
    let started = Instant::now();
    gui.go("go movetime 500");
    let taken = started.elapsed();
    let used = Duration::from_millis(490);
    assert!((used..used + AT_ONCE).contains(&taken), "{taken:?}");
}

#[test]
fn a_limit_that_is_no_whole_number_is_read_up_to_its_first_other_character() {
    let mut gui = Gui::new();
    for go in [
        "go movetime 100.0",
        "go wtime 1000.0 btime 1000.0",
        "go nodes 1e4",
        "go mate 1. movetime 50",
    ] {
        let search = gui.go(go);
        let message = search
            .lines
            .iter()
            .any(|line| line.starts_with("info string"));
        assert!(!message, "{go}: {:?}", search.lines);
    }
    for (go, depth) in [
        ("go depth 5.0", 5),
        ("go depth 5,", 5),
        ("go depth 3x nodes 1e9", 1),
    ] {
        let search = gui.go(go);
        assert_eq!(number(search.last_info(), "depth"), depth, "{go}");
    }
}

#[test]
fn a_limit_without_a_number_is_reported_and_the_search_is_brief() {
    let mut gui = Gui::new();
    for (go, keywords) in [
        ("go depth", "depth"),
        ("go nodes many", "nodes"),
        ("go mate ?", "mate"),
        ("go movetime .5", "movetime"),
        ("go wtime x btime y", "wtime, btime"),
        ("go winc x", "winc"),
        ("go movestogo", "movestogo"),
        ("go depth x movetime 600000", "depth"),
    ] {
        let started = Instant::now();
        let search = gui.go(go);
        let message = format!("info string no number after {keywords}: brief search");
        assert_eq!(search.lines[0], message, "{go}");
        assert!(started.elapsed() < AT_ONCE, "{go}");
    }
    // The opponent's clock is not needed, and an infinite search stays infinite.
    let search = gui.go("go wtime 100 btime x");
    assert_eq!(search.lines[0], "info string no number after btime");
    gui.send("go infinite depth x");
    let lines = gui.listen(Duration::from_millis(300));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    gui.send("stop");
    gui.finish();
    // After a ponderhit the search is brief as well.
    gui.send_all(&["go ponder depth x", "ponderhit"]);
    gui.finish();
}

#[test]
fn a_mate_is_found_and_ends_the_search() {
    let mut gui = Gui::new();
    gui.send(MATE_IN_ONE);
    let search = gui.go("go mate 1");
    assert_eq!(search.best(), "e1e8");
    assert!(search.last_info().contains(" score mate 1 "));
}

#[test]
fn infinite_never_answers_before_stop() {
    let mut gui = Gui::new();
    for command in [MATED, STALEMATED, FORCED, MATE_IN_ONE, "position startpos"] {
        for go in [
            "go infinite",
            "go infinite depth 1",
            "go movetime 10 infinite nodes 1",
        ] {
            gui.send(command);
            gui.send(go);
            gui.pump(Duration::from_millis(40));
            let lines = gui.take();
            let early = lines.iter().any(|line| line.starts_with("bestmove"));
            assert!(!early, "{command}, {go}: {lines:?}");
            gui.send("stop");
            gui.finish();
        }
    }
}

#[test]
fn go_without_limit_is_infinite() {
    let mut gui = Gui::new();
    gui.send("go");
    let lines = gui.listen(Duration::from_millis(60));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    gui.send("stop");
    gui.finish();
}

#[test]
fn clocks_are_never_overstepped() {
    let mut gui = Gui::new();
    for (go, limit) in [
        ("go wtime 1 btime 1", 50),
        ("go wtime 0 btime 1000", 50),
        ("go wtime -20 btime 1000 winc 0", 50),
        ("go wtime 50 winc 5000 btime 50 binc 5000", 50),
        ("go wtime 200 movestogo 1", 200),
        ("go wtime 300 btime 300 movestogo 40", 100),
        ("go wtime 500", 250),
        ("go btime 500", 250),
    ] {
        let started = Instant::now();
        gui.go(go);
        let taken = started.elapsed();
        assert!(
            taken < Duration::from_millis(limit) + AT_ONCE,
            "{go}: {taken:?}"
        );
    }
}

#[test]
fn the_first_limit_reached_ends_the_search() {
    let mut gui = Gui::new();
    for go in [
        "go depth 2 movetime 600000",
        "go movetime 600000 depth 2",
        "go nodes 100 wtime 6000000 btime 6000000 depth 60",
        "go depth 60 movetime 20",
    ] {
        let started = Instant::now();
        gui.go(go);
        assert!(started.elapsed() < AT_ONCE, "{go}");
    }
}

#[test]
fn searchmoves_in_any_place_and_illegal_ones_dropped() {
    let mut gui = Gui::new();
    for (go, allowed) in [
        ("go searchmoves a2a3 h2h3 depth 4", &["a2a3", "h2h3"][..]),
        ("go depth 4 searchmoves h2h3 e2e5 0000 e7e5", &["h2h3"]),
        ("go searchmoves b1a3 nodes 3000", &["b1a3"]),
    ] {
        let search = gui.go(go);
        assert!(allowed.contains(&search.best()), "{go}: {}", search.best());
        for line in search.infos() {
            assert!(allowed.contains(&pv(line)[0]), "{go}: {line}");
        }
    }
    for go in ["go searchmoves 0000 depth 2", "go searchmoves depth 2"] {
        assert_legal(
            &Position::startpos(),
            &[gui.go(go).best()],
            CastlingMode::Standard,
        );
    }
}

#[test]
fn pondering_never_answers_before_ponderhit_or_stop() {
    let mut gui = Gui::new();
    for go in [
        "go ponder wtime 10 btime 10",
        "go ponder depth 1",
        "go movetime 1 ponder",
        "go ponder nodes 1",
        "go ponder mate 1",
    ] {
        for end in ["ponderhit", "stop"] {
            gui.send(go);
            let lines = gui.listen(Duration::from_millis(30));
            let early = lines.iter().any(|line| line.starts_with("bestmove"));
            assert!(!early, "{go}: {lines:?}");
            if end == "ponderhit" && go.ends_with("mate 1") {
                gui.send("ponderhit"); // there is no mate in one to find
                gui.send("stop");
            } else {
                gui.send(end);
            }
            gui.finish();
        }
    }
}

#[test]
fn the_answer_to_ponderhit_keeps_to_the_limits() {
    let mut gui = Gui::new();
    for go in ["go ponder movetime 100", "go ponder wtime 200 btime 200"] {
        for pondering in [0, 20, 150] {
            gui.send(go);
            gui.pump(Duration::from_millis(pondering));
            let started = Instant::now();
            gui.send("ponderhit");
            gui.finish();
            let taken = started.elapsed();
            assert!(taken < AT_ONCE, "{go}, {pondering}: {taken:?}");
        }
    }
}

#[test]
fn stop_is_answered_at_once_with_a_legal_move() {
    let mut gui = Gui::new();
    for milliseconds in [0, 0, 0, 1, 5, 50] {
        gui.send("go infinite");
        gui.pump(Duration::from_millis(milliseconds));
        let started = Instant::now();
        gui.send("stop");
        let search = gui.finish();
        assert!(started.elapsed() < LATENCY);
        assert_legal(
            &Position::startpos(),
            &[search.best()],
            CastlingMode::Standard,
        );
    }
}

#[test]
fn quit_ends_the_session_in_any_state() {
    for start in [
        &["uci"][..],
        &["go infinite"],
        &["go ponder"],
        &["go infinite", "go infinite"],
    ] {
        let mut gui = Gui::new();
        gui.send_all(start);
        gui.send("quit");
        assert!(gui.has_ended(), "{start:?}");
    }
}

#[test]
fn end_of_input_finishes_bounded_searches_and_stops_infinite_ones() {
    for (start, best_moves) in [
        (&["isready"][..], 0),
        (&["setoption name Hash value 32", "isready"], 0),
        (&["go depth 3"], 1),
        (&["go infinite"], 1),
        (&["go ponder wtime 1000 btime 1000"], 1),
        (&["go mate 1"], 1),
        (&["go infinite", "go depth 2", "go", "isready"], 3),
    ] {
        let mut gui = Gui::new();
        gui.send_all(start);
        let lines = gui.close();
        let count = |word| lines.iter().filter(|line| line.starts_with(word)).count();
        assert_eq!(count("bestmove"), best_moves, "{start:?}");
        let pings = start.iter().filter(|line| **line == "isready").count();
        assert_eq!(count("readyok"), pings, "{start:?}");
    }
}

#[test]
fn bestmove_is_none_without_a_legal_move() {
    let mut gui = Gui::new();
    for (command, score) in [(MATED, "score mate 0"), (STALEMATED, "score cp 0")] {
        gui.send(command);
        for go in [
            "go depth 3",
            "go movetime 10",
            "go wtime 100 btime 100",
            "go nodes 10",
        ] {
            let search = gui.go(go);
            assert_eq!(search.lines.last().unwrap(), "bestmove (none)");
            assert!(
                search.last_info().ends_with(score),
                "{}",
                search.last_info()
            );
        }
    }
}

#[test]
fn weird_go_lines_get_one_legal_best_move_each() {
    let mut gui = Gui::new();
    for go in [
        "go depth 0",
        "go depth -3",
        "go nodes 0",
        "go movetime 0",
        "go movetime -100",
        "go wtime 0 btime 0 winc 0 binc 0",
        "go wtime -1 btime -1 movestogo -1",
        "go depth 1 depth 2 depth 3",
        "go depth 99999999999999999999999 movetime 10",
        "go nodes 99999999999999999999999 depth 1",
        "go wtime 99999999999999999999999 depth 1",
        "go movetime 99999999999999999999999 depth 1",
        "go movestogo 0 wtime 50",
        "go depth nodes 10",
        "go wtime btime 10",
        "go depth 1.5 nodes 10",
        "go depth 3 joho movetime x",
        "go binc 3",
    ] {
        let search = gui.go(go);
        assert_legal(
            &Position::startpos(),
            &[search.best()],
            CastlingMode::Standard,
        );
        assert!(gui.listen(Duration::from_millis(1)).is_empty(), "{go}");
    }
    for go in [
        "go depth",
        "go infinite movestogo",
        "go searchmoves",
        "go ponder ponder",
    ] {
        gui.send_all(&[go, "stop"]);
        gui.finish();
    }
}

#[test]
fn ponderhit_after_long_pondering_is_answered_at_once() {
    let mut gui = Gui::new();
    gui.send("position startpos moves e2e4 e7e5");
    // A minute of pondering far exceeds the time planned for the move, which is tens of seconds.
    let pondering = Duration::from_secs(60);
    gui.send_ago("go ponder wtime 1200000 btime 1200000", pondering);
    let start = Instant::now();
    gui.send("ponderhit");
    gui.wait_for("bestmove");
    assert!(start.elapsed() < AT_ONCE, "{:?}", start.elapsed());
}

#[test]
fn go_mate_with_no_short_mate_obeys_other_limits() {
    let mut gui = Gui::new();
    // The shortest mate is in two.
    gui.send("position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    let search = gui.go("go mate 2");
    assert!(search.last_info().contains(" score mate "));
    gui.send("position startpos");
    let search = gui.go("go mate 1 depth 4");
    assert_eq!(number(search.last_info(), "depth"), 4);
    let search = gui.go("go mate 1 nodes 500");
    assert!(number(search.last_info(), "nodes") <= 500);
}

#[test]
fn the_deepest_search_waits_for_stop() {
    let mut gui = Gui::new();
    // The position is blocked, so every iteration takes almost no time.
    gui.send("position fen 8/8/8/1k1p4/3P4/1K6/8/8 w - - 0 1");
    gui.send("go infinite searchmoves b3a3");
    let lines = gui.listen(Duration::from_millis(500));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    gui.send("stop");
    assert_eq!(gui.finish().best(), "b3a3");
}
