//! Compliance with tools, which the tests imitate step by step: fastchess's check (`--compliance`), OpenBench's
//! workers and lichess-bot's sample configuration.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::program::{Program, command};

/// Time limit for an answer, long enough for a busy machine.
const ANSWER_LIMIT: Duration = Duration::from_secs(20);

/// How long OpenBench waits for a benchmark.
const BENCH_LIMIT: Duration = Duration::from_secs(60);

impl Program {
    fn send(&mut self, line: &str) {
        self.input
            .as_mut()
            .unwrap()
            .write_all(format!("{line}\n").as_bytes())
            .unwrap();
    }

    /// Sends a line and returns the answer up to the first line that begins with `last`.
    fn ask(&mut self, line: &str, last: &str) -> Vec<String> {
        self.send(line);
        let deadline = Instant::now() + ANSWER_LIMIT;
        let mut lines = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let received = self.lines.recv_timeout(left);
            lines.push(received.unwrap_or_else(|_| panic!("{line}: no {last} after {lines:?}")));
            if lines.last().unwrap().starts_with(last) {
                return lines;
            }
        }
    }

    fn is_ready(&mut self) {
        let mut lines = self.ask("isready", "readyok");
        // Messages about options set before are for the user.
        lines.retain(|line| !line.starts_with("info string"));
        assert_eq!(lines, ["readyok"]);
    }

    /// Searches, checks the last `info` line as fastchess does, and returns the best move.
    fn go(&mut self, line: &str) -> String {
        let mut lines = self.ask(line, "bestmove");
        let best = lines.pop().unwrap();
        let info = lines.iter().rfind(|line| line.starts_with("info"));
        let info = info.unwrap_or_else(|| panic!("{line}: no info before {best}"));
        let words: Vec<&str> = info.split_whitespace().collect();
        assert!(words.contains(&"score"), "{line}: {info}");
        for pair in words.windows(2) {
            let is_number = !matches!(pair[0], "time" | "nps" | "score") || !pair[1].contains('.');
            assert!(is_number, "{line}: {info}");
        }
        let best = best.split_whitespace().nth(1);
        best.unwrap_or_else(|| panic!("{line}: no best move"))
            .to_owned()
    }
}

