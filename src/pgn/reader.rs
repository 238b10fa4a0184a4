//! Reading the games of a PGN file of any size, of which only one is in memory at a time.

use std::io::{self, BufRead};

use super::game::PgnGame;
use super::splitter::{PgnPlace, PgnSplitter};

/// Iterator over the games of a PGN file.
pub struct PgnReader<R> {
    splitter: PgnSplitter<R>,
}

impl<R: BufRead> PgnReader<R> {
    /// Creates a reader. Of a game with more than 4 MiB of text only the beginning is read.
    pub fn new(input: R) -> PgnReader<R> {
        PgnReader {
            splitter: PgnSplitter::resume(input, PgnPlace::default()),
        }
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = io::Result<PgnGame>;

    fn next(&mut self) -> Option<io::Result<PgnGame>> {
        let text = self.splitter.next()?;
        Some(text.map(|text| PgnGame::parse(&text)))
    }
}
