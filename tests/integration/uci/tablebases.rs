//! Endgame tablebases.

use std::time::Duration;

use diglot::board::CastlingMode;
use diglot::tablebase::{Tablebases, WdlScore};

use crate::support::uci::*;

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

/// King and queen against king.
const QUEEN: &str = "position fen 4k3/8/8/8/8/8/8/3QK3 w - - 0 1";
/// The fifty-move rule comes before the mate.
const TOO_LATE: &str = "position fen 4k3/8/8/8/8/8/8/3QK3 w - - 95 1";
/// Too many pieces for the tablebases, which cover the positions after an exchange.
const BEFORE_THE_TABLES: &str = "position fen 8/8/3k4/3r4/8/3R4/3KP3/8 w - - 0 1";

/// A GUI that has set `SyzygyPath`.
fn with_tables() -> Gui {
    let mut gui = Gui::new();
    gui.send(&format!("setoption name SyzygyPath value {TABLES}"));
    let lines = gui.answer("isready");
    let lines = if lines.is_empty() {
        gui.wait_for("readyok")
    } else {
        lines
    };
    assert_eq!(
        lines,
        [
            "info string Found 26 tablebases (13 WDL, 13 DTZ) of up to 4 pieces",
            "readyok"
        ]
    );
    gui
}

#[test]
fn syzygy_options_and_those_of_lichess_bot_are_announced() {
    let announced = Gui::new().answer("uci");
    for option in [
        "SyzygyPath type string default <empty>",
        "SyzygyProbeDepth type spin default 1 min 1 max 100",
        "Syzygy50MoveRule type check default true",
        "SyzygyProbeLimit type spin default 7 min 0 max 7",
        "Move Overhead type spin",
        "Threads type spin",
        "Hash type spin",
        "UCI_ShowWDL type check",
    ] {
        let line = format!("option name {option}");
        assert!(
            announced.iter().any(|other| other.starts_with(&line)),
            "{option}"
        );
    }
}

#[test]
fn missing_folders_are_reported_and_the_search_continues() {
    let mut gui = Gui::new();
    gui.send_all(&["setoption name SyzygyPath value /nowhere", "isready"]);
    let lines = gui.wait_for("readyok");
    assert_eq!(
        lines[0],
        "info string Found 0 tablebases (0 WDL, 0 DTZ); /nowhere: no folder that can be read"
    );
    gui.send(QUEEN);
    assert_eq!(number(gui.go("go depth 3").last_info(), "tbhits"), 0);
    let mut gui = with_tables();
    gui.send_all(&["setoption name SyzygyPath value <empty>", "isready"]);
    assert_eq!(gui.wait_for("readyok"), ["readyok"]);
    gui.send(QUEEN);
    assert_eq!(number(gui.go("go depth 3").last_info(), "tbhits"), 0);
}

#[test]
fn the_ponder_move_is_that_of_an_extended_line() {
    let mut gui = with_tables();
    // The search of one ply knows no reply; the tablebases extend its line.
    gui.send("position fen 1r6/8/8/8/8/5Rk1/8/5K2 b - - 0 1");
    let search = gui.go("go depth 1");
    let mut reply = search
        .last_info()
        .split(' ')
        .skip_while(|&word| word != "pv");
    assert_eq!(search.ponder(), reply.nth(2));
    assert!(search.ponder().is_some());
}

#[test]
fn the_shortest_mate_is_the_first_line() {
    let mut gui = with_tables();
    // From this halfmove clock on the tablebases rank the capture of the bishop, which mates a move later, first.
    gui.send_all(&[
        "setoption name MultiPV value 2",
        "position fen 7k/5K2/5b2/8/8/8/8/2R5 w - - 30 1",
    ]);
    let search = gui.go("go depth 8");
    let lines: Vec<_> = search.infos().collect();
    let [.., first, second] = lines[..] else {
        panic!("{lines:?}");
    };
    assert!(first.contains(" multipv 1 score mate 2 "), "{lines:?}");
    assert!(second.contains(" multipv 2 score mate 3 "), "{lines:?}");
    assert_eq!(search.best(), "c1h1");
}

