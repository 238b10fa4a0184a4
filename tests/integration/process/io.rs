//! Lines over pipes: fragments, line ends, several lines in one write, garbage, and a GUI that reads late.

use std::io::{BufRead, BufReader, Write};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use crate::support::program::command;
#[cfg(target_os = "linux")]
use crate::support::program::resident_memory;
use crate::support::program::{PROTOCOLS, Program, spawn, wait};

#[test]
fn all_lines_of_one_write_are_handled() {
    let mut engine = Program::start(&[]);
    engine.write("uci\nisready\nposition startpos\ngo depth 2\nisready\nquit\n");
    engine.assert_ends_well();
    let lines: Vec<String> = engine.lines.iter().collect();
    assert!(lines.contains(&"uciok".to_owned()));
    assert_eq!(lines.iter().filter(|line| *line == "readyok").count(), 2);
}

#[test]
fn all_cecp_lines_of_one_write_are_handled() {
    let mut engine = Program::start(&[]);
    engine.write(
        "xboard\nprotover 2\naccepted done\nmemory 4\ncores 1\nnew\nrandom\nlevel 40 5 0\npost\nhard\neasy\n\
         ping 1\nforce\ne2e4\nping 2\nsd 2\ngo\nping 3\nforce\nping 4\n",
    );
    for number in 1..=4 {
        let pong = engine.wait_for("pong");
        assert_eq!(pong, format!("pong {number}"));
    }
}

#[test]
fn fragmented_lines_and_crlf_are_accepted() {
    let mut engine = Program::start(&[]);
    for piece in [
        "u",
        "ci\r",
        "\nisre",
        "ady",
        "\r\n",
        "position startpos\r\ngo dep",
        "th 1\r\n",
    ] {
        engine.write(piece);
        thread::sleep(Duration::from_millis(5));
    }
    engine.wait_for("uciok");
    engine.wait_for("readyok");
    engine.wait_for("bestmove ");
    let mut engine = Program::start(&[]);
    engine.write("xboard\r\nprotover 2\r\n");
    engine.wait_until(|line| line.contains("done=1"));
    engine.write("ping 3\r\n");
    engine.wait_until(|line| line == "pong 3");
}

#[test]
fn a_carriage_return_alone_ends_a_line() {
    for (first, second, answer) in [
        ("uci\r", "isready\r", "readyok"),
        ("xboard\r", "ping 1\r", "pong 1"),
    ] {
        let mut engine = Program::start(&[]);
        engine.write(first);
        engine.write(second);
        engine.wait_until(|line| line == answer);
    }
}

#[test]
fn garbage_and_huge_lines_leave_a_working_engine() {
    for protocol in PROTOCOLS {
        let mut engine = Program::greeted(protocol);
        let noise: Vec<u8> = (0..=255).cycle().take(10_000).collect();
        engine.write_bytes(&noise);
        engine.write("\n");
        for byte in [b'x', b' ', 0, 0xff] {
            engine.write_bytes(&vec![byte; 3 << 20]);
            engine.write("\n");
        }
        engine.write(&format!(
            "position startpos moves {}\n",
            "e2e4 ".repeat(200_000)
        ));
        engine.write("isready\nping 5\n");
        match protocol {
            "uci" => engine.wait_for("readyok"),
            _ => engine.wait_for("pong 5"),
        };
        engine.write("quit\n");
        engine.assert_ends_well();
    }
}

#[test]
fn a_gui_that_reads_late_gets_everything() {
    let mut child = spawn(&[]);
    let mut input = child.stdin.take().unwrap();
    input.write_all("d\n".repeat(500).as_bytes()).unwrap();
    input.write_all(b"isready\n").unwrap();
    thread::sleep(Duration::from_millis(100));
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let boards = lines
        .by_ref()
        .map(Result::unwrap)
        .take_while(|line| line != "readyok")
        .filter(|line| line.starts_with("Fen: "))
        .count();
    assert_eq!(boards, 500);
    input.write_all(b"quit\n").unwrap();
    assert_eq!(wait(&mut child).code(), Some(0));
}

/// The engine with streams that are non-blocking, as node.js and some other runtimes make them.
#[cfg(unix)]
#[test]
fn non_blocking_streams_are_waited_for() {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixStream;
    let pair = || {
        let (engine, gui) = UnixStream::pair().unwrap();
        engine.set_nonblocking(true).unwrap();
        (OwnedFd::from(engine), gui)
    };
    let ((stdin, mut input), (stdout, output)) = (pair(), pair());
    let mut command = command(&[]);
    let mut child = command.stdin(stdin).stdout(stdout).spawn().unwrap();
    // The engine's ends are its own now.
    drop(command);
    let mut lines = BufReader::new(output).lines().map(Result::unwrap);
    for _ in 0..3 {
        thread::sleep(Duration::from_millis(50));
        input.write_all(b"uci\n").unwrap();
        assert!(lines.any(|line| line == "uciok"));
    }
    // More output than a socket takes.
    input.write_all("d\n".repeat(2000).as_bytes()).unwrap();
    input.write_all(b"isready\n").unwrap();
    thread::sleep(Duration::from_millis(300));
    let boards = lines.by_ref().take_while(|line| line != "readyok");
    assert_eq!(
        boards.filter(|line| line.starts_with("Fen: ")).count(),
        2000
    );
    input.write_all(b"quit\n").unwrap();
    assert_eq!(wait(&mut child).code(), Some(0));
}

/// Input and output queues do not grow without bound, and nothing is lost.
#[cfg(target_os = "linux")]
#[test]
fn a_gui_that_writes_much_and_reads_late_costs_little_memory() {
    const COUNT: usize = 60_000;
    let mut child = spawn(&[]);
    let mut input = child.stdin.take().unwrap();
    let writer = thread::spawn(move || {
        input.write_all(b"uci\n").unwrap();
        input.write_all("d\n".repeat(COUNT).as_bytes()).unwrap();
        input.write_all(b"isready\n").unwrap();
        input
    });
    // Until the engine does not read on.
    let used = || resident_memory(child.id());
    let mut before = used();
    loop {
        thread::sleep(Duration::from_millis(1000));
        let now = used();
        if now <= before + 100 {
            break;
        }
        before = now;
    }
    // All boards together are 60 MB, and much more in separate lines.
    assert!(before < 80 << 10, "{before} KiB");
    assert!(!writer.is_finished());
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let lines = lines.map(Result::unwrap);
    let boards = lines
        .take_while(|line| line != "readyok")
        .filter(|line| line.starts_with("Fen: "));
    assert_eq!(boards.count(), COUNT);
    drop(writer.join().unwrap());
    assert_eq!(wait(&mut child).code(), Some(0));
}

#[test]
fn stop_and_quit_are_noticed_while_the_gui_does_not_read() {
    let mut child = spawn(&[]);
    let mut input = child.stdin.take().unwrap();
    input
        .write_all(b"uci\nsetoption name MultiPV value 200\ngo infinite\n")
        .unwrap();
    // More output than a pipe takes.
    input.write_all("d\n".repeat(300).as_bytes()).unwrap();
    thread::sleep(Duration::from_millis(500));
    input
        .write_all(b"stop\ngo movetime 10\nisready\nquit\n")
        .unwrap();
    assert_eq!(wait(&mut child).code(), Some(0));
}
