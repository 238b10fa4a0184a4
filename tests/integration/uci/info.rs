//! Info lines.

use std::time::Duration;

use diglot::board::CastlingMode;

use crate::support::AT_ONCE;
use crate::support::uci::{
    Gui, MATE_IN_ONE, assert_best_line_first, assert_legal, last_multipv_lines, number, position,
    pv, score_order,
};

#[test]
fn multipv_lines_are_sorted_and_distinct() {
    let mut gui = Gui::new();
    for (command, threads, multipv, count) in [
        ("position startpos", 1, 4, 4),
        ("position startpos", 2, 256, 20),
        ("position fen 7k/8/8/8/8/1r6/8/K6r w - - 0 1", 1, 3, 1),
        ("position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 3, 2, 2),
    ] {
        gui.send(&format!("setoption name Threads value {threads}"));
        gui.send(&format!("setoption name MultiPV value {multipv}"));
        gui.send(command);
        let root = position(command, CastlingMode::Standard);
        for go in ["go depth 5", "go nodes 20000", "go movetime 40"] {
            let search = gui.go(go);
            let lines = last_multipv_lines(&search, count);
            let mut first_moves = Vec::new();
            for line in &lines {
                assert_legal(&root, &pv(line), CastlingMode::Standard);
                assert!(!line.contains("bound"), "{line}");
                first_moves.push(pv(line)[0]);
            }
            assert_eq!(first_moves[0], search.best());
            assert_best_line_first(&lines);
            first_moves.sort_unstable();
            first_moves.dedup();
            assert_eq!(first_moves.len(), count, "{lines:#?}");
        }
    }
}

#[test]
fn multipv_with_searchmoves_and_stopped_searches() {
    let mut gui = Gui::new();
    gui.send("setoption name MultiPV value 3");
    let search = gui.go("go depth 4 searchmoves a2a3 h2h3");
    last_multipv_lines(&search, 2);
    for milliseconds in [0, 1, 3, 30, 100] {
        gui.send("go infinite");
        gui.pump(Duration::from_millis(milliseconds));
        gui.send("stop");
        let search = gui.finish();
        assert_eq!(
            pv(search
                .infos()
                .rfind(|line| line.contains(" multipv 1 "))
                .unwrap())[0],
            search.best()
        );
        if search.infos().count() > 3 {
            let lines = last_multipv_lines(&search, 3);
            assert_best_line_first(&lines);
        }
    }
    for bad in ["0", "257", "-1"] {
        let answer = gui.answer(&format!("setoption name MultiPV value {bad}"));
        assert_eq!(answer.len(), 1, "{bad}");
    }
}

#[test]
fn currline_is_sent_for_all_threads_together_if_enabled() {
    let mut gui = Gui::new();
    let command = "position startpos moves d2d4 d7d5";
    gui.send(command);
    let has_currline = |lines: &[String]| lines.iter().any(|line| line.contains("currline"));
    gui.send_ago("go movetime 1200", Duration::from_secs(1));
    assert!(!has_currline(&gui.finish().lines));
    gui.send("setoption name UCI_ShowCurrLine value true");
    // Not in the first second.
    assert!(!has_currline(&gui.go("go movetime 400").lines));
    let root = position(command, CastlingMode::Standard);
    for threads in [1, 2] {
        gui.send(&format!("setoption name Threads value {threads}"));
        gui.send_ago("go infinite", Duration::from_secs(1));
        let is_currline = |line: &&String| line.starts_with("info currline ");
        let mut lines = gui.wait(|lines| lines.iter().filter(is_currline).count() >= 2 * threads);
        gui.send("stop");
        lines.extend(gui.finish().lines);
        let groups = lines.chunk_by(|a, b| is_currline(&a) == is_currline(&b));
        for group in groups.filter(|group| is_currline(&&group[0])) {
            // Two reports may follow each other.
            assert!(group.len().is_multiple_of(threads), "{group:#?}");
            for (i, line) in group.iter().enumerate() {
                let mut words = line.strip_prefix("info currline ").unwrap().split(' ');
                let thread: usize = words.next().unwrap().parse().unwrap();
                assert_eq!(thread, i % threads + 1, "{group:#?}");
                let moves: Vec<&str> = words.collect();
                assert!(!moves.is_empty());
                assert_legal(&root, &moves, CastlingMode::Standard);
            }
        }
    }
}

#[test]
fn refutations_are_sent_if_enabled() {
    let mut gui = Gui::new();
    // Capturing the protected pawn loses the queen.
    let command = "position fen 3qk3/2p5/3p4/8/8/3Q4/2P5/4K3 w - - 0 1";
    gui.send(command);
    let has_refutation = |lines: &[String]| lines.iter().any(|line| line.contains("refutation"));
    gui.send_ago("go movetime 1200", Duration::from_secs(1));
    assert!(!has_refutation(&gui.finish().lines));
    gui.send("setoption name UCI_ShowRefutations value true");
    // Not in the first second.
    assert!(!has_refutation(&gui.go("go movetime 400").lines));
    gui.send("ucinewgame");
    gui.send_ago("go infinite", Duration::from_secs(1));
    let is_refuted =
        |line: &String| line == "info refutation d3d6 c7d6" || line == "info refutation d3d6 d8d6";
    let lines = gui.wait(|lines| lines.iter().any(is_refuted));
    let root = position(command, CastlingMode::Standard);
    for line in &lines {
        if let Some(line) = line.strip_prefix("info refutation ") {
            let moves: Vec<&str> = line.split(' ').collect();
            assert_legal(&root, &moves, CastlingMode::Standard);
        }
    }
    gui.send("stop");
    gui.finish();
}

#[test]
fn figures_are_consistent_and_grow() {
    let mut gui = Gui::new();
    let search = gui.go("go movetime 400");
    let (mut nodes, mut time, mut depth) = (0, 0, 0);
    for line in search.infos() {
        let [n, t, d] = ["nodes", "time", "depth"].map(|keyword| number(line, keyword));
        assert!(n >= nodes && t >= time && d >= depth, "{:#?}", search.lines);
        (nodes, time, depth) = (n, t, d);
        assert!(number(line, "seldepth") >= 1);
        assert!((0..=1000).contains(&number(line, "hashfull")), "{line}");
        if t >= 20 {
            let nps = number(line, "nps");
            let expected = n * 1000 / t;
            assert!((nps - expected).abs() <= expected / 10, "{line}");
        }
    }
    assert!(time < 400 + AT_ONCE.as_millis() as i64 && depth > 3);
}

#[test]
fn mate_pvs_end_in_mate() {
    let mut gui = Gui::new();
    for (fen, mate) in [
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 1),
        (
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
            1,
        ),
        ("7k/8/8/8/8/6R1/5R2/K7 w - - 0 1", 1),
        ("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", -1),
    ] {
        gui.send("ucinewgame");
        gui.send(&format!("position fen {fen}"));
        let search = gui.go("go depth 9");
        let line = search.last_info();
        assert!(line.contains(" score mate "), "{line}");
        let moves_to_mate = number(line, "mate");
        assert_eq!(moves_to_mate, mate, "{line}");
        for line in search.infos().filter(|line| line.contains(" score mate ")) {
            let moves_to_mate = number(line, "mate");
            let plies = if moves_to_mate > 0 {
                2 * moves_to_mate - 1
            } else {
                -2 * moves_to_mate
            };
            let moves = pv(line);
            assert_eq!(moves.len() as i64, plies, "{line}");
            let mut end = position(&format!("position fen {fen}"), CastlingMode::Standard);
            for text in moves {
                end = end.after(end.parse_move(text).unwrap());
            }
            assert!(end.in_check() && !end.has_legal_move(), "{line}");
        }
    }
}

