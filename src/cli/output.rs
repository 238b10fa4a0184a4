//! Printing to standard output and standard error.

use std::io::{ErrorKind, Write, stderr};

use crate::streams;

/// Prints lines to standard output. A closed pipe is no error.
pub(super) fn print(lines: &[String]) -> Result<(), String> {
    let text = lines.join("\n") + "\n";
    match streams::output().and_then(|mut output| output.write_all(text.as_bytes())) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("cannot write: {error}"))
        }
        _ => Ok(()),
    }
}

/// Prints a line to standard error. Unlike `eprintln!` it does not panic if standard error is closed.
pub(super) fn print_stderr(line: &str) {
    let _ = writeln!(stderr(), "{line}");
}
