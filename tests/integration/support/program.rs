//! The program over pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, unbounded};

use super::AT_ONCE;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_diglot");

pub(crate) const PROTOCOLS: [&str; 2] = ["uci", "xboard"];

/// The running program, killed when dropped.
pub(crate) struct Program {
    pub(crate) child: Child,
    /// `None` once closed.
    pub(crate) input: Option<ChildStdin>,
    /// The program's output, line by line. Disconnected when the program closes it.
    pub(crate) lines: Receiver<String>,
}

/// The program with these arguments. It finds no settings.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments);
    without_settings(command)
}

/// The program with these arguments and an address space of this size.
#[cfg(unix)]
pub(crate) fn command_with_memory(kibibytes: u32, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    let limit = kibibytes.to_string();
    command.args(["-c", "ulimit -v $0 && exec \"$@\"", &limit, PROGRAM]);
    command.args(arguments);
    without_settings(command)
}

/// Replaces the user's folders by one that does not exist.
fn without_settings(mut command: Command) -> Command {
    for variable in ["HOME", "XDG_CONFIG_HOME", "APPDATA"] {
        command.env(variable, concat!(env!("CARGO_TARGET_TMPDIR"), "/no home"));
    }
    command
}

impl Program {
    pub(crate) fn start(arguments: &[&str]) -> Program {
        Program::start_command(command(arguments))
    }

    pub(crate) fn start_command(mut command: Command) -> Program {
        let mut child = spawn_command(&mut command);
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = unbounded();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Program {
            input: child.stdin.take(),
            child,
            lines,
        }
    }

    /// An engine that has answered the greeting of its protocol.
    pub(crate) fn greeted(protocol: &str) -> Program {
        let mut engine = Program::start(&[]);
        engine.greet(protocol);
        engine
    }

    pub(crate) fn greet(&mut self, protocol: &str) {
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

    pub(crate) fn write(&mut self, text: &str) {
        self.write_bytes(text.as_bytes());
    }

    pub(crate) fn write_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(bytes).unwrap();
        input.flush().unwrap();
    }

    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for a line that begins with `start` and returns it.
    pub(crate) fn wait_for(&self, start: &str) -> String {
        self.wait_until(|line| line.starts_with(start))
    }

    pub(crate) fn wait_until(&self, is_expected: impl Fn(&str) -> bool) -> String {
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
    pub(crate) fn listen(&self, time: Duration) -> Vec<String> {
        thread::sleep(time);
        self.lines.try_iter().collect()
    }

    /// Waits until the process ends.
    pub(crate) fn end(&mut self) -> ExitStatus {
        wait(&mut self.child)
    }

    pub(crate) fn assert_ends_well(&mut self) {
        assert_eq!(self.end().code(), Some(0));
    }

    #[cfg(unix)]
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let mut kill = Command::new("kill");
        assert!(kill.args(["-s", name, &id]).status().unwrap().success());
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts the program with its input and output piped.
pub(crate) fn spawn(arguments: &[&str]) -> Child {
    spawn_command(&mut command(arguments))
}

fn spawn_command(command: &mut Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

pub(crate) fn wait(child: &mut Child) -> ExitStatus {
    let deadline = Instant::now() + AT_ONCE;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status;
        }
        assert!(Instant::now() < deadline, "the process does not end");
        thread::sleep(Duration::from_millis(2));
    }
}

/// The resident memory of a process, in KiB.
#[cfg(target_os = "linux")]
pub(crate) fn resident_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.unwrap().split_ascii_whitespace().next().unwrap();
    number.parse().unwrap()
}

/// Runs the program until it ends.
pub(crate) fn run(arguments: &[&str]) -> Output {
    command(arguments).stdin(Stdio::null()).output().unwrap()
}

/// The node count in the last line of a benchmark's output.
pub(crate) fn bench_nodes(text: &str) -> u64 {
    let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = words[..] else {
        panic!("{words:?}");
    };
    assert!(speed.parse::<u64>().is_ok());
    nodes.parse().unwrap()
}

/// Runs the program and returns its standard output. Panics if it fails.
pub(crate) fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the program and returns its standard error. Panics unless it fails without standard output.
pub(crate) fn refusal(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(
        !output.status.success() && output.stdout.is_empty(),
        "{arguments:?}: {output:?}"
    );
    String::from_utf8(output.stderr).unwrap()
}

/// The lines that start a long search.
pub(crate) fn think(protocol: &str) -> &'static str {
    match protocol {
        "uci" => "position startpos\ngo infinite\n",
        _ => "new\nst 60\ngo\n",
    }
}
