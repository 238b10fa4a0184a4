//! The start of a session: protocol detection, greetings and the arguments that GUIs pass.

use std::time::{Duration, Instant};

use crate::support::LATENCY;
use crate::support::program::{PROTOCOLS, Program};

#[test]
fn the_program_is_silent_before_the_first_command() {
    let mut engine = Program::start(&[]);
    assert!(engine.listen(Duration::from_millis(150)).is_empty());
    engine.write("\n   \nhello\n\r\n");
    assert!(engine.listen(Duration::from_millis(50)).is_empty());
    engine.greet("uci");
}

#[test]
fn the_first_command_picks_the_protocol() {
    for (line, answer) in [
        ("isready", "readyok"),
        ("position startpos\nd", "Fen: rnbqkbnr"),
        ("go perft 1", "Nodes searched: 20"),
        ("protover 2", "feature"),
        ("xboard\nprotover 2", "feature"),
        ("setoption name Hash value 1\nisready", "readyok"),
        ("e2e4\n?", "move "),
        ("sd 1\ne2e4", "move "),
        ("fritz\nreset\nsd 1\nd2d4", "move "),
    ] {
        let mut engine = Program::start(&[]);
        engine.write(&format!("hello\n\n{line}\n"));
        engine.wait_for(answer);
        engine.write("quit\n");
        engine.assert_ends_well();
    }
}

#[test]
fn both_greetings_are_answered() {
    let mut engine = Program::greeted("uci");
    engine.greet("xboard");
    engine.greet("uci");
    engine.write("go depth 1\n");
    engine.wait_for("bestmove");
    engine.write("quit\n");
    engine.assert_ends_well();
}

#[test]
fn cecp_settings_are_reset_when_uci_begins() {
    let mut engine = Program::greeted("xboard");
    engine.write("new\nvariant fischerandom\nmemory 64\n");
    engine.greet("uci");
    engine
        .write("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\ngo depth 1 searchmoves e1h1\n");
    assert!(engine.wait_for("bestmove").starts_with("bestmove e1g1"));
}

#[test]
fn an_argument_stands_for_the_first_line() {
    for word in ["uci", "-uci", "--uci"] {
        Program::start(&[word]).wait_for("uciok");
    }
    for word in ["xboard", "-xboard", "--xboard"] {
        let mut engine = Program::start(&[word]);
        engine.write("protover 2\n");
        engine.wait_for("feature");
    }
}

#[test]
fn legacy_start_arguments_are_ignored() {
    for words in [
        &["st", "5"][..],
        &["40", "5"],
        &["level", "40", "0:30", "0"],
    ] {
        let mut engine = Program::start(words);
        engine.write("xboard\nsd 1\ne2e4\n");
        engine.wait_for("move ");
        engine.write("quit\n");
        engine.assert_ends_well();
    }
}

#[test]
fn uciok_and_features_come_soon_after_the_start() {
    for protocol in PROTOCOLS {
        let started = Instant::now();
        Program::greeted(protocol);
        assert!(started.elapsed() < LATENCY, "{protocol}");
    }
}
