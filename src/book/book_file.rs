//! Book file: entries sorted by key, found by binary search.
//!
//! The file is read on demand instead of mapped into memory. A mapping would save copying the two dozen
//! entries of a lookup, but would kill the process if the file is truncated: access beyond the end of a
//! mapped file is a signal, reading beyond the end of a file is an error. Either way the data is in the
//! page cache of the system.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use super::entry::{BookEntry, BookMove, ENTRY_SIZE};
use super::key::polyglot_key;
use crate::board::Position;
use crate::files::open_regular;
use crate::types::Square;

/// Number of entries whose order is checked when a book is opened.
const SAMPLES: u64 = 32;

/// Number of entries read at a time by the order checks.
const BLOCK: usize = 1 << 14;

/// Number of blocks that the partial order check reads.
const BLOCKS: u64 = 64;

/// Size of the largest book in bytes, far more than any has.
const MAX_SIZE: u64 = 16 << 30;

/// Maximum number of entries read for one position, more than any position has moves.
const MAX_ENTRIES: usize = 512;

/// Error of opening or reading a book. Messages leave out the system error, since XBoard takes some of them
/// for a failure of its own.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BookError {
    /// The file does not exist.
    #[error("there is no book {}", .0.display())]
    Missing(PathBuf),
    /// The path is a directory, device or pipe.
    #[error("the book {} is not a regular file", .0.display())]
    NotAFile(PathBuf),
    /// The file is larger than any book.
    #[error("the book {} is larger than {} GiB", .0.display(), MAX_SIZE >> 30)]
    TooLarge(PathBuf),
    /// Opening or reading the file failed.
    #[error("the book {} cannot be read", .0.display())]
    Unreadable(PathBuf),
    /// The size is not a multiple of 16 bytes.
    #[error("{} is not a Polyglot book: its size of {size} bytes is not a multiple of 16", .path.display())]
    Size {
        /// Path of the book.
        path: PathBuf,
        /// Size in bytes.
        size: u64,
    },
    /// The entries are not sorted by key.
    #[error("{} is not a Polyglot book: entry {number} is out of order", .path.display())]
    Unsorted {
        /// Path of the book.
        path: PathBuf,
        /// First entry found with a smaller key than an earlier one, counted from 1.
        number: u64,
    },
}

/// An open book.
#[derive(Debug)]
pub struct Book {
    path: PathBuf,
    file: Mutex<File>,
    len: u64,
}

impl Book {
    /// Opens a book and checks its size and the order of a sample of its entries. The time does not depend on
    /// the size of the book; [`Book::check_order`] checks all entries, [`Book::check_blocks`] many.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let failed = |error: std::io::Error| match error.kind() {
            ErrorKind::NotFound => BookError::Missing(path.to_owned()),
            ErrorKind::InvalidInput => BookError::NotAFile(path.to_owned()),
            ErrorKind::FileTooLarge => BookError::TooLarge(path.to_owned()),
            _ => BookError::Unreadable(path.to_owned()),
        };
        let file = open_regular(path, MAX_SIZE).map_err(failed)?;
        let size = file.metadata().map_err(failed)?.len();
        if !size.is_multiple_of(ENTRY_SIZE as u64) {
            let path = path.to_owned();
            return Err(BookError::Size { path, size });
        }
        let book = Book {
            path: path.to_owned(),
            file: Mutex::new(file),
            len: size / ENTRY_SIZE as u64,
        };
        let step = (book.len / SAMPLES).max(1) as usize;
        let mut last = 0;
        for index in (0..book.len).step_by(step) {
            book.check_next(&mut last, index, book.read_entry(index)?)?;
        }
        Ok(book)
    }

    /// Path of the book.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Number of entries.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether the book has no entries.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Checks the order of all entries. Takes about a second for some hundred megabytes, longer if the file is
    /// not cached. Lookups may run meanwhile; in an unsorted book they miss entries.
    pub fn check_order(&self) -> Result<(), BookError> {
        self.check_order_from((0..self.len).step_by(BLOCK))
    }

    /// Checks the order of a million entries in blocks throughout the book, including its end, or of all entries if it
    /// has no more. The time does not depend on the size of a larger book.
    pub fn check_blocks(&self) -> Result<(), BookError> {
        let Some(last_block) = self
            .len
            .checked_sub(BLOCK as u64)
            .filter(|_| self.len > BLOCKS * BLOCK as u64)
        else {
            return self.check_order();
        };
        self.check_order_from((0..BLOCKS).map(|i| last_block * i / (BLOCKS - 1)))
    }

    /// Checks the order of the blocks that start at these entries.
    fn check_order_from(&self, starts: impl Iterator<Item = u64>) -> Result<(), BookError> {
        let mut last = 0;
        let mut buffer = vec![0; BLOCK * ENTRY_SIZE];
        for start in starts {
            let count = (self.len - start).min(BLOCK as u64) as usize;
            let bytes = &mut buffer[..count * ENTRY_SIZE];
            self.read(start, bytes)?;
            let (entries, _) = bytes.as_chunks::<ENTRY_SIZE>();
            for (index, &entry) in (start..).zip(entries) {
                self.check_next(&mut last, index, BookEntry::from_bytes(entry))?;
            }
        }
        Ok(())
    }

    fn check_next(&self, last: &mut u64, index: u64, entry: BookEntry) -> Result<(), BookError> {
        if entry.key < *last {
            return Err(BookError::Unsorted {
                path: self.path.clone(),
                number: index + 1,
            });
        }
        *last = entry.key;
        Ok(())
    }

    /// Entries with the given key, in file order.
    pub fn entries(&self, key: u64) -> Result<Vec<BookEntry>, BookError> {
        let (mut low, mut high) = (0, self.len);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.read_entry(middle)?.key < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let mut entries = Vec::new();
        for index in (low..self.len).take(MAX_ENTRIES) {
            let entry = self.read_entry(index)?;
            if entry.key != key {
                break;
            }
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Legal book moves of a position, highest weight first; weights of duplicate moves are added. See
    /// `polyglot_key` for `en_passant`.
    pub fn moves(
        &self,
        position: &Position,
        en_passant: Option<Square>,
    ) -> Result<Vec<BookMove>, BookError> {
        let mut moves: Vec<BookMove> = Vec::new();
        for entry in self.entries(polyglot_key(position, en_passant))? {
            let Some(m) = entry.legal_move(position) else {
                continue;
            };
            match moves.iter_mut().find(|other| other.m == m) {
                Some(same) => same.weight = same.weight.saturating_add(entry.weight),
                None => moves.push(BookMove {
                    m,
                    weight: entry.weight,
                }),
            }
        }
        moves.sort_by_key(|book_move| std::cmp::Reverse(book_move.weight));
        Ok(moves)
    }

    fn read_entry(&self, index: u64) -> Result<BookEntry, BookError> {
        let mut bytes = [0; ENTRY_SIZE];
        self.read(index, &mut bytes)?;
        Ok(BookEntry::from_bytes(bytes))
    }

    /// Fills `bytes` from the entry at `index` on.
    fn read(&self, index: u64, bytes: &mut [u8]) -> Result<(), BookError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(index * ENTRY_SIZE as u64))
            .and_then(|_| file.read_exact(bytes))
            .map_err(|_| BookError::Unreadable(self.path.clone()))
    }
}

