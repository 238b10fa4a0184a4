//! Options: names, values and effects.

use std::time::{Duration, Instant};

use diglot::board::{CastlingMode, Position};

use crate::support::LATENCY;
use crate::support::uci::{AFTER_A3, Gui, assert_legal, number, pv};

#[test]
fn options_are_announced_with_type_default_and_range() {
    let lines = Gui::new().answer("uci");
    for option in [
        "option name Hash type spin default 16 min 1 max ",
        "option name Threads type spin default 1 min 1 max ",
        "option name Clear Hash type button",
        "option name UCI_Chess960 type check default false",
        "option name Ponder type check default false",
        "option name Move Overhead type spin default ",
    ] {
        let found = lines.iter().any(|line| line.starts_with(option));
        assert!(found, "{option}");
    }
}

#[test]
fn hash_and_threads_change_between_searches() {
    let mut gui = Gui::new();
    for (hash, threads) in [(1, 2), (32, 1), (4, 3)] {
        gui.send(&format!("setoption name Hash value {hash}"));
        gui.send(&format!("setoption name Threads value {threads}"));
        gui.send("isready");
        gui.wait_for("readyok");
        assert_legal(
            &Position::startpos(),
            &[gui.go("go depth 4").best()],
            CastlingMode::Standard,
        );
    }
}

#[test]
fn more_threads_than_processors_are_warned_about_once() {
    let mut gui = Gui::new();
    let processors = std::thread::available_parallelism().unwrap().get();
    let answer = |gui: &mut Gui, threads: usize| {
        gui.send(&format!("setoption name Threads value {threads}"));
        gui.send("isready");
        let lines = gui.wait_for("readyok");
        lines[..lines.len() - 1].to_vec()
    };
    let many = processors + 1;
    assert!(answer(&mut gui, processors).is_empty());
    let warning = answer(&mut gui, many);
    let start = format!("info string Threads: {many} threads share {processors} processors");
    assert!(
        warning.len() == 1 && warning[0].starts_with(&start),
        "{warning:?}"
    );
    assert!(answer(&mut gui, many).is_empty());
    assert!(answer(&mut gui, 1).is_empty());
    assert_eq!(answer(&mut gui, many), warning);
}

#[test]
fn set_position_value_is_used() {
    let mut gui = Gui::new();
    let set = |gui: &mut Gui, value: &str| {
        let line = format!("setoption name UCI_SetPositionValue value {value}");
        assert!(gui.answer(&line).is_empty(), "{value}");
    };
    let search = |gui: &mut Gui| {
        let search = gui.go("go depth 5");
        (search.best().to_owned(), search.last_info().to_owned())
    };
    for take_back in [format!("clear + {AFTER_A3}"), "clearall".to_owned()] {
        set(&mut gui, &format!("900 + {AFTER_A3}"));
        let (best, line) = search(&mut gui);
        assert_eq!(best, "a2a3");
        assert!(line.contains(" score cp 900 "), "{line}");
        // From White's point of view, for either side to move.
        set(&mut gui, &format!("-900 + {AFTER_A3}"));
        let line = gui.go("go depth 5 searchmoves a2a3");
        let line = line.last_info();
        assert!(line.contains(" score cp -900 "), "{line}");
        set(&mut gui, &take_back);
        assert_ne!(search(&mut gui).0, "a2a3");
    }
}

#[test]
fn invalid_position_values_are_rejected() {
    let mut gui = Gui::new();
    assert!(
        gui.answer("setoption name UCI_SetPositionValue value <empty>")
            .is_empty()
    );
    for value in ["17", "x + 8/8/8/8/8/8/8/8 w - -", "900 + nonsense"] {
        let answer = gui.answer(&format!(
            "setoption name UCI_SetPositionValue value {value}"
        ));
        assert_eq!(answer.len(), 1, "{value}");
        assert!(answer[0].starts_with("info string invalid value "));
        assert!(answer[0].contains("for option UCI_SetPositionValue: expected "));
    }
}

#[test]
fn a_draw_costs_contempt_except_in_analysis() {
    let mut gui = Gui::new();
    gui.send("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    for (option, score) in [
        ("Contempt value 50", " score cp -50 "),
        ("UCI_AnalyseMode value true", " score cp 0 "),
        ("UCI_AnalyseMode value false", " score cp -50 "),
        ("Contempt value 0", " score cp 0 "),
    ] {
        gui.send(&format!("setoption name {option}"));
        gui.send("ucinewgame");
        let search = gui.go("go depth 3");
        let line = search.last_info();
        assert!(line.contains(score), "{option}: {line}");
    }
}

