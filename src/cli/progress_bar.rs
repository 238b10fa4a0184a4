//! The progress of long commands on standard error.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::print_stderr;

/// Shows progress: a bar on a terminal, otherwise a line per `print_interval`.
pub(super) struct ProgressDisplay {
    pub(super) bar: ProgressBar,
    print_interval: Duration,
    last_printed: Instant,
}

impl ProgressDisplay {
    /// The progress toward `length`, if that is known.
    pub(super) fn new(length: Option<u64>, print_interval: Duration) -> ProgressDisplay {
        ProgressDisplay {
            bar: progress_bar(length),
            print_interval,
            last_printed: Instant::now(),
        }
    }

    /// Sets the position at which this run begins. The time left is estimated from what the run does.
    pub(super) fn start_at(&self, position: u64) {
        self.bar.set_position(position);
        self.bar.reset_eta();
    }

    /// Moves the bar and sets its message. Without a terminal prints `line` if the last one was long ago.
    pub(super) fn update(&mut self, position: u64, message: &str, line: &str) {
        self.bar.set_position(position);
        self.bar.set_message(message.to_owned());
        if self.bar.is_hidden() && self.last_printed.elapsed() >= self.print_interval {
            self.last_printed = Instant::now();
            print_stderr(line);
        }
    }

    /// Prints a line above the bar.
    pub(super) fn print(&self, line: &str) {
        self.bar.suspend(|| print_stderr(line));
    }

    /// Removes the bar.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

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
