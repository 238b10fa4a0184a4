//! What all conversations in this protocol begin with.

use crate::support::gui::Gui;
use diglot::protocol::cecp::CecpSession;

/// A GUI that has introduced itself.
pub(crate) fn gui() -> Gui {
    let mut gui = Gui::new(CecpSession::new);
    gui.send("xboard\nprotover 2");
    gui.wait_for(|line| line == "feature done=1");
    gui
}

/// Thinking output: a line that begins with a digit, and is no result.
pub(crate) fn is_thinking(line: &str) -> bool {
    let is_result = ["1-0 ", "0-1 ", "1/2-1/2 "]
        .iter()
        .any(|result| line.starts_with(result));
    line.starts_with(|c: char| c.is_ascii_digit()) && !is_result
}

/// Plays a script, in which thinking output does not count, and returns the GUI to go on with.
pub(crate) fn check(script: &str) -> Gui {
    let mut gui = gui();
    go_on(&mut gui, script);
    gui
}

/// Plays another script with the same GUI.
pub(crate) fn go_on(gui: &mut Gui, script: &str) {
    gui.check(script, is_thinking);
}
