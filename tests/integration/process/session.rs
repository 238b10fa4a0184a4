//! The program as a GUI runs it: over pipes, with signals, and with faulty GUIs.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::program::{Program, command, printed, spawn};
use crate::support::{AT_ONCE, LATENCY};

impl Program {
    /// An engine that has answered the greeting of its protocol.
    pub(super) fn greeted(protocol: &str) -> Program {
        let mut engine = Program::start(&[]);
        engine.greet(protocol);
        engine
    }

    pub(super) fn greet(&mut self, protocol: &str) {
        match protocol {
            "uci" => {
                self.write("uci\n");
                self.wait_for("uciok");
            }
            _ => {
                self.write("xboard\nprotover 2\n");
                self.wait_until(|line| line.starts_with("feature") && line.contains("done=1"));
            }
        }
    }

    pub(super) fn write(&mut self, text: &str) {
        self.write_bytes(text.as_bytes());
    }

    fn write_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for a line that begins with `start` and returns it.
    pub(super) fn wait_for(&self, start: &str) -> String {
        self.wait_until(|line| line.starts_with(start))
    }

    pub(super) fn wait_until(&self, is_expected: impl Fn(&str) -> bool) -> String {
        let deadline = Instant::now() + AT_ONCE;
        let mut others = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if is_expected(&line) => return line,
                Ok(line) => others.push(line),
                Err(_) => panic!("the expected line did not come, but {others:?}"),
            }
        }
    }

    /// The lines received within `time`.
    fn listen(&self, time: Duration) -> Vec<String> {
        thread::sleep(time);
        self.lines.try_iter().collect()
    }

    /// Waits until the process ends.
    fn end(&mut self) -> ExitStatus {
        wait(&mut self.child)
    }

    pub(super) fn assert_ends_well(&mut self) {
        assert_eq!(self.end().code(), Some(0));
    }

    #[cfg(unix)]
    fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let mut kill = Command::new("kill");
        assert!(kill.args(["-s", name, &id]).status().unwrap().success());
    }
}

fn wait(child: &mut Child) -> ExitStatus {
    let deadline = Instant::now() + AT_ONCE;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        assert!(Instant::now() < deadline, "the process does not end");
        thread::sleep(Duration::from_millis(2));
    }
}

fn output(arguments: &[&str]) -> Output {
    command(arguments).stdin(Stdio::null()).output().unwrap()
}

const PROTOCOLS: [&str; 2] = ["uci", "xboard"];

/// The lines that start a long search.
fn think(protocol: &str) -> &'static str {
    match protocol {
        "uci" => "position startpos\ngo infinite\n",
        _ => "new\nst 60\ngo\n",
    }
}

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
fn help_and_quit_work_without_a_protocol() {
    let mut engine = Program::start(&[]);
    engine.write("help\n");
    engine.wait_for("Diglot");
    engine.greet("uci");
    let mut engine = Program::start(&[]);
    engine.write("quit\n");
    engine.assert_ends_well();
    let mut engine = Program::start(&[]);
    engine.close_input();
    engine.assert_ends_well();
}