#[test]
fn currmove_and_cpuload_are_sent_after_a_second() {
    let mut gui = Gui::new();
    // A position with many legal moves, so that an iteration takes long.
    gui.send("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    gui.send_ago("go infinite", Duration::from_secs(1));
    let mut lines = gui.wait(|lines| lines.iter().any(|line| line.contains(" cpuload ")));
    lines.extend(gui.wait(|lines| lines.iter().any(|line| line.ends_with(" currmovenumber 1"))));
    gui.send("stop");
    lines.extend(gui.finish().lines);
    for line in lines.iter().filter(|line| line.contains(" currmove ")) {
        assert!((1..=48).contains(&number(line, "currmovenumber")), "{line}");
    }
}

#[test]
fn wdl_follows_the_score_if_enabled() {
    let mut gui = Gui::new();
    assert!(!gui.go("go depth 3").last_info().contains(" wdl "));
    gui.send("setoption name UCI_ShowWDL value true");
    for (command, check) in [
        ("position startpos", (1, 999)),
        (MATE_IN_ONE, (1000, 1000)),
        ("position fen 7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", (0, 0)),
    ] {
        gui.send(command);
        for line in gui.go("go depth 6").infos() {
            let (_, wdl) = line.split_once(" wdl ").unwrap();
            let numbers: Vec<i64> = wdl.split(' ').take(3).map(|n| n.parse().unwrap()).collect();
            assert_eq!(numbers.iter().sum::<i64>(), 1000, "{line}");
        }
        let search = gui.go("go depth 6");
        let win = number(search.last_info(), "wdl");
        assert!((check.0..=check.1).contains(&win), "{}", search.last_info());
    }
}

#[test]
fn a_complete_info_line_precedes_the_best_move() {
    let mut gui = Gui::new();
    for go in [
        "go depth 4",
        "go movetime 30",
        "go nodes 1",
        "go movetime 0",
    ] {
        let search = gui.go(go);
        let last = search.last_info();
        assert_eq!(pv(last)[0], search.best(), "{go}");
        for keyword in [
            "depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time",
        ] {
            number(last, keyword);
        }
    }
}

#[test]
fn an_info_line_follows_the_wait_of_a_search_that_has_ended() {
    let mut gui = Gui::new();
    gui.send_all(&["setoption name MultiPV value 2", "go ponder depth 2"]);
    gui.wait(|lines| lines.iter().any(|line| line.starts_with("info depth 2 ")));
    gui.listen(Duration::from_millis(200));
    gui.send("ponderhit");
    let search = gui.finish();
    let last = last_multipv_lines(&search, 2);
    assert_eq!(pv(last[0])[0], search.best());
    gui.send_all(&[MATE_IN_ONE, "setoption name MultiPV value 1", "go infinite"]);
    gui.wait(|lines| lines.iter().any(|line| line.contains("score mate 1")));
    gui.listen(Duration::from_millis(500));
    gui.send("stop");
    let search = gui.finish();
    assert_eq!(pv(search.last_info())[0], search.best());
}

#[test]
fn info_lines_use_only_words_of_the_protocol() {
    let mut gui = Gui::new();
    gui.send_ago("go movetime 1200", Duration::from_secs(1));
    let search = gui.finish();
    let keywords = [
        "depth",
        "seldepth",
        "multipv",
        "score",
        "nodes",
        "nps",
        "hashfull",
        "tbhits",
        "time",
        "cpuload",
        "currmove",
        "currmovenumber",
        "cp",
        "mate",
        "lowerbound",
        "upperbound",
    ];
    for line in &search.lines[..search.lines.len() - 1] {
        let line = line.strip_prefix("info ").unwrap();
        let (fields, _) = line.split_once(" pv ").unwrap_or((line, ""));
        for word in fields.split(' ') {
            let is_value = word.parse::<i64>().is_ok() || matches!(word.len(), 4 | 5);
            assert!(keywords.contains(&word) || is_value, "{word} in {line}");
        }
    }
}

#[test]
fn info_pvs_are_legal_to_their_end() {
    let mut gui = Gui::new();
    for command in [
        "position startpos moves e2e4 e7e5",
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "position fen 8/P6k/8/8/8/8/p6K/8 w - - 0 1",
    ] {
        gui.send(command);
        let root = position(command, CastlingMode::Standard);
        let search = gui.go("go depth 7");
        for line in search.infos() {
            assert_legal(&root, &pv(line), CastlingMode::Standard);
        }
        if let Some(ponder) = search.ponder() {
            assert_legal(&root, &[search.best(), ponder], CastlingMode::Standard);
        }
    }
}

#[test]
fn currmove_is_not_sent_within_the_first_second() {
    let mut gui = Gui::new();
    let search = gui.go("go movetime 400");
    assert!(!search.lines.iter().any(|line| line.contains("currmove")));
}

#[test]
fn a_stopped_search_does_not_end_with_a_weaker_bound() {
    let mut gui = Gui::new();
    for fen in [
        "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
        "rnb2r1k/pp2p2p/2pp2p1/q2P1p2/8/1Pb2NP1/PB2PPBP/R2Q1RK1 w - - 0 1",
    ] {
        gui.send(&format!("position fen {fen}"));
        for nodes in (12_000..30_000).step_by(600) {
            gui.send("ucinewgame");
            let search = gui.go(&format!("go nodes {nodes}"));
            let last = search.last_info();
            assert!(!last.contains("upperbound"), "{:#?}", search.lines);
            if last.contains("lowerbound") {
                let exact = search
                    .infos()
                    .rfind(|line| !line.contains("bound"))
                    .unwrap();
                assert_ne!(pv(exact)[0], search.best(), "{:#?}", search.lines);
            }
            assert_eq!(pv(last)[0], search.best());
        }
    }
}

#[test]
fn the_first_iteration_reports_all_lines_whatever_the_limit() {
    let mut gui = Gui::new();
    gui.send("setoption name MultiPV value 5");
    for nodes in 1..60 {
        gui.send("ucinewgame");
        let search = gui.go(&format!("go nodes {nodes}"));
        let infos: Vec<&str> = search.infos().collect();
        for (i, line) in infos.iter().enumerate() {
            assert_eq!(number(line, "multipv"), i as i64 % 5 + 1, "{infos:#?}");
        }
        assert!(infos.len().is_multiple_of(5), "{infos:#?}");
        assert!(infos.is_sorted_by_key(|line| -score_order(line)) || infos.len() > 5);
    }
}

/// A position with many moves, so that iterations with many lines take long.
const MANY_MOVES: &str =
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn a_long_iteration_reports_something_every_second() {
    let mut gui = Gui::new();
    gui.send_all(&[
        "setoption name MultiPV value 100",
        MANY_MOVES,
        "go infinite",
    ]);
    let lines = gui.listen(Duration::from_secs(6));
    gui.send("stop");
    gui.finish();
    let lines: Vec<_> = lines
        .iter()
        .filter(|line| line.contains(" nodes "))
        .collect();
    let (mut time, mut nodes) = (0, 0);
    for line in &lines {
        let now = number(line, "time");
        // A second of margin for a busy machine.
        assert!(now - time <= 2000, "{time} to {line}");
        assert!(number(line, "nodes") >= nodes, "{line}");
        (time, nodes) = (now, number(line, "nodes"));
        if now >= 1000 {
            number(line, "nps");
            assert!((0..=1000).contains(&number(line, "hashfull")), "{line}");
        }
    }
    assert!(time >= 4000, "{lines:#?}");
}

#[test]
fn statistics_come_between_two_principal_variations() {
    let mut gui = Gui::new();
    gui.send_all(&[MANY_MOVES, "go infinite"]);
    let lines = gui.listen(Duration::from_secs(8));
    gui.send("stop");
    gui.finish();
    let is_statistics = |line: &&String| line.contains(" nodes ") && !line.contains(" pv ");
    let statistics = lines.iter().find(is_statistics).expect("no statistics");
    for keyword in ["depth", "nodes", "nps", "hashfull", "tbhits", "time"] {
        number(statistics, keyword);
    }
}

#[test]
fn finished_multipv_lines_are_shown_within_an_iteration() {
    let mut gui = Gui::new();
    gui.send_all(&["setoption name MultiPV value 8", MANY_MOVES]);
    gui.send_ago("go infinite", Duration::from_secs(3));
    // All lines together: the finished ones, then the others from the previous iteration.
    let is_unfinished = |set: &Vec<String>| number(&set[0], "depth") > number(&set[7], "depth");
    let sets = |lines: &[String]| -> Vec<Vec<String>> {
        let infos: Vec<String> = lines
            .iter()
            .filter(|line| line.contains(" multipv "))
            .cloned()
            .collect();
        infos.chunks_exact(8).map(<[String]>::to_vec).collect()
    };
    let mut lines = gui.wait(|lines| sets(lines).iter().any(is_unfinished));
    gui.send("stop");
    let search = gui.finish();
    lines.extend(search.lines.iter().cloned());
    for set in sets(&lines) {
        let mut first_moves = Vec::new();
        for (i, line) in set.iter().enumerate() {
            assert_eq!(number(line, "multipv"), i as i64 + 1, "{set:#?}");
            first_moves.push(pv(line)[0]);
        }
        first_moves.sort_unstable();
        first_moves.dedup();
        assert_eq!(first_moves.len(), 8, "{set:#?}");
    }
    // What has been shown stands when the search is stopped.
    let last = search.infos().rfind(|line| line.contains(" multipv 1 "));
    assert_eq!(pv(last.unwrap())[0], search.best());
}
