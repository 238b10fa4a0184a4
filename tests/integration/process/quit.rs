//! The end of the process: `quit`, the end of input, a broken stdout and signals.

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::LATENCY;
use crate::support::program::{PROTOCOLS, Program, spawn, think, wait};

#[test]
fn help_and_quit_work_without_a_protocol() {
    let mut engine = Program::start(&[]);
    engine.write("help\n");
    engine.wait_for("Diglot");
    for protocol in PROTOCOLS {
        engine.greet(protocol);
        engine.write("help\n");
        for part in ["UCI", "  position startpos", "CECP", "  setboard FEN"] {
            engine.wait_for(part);
        }
    }
    let mut engine = Program::start(&[]);
    engine.write("quit\n");
    engine.assert_ends_well();
    let mut engine = Program::start(&[]);
    engine.close_input();
    engine.assert_ends_well();
}

#[test]
fn quit_ends_the_process_at_once_in_any_state() {
    for (protocol, think) in [
        ("uci", ""),
        ("uci", think("uci")),
        ("uci", "bench\n"),
        ("uci", "go perft 12\n"),
        ("xboard", ""),
        ("xboard", think("xboard")),
    ] {
        let mut engine = Program::greeted(protocol);
        engine.write(think);
        thread::sleep(Duration::from_millis(30));
        let started = Instant::now();
        engine.write("quit\n");
        engine.assert_ends_well();
        assert!(
            started.elapsed() < LATENCY,
            "{protocol}: {:?}",
            started.elapsed()
        );
    }
}

#[test]
fn quit_ends_analysis_pondering_and_editing() {
    for state in [
        "analyze\n",
        "hard\nst 0.05\ne2e4\n",
        "edit\n#\nKe1\n",
        "force\nsetboard x\n",
        "new\nst 60\nhard\nforce\ne2e4\nplayother\n",
        "memory 64\nnew\n",
    ] {
        let mut engine = Program::greeted("xboard");
        engine.write(state);
        thread::sleep(Duration::from_millis(100));
        engine.write("quit\n");
        engine.assert_ends_well();
    }
}

#[test]
fn end_of_input_completes_the_line_and_ends_the_process() {
    let mut engine = Program::start(&[]);
    engine.write("uci\nposition startpos\ngo depth 1");
    engine.close_input();
    engine.wait_for("bestmove ");
    engine.assert_ends_well();
    for protocol in PROTOCOLS {
        let mut engine = Program::greeted(protocol);
        engine.write(think(protocol));
        if protocol == "uci" {
            engine.close_input();
            engine.wait_for("bestmove ");
        } else {
            engine.write("?\nposi");
            engine.close_input();
        }
        engine.assert_ends_well();
    }
}

#[test]
fn end_of_input_ends_a_search_to_a_great_depth() {
    for (protocol, go, answer) in [
        ("uci", "go depth 200\n", "bestmove "),
        ("xboard", "new\nsd 200\ngo\n", "move "),
    ] {
        let mut engine = Program::greeted(protocol);
        engine.write(go);
        engine.close_input();
        engine.wait_for(answer);
        engine.assert_ends_well();
    }
}

#[test]
fn the_end_of_input_ends_a_pause() {
    let mut engine = Program::greeted("xboard");
    engine.write("st 0.2\ngo\npause\n");
    engine.close_input();
    engine.wait_for("move ");
    engine.assert_ends_well();
}

#[test]
fn a_broken_stdout_ends_the_process() {
    for protocol in PROTOCOLS {
        let mut child = spawn(&[]);
        let mut input = child.stdin.take().unwrap();
        drop(child.stdout.take());
        // Writing fails once the program has found its output pipe broken and ended.
        for line in [protocol, "protover 2", "isready", "ping 1"] {
            if writeln!(input, "{line}").is_err() {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        wait(&mut child);
    }
}

/// States in which nothing is written for a long time.
#[cfg(unix)]
const SILENT: [&str; 3] = [
    "uci\nposition startpos\ngo perft 12\n",
    "uci\nsetoption name Threads value 2\nisready\ngo perft 12\n",
    "xboard\nprotover 2\nnopost\nst 600\ngo\n",
];

/// Whether the input stays open does not matter.
#[cfg(unix)]
#[test]
fn a_gui_that_died_is_noticed_in_silence() {
    for state in SILENT {
        for closes_input in [true, false] {
            let mut child = spawn(&[]);
            let mut input = child.stdin.take();
            input.as_mut().unwrap().write_all(state.as_bytes()).unwrap();
            thread::sleep(Duration::from_millis(200));
            let started = Instant::now();
            if closes_input {
                input = None;
            }
            drop(child.stdout.take());
            wait(&mut child);
            let time = started.elapsed();
            assert!(time < LATENCY, "{state}: {time:?}");
            drop(input);
        }
    }
}

#[test]
fn the_end_of_input_stops_a_long_perft_and_awaits_a_short_one() {
    for (depth, line) in [
        (3, "Nodes searched: 8902"),
        (12, "info string perft stopped"),
    ] {
        let mut engine = Program::greeted("uci");
        engine.write(&format!("go perft {depth}\n"));
        engine.close_input();
        engine.wait_for(line);
        engine.assert_ends_well();
    }
    let output = crate::support::program::run(&["go perft 5", "quit"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("Nodes searched: 4865609"));
}

#[test]
fn a_gui_that_does_not_read_cannot_hold_up_quit() {
    let mut child = spawn(&[]);
    let mut input = child.stdin.take().unwrap();
    // More output than a pipe can hold.
    input.write_all("d\n".repeat(1000).as_bytes()).unwrap();
    input.write_all(b"quit\n").unwrap();
    assert_eq!(wait(&mut child).code(), Some(0));
}

#[cfg(unix)]
#[test]
fn sigterm_ends_the_process_with_code_0() {
    let engine = Program::start(&[]);
    thread::sleep(Duration::from_millis(100));
    engine.signal("TERM");
    let mut engine = engine;
    engine.assert_ends_well();
    for protocol in PROTOCOLS {
        for think in ["", think(protocol)] {
            let mut engine = Program::greeted(protocol);
            engine.write(think);
            thread::sleep(Duration::from_millis(20));
            engine.signal("TERM");
            engine.assert_ends_well();
        }
    }
}

#[cfg(unix)]
#[test]
fn sigterm_ends_a_busy_process() {
    let mut engine = Program::greeted("uci");
    engine.write("go perft 12\n");
    thread::sleep(Duration::from_millis(50));
    engine.signal("TERM");
    engine.assert_ends_well();
}

#[cfg(unix)]
#[test]
fn sigint_is_ignored_in_cecp_only() {
    let mut engine = Program::greeted("xboard");
    for think in ["", think("xboard")] {
        engine.write(think);
        engine.signal("INT");
        thread::sleep(Duration::from_millis(20));
        engine.signal("INT");
    }
    engine.write("?\nping 9\n");
    engine.wait_until(|line| line == "pong 9");
    engine.greet("uci");
    engine.signal("INT");
    assert_eq!(engine.end().code(), None, "ended by the signal");
}
