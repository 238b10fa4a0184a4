//! The program over pipes.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::thread;

use crossbeam_channel::{Receiver, unbounded};

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_diglot");

/// The running program. It does not outlive this.
pub(crate) struct Program {
    pub(crate) child: Child,
    /// `None` once it has been closed.
    pub(crate) input: Option<ChildStdin>,
    /// What it says; closed when it closes its output.
    pub(crate) lines: Receiver<String>,
}

impl Program {
    pub(crate) fn start(arguments: &[&str]) -> Program {
        let mut child = spawn(arguments);
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

/// Starts the program for who wants its pipes.
pub(crate) fn spawn(arguments: &[&str]) -> Child {
    Command::new(PROGRAM)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Runs the program to its end.
pub(crate) fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).output().unwrap()
}

/// What is printed by what must work.
pub(crate) fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What is said on standard error of what must not work.
pub(crate) fn refusal(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(
        !output.status.success() && output.stdout.is_empty(),
        "{arguments:?}: {output:?}"
    );
    String::from_utf8(output.stderr).unwrap()
}
