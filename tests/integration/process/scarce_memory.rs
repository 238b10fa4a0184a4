//! Too little memory: a table, threads or the whole program are refused with a message, never with silence.

use std::io::Write;
use std::process::Stdio;

use crate::support::program::{Program, command_with_memory, wait};

/// Enough memory in KiB for the program and some threads, but not for many. The C library reserves up to 128 MiB for the
/// heap of each thread for a moment.
const SOME_THREADS: u32 = 500_000;

fn reason(line: &str) -> Option<&str> {
    let (_, rest) = line.split_once("64 search threads cannot be started: ")?;
    Some(rest)
}

#[test]
fn threads_without_memory_are_refused_and_the_others_search() {
    for (protocol, threads, done, searches) in [
        (
            "uci",
            "setoption name Threads value 64\nisready\n",
            "readyok",
            [
                "ucinewgame\nisready\n",
                "readyok",
                "go depth 8\n",
                "bestmove ",
            ],
        ),
        (
            "xboard",
            "cores 64\nping 1\n",
            "pong 1",
            ["new\nping 2\n", "pong 2", "sd 8\ngo\n", "move "],
        ),
    ] {
        let mut engine = Program::start_command(command_with_memory(SOME_THREADS, &[]));
        engine.greet(protocol);
        engine.write(threads);
        let line = engine.wait_until(|line| reason(line).is_some() || line == done);
        let reason = reason(&line).expect("64 threads do not fit");
        let count = reason.strip_prefix("there is too little memory; there are ");
        let count = count.and_then(|count| count.strip_suffix(" threads"));
        let count: usize = count.and_then(|count| count.parse().ok()).expect(&line);
        assert!((2..20).contains(&count), "{count}");
        engine.wait_for(done);
        if protocol == "xboard" {
            // XBoard repeats the number before each game.
            engine.write("cores 64\nping 3\n");
            let next = engine.wait_until(|_| true);
            assert_eq!(next, "pong 3");
        }
        for round in searches.chunks(2) {
            engine.write(round[0]);
            engine.wait_for(round[1]);
        }
        engine.write("quit\n");
        engine.assert_ends_well();
    }
}

#[test]
fn a_program_that_cannot_work_says_so_and_fails() {
    let mut refusals = 0;
    for kibibytes in (40_000..200_000).step_by(8_000) {
        let mut command = command_with_memory(kibibytes, &[]);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = pipes.stderr(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        // Fails if the program has ended already.
        let _ = input.write_all(b"uci\nisready\ngo depth 3\nisready\n");
        drop(input);
        wait(&mut child);
        let output = child.wait_with_output().unwrap();
        let [out, error] =
            [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        if output.status.success() {
            assert!(out.contains("bestmove "), "{kibibytes}: {out}{error}");
        } else {
            assert!(!error.is_empty(), "{kibibytes}: {:?}", output.status);
            let message = "error: cannot start: there is too little memory";
            refusals += usize::from(error.starts_with(message) && output.status.code() == Some(1));
        }
    }
    assert!(refusals > 0);
}

#[test]
fn a_benchmark_without_memory_fails() {
    for (kibibytes, arguments, reason) in [
        (
            1_000_000,
            ["bench", "1", "1", "2048"],
            "no memory for a hash table of 2048 MiB",
        ),
        (
            SOME_THREADS,
            ["bench", "1", "64", "1"],
            "64 search threads cannot be started",
        ),
    ] {
        let output = command_with_memory(kibibytes, &arguments).output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(output.stdout.is_empty());
        let last = error.lines().last().unwrap();
        assert!(
            last.starts_with("error: bench failed: position 1 of "),
            "{error}"
        );
        assert!(last.contains(reason), "{error}");
    }
}
