//! CPU time, threads and memory of the process.

use std::thread;
use std::time::{Duration, Instant};

use crate::support::AT_ONCE;
use crate::support::program::{Program, resident_memory};

/// The CPU time that the process has used, in clock ticks of 10 ms.
fn cpu_ticks(engine: &Program) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", engine.child.id())).unwrap();
    // User and system time are the 12th and 13th words after the name in parentheses.
    let (_, words) = stat.rsplit_once(") ").unwrap();
    let words = words.split(' ').skip(11).take(2);
    words.map(|word| word.parse::<u64>().unwrap()).sum()
}

/// Waits until an engine stops using CPU time. On a busy machine its threads may notice the stop signal late.
fn wait_until_idle(engine: &Program, state: &str) {
    let deadline = Instant::now() + AT_ONCE;
    loop {
        let before = cpu_ticks(engine);
        thread::sleep(Duration::from_millis(200));
        let used = cpu_ticks(engine) - before;
        if used <= 2 {
            return;
        }
        assert!(Instant::now() < deadline, "{state}: {used} ticks in 200 ms");
    }
}

#[test]
fn a_pause_uses_no_cpu_time() {
    for (before, state) in [
        ("cores 2\nst 60\ngo\n", "thinking"),
        ("cores 2\nanalyze\n", "analysis"),
        ("hard\nst 0.05\ngo\n", "pondering"),
        ("", "waiting"),
    ] {
        let mut engine = Program::greeted("xboard");
        engine.write(before);
        engine.listen(Duration::from_millis(300));
        engine.write("pause\nping 1\n");
        engine.wait_for("pong 1");
        wait_until_idle(&engine, state);
        assert!(engine.listen(Duration::ZERO).is_empty(), "{state}");
        let used = cpu_ticks(&engine);
        engine.write("resume\n");
        let deadline = Instant::now() + AT_ONCE;
        while state != "waiting" && cpu_ticks(&engine) < used + 5 {
            assert!(
                Instant::now() < deadline,
                "{state}: the search did not resume"
            );
            thread::sleep(Duration::from_millis(10));
        }
        engine.write("pause\nquit\n");
        engine.assert_ends_well();
    }
}

#[test]
fn an_idle_engine_uses_no_cpu_time() {
    let mut engine = Program::greeted("xboard");
    for state in [
        "hard\nst 60\ngo\nforce\n",
        "new\nhard\nst 0.05\ne2e4\nresult 1-0 {x}\n",
        "new\nanalyze\nexit\n",
        "analyze\nsetboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n",
        "analyze\nsetboard x\n",
        "new\nforce\nsetboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\nhard\nsd 3\ngo\n",
    ] {
        engine.write(state);
        thread::sleep(Duration::from_millis(100));
        wait_until_idle(&engine, state);
    }
}

#[test]
fn helper_threads_exist_before_readyok() {
    let mut engine = Program::greeted("uci");
    let threads = |engine: &Program| {
        let folder = format!("/proc/{}/task", engine.child.id());
        std::fs::read_dir(folder).unwrap().count()
    };
    engine.write("isready\n");
    engine.wait_for("readyok");
    let with_one = threads(&engine);
    for count in [2, 7, 3, 1] {
        engine.write(&format!("setoption name Threads value {count}\nisready\n"));
        engine.wait_for("readyok");
        let expected = with_one + count - 1;
        assert!(threads(&engine) >= expected, "{count}");
        engine.write("go depth 4\n");
        engine.wait_for("bestmove");
        // The system lists a thread a moment longer than it lives.
        let start = Instant::now();
        while threads(&engine) != expected {
            assert!(start.elapsed() < AT_ONCE, "{count}: {}", threads(&engine));
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The search that comes next must not wait for the system to provide the memory of the table page by page.
#[test]
fn a_new_hash_table_has_its_memory_before_readyok() {
    let mut engine = Program::greeted("uci");
    engine.write("setoption name Hash value 100\nisready\n");
    // A busy machine may need a while for the memory.
    let line = engine.lines.recv_timeout(Duration::from_secs(60));
    assert_eq!(line.as_deref(), Ok("readyok"));
    let kibibytes = resident_memory(engine.child.id());
    assert!(kibibytes > 100 << 10, "{kibibytes}");
}

#[test]
fn memory_does_not_grow_with_searches_games_and_settings() {
    let mut engine = Program::greeted("uci");
    let round = |engine: &mut Program| {
        for hash in [1, 8, 2] {
            engine.write(&format!(
                "setoption name Hash value {hash}\nsetoption name Threads value {hash}\n"
            ));
            engine.write("ucinewgame\nposition startpos moves e2e4 e7e5\ngo depth 3\n");
            engine.wait_for("bestmove");
            engine.write("go infinite\nstop\n");
            engine.wait_for("bestmove");
            engine.write("isready\n");
            engine.wait_for("readyok");
        }
    };
    for _ in 0..20 {
        round(&mut engine);
    }
    let before = resident_memory(engine.child.id());
    for _ in 0..60 {
        round(&mut engine);
    }
    let after = resident_memory(engine.child.id());
    // Per-thread tables, 6 MiB each, fragment the heap, but not further with every round.
    assert!(
        after < before + 128 * 1024,
        "{before} KiB, then {after} KiB"
    );
    engine.write("quit\n");
    engine.assert_ends_well();
}

#[test]
fn many_threads_keep_to_the_clock() {
    let mut engine = Program::greeted("uci");
    engine.write("setoption name Threads value 128\nisready\n");
    engine.wait_for("readyok");
    for _ in 0..3 {
        let start = Instant::now();
        engine.write("go wtime 1500 btime 1500\n");
        engine.wait_for("bestmove");
        // Its share of the clock is 0.1 s.
        let time = start.elapsed();
        assert!(time < Duration::from_millis(1500), "{time:?}");
    }
    engine.write("quit\n");
    engine.assert_ends_well();
}