#[test]
fn infinite_search_uses_no_contempt() {
    let mut gui = Gui::new();
    gui.send("setoption name Contempt value 50");
    gui.send("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    gui.send("go infinite");
    let has_score = |line: &String| line.starts_with("info depth 3 ") && line.contains(" score ");
    let lines = gui.wait(|lines| lines.iter().any(has_score));
    let line = lines.into_iter().find(has_score).unwrap();
    assert!(line.contains(" score cp 0 "), "{line}");
}

#[test]
fn the_opponent_is_described_in_the_form_of_the_specification() {
    let mut gui = Gui::new();
    for value in [
        "GM 2800 human Gary Kasparov",
        "none none computer Shredder",
        "none none human",
        "<empty>",
    ] {
        let line = format!("setoption name UCI_Opponent value {value}");
        assert!(gui.answer(&line).is_empty(), "{value}");
    }
    let answer = gui.answer("setoption name UCI_Opponent value Gary Kasparov");
    assert!(answer[0].starts_with("info string invalid value "));
    assert!(answer[0].contains("for option UCI_Opponent: expected "));
}

#[test]
fn uci_engineabout_is_a_string_option() {
    let mut gui = Gui::new();
    let lines = gui.answer("uci");
    let about = "option name UCI_EngineAbout type string default Diglot ";
    let line = lines.iter().find(|line| line.starts_with(about)).unwrap();
    assert!(line.contains("GPL"));
    assert!(
        gui.answer("setoption name UCI_EngineAbout value mine")
            .is_empty()
    );
}

#[test]
fn option_names_in_any_case_and_buttons_without_value() {
    let mut gui = Gui::new();
    for line in [
        "setoption name hAsH value 2",
        "setoption  name  move   overhead  value  20 ",
        "setoption name clear hash",
        "setoption name Clear Hash value true",
        "setoption name PONDER value TRUE",
        "setoption name NalimovPath value c:\\tables and more",
    ] {
        assert!(gui.answer(line).is_empty(), "{line}");
    }
}

#[test]
fn unknown_and_invalid_options_are_reported_and_change_nothing() {
    let mut gui = Gui::new();
    for line in [
        "setoption name Hash value 0",
        "setoption name Hash value -5",
        "setoption name Hash value 99999999999999999999",
        "setoption name Hash value many",
        "setoption name Hash",
        "setoption name Ponder value perhaps",
        "setoption name No Such Option value 1",
        "setoption",
    ] {
        let answer = gui.answer(line);
        assert_eq!(answer.len(), 1, "{line}: {answer:?}");
        assert!(answer[0].starts_with("info string "), "{line}: {answer:?}");
    }
    gui.send("isready");
    gui.wait_for("readyok");
}

#[cfg(feature = "tuning")]
#[test]
fn tuning_options_cover_every_search_parameter() {
    let mut gui = Gui::new();
    for number in diglot::search::PARAMETERS {
        let line = format!("setoption name {} value {}", number.name, number.default);
        gui.send(&line);
        assert_eq!(gui.answer("isready"), ["readyok"], "{line}");
    }
    let complaint = gui.answer("setoption name no_such_number value 1");
    assert!(complaint[0].starts_with("info string "), "{complaint:?}");
}

#[test]
fn the_engine_names_a_ponder_move_and_never_ponders_by_itself() {
    let mut gui = Gui::new();
    gui.send("setoption name Ponder value true");
    let search = gui.go("go depth 6");
    let moves = [search.best(), search.ponder().unwrap()];
    assert_legal(&Position::startpos(), &moves, CastlingMode::Standard);
    assert!(gui.listen(Duration::from_millis(60)).is_empty());
}

#[test]
fn unsupported_tablebase_options_are_silently_accepted() {
    let mut gui = Gui::new();
    let announced = gui.answer("uci");
    for (name, value) in [
        ("NalimovPath", "c:\\tables;d:\\more tables"),
        ("NalimovCache", "32"),
        ("UCI_ShredderbasesPath", "/tables"),
    ] {
        assert!(!announced.iter().any(|line| line.contains(name)), "{name}");
        let line = format!("setoption name {name} value {value}");
        assert!(gui.answer(&line).is_empty(), "{name}");
    }
}

#[test]
fn limits_hold_with_many_threads() {
    let mut gui = Gui::new();
    gui.send("setoption name Threads value 4");
    let root = Position::startpos();
    for go in [
        "go depth 6",
        "go nodes 30000",
        "go movetime 30",
        "go wtime 100 btime 100",
        "go depth 5 searchmoves a2a3",
        "go mate 1 movetime 20",
    ] {
        let search = gui.go(go);
        assert_legal(&root, &[search.best()], CastlingMode::Standard);
        assert!(gui.listen(Duration::from_millis(2)).is_empty(), "{go}");
        for line in search.infos() {
            assert_legal(&root, &pv(line), CastlingMode::Standard);
            assert!(go != "go nodes 30000" || number(line, "nodes") <= 30_000);
            assert!(!go.contains("a2a3") || pv(line)[0] == "a2a3");
        }
    }
    gui.send_all(&["go ponder wtime 50 btime 50", "ponderhit"]);
    gui.finish();
    // A running search keeps its number of threads.
    gui.send_all(&["go infinite", "setoption name Threads value 1"]);
    gui.pump(Duration::from_millis(20));
    gui.send("stop");
    gui.finish();
}

#[test]
fn clear_hash_clears_the_tt_and_move_overhead_reserves_time() {
    let mut gui = Gui::new();
    let mut nodes = || {
        gui.send_all(&["setoption name Clear Hash", "isready"]);
        gui.wait_for("readyok");
        let first = number(gui.go("go depth 6").last_info(), "nodes");
        let again = number(gui.go("go depth 6").last_info(), "nodes");
        assert!(again < first, "{again} {first}");
        first
    };
    assert_eq!(nodes(), nodes());
    gui.send("setoption name Move Overhead value 4000");
    let started = Instant::now();
    gui.go("go wtime 4100 btime 4100 movestogo 1");
    let planned = Duration::from_millis(100);
    assert!(
        started.elapsed() < planned + LATENCY,
        "{:?}",
        started.elapsed()
    );
}
