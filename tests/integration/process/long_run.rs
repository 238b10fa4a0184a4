//! Long runs: memory and threads stay as they are over analysis, searches, games and changes of options. The normal
//! tests hold a short form; the long form is started by hand (CONTRIBUTING.md).

use std::thread;
use std::time::{Duration, Instant};

use diglot::board::{FenStyle, Position};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::support::program::{Program, resident_memory};
use crate::support::{AT_ONCE, LATENCY};

/// The environment variable with the length of the long form's analysis in minutes.
const MINUTES: &str = "DIGLOT_LONG_RUN_MINUTES";

/// Time between two positions of the analysis.
const POSITION_TIME: Duration = Duration::from_millis(200);

/// The length of a run.
struct Length {
    /// Time of the analysis in each protocol.
    analysis: Duration,
    /// Number of searches of 2000 nodes.
    searches: usize,
    games: usize,
    /// Number of changes of Threads and Hash.
    changes: usize,
    /// Growth of the resident memory in KiB that is allowed for the noise of a short run.
    noise: u64,
}

const SHORT: Length = Length {
    analysis: Duration::from_secs(4),
    searches: 300,
    games: 300,
    changes: 12,
    noise: 4096,
};

/// A position after random moves.
fn random_position(random: &mut SmallRng) -> Position {
    let mut position = Position::startpos();
    for _ in 0..random.random_range(0..80) {
        let next = position
            .legal_moves()
            .choose(random)
            .map(|&m| position.after(m));
        // The next position of the analysis must have a move too.
        let Some(next) = next.filter(Position::has_legal_move) else {
            break;
        };
        position = next;
    }
    position
}

fn thread_count(engine: &Program) -> usize {
    let folder = format!("/proc/{}/task", engine.child.id());
    std::fs::read_dir(folder).unwrap().count()
}

/// Does some work twice, and checks that the resident memory does not grow the second time by more than 2 %.
fn assert_memory_is_flat(
    engine: &mut Program,
    length: &Length,
    what: &str,
    mut work: impl FnMut(&mut Program),
) {
    work(engine);
    let before = resident_memory(engine.child.id());
    work(engine);
    let after = resident_memory(engine.child.id());
    println!("{what}: {before} KiB, then {after} KiB");
    let limit = before + before / 50 + length.noise;
    assert!(after <= limit, "{what}: {before} KiB, then {after} KiB");
}

/// Starts an engine with two threads and all the memory of its table.
fn start(protocol: &str) -> Program {
    let mut engine = Program::greeted(protocol);
    match protocol {
        "uci" => {
            engine.write("setoption name Threads value 2\nsetoption name Hash value 32\nisready\n");
            engine.wait_for("readyok");
        }
        _ => {
            engine.write("cores 2\nmemory 32\nping 1\n");
            engine.wait_for("pong 1");
        }
    }
    engine
}

fn analyze(engine: &mut Program, protocol: &str, time: Duration, random: &mut SmallRng) {
    let start = Instant::now();
    while start.elapsed() < time {
        let fen = random_position(random).to_fen(FenStyle::XFen);
        match protocol {
            "uci" => engine.write(&format!("position fen {fen}\ngo infinite\n")),
            _ => engine.write(&format!("setboard {fen}\nping 7\n")),
        }
        thread::sleep(POSITION_TIME);
        match protocol {
            "uci" => {
                engine.write("stop\n");
                engine.wait_for("bestmove ");
            }
            _ => drop(engine.wait_for("pong 7")),
        }
    }
}

fn run(length: &Length) {
    let mut random = SmallRng::seed_from_u64(1);
    for protocol in ["uci", "xboard"] {
        let mut engine = start(protocol);
        if protocol == "xboard" {
            engine.write("post\nanalyze\n");
        }
        let what = format!("analysis in {protocol}");
        assert_memory_is_flat(&mut engine, length, &what, |engine| {
            analyze(engine, protocol, length.analysis / 2, &mut random);
        });
        engine.write("quit\n");
        engine.assert_ends_well();
    }
    let mut engine = start("uci");
    let threads = thread_count(&engine);
    assert_memory_is_flat(&mut engine, length, "short searches", |engine| {
        for _ in 0..length.searches / 2 {
            let fen = random_position(&mut random).to_fen(FenStyle::XFen);
            engine.write(&format!("position fen {fen}\ngo nodes 2000\n"));
            engine.wait_for("bestmove ");
        }
    });
    assert_memory_is_flat(&mut engine, length, "games", |engine| {
        for _ in 0..length.games / 2 {
            engine.write("ucinewgame\nposition startpos\ngo nodes 100\n");
            engine.wait_for("bestmove ");
        }
    });
    for i in 0..length.changes {
        let (count, hash) = (1 + i % 5, 1 + i % 7);
        engine.write(&format!(
            "setoption name Threads value {count}\nsetoption name Hash value {hash}\nisready\n"
        ));
        engine.wait_for("readyok");
    }
    engine.write("setoption name Threads value 2\nisready\n");
    engine.wait_for("readyok");
    // The system lists a thread a moment longer than it lives.
    let since = Instant::now();
    while thread_count(&engine) != threads {
        let count = thread_count(&engine);
        assert!(since.elapsed() < AT_ONCE, "{threads} threads, then {count}");
        thread::sleep(Duration::from_millis(1));
    }
    engine.write("quit\n");
    engine.assert_ends_well();
}

#[test]
fn a_short_run_leaks_nothing() {
    run(&SHORT);
}

#[test]
#[ignore = "takes more than an hour unless DIGLOT_LONG_RUN_MINUTES is set"]
fn a_long_run_leaks_nothing() {
    let minutes = std::env::var(MINUTES).map_or(30, |minutes| minutes.parse().unwrap());
    run(&Length {
        analysis: Duration::from_secs(60 * minutes),
        searches: 20_000,
        games: 10_000,
        changes: 200,
        noise: 0,
    });
}

/// While the process is stopped its time runs on. Afterwards the search must see that at once, and the next one must
/// not take the interruption for a slow machine.
#[test]
fn an_interruption_by_the_system_costs_no_further_time() {
    let mut engine = start("uci");
    for threads in [1, 2] {
        engine.write(&format!("setoption name Threads value {threads}\n"));
        for go in ["go movetime 700\n", "go wtime 3000 btime 3000\n"] {
            engine.write(go);
            thread::sleep(Duration::from_millis(50));
            engine.signal("STOP");
            thread::sleep(Duration::from_millis(1000));
            let resumed = Instant::now();
            engine.signal("CONT");
            engine.wait_for("bestmove ");
            let time = resumed.elapsed();
            assert!(time < LATENCY / 2, "{go}: {time:?}");
        }
        let started = Instant::now();
        engine.write("go movetime 700\n");
        engine.wait_for("bestmove ");
        let time = started.elapsed();
        assert!(time > Duration::from_millis(600), "{time:?}");
    }
    engine.write("quit\n");
    engine.assert_ends_well();
}
