//! Helpers shared by several groups of tests.

use std::time::Duration;

/// Maximum delay of an immediate answer. A busy machine adds seconds; the failures that the tests look for take a
/// minute or never end.
pub(crate) const AT_ONCE: Duration = Duration::from_secs(10);

/// Maximum delay of an answer whose latency is promised: the answer to `uci`, `stop`, `?` and `quit` comes within a
/// second, and a busy machine may add another.
pub(crate) const LATENCY: Duration = Duration::from_secs(2);

pub(crate) mod bullet;
pub(crate) mod cecp;
pub(crate) mod gui;
pub(crate) mod program;
pub(crate) mod random_network;
pub(crate) mod uci;

/// The lines of a file of `tests/data` without the comments.
pub(crate) fn data_lines(file: &str) -> Vec<String> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}
