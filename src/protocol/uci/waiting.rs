//! The lines that wait to be handled.

use std::collections::VecDeque;
use std::time::Instant;

/// Bytes of waiting lines from which on no more are to be read.
const MAX_BYTES: usize = 16 << 20;

/// A line that waits to be handled.
pub(super) struct Line {
    pub(super) text: String,
    pub(super) received: Instant,
}

impl Line {
    /// Memory of the line in bytes.
    fn size(&self) -> usize {
        size_of::<Line>() + self.text.len()
    }
}

/// The lines that wait to be handled, in their order.
#[derive(Default)]
pub(super) struct WaitingLines {
    lines: VecDeque<Line>,
    /// Memory of all lines.
    bytes: usize,
}

impl WaitingLines {
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether no more lines are to be read.
    pub(super) fn is_full(&self) -> bool {
        self.bytes > MAX_BYTES
    }

    pub(super) fn push(&mut self, line: Line) {
        self.bytes += line.size();
        self.lines.push_back(line);
    }

    pub(super) fn pop(&mut self) -> Option<Line> {
        let line = self.lines.pop_front()?;
        self.bytes -= line.size();
        Some(line)
    }

    /// Puts back the line that was taken last.
    pub(super) fn put_back(&mut self, line: Line) {
        self.bytes += line.size();
        self.lines.push_front(line);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn line(length: usize) -> Line {
        Line {
            text: "x".repeat(length),
            received: Instant::now(),
        }
    }

    #[test]
    fn lines_fill_up_by_length_and_by_number() {
        for length in [0, 1 << 20] {
            let mut waiting = WaitingLines::default();
            let mut count = 0;
            while !waiting.is_full() {
                waiting.push(line(length));
                count += 1;
            }
            assert_eq!(waiting.len(), count);
            assert!(
                if length == 0 {
                    count > 100_000
                } else {
                    count <= 17
                },
                "{count}"
            );
            let last = waiting.pop().unwrap();
            assert!(!waiting.is_full());
            waiting.put_back(last);
            assert!(waiting.is_full());
            while waiting.pop().is_some() {}
            assert!(waiting.is_empty() && waiting.bytes == 0);
        }
    }
}
