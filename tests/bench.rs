//! The benchmark searches the same tree everywhere, and no change changes it unnoticed.

use std::process::Command;

/// Of `diglot bench 8`. A commit that changes search or evaluation changes it, and says so.
const NODES_AT_DEPTH_8: &str = "215585";

#[test]
fn the_search_is_the_one_that_was_measured() {
    let output = Command::new(env!("CARGO_BIN_EXE_diglot"))
        .args(["bench", "8"])
        .output()
        .unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    assert!(
        matches!(words[..], [_, "nodes", nps, "nps"] if nps.parse::<u64>().is_ok()),
        "{text}"
    );
    assert_eq!(words[0], NODES_AT_DEPTH_8);
}
