//! GUIs that speak CECP.

use crate::support::gui::Gui;
use diglot::protocol::cecp::CecpSession;

/// A GUI that has completed the handshake.
pub(crate) fn gui() -> Gui {
    let mut gui = Gui::new(CecpSession::new);
    gui.send("xboard\nprotover 2");
    gui.wait_for(|line| line == "feature done=1");
    gui
}

/// Whether a line is thinking output: it begins with a digit but is not a result.
pub(crate) fn is_thinking(line: &str) -> bool {
    let is_result = ["1-0 ", "0-1 ", "1/2-1/2 "]
        .iter()
        .any(|result| line.starts_with(result));
    line.starts_with(|c: char| c.is_ascii_digit()) && !is_result
}

/// The numbers and the moves of a line of thinking output. Panics unless there are at least four numbers.
pub(crate) fn split_thinking(line: &str) -> (Vec<i64>, &str) {
    let mut numbers = Vec::new();
    let mut rest = line;
    while let Some((word, after)) = rest.split_once([' ', '\t']) {
        let Ok(number) = word.parse() else { break };
        numbers.push(number);
        rest = after;
    }
    assert!(numbers.len() >= 4, "no thinking output: {line}");
    (numbers, rest)
}

/// Runs a script with a new GUI, skipping thinking output, and returns the GUI.
pub(crate) fn check(script: &str) -> Gui {
    let mut gui = gui();
    run_script(&mut gui, script);
    gui
}

/// Runs another script with the same GUI, skipping thinking output.
pub(crate) fn run_script(gui: &mut Gui, script: &str) {
    gui.check(script, is_thinking);
}
