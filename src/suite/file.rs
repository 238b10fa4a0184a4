//! Reads the file of a test suite.

use super::error::TestPositionError;
use super::test_position::TestPosition;
use crate::board::{NamedGame, is_comment_line};

/// The positions of a file.
#[derive(Clone, Debug, Default)]
pub struct TestSuite {
    /// The positions in the order of the file.
    pub positions: Vec<TestPosition>,
    /// The lines that cannot be read.
    pub rejected: Vec<RejectedLine>,
}

/// A line that is not a position with a known solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedLine {
    /// Its number, from 1.
    pub line: usize,
    /// The reason.
    pub error: TestPositionError,
}

impl TestSuite {
    /// Reads the lines of a file, positions of chess or of a variant. Empty lines and comments
    /// ([`is_comment_line`]) are skipped; comments need not be UTF-8.
    pub fn parse(bytes: &[u8], game: NamedGame) -> TestSuite {
        let mut suite = TestSuite::default();
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_start_matches('\u{feff}');
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if is_comment_line(line) {
                continue;
            }
            match TestPosition::parse(line, number, game) {
                Ok(position) => suite.positions.push(position),
                Err(error) => suite.rejected.push(RejectedLine {
                    line: number,
                    error,
                }),
            }
        }
        suite
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_and_comments_skipped() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        let text =
            format!("\u{feff}# comment\r\n{fen} bm e4;\r\n% comment\r\nnonsense\n{fen} bm e5;\n");
        let mut bytes = text.into_bytes();
        bytes.extend(format!("{fen} bm e3; c0 \"K").into_bytes());
        bytes.extend([0xf6, b'"']);
        let suite = TestSuite::parse(&bytes, NamedGame::default());
        let lines: Vec<usize> = suite.positions.iter().map(|p| p.line).collect();
        assert_eq!(lines, [2, 6]);
        let rejected: Vec<usize> = suite.rejected.iter().map(|line| line.line).collect();
        assert_eq!(rejected, [4, 5]);
    }
}
