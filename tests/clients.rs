//! Real programs play and analyse with Diglot: XBoard and python-chess.
//!
//! The scripts in tests/clients run them. They print `skipped: …` if such a program is not installed, and end
//! by themselves if something hangs.
//!
//! A binary of its own: these programs play by the clock, which other tests running beside them would disturb.

#![cfg(unix)]

use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Held by the one script that runs, so that two games by the clock do not compete for the CPU.
static MACHINE: Mutex<()> = Mutex::new(());

/// Runs a script of tests/clients with the program, prints its output and fails if it fails.
fn run(script: &str) {
    let _machine = MACHINE.lock().unwrap_or_else(PoisonError::into_inner);
    let path = format!("{}/tests/clients/{script}", env!("CARGO_MANIFEST_DIR"));
    let interpreter = if script.ends_with(".py") {
        "python3"
    } else {
        "bash"
    };
    let mut command = Command::new(interpreter);
    match command
        .arg(&path)
        .arg(env!("CARGO_BIN_EXE_diglot"))
        .output()
    {
        Ok(output) => {
            print!(
                "{}{}",
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            );
            assert!(output.status.success(), "{script}: {}", output.status);
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            println!("skipped: {interpreter} is not installed");
        }
        Err(error) => panic!("{interpreter} {path}: {error}"),
    }
}

#[test]
fn xboard_match() {
    run("xboard_match.sh");
}

#[test]
fn xboard_modes() {
    run("xboard_modes.sh");
}

#[test]
fn xboard_by_hand() {
    run("xboard_by_hand.sh");
}

#[test]
fn python_chess() {
    run("python_chess.py");
}
