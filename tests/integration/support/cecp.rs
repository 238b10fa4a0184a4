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

/// Whether a line is thinking output: it begins with a digit and is not a result.
pub(crate) fn is_thinking(line: &str) -> bool {
    let is_result = ["1-0 ", "0-1 ", "1/2-1/2 "]
        .iter()
        .any(|result| line.starts_with(result));
    line.starts_with(|c: char| c.is_ascii_digit()) && !is_result
}

/// Plays a script, skipping thinking output, and returns the GUI.
pub(crate) fn check(script: &str) -> Gui {
    let mut gui = gui();
    go_on(&mut gui, script);
    gui
}

/// Plays another script with the same GUI.
pub(crate) fn go_on(gui: &mut Gui, script: &str) {
    gui.check(script, is_thinking);
}