#[test]
fn uciok_and_features_come_soon_after_the_start() {
    for protocol in PROTOCOLS {
        let started = Instant::now();
        Program::greeted(protocol);
        assert!(started.elapsed() < LATENCY, "{protocol}");
    }
}

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
fn all_lines_of_one_write_are_handled() {
    let mut engine = Program::start(&[]);
    engine.write("uci\nisready\nposition startpos\ngo depth 2\nisready\nquit\n");
    engine.assert_ends_well();
    let lines: Vec<String> = engine.lines.iter().collect();
    assert!(lines.contains(&"uciok".to_owned()));
    assert_eq!(lines.iter().filter(|line| *line == "readyok").count(), 2);
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

#[test]
fn a_gui_that_does_not_read_cannot_hold_up_quit() {
    let mut child = spawn(&[]);
    let mut input = child.stdin.take().unwrap();
    // More output than a pipe can hold.
    input.write_all("d\n".repeat(1000).as_bytes()).unwrap();
    input.write_all(b"quit\n").unwrap();
    assert_eq!(wait(&mut child).code(), Some(0));
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

/// The CPU time that the process has used, in clock ticks of 10 ms.
#[cfg(target_os = "linux")]
fn cpu_ticks(engine: &Program) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", engine.child.id())).unwrap();
    // User and system time are the 12th and 13th words after the name in parentheses.
    let (_, words) = stat.rsplit_once(") ").unwrap();
    let words = words.split(' ').skip(11).take(2);
    words.map(|word| word.parse::<u64>().unwrap()).sum()
}

/// Waits until an engine stops using CPU time. On a busy machine its threads may notice the stop signal late.
#[cfg(target_os = "linux")]
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

#[cfg(target_os = "linux")]
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
fn the_end_of_input_ends_a_pause() {
    let mut engine = Program::greeted("xboard");
    engine.write("st 0.2\ngo\npause\n");
    engine.close_input();
    engine.wait_for("move ");
    engine.assert_ends_well();
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

#[test]
fn the_log_has_every_line_in_and_out() {
    let path = format!("{}/lines.log", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_file(&path);
    let mut engine = Program::start(&["--log-file", &path]);
    engine.greet("uci");
    engine.write("isready\n");
    engine.wait_for("readyok");
    engine.write("quit\n");
    engine.assert_ends_well();
    let log = std::fs::read_to_string(&path).unwrap();
    for line in ["> uci", "< uciok", "> isready", "< readyok", "> quit"] {
        assert!(
            log.lines().any(|logged| logged.ends_with(line)),
            "{line} in {log}"
        );
    }
    let first = log.lines().next().unwrap();
    assert!(first.starts_with("[20"), "no timestamp: {first}");
}

#[test]
fn the_option_log_file_opens_and_closes_a_log() {
    for (protocol, set, echo, answer) in [
        (
            "uci",
            "setoption name Log File value ",
            "isready",
            "readyok",
        ),
        (
            "uci",
            "setoption name Debug Log File value ",
            "isready",
            "readyok",
        ),
        ("xboard", "option LogFile=", "ping 1", "pong 1"),
    ] {
        let path = |name: &str| format!("{}/{protocol}-{name}.log", env!("CARGO_TARGET_TMPDIR"));
        let (first, second, all) = (path("a b"), path("second"), path("all"));
        for path in [&first, &second, &all] {
            let _ = std::fs::remove_file(path);
        }
        std::fs::write(&second, "kept\n").unwrap();
        let mut engine = Program::start(&["--log-file", &all]);
        engine.greet(protocol);
        for (i, path) in [&first, &second, "", &second, "<empty>"].iter().enumerate() {
            engine.write(&format!("{set}{path}\n{echo}\nunknown{i}\n{echo}\n"));
            engine.wait_for(answer);
            engine.wait_for(answer);
        }
        // A file that cannot be opened leaves the open log in use.
        engine.write(&format!(
            "{set}{first}\n{set}/no/such/folder/x.log\n{echo}\n"
        ));
        let complaint = engine.wait_until(|line| line.contains("x.log"));
        let start = match protocol {
            "uci" => "info string the log file ",
            _ => "tellusererror the log file ",
        };
        assert!(complaint.starts_with(start), "{complaint}");
        engine.wait_for(answer);
        engine.write("quit\n");
        engine.assert_ends_well();
        let read = |path: &str| std::fs::read_to_string(path).unwrap();
        let count = |log: &str, end: &str| log.lines().filter(|l| l.ends_with(end)).count();
        let (first, second, all) = (read(&first), read(&second), read(&all));
        assert!(second.starts_with("kept\n["), "{second}");
        for (log, seen) in [
            (&first, &[0][..]),
            (&second, &[1, 3]),
            (&all, &[0, 1, 2, 3, 4]),
        ] {
            for i in 0..5 {
                let times = usize::from(seen.contains(&i));
                assert_eq!(count(log, &format!("> unknown{i}")), times, "{i} in {log}");
            }
        }
        assert!(count(&first, &format!("< {answer}")) >= 2, "{first}");
        assert_eq!(count(&first, "> quit"), 1, "{first}");
        assert_eq!(count(&first, &complaint), 1, "{first}");
    }
}

#[test]
fn invalid_arguments_are_rejected() {
    for arguments in [
        &["benhc"][..],
        &["benhc 8", "quit"],
        &["go depth 5", "nonsense"],
        &["uci", "nonsense"],
        &["--nonsense"],
        &["perft"],
        &["bench", "x"],
        &["genfens"],
    ] {
        let output = output(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
    for argument in ["--help", "--version"] {
        let output = output(&[argument]);
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.to_lowercase().contains("diglot") || text.contains(env!("CARGO_PKG_VERSION")));
    }
    let output = output(&["perft", "2", "8/8 w"]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn version_names_commit_compiler_simd_and_network() {
    let text = printed(&["--version"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], concat!("diglot ", env!("CARGO_PKG_VERSION")));
    let starts = [
        "commit: ",
        "compiler: rustc ",
        "target: ",
        "SIMD: ",
        "network: 768 -> ",
    ];
    assert_eq!(lines.len(), 1 + starts.len(), "{text}");
    for (line, start) in lines[1..].iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    assert_eq!(printed(&["-V"]).trim(), lines[0]);
    // `compiler` and `help` say the same, also before a protocol is chosen.
    let compiler = printed(&["compiler"]);
    assert_eq!(compiler.lines().skip(1).collect::<Vec<_>>(), lines[1..]);
    let mut engine = Program::start(&[]);
    engine.write("help\nquit\n");
    for line in &lines[1..] {
        engine.wait_for(line);
    }
}

#[test]
fn commands_in_arguments_run_in_order() {
    let lines = |arguments: &[&str]| -> Vec<String> {
        let output = output(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(str::to_owned).collect()
    };
    let best = |lines: &[String]| {
        lines
            .iter()
            .filter(|line| line.starts_with("bestmove"))
            .count()
    };
    let answers = lines(&[
        "position startpos moves e2e4",
        "go depth 3",
        "go depth 4",
        "d",
        "quit",
    ]);
    assert_eq!(best(&answers), 2, "{answers:?}");
    for depth in ["info depth 3 ", "info depth 4 "] {
        assert!(
            answers.iter().any(|line| line.starts_with(depth)),
            "{answers:?}"
        );
    }
    assert!(
        answers
            .iter()
            .any(|line| line.starts_with("Fen: ") && line.contains(" b KQkq "))
    );
    assert_eq!(best(&lines(&["go depth 2"])), 1);
    assert_eq!(best(&lines(&["go", "depth", "2", "quit"])), 1);
    // Only the end of the input stops these searches.
    assert_eq!(best(&lines(&["go infinite", "isready"])), 1);
    assert_eq!(best(&lines(&["go infinite", "go ponder", "go mate 3"])), 3);
    assert_eq!(lines(&["uci", "quit"]).last().unwrap(), "uciok");
    assert!(lines(&["quit"]).is_empty());
    let [bench, session] = [
        &["bench", "3"][..],
        &["setoption name Hash value 2", "bench 3", "quit"],
    ]
    .map(|arguments| bench_nodes(&lines(arguments).join("\n")));
    assert_eq!(bench, session);
}

#[test]
fn genfens_prints_what_openbench_reads() {
    let book = format!("{}/genfens.epd", env!("CARGO_TARGET_TMPDIR"));
    let lines =
        "8/5k2/8/8/8/2K5/4P3/8 w - - hmvc 0; fmvn 40;\n\n4k3/3q4/8/8/8/8/3Q4/4K3 b - - 0 50\n";
    std::fs::write(&book, lines).unwrap();
    let fens = |arguments: &[&str]| -> Vec<String> {
        let output = output(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let fen = |line: &str| line.strip_prefix("info string genfens ").map(str::to_owned);
        let fens: Vec<String> = text.lines().filter_map(fen).collect();
        for fen in &fens {
            let counters: Vec<&str> = fen.split(' ').skip(4).collect();
            assert!(
                matches!(counters[..], [a, b] if a.parse::<u32>().is_ok() && b.parse::<u32>().is_ok()),
                "{fen}"
            );
        }
        fens
    };
    let expected = fens(&["genfens 20 seed 1 book None", "quit"]);
    assert_eq!(expected.len(), 20);
    assert_eq!(
        fens(&["genfens", "20", "seed", "1", "book", "None"]),
        expected
    );
    assert_eq!(fens(&["genfens 20 seed 1 book None  ", "quit"]), expected);
    let network = "setoption name EvalFile value x.nnue";
    assert_eq!(
        fens(&[network, "genfens 20 seed 1 book None more", "quit"]),
        expected
    );
    assert_ne!(fens(&["genfens 20 seed 2 book None", "quit"]), expected);
    let late = fens(&[&format!("genfens 5 seed 1 book {book}"), "quit"]);
    assert_eq!(late.len(), 5);
    assert!(
        late.iter()
            .all(|fen| fen.split(' ').nth(5).unwrap().parse::<u32>().unwrap() >= 40)
    );
    assert_eq!(fens(&["genfens 2 seed 1 book None dfrc", "quit"]).len(), 2);
    for bad in ["genfens 2 seed 1 book no/such.epd", "genfens x", "genfens"] {
        let output = output(&[bad, "quit"]);
        assert_eq!(output.status.code(), Some(1), "{bad}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

#[test]
fn perft_counts() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mut unquoted = vec!["perft", "2"];
    unquoted.extend(fen.split(' '));
    for (arguments, line) in [
        (&["perft", "3"][..], "nodes: 8902"),
        (&["perft", "2", fen], "nodes: 2039"),
        (&unquoted, "nodes: 2039"),
        (&["perft", "2", fen, "--divide"], "e1g1: 43"),
        (&["perft", "2", fen, "--divide", "--chess960"], "e1h1: 43"),
    ] {
        let output = output(arguments);
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().any(|l| l == line), "{line} in {text}");
    }
}

#[cfg(target_os = "linux")]
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

/// The node count in the last line of the benchmark.
fn bench_nodes(text: &str) -> u64 {
    let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = words[..] else {
        panic!("{words:?}");
    };
    assert!(speed.parse::<u64>().is_ok());
    nodes.parse().unwrap()
}

#[test]
fn bench_prints_nodes_and_speed_last_and_is_deterministic() {
    let run = || String::from_utf8(output(&["bench", "4"]).stdout).unwrap();
    let nodes = bench_nodes(&run());
    assert!(nodes > 0);
    assert_eq!(bench_nodes(&run()), nodes);
    // The command in a session gives the same count.
    let mut engine = Program::greeted("uci");
    engine.write("bench 4 1 16\n");
    let line = engine.wait_until(|line| line.ends_with(" nps"));
    assert_eq!(bench_nodes(&line), nodes);
}

#[cfg(target_os = "linux")]
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

/// The resident memory of a process, in KiB.
#[cfg(target_os = "linux")]
fn resident_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.unwrap().split_ascii_whitespace().next().unwrap();
    number.parse().unwrap()
}

/// The search that comes next must not wait for the system to provide the memory of the table page by page.
#[test]
#[cfg(target_os = "linux")]
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
#[cfg(target_os = "linux")]
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
    // Per-thread tables fragment the heap, but not further with every round.
    assert!(after < before + 32 * 1024, "{before} KiB, then {after} KiB");
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
#[cfg(unix)]
fn a_pipe_without_a_reader_is_rejected_as_log_file() {
    let folder = std::env::temp_dir().join(format!("diglot-pipe-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let pipe = folder.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|status| status.success()) {
        let mut engine = Program::greeted("uci");
        engine.write(&format!(
            "setoption name Log File value {}\nisready\n",
            pipe.display()
        ));
        engine.wait_for("info string");
        engine.wait_for("readyok");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn each_bad_table_is_logged_once_and_the_search_goes_on() {
    let folder = format!("{}/tables", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let sound = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy/KQvK.rtbw");
    std::fs::copy(sound, format!("{folder}/KQvK.rtbw")).unwrap();
    // The first file has a possible size but invalid content, the second is truncated.
    std::fs::write(format!("{folder}/KQvK.rtbz"), [1; 80]).unwrap();
    std::fs::write(format!("{folder}/KRvK.rtbw"), [1; 77]).unwrap();
    let path = format!("{}/tables.log", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_file(&path);
    let mut engine = Program::start(&["--log-file", &path]);
    engine.greet("uci");
    engine.write(&format!("setoption name SyzygyPath value {folder}\n"));
    let found = engine.wait_for("info string Found");
    assert!(found.contains(" 2 tablebases (1 WDL, 1 DTZ)"), "{found}");
    engine.write("position fen 4k3/8/8/8/8/8/8/3QK3 w - - 0 1\n");
    for _ in 0..2 {
        engine.write("go depth 3\n");
        let line = engine.wait_for("info depth 3 ");
        assert!(!line.contains(" tbhits 0 "), "{line}");
        engine.wait_for("bestmove ");
    }
    engine.write("quit\n");
    engine.assert_ends_well();
    let log = std::fs::read_to_string(&path).unwrap();
    let faults = log.lines().filter(|line| line.contains("WARN"));
    let ends: Vec<_> = faults
        .filter_map(|line| line.split_once("Syzygy tables: "))
        .collect();
    assert_eq!(ends.len(), 2, "{log}");
    assert!(
        ends[0].1.ends_with("KRvK.rtbw: cut off, or no table"),
        "{log}"
    );
    assert_eq!(ends[1].1, "KQvK.rtbz is no table");
}
