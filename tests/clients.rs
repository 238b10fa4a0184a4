//! Real programs play and analyse with Diglot: XBoard and python-chess. Scripts of the project run with it.
//!
//! The scripts in tests/clients run them. They print `skipped: …` if a program is not installed, and time out
//! if something hangs.
//!
//! This is a separate test binary because these programs play by the clock, and the tests of the integration binary
//! would disturb them.

#![cfg(unix)]

use std::process::Command;

/// Runs a script of tests/clients with the program, prints its output and asserts that it succeeds.
fn run(script: &str) {
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
fn xboard_variants() {
    run("xboard_variants.sh");
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

#[test]
fn python_chess_counts_test_suites() {
    run("suite.py");
}

#[test]
fn annotated_games() {
    run("annotated_games.py");
}

#[test]
fn spsa_log() {
    run("spsa.sh");
}

#[test]
fn variants() {
    run("variants.py");
}

#[test]
fn variant_games() {
    run("variant_games.py");
}
