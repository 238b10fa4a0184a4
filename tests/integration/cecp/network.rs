//! Networks from files.

use crate::support::cecp::{check, run_script, split_thinking};
use crate::support::gui::Gui;
use crate::support::random_network;

/// Score and PV of a small search: they depend on the evaluation in use.
fn think(gui: &mut Gui) -> (String, String) {
    gui.send("new\nsd 4\npost\ngo");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let last = lines[lines.len() - 2].clone();
    let score = last.split_ascii_whitespace().nth(1).unwrap();
    let (_, line) = split_thinking(&last);
    (score.to_owned(), line.to_owned())
}

#[test]
fn a_network_is_loaded_and_an_invalid_one_is_rejected_by_name() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let bytes = random_network::network(64, 2).to_bytes();
    let path = |name: &str| format!("{folder}/cecp-{}-{name}.nnue", std::process::id());
    let (good, cut) = (path("good network"), path("cut"));
    std::fs::write(&good, &bytes).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() - 1]).unwrap();
    let mut gui = check("");
    let without = think(&mut gui);
    run_script(&mut gui, &format!("> option EvalFile={good}"));
    let with = think(&mut gui);
    assert_ne!(with, without);
    run_script(
        &mut gui,
        &format!(
            "> option EvalFile={folder}/no/such.nnue\n
             < tellusererror there is no network {folder}/no/such.nnue\n
             > option EvalFile={folder}\n < tellusererror the network {folder} is not a regular file\n
             > option EvalFile={cut}\n
             < tellusererror the network {cut} cannot be used: its size is {}, expected {}",
            bytes.len() - 1,
            bytes.len()
        ),
    );
    assert_eq!(think(&mut gui), with);
    run_script(&mut gui, "> option EvalFile=");
    assert_eq!(think(&mut gui), without);
    for path in [good, cut] {
        std::fs::remove_file(&path).unwrap();
    }
}