#[cfg(test)]
mod tests {
    use tempfile::NamedTempFile;

    use std::fs;

    use super::*;
    use crate::board::CastlingMode;

    fn temp_book(bytes: &[u8]) -> NamedTempFile {
        let file = NamedTempFile::new().unwrap();
        fs::write(file.path(), bytes).unwrap();
        file
    }

    fn temp_book_with_keys(keys: impl IntoIterator<Item = u64>) -> NamedTempFile {
        let bytes: Vec<u8> = keys.into_iter().flat_map(entry_bytes).collect();
        temp_book(&bytes)
    }

    fn entry_bytes(key: u64) -> [u8; ENTRY_SIZE] {
        let entry = BookEntry {
            key,
            code: 0,
            weight: 1,
            learn: 0,
        };
        entry.to_bytes()
    }

    fn data(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/data")
            .join(name)
    }

    #[test]
    fn lookups_match_the_reference_probes() {
        let book = Book::open(&data("book.bin")).unwrap();
        assert_eq!(book.check_order(), Ok(()));
        let text = fs::read_to_string(data("book_probes.csv")).unwrap();
        let lines = text.lines().skip(1);
        for line in lines.clone() {
            let columns: Vec<&str> = line.split(',').collect();
            let (position, _) = Position::from_fen(columns[0], CastlingMode::Standard).unwrap();
            let key = polyglot_key(&position, position.en_passant());
            assert_eq!(format!("{key:016x}"), columns[1], "{line}");
            let found = book.entries(key).unwrap().into_iter().map(|entry| {
                let m = entry.legal_move(&position).unwrap();
                format!("{}:{}", m.to_coordinate(false), entry.weight)
            });
            assert_eq!(found.collect::<Vec<_>>().join(" "), columns[2], "{line}");
        }
        assert_eq!(lines.count(), 220);
    }

    #[test]
    fn lookups_find_all_entries_of_a_key() {
        // The smallest and the greatest key, and keys with several entries.
        let keys: Vec<u64> = (0..100).map(|i| i / 3 * 10).chain([u64::MAX]).collect();
        let file = temp_book_with_keys(keys.iter().copied());
        let book = Book::open(file.path()).unwrap();
        assert_eq!((book.len(), book.is_empty()), (101, false));
        for key in (0..340).chain([u64::MAX - 1, u64::MAX]) {
            let expected = keys.iter().filter(|&&other| other == key).count();
            assert_eq!(book.entries(key).unwrap().len(), expected, "{key}");
        }
    }

