//! Searches over pipes: `stop` and `?`, time in nodes, root moves and set scores.

use std::thread;
use std::time::{Duration, Instant};

use crate::support::LATENCY;
use crate::support::program::{Program, think};

#[test]
fn stop_and_move_now_are_answered_at_once() {
    for (protocol, command, answer) in [("uci", "stop\n", "bestmove "), ("xboard", "?\n", "move ")]
    {
        let mut engine = Program::greeted(protocol);
        for milliseconds in [0, 20, 200] {
            engine.write(think(protocol));
            thread::sleep(Duration::from_millis(milliseconds));
            let started = Instant::now();
            engine.write(command);
            engine.wait_for(answer);
            assert!(started.elapsed() < LATENCY, "{protocol}");
        }
    }
}

#[test]
fn nps_measures_time_in_nodes() {
    let mut engine = Program::greeted("xboard");
    engine.write("new\npost\ncores 2\nst 8\nnps 10000\ngo\n");
    let mut nodes = 0;
    loop {
        let line = engine.wait_until(|_| true);
        if line.starts_with("move ") {
            break;
        }
        nodes = line.split(' ').nth(3).unwrap().parse().unwrap();
    }
    assert!(nodes > 20_000 && nodes <= 80_000, "{nodes}");
}

#[test]
fn root_moves_and_scores_over_pipes() {
    let mut engine = Program::greeted("xboard");
    engine.write("st 60\ngo\nexclude all\ninclude h2h4\n");
    thread::sleep(Duration::from_millis(50));
    engine.write("?\n");
    assert_eq!(engine.wait_for("move "), "move h2h4");
    engine.write("new\nforce\na2a3\nsetscore -900 50\nundo\nsd 4\ngo\n");
    assert_eq!(engine.wait_for("move "), "move a2a3");
}