/// The steps of `app/src/engine/compliance.*` of <https://github.com/Disservin/fastchess>, in its older and its newer
/// version.
#[test]
fn fastchess_finds_the_engine_compliant() {
    let mut engine = Program::start(&[]);
    let greeting = engine.ask("uci", "uciok");
    engine.is_ready();
    for id in ["id name ", "id author "] {
        let line = greeting.iter().find(|line| line.starts_with(id)).unwrap();
        assert!(line.len() > id.len());
    }
    engine.send("ucinewgame");
    engine.is_ready();
    engine.send("position startpos");
    engine.is_ready();
    engine.send("position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27");
    engine.is_ready();
    engine.go("go wtime 100");
    // The older version sends this with White to move, the newer one with Black to move.
    engine.go("go btime 100");
    engine.send("position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    engine.go("go btime 100");
    engine.go("go wtime 100 winc 100 btime 100 binc 100");
    engine.go("go btime 100 binc 100 wtime 100 winc 100");
    engine.send("ucinewgame");
    engine.is_ready();
    for position in ["position startpos", "position startpos moves e2e4 e7e5"] {
        engine.send(position);
        let best = engine.go("go wtime 100 btime 100");
        assert!(best.len() >= 4, "{best}");
    }
}

/// Runs the benchmark and reads stdout and stderr together, as OpenBench does. Returns nodes and nodes per second,
/// each from the last line that has them.
fn bench(arguments: &[&str]) -> (u64, u64) {
    let (mut reader, writer) = std::io::pipe().unwrap();
    let mut command = command(arguments);
    command.stdin(Stdio::null());
    command.stdout(writer.try_clone().unwrap()).stderr(writer);
    let mut child = command.spawn().unwrap();
    drop(command); // closes our ends of the pipe
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(text.is_ascii());
    let number = |unit: &str| {
        let mut lines = text.lines().rev();
        let found = lines.find_map(|line| number_with(line, unit));
        found.unwrap_or_else(|| panic!("no {unit} in {text}"))
    };
    (number("nodes"), number("nps"))
}

/// The number directly before or after a word.
fn number_with(line: &str, unit: &str) -> Option<u64> {
    let words: Vec<&str> = line
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let pair = words.windows(2).find_map(|pair| match pair {
        [number, word] if *word == unit => number.parse().ok(),
        _ => None,
    });
    pair.or_else(|| {
        words.windows(2).find_map(|pair| match pair {
            [word, number] if *word == unit => number.parse().ok(),
            _ => None,
        })
    })
}

/// Runs copies of the benchmark in parallel and returns their node count, which must be the same.
fn bench_in_copies(copies: usize, arguments: &[&str]) -> u64 {
    let started = Instant::now();
    let results: Vec<(u64, u64)> = thread::scope(|scope| {
        let runs: Vec<_> = (0..copies)
            .map(|_| scope.spawn(|| bench(arguments)))
            .collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    assert!(started.elapsed() < BENCH_LIMIT, "{:?}", started.elapsed());
    let (nodes, _) = results[0];
    assert!(nodes > 0);
    for (count, speed) in results {
        assert_eq!(count, nodes);
        assert!(speed > 0);
    }
    nodes
}

#[test]
fn openbench_counts_the_same_nodes_in_all_copies() {
    let nodes = bench_in_copies(4, &["bench", "7"]);
    // OpenBench sets a private network in this way.
    let option = "setoption name EvalFile value none";
    assert_eq!(bench_in_copies(1, &[option, "bench 7", "quit"]), nodes);
}

#[test]
#[ignore = "the whole benchmark, twice in parallel: meant for --release"]
fn openbench_gets_the_benchmark_within_a_minute() {
    bench_in_copies(2, &["bench"]);
}

/// The output of a dry run of `make`, or `None` if make is not installed.
#[cfg(unix)]
fn make_dry_run(arguments: &[&str]) -> Option<String> {
    use std::os::unix::fs::PermissionsExt;

    // Even a dry run executes the lines that call cargo, so a stub replaces it.
    let tools = env!("CARGO_TARGET_TMPDIR");
    let tools = format!("{tools}/make {}", arguments.concat());
    std::fs::create_dir_all(&tools).unwrap();
    let cargo = format!("{tools}/cargo");
    std::fs::write(&cargo, "#!/bin/sh\necho \"cargo $*\"\n").unwrap();
    std::fs::set_permissions(&cargo, PermissionsExt::from_mode(0o755)).unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("make")
        .arg("-n")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", format!("{tools}:{path}"))
        .env_remove("MAKEFLAGS")
        .output();
    let Ok(output) = output else {
        eprintln!("skipped: make is not installed");
        return None;
    };
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    Some(text)
}

/// OpenBench builds with `make -j EXE=NAME` and takes the binary of that name.
#[cfg(unix)]
#[test]
fn make_names_the_binary_as_openbench_requests() {
    let arguments = ["-j", "2", "EXE=Diglot-1a2b3c4d", "EVALFILE=none"];
    let Some(text) = make_dry_run(&arguments) else {
        return;
    };
    assert!(text.contains("cargo build --release"), "{text}");
    assert!(
        text.contains("cp -f \"target/native/release/diglot\" \"Diglot-1a2b3c4d\""),
        "{text}"
    );
}

/// The program writes the profile with its benchmark, and the second build reads it.
#[cfg(unix)]
#[test]
fn make_pgo_builds_with_the_profile_of_the_benchmark() {
    let Some(text) = make_dry_run(&["pgo", "EXE=fast"]) else {
        return;
    };
    let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
    let steps = [
        place("profile-generate="),
        place("diglot bench >"),
        place("diglot bench --eval-file classical >"),
        place("merge -o target/profile/diglot.profdata"),
        place("target/profile/diglot.profdata\")\""),
        place("\"fast\""),
    ];
    assert!(steps.is_sorted(), "{text}");
}

/// The announced options: name, and minimum and maximum if the option has a range.
fn options(engine: &mut Program) -> Vec<(String, Option<(i64, i64)>)> {
    let lines = engine.ask("uci", "uciok");
    let options = lines
        .iter()
        .filter_map(|line| line.strip_prefix("option name "));
    options
        .map(|option| {
            let (name, kind) = option.split_once(" type ").unwrap();
            let words: Vec<&str> = kind.split(' ').collect();
            let bound = |word: &str| {
                let index = words.iter().position(|&other| other == word)?;
                words.get(index + 1)?.parse().ok()
            };
            (name.to_owned(), bound("min").zip(bound("max")))
        })
        .collect()
}

#[test]
fn openbench_and_lichess_bot_find_the_options_they_set() {
    let mut engine = Program::start(&[]);
    let options = options(&mut engine);
    for (name, value) in [
        // OpenBench
        ("Threads", "8"),
        ("Hash", "8"),
        // lichess-bot's config.yml.default
        ("Move Overhead", "100"),
        ("Threads", "2"),
        ("Hash", "256"),
        ("UCI_ShowWDL", "true"),
        // Set by python-chess itself
        ("Ponder", "false"),
        ("UCI_Chess960", "false"),
        ("UCI_AnalyseMode", "false"),
        ("UCI_Opponent", "none none human Guest"),
    ] {
        let found = options.iter().find(|(option, _)| option == name);
        let (_, range) = found.unwrap_or_else(|| panic!("{name} is not announced"));
        if let (Some((min, max)), Ok(number)) = (range, value.parse::<i64>()) {
            assert!((*min..=*max).contains(&number), "{name}");
        }
        engine.send(&format!("setoption name {name} value {value}"));
        engine.is_ready();
    }
    engine.send("ucinewgame");
    engine.is_ready();
    engine.send("position startpos moves e2e4");
    engine.go("go wtime 1000 btime 1000 winc 10 binc 10");
}
