//! The program over pipes.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::thread;

use crossbeam_channel::{Receiver, unbounded};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_diglot");

/// The running program, killed when dropped.
pub(crate) struct Program {
    pub(crate) child: Child,
    /// `None` once closed.
    pub(crate) input: Option<ChildStdin>,
    /// The program's output, line by line. Disconnected when the program closes it.
    pub(crate) lines: Receiver<String>,
}

/// The program with these arguments. It finds no settings: the user's folders are replaced by one that does not exist.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments);
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

/// Runs the program until it ends.
pub(crate) fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
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