    #[test]
    fn empty_book_has_no_moves() {
        let file = temp_book(b"");
        let book = Book::open(file.path()).unwrap();
        assert_eq!(book.check_order(), Ok(()));
        assert!(book.is_empty());
        assert_eq!(book.moves(&Position::startpos(), None), Ok(Vec::new()));
    }

    #[test]
    fn invalid_books_are_rejected_with_their_path() {
        let rejection = |file: &NamedTempFile| {
            let error = Book::open(file.path())
                .and_then(|book| book.check_order())
                .unwrap_err();
            assert!(
                error.to_string().contains(file.path().to_str().unwrap()),
                "{error}"
            );
            error.to_string()
        };
        let cut = temp_book(&entry_bytes(5)[..15]);
        assert!(rejection(&cut).contains("15 bytes"));
        let unsorted = temp_book_with_keys([1, 3, 2, 4]);
        assert!(rejection(&unsorted).contains("entry 3 is out of order"));
        let text = "[Event \"Some games\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n";
        let foreign = temp_book(&text.as_bytes()[..48]);
        assert!(rejection(&foreign).contains("out of order"));
        // Not seen by the sample.
        let late = temp_book_with_keys((0..70_000).map(|i| if i == 69_999 { 7 } else { i }));
        assert!(rejection(&late).contains("entry 70000 "));
        assert!(Book::open(late.path()).is_ok());
    }

    #[test]
    fn the_partial_check_of_a_huge_book_reads_all_parts_of_it() {
        let file = NamedTempFile::new().unwrap();
        let check = |size| {
            file.as_file().set_len(size).unwrap();
            Book::open(file.path()).and_then(|book| book.check_blocks())
        };
        // Without data on the disk, and far too large for a full check.
        let started = std::time::Instant::now();
        assert_eq!(check(MAX_SIZE), Ok(()));
        let time = started.elapsed();
        assert!(time < std::time::Duration::from_secs(5), "{time:?}");
        let too_large = BookError::TooLarge(file.path().to_owned());
        assert_eq!(check(MAX_SIZE + 16), Err(too_large));
        // The entries of these blocks, of which no sample on opening sees the second one, have the greatest key.
        let entry = entry_bytes(u64::MAX);
        for block in [0, 21, 62] {
            let start = (MAX_SIZE / ENTRY_SIZE as u64 - BLOCK as u64) * block / (BLOCKS - 1);
            file.as_file().set_len(0).unwrap();
            file.as_file().set_len(MAX_SIZE).unwrap();
            let mut writer = file.as_file();
            writer.seek(SeekFrom::Start((start + 1) * 16)).unwrap();
            std::io::Write::write_all(&mut writer, &entry).unwrap();
            let number = start + 3;
            let path = file.path().to_owned();
            assert_eq!(check(MAX_SIZE), Err(BookError::Unsorted { path, number }));
        }
    }

    #[test]
    fn directories_and_missing_files_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(
            Book::open(folder.path()).unwrap_err(),
            BookError::NotAFile(folder.path().to_owned())
        );
        let missing = folder.path().join("book.bin");
        assert_eq!(
            Book::open(&missing).unwrap_err(),
            BookError::Missing(missing)
        );
    }

    #[test]
    fn truncated_book_is_an_error() {
        let file = temp_book_with_keys(0..100);
        let book = Book::open(file.path()).unwrap();
        let writer = fs::OpenOptions::new()
            .write(true)
            .open(file.path())
            .unwrap();
        writer.set_len(20).unwrap();
        assert_eq!(
            book.entries(50),
            Err(BookError::Unreadable(file.path().to_owned()))
        );
        assert!(book.check_order().is_err());
        writer.set_len(0).unwrap();
        assert!(book.entries(0).is_err());
    }

    #[test]
    fn duplicate_moves_are_added_and_illegal_ones_dropped() {
        let position = Position::startpos();
        let code = |text: &str| super::super::encode_move(position.parse_move(text).unwrap());
        let entry = |code, weight| {
            let key = polyglot_key(&position, None);
            BookEntry {
                key,
                code,
                weight,
                learn: 0,
            }
            .to_bytes()
        };
        let bytes = [
            entry(code("d2d4"), 5),
            entry(code("e2e4"), 3),
            entry(0, 9),
            entry(code("e2e4"), 4),
            entry(code("a2a3"), 0),
        ];
        let file = temp_book(bytes.as_flattened());
        let moves = Book::open(file.path())
            .unwrap()
            .moves(&position, None)
            .unwrap();
        let text = |found: &BookMove| format!("{}:{}", found.m.to_coordinate(false), found.weight);
        let texts: Vec<_> = moves.iter().map(text).collect();
        assert_eq!(texts, ["e2e4:7", "d2d4:5", "a2a3:0"]);
        assert_eq!(moves[1].percent(&moves).round(), 42.0);
    }
}
