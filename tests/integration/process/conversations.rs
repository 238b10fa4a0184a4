//! Runs the tests of `cecp` and `uci` again with the program over pipes instead of a session in this process.

use std::process::Command;

use crate::support::gui::OVER_PIPES;

#[test]
fn sessions_behave_the_same_over_pipes() {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["cecp::", "uci::", "--skip", "process::"])
        .env(OVER_PIPES, "1")
        .output()
        .unwrap();
    print!("{}", String::from_utf8_lossy(&output.stdout));
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success());
}
