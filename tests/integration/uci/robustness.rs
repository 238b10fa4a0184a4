//! Commands at the wrong time and invalid lines.

use std::time::Duration;

use diglot::board::CastlingMode;
use diglot::protocol::Input;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::support::uci::{Gui, assert_legal, position};

#[test]
fn go_during_a_search_ends_it_first() {
    let mut gui = Gui::new();
    gui.send_all(&[
        "go infinite searchmoves a2a3",
        "go infinite searchmoves b2b3",
        "position startpos moves e2e4",
        "go depth 1 searchmoves a7a6",
        "isready",
    ]);
    let done = |lines: &[String]| {
        let best = lines.iter().filter(|line| line.starts_with("bestmove"));
        best.count() == 3 && lines.contains(&"readyok".to_owned())
    };
    let lines = gui.wait(done);
    let best: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("bestmove "))
        .map(|rest| &rest[..4])
        .collect();
    assert_eq!(best, ["a2a3", "b2b3", "a7a6"]);
}

#[test]
fn stop_after_a_queued_go_ends_the_queued_search() {
    let mut gui = Gui::new();
    gui.send_all(&["go infinite", "go infinite", "stop"]);
    let lines = gui.wait(|lines| {
        let best = lines.iter().filter(|line| line.starts_with("bestmove"));
        best.count() == 2
    });
    assert!(lines.last().unwrap().starts_with("bestmove"));
}

#[test]
fn other_commands_do_not_disturb_a_search() {
    let mut gui = Gui::new();
    gui.send("position startpos moves e2e4");
    gui.send_all(&[
        "go infinite",
        "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "ucinewgame",
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "uci",
        "isready",
        "d",
    ]);
    let lines = gui.listen(Duration::from_millis(50));
    assert!(lines.contains(&"readyok".to_owned()));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    gui.send("stop");
    let search = gui.finish();
    let before = position("position startpos moves e2e4", CastlingMode::Standard);
    assert_legal(&before, &[search.best()], CastlingMode::Standard);
    gui.send("isready");
    gui.wait_for("readyok");
    let after = position(
        "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        CastlingMode::Standard,
    );
    let search = gui.go("go depth 3");
    assert_legal(&after, &[search.best()], CastlingMode::Standard);
}

fn overlong(start: &str) -> Input {
    Input::Overlong {
        start: start.to_owned(),
    }
}

#[test]
fn an_overlong_position_is_refused_until_the_next_one() {
    let mut gui = Gui::new();
    gui.send("position startpos moves e2e4");
    gui.handle(overlong("position startpos moves g1f3"));
    let search = gui.go("go depth 1");
    assert_eq!(search.best(), "(none)");
    gui.send("position startpos");
    assert_ne!(gui.go("go depth 1").best(), "(none)");
}

#[test]
fn an_overlong_line_is_ignored_and_reported() {
    let mut gui = Gui::new();
    gui.handle(overlong("x"));
    let answer = gui.take();
    assert!(answer.len() == 1 && answer[0].starts_with("info string "));
    let word = "x".repeat(1 << 19);
    for line in [
        format!("position fen {word}"),
        format!("position startpos moves {word}"),
        format!("setoption name {word} value {word}"),
    ] {
        let answer = gui.answer(&line);
        assert!(
            answer.len() == 1 && answer[0].len() < 1000,
            "{:.200}",
            answer[0]
        );
    }
    assert!(gui.answer(&word).is_empty());
}

#[test]
fn random_mixtures_of_words_leave_a_working_engine() {
    const WORDS: &[&str] = &[
        "uci",
        "debug",
        "on",
        "off",
        "isready",
        "setoption",
        "name",
        "value",
        "Hash",
        "Threads",
        "true",
        "register",
        "later",
        "code",
        "ucinewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "e1g1",
        "a7a8q",
        "0000",
        "go",
        "searchmoves",
        "ponder",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "infinite",
        "stop",
        "ponderhit",
        "d",
        "eval",
        "bench",
        "0",
        "1",
        "2",
        "-1",
        "99999999999999999999",
        "UCI_Chess960",
        "Clear",
        "8/8/8/8/8/8/8/8",
        "4k3/8/8/8/8/8/8/4K2R",
        "w",
        "K",
        "-",
        "xboard",
        "é",
        "\u{0}",
    ];
    let mut rng = SmallRng::seed_from_u64(193);
    let mut gui = Gui::new();
    for _ in 0..3000 {
        let count = rng.random_range(1..9);
        let words: Vec<&str> = (0..count)
            .map(|_| WORDS[rng.random_range(0..WORDS.len())])
            .collect();
        gui.send(&words.join(" "));
        if rng.random_bool(0.1) {
            gui.pump(Duration::from_micros(200));
        }
    }
    gui.send_all(&[
        "stop",
        "isready",
        "setoption name Threads value 1",
        "position startpos",
    ]);
    gui.pump(Duration::from_millis(50));
    gui.take();
    gui.send_all(&["go infinite searchmoves a2a4", "stop"]);
    let is_best = |line: &String| line.starts_with("bestmove a2a4");
    gui.wait(|lines| lines.iter().any(is_best));
}

#[test]
fn illegal_and_malformed_moves_end_the_list_of_moves() {
    let mut gui = Gui::new();
    for moves in [
        "e2e4",
        "d2d4",
        "e1e2q d7d5",
        "O-O-O-O",
        "\u{1F600} d7d5",
        "0000 a7a6",
    ] {
        let answer = gui.answer(&format!("position startpos moves d2d4 {moves}"));
        assert_eq!(answer.len(), 1, "{moves}: {answer:?}");
        assert!(
            answer[0].ends_with(", number 2 of the line; it and all later moves are ignored"),
            "{answer:?}"
        );
    }
    let search = gui.go("go depth 2");
    let root = position("position startpos moves d2d4", CastlingMode::Standard);
    assert_legal(&root, &[search.best()], CastlingMode::Standard);
}
