//! Runs the tests of `cecp` and `uci` again with the program over pipes instead of a session in this process.

use std::process::Command;

use crate::support::gui::OVER_PIPES;

/// Tests at a time: they wait for answers most of the time.
const TEST_THREADS: &str = "--test-threads=4";

fn run_over_pipes(group: &str) {
    let output = Command::new(std::env::current_exe().unwrap())
        .args([group, "--skip", "process::", TEST_THREADS])
        .env(OVER_PIPES, "1")
        .output()
        .unwrap();
    print!("{}", String::from_utf8_lossy(&output.stdout));
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success());
}

#[test]
fn cecp_sessions_behave_the_same_over_pipes() {
    run_over_pipes("cecp::");
}

#[test]
fn uci_sessions_behave_the_same_over_pipes() {
    run_over_pipes("uci::");
}
