//! The progress bar of long commands.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error with the time left, or without a length a line with the time so far; hidden if standard error
/// is not a terminal.
pub(super) fn progress_bar(length: Option<u64>) -> ProgressBar {
    match (stderr().is_terminal(), length) {
        (false, _) => ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden()),
        (true, Some(length)) => ProgressBar::new(length).with_style(style(
            "{elapsed_precise} {wide_bar} {percent}% {msg}, {eta_precise} left",
        )),
        (true, None) => ProgressBar::new_spinner().with_style(style("{elapsed_precise} {msg}")),
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