#[test]
fn d_shows_the_verdict_of_the_tablebases() {
    let mut gui = with_tables();
    let verdict = |gui: &mut Gui| {
        let lines = gui.answer("d");
        let verdict = lines
            .iter()
            .filter_map(|line| line.strip_prefix("Tablebases "));
        verdict.map(str::to_owned).collect::<Vec<_>>()
    };
    for (command, wdl, dtz) in [
        ("position fen 7k/8/6K1/8/8/8/8/3Q4 w - - 0 1", "win", "1"),
        ("position fen 7k/8/6K1/8/8/8/8/3Q4 b - - 0 1", "loss", "-2"),
        ("position fen 8/8/4k3/8/8/2NNK3/8/8 w - - 0 1", "draw", "0"),
        ("position fen 8/8/8/8/4k3/8/8/4K3 w - - 0 1", "draw", "0"),
    ] {
        gui.send(command);
        let expected = [format!("WDL: {wdl}"), format!("DTZ: {dtz}")];
        assert_eq!(verdict(&mut gui), expected, "{command}");
    }
    gui.send(BEFORE_THE_TABLES);
    assert!(verdict(&mut gui).is_empty());
    gui.send(QUEEN);
    gui.send("setoption name SyzygyPath value <empty>");
    gui.send_all(&["d", "isready"]);
    let lines = gui.wait_for("readyok");
    assert!(
        !lines.iter().any(|line| line.starts_with("Tablebases")),
        "{lines:?}"
    );
    // `d` waits for tables that are being opened.
    gui.send(&format!("setoption name SyzygyPath value {TABLES}"));
    gui.send_all(&["d", "isready"]);
    let lines = gui.wait_for("readyok");
    assert!(
        lines.contains(&"Tablebases WDL: win".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn tbhits_count_root_and_tree_probes() {
    let mut gui = with_tables();
    gui.send(QUEEN);
    assert!(number(gui.go("go depth 3").last_info(), "tbhits") > 0);
    gui.send(BEFORE_THE_TABLES);
    assert!(number(gui.go("go depth 8").last_info(), "tbhits") > 0);
    gui.send("setoption name SyzygyProbeLimit value 2");
    gui.send_all(&["ucinewgame", BEFORE_THE_TABLES]);
    assert_eq!(number(gui.go("go depth 4").last_info(), "tbhits"), 0);
    gui.send("setoption name SyzygyProbeLimit value 0");
    gui.send(QUEEN);
    assert_eq!(number(gui.go("go depth 3").last_info(), "tbhits"), 0);
}

#[test]
fn several_threads_share_the_tables() {
    let mut gui = with_tables();
    gui.send_all(&["setoption name Threads value 3", BEFORE_THE_TABLES]);
    let search = gui.go("go depth 10");
    assert!(number(search.last_info(), "tbhits") > 0);
    let root = position(BEFORE_THE_TABLES, CastlingMode::Standard);
    for line in search.infos() {
        assert_legal(&root, &pv(line), CastlingMode::Standard);
    }
}

#[test]
fn tablebase_wins_are_distinct_from_mates() {
    let mut gui = with_tables();
    gui.send(QUEEN);
    let search = gui.go("go depth 2");
    assert!(
        search.last_info().contains(" score cp 20000 "),
        "{}",
        search.last_info()
    );
    gui.send("position fen 3qk3/8/8/8/8/8/8/4K3 w - - 0 1");
    let search = gui.go("go depth 2");
    assert!(
        search.last_info().contains(" score cp -20000 "),
        "{}",
        search.last_info()
    );
    // The search finds the mate among the winning moves.
    gui.send("position fen 7k/8/5K2/8/8/8/8/3Q4 w - - 0 1");
    let search = gui.go("go depth 8");
    assert!(
        search.last_info().contains(" score mate 2 "),
        "{}",
        search.last_info()
    );
    // Two knights do not win: a drawn endgame despite the material.
    gui.send("position fen 8/8/4k3/8/8/2NNK3/8/8 w - - 0 1");
    let search = gui.go("go depth 6");
    assert!(
        search.last_info().contains(" score cp 0 "),
        "{}",
        search.last_info()
    );
}

#[test]
fn syzygy_50_move_rule_can_be_switched_off() {
    let mut gui = with_tables();
    gui.send(TOO_LATE);
    let line = gui.go("go depth 3");
    assert!(
        (1..100).contains(&number(line.last_info(), "cp")),
        "{}",
        line.last_info()
    );
    gui.send("setoption name Syzygy50MoveRule value false");
    gui.send(TOO_LATE);
    let line = gui.go("go depth 3");
    assert!(
        line.last_info().contains(" score cp 20000 "),
        "{}",
        line.last_info()
    );
}

#[test]
fn multipv_lines_have_tablebase_scores() {
    let mut gui = with_tables();
    let (tables, _) = Tablebases::open(TABLES);
    let command = "position fen 8/8/4k3/8/4K3/8/4P3/8 w - - 0 1";
    let root = position(command, CastlingMode::Standard);
    gui.send_all(&["setoption name MultiPV value 20", command]);
    let count = root.count_legal_moves();
    let search = gui.go("go depth 6");
    let lines = last_multipv_lines(&search, count);
    let ranks: Vec<i64> = lines.iter().map(|line| score_order(line)).collect();
    assert!(ranks.is_sorted_by(|a, b| a >= b), "{lines:#?}");
    let mut results = [0; 2];
    for line in lines {
        let moves = pv(line);
        assert_legal(&root, &moves, CastlingMode::Standard);
        let next = root.after(root.parse_coordinate(moves[0]).unwrap());
        match tables.probe_wdl(&next).unwrap() {
            WdlScore::Loss => assert!(score_order(line) >= 20_000, "{line}"),
            WdlScore::Draw => assert_eq!(score_order(line), 0, "{line}"),
            other => panic!("{other:?}: {line}"),
        }
        results[usize::from(score_order(line) == 0)] += 1;
    }
    assert!(!results.contains(&0), "{results:?}");
}

#[test]
fn pvs_are_extended_by_tablebases() {
    let mut gui = with_tables();
    let command = "position fen 8/8/8/4k3/8/8/8/R3K3 w - - 0 1";
    let root = position(command, CastlingMode::Standard);
    let mates = |line: &str| {
        let mut position = root;
        for text in pv(line) {
            position = position.after(position.parse_coordinate(text).unwrap());
        }
        position.in_check() && !position.has_legal_move()
    };
    // The extension uses part of the search time, which may be too short on a busy machine.
    let mut milliseconds = 200;
    loop {
        gui.send_all(&[command, "go infinite"]);
        gui.pump(Duration::from_millis(milliseconds));
        gui.send("stop");
        let search = gui.finish();
        for line in search.infos() {
            assert_legal(&root, &pv(line), CastlingMode::Standard);
        }
        if mates(search.last_info()) {
            break;
        }
        assert!(milliseconds < 20_000, "{:#?}", search.lines);
        milliseconds *= 2;
    }
}

#[test]
fn searchmoves_restricts_tablebase_moves() {
    let mut gui = with_tables();
    gui.send("position fen 8/8/8/8/8/1k6/3q4/K7 b - - 0 1");
    let search = gui.go("go depth 4 searchmoves d2d8");
    assert_eq!(search.best(), "d2d8");
    let search = gui.go("go depth 4");
    assert!(
        search.last_info().contains(" score mate 1 "),
        "{}",
        search.last_info()
    );
}

#[test]
fn limited_strength_uses_no_tablebases() {
    let mut gui = with_tables();
    gui.send_all(&[
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 1400",
        QUEEN,
    ]);
    assert_eq!(number(gui.go("go depth 4").last_info(), "tbhits"), 0);
}

#[test]
fn positions_with_castling_rights_are_not_probed() {
    let mut gui = with_tables();
    gui.send_all(&[
        "setoption name UCI_Chess960 value true",
        "position fen 1k6/8/8/8/8/8/8/1K2R3 w E - 0 1",
    ]);
    // A king move does not reset the fifty-move counter, so its position is not probed.
    assert_eq!(number(gui.go("go depth 1").last_info(), "tbhits"), 0);
    gui.send("position fen 1k6/8/8/8/8/8/8/1K2R3 w - - 0 1");
    assert!(number(gui.go("go depth 1").last_info(), "tbhits") > 0);
}
