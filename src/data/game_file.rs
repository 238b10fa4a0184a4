//! Files of packed games: written game by game, and checked on reading.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::error::PackedGameError;
use super::game::PackedGame;

/// Magic bytes of a file. A transfer that changes line endings or clears the highest bits changes them too.
pub(super) const MAGIC: [u8; 8] = *b"\x89DIGLOT\n";
/// Version of the file format.
pub const VERSION: u16 = 1;
/// Size of magic bytes, version, text length and checksum.
const FILE_HEADER: usize = MAGIC.len() + 2 + 2 + 4;
/// Size of the length and checksum before a game.
pub(super) const GAME_PREFIX: usize = 2 + 4;

/// Why a file cannot be read to its end, or written.
#[derive(Debug, Error)]
pub enum DataError {
    /// Another program is writing to it.
    #[error("{}: another program is writing to this file", .0.display())]
    InUse(PathBuf),
    /// An operation of the operating system failed.
    #[error("{}: {error}", .path.display())]
    Io {
        /// Path of the file.
        path: PathBuf,
        /// Error of the operating system.
        error: io::Error,
    },
    /// The magic bytes are missing.
    #[error("{} is not a file of packed games", .0.display())]
    NotPackedGames(PathBuf),
    /// The file has another version of the format.
    #[error("{} has version {version} of the format; only version {VERSION} can be read", .path.display())]
    Version {
        /// Path of the file.
        path: PathBuf,
        /// The version found.
        version: u16,
    },
    /// The file header is damaged.
    #[error("{}: the file header is damaged", .0.display())]
    Header(PathBuf),
    /// The file ends within a game: the writer was interrupted, or the file was truncated.
    #[error("{} ends within game {index}, which begins at byte {offset}; `diglot data repair` recovers the intact games", .path.display())]
    Truncated {
        /// Path of the file.
        path: PathBuf,
        /// Number of the game from 1.
        index: u64,
        /// Its offset in bytes.
        offset: u64,
    },
    /// A game is damaged.
    #[error("{}: game {index} at byte {offset} is damaged ({reason}); `diglot data repair` recovers the intact games", .path.display())]
    Damaged {
        /// Path of the file.
        path: PathBuf,
        /// Number of the game from 1.
        index: u64,
        /// Its offset in bytes.
        offset: u64,
        /// Its defect.
        reason: Damage,
    },
}

/// The defect of a game in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Damage {
    /// The checksum does not match.
    #[error("its checksum is wrong")]
    Checksum,
    /// The game is invalid although its checksum matches.
    #[error("{0}")]
    Invalid(#[from] PackedGameError),
}

/// Names the file of an I/O error.
pub(crate) fn io_error(path: &Path) -> impl FnOnce(io::Error) -> DataError {
    let path = path.to_owned();
    |error| DataError::Io { path, error }
}

/// CRC-32 of a length and the bytes of that length.
pub(super) fn checksum(length: [u8; 2], bytes: &[u8]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&length);
    hasher.update(bytes);
    hasher.finalize().to_le_bytes()
}

/// A game as written to a file: length, checksum, content.
fn encode(game: &PackedGame) -> Vec<u8> {
    let bytes = game.bytes();
    // The largest game has little more than 40,000 bytes.
    let length = (bytes.len() as u16).to_le_bytes();
    let sum = checksum(length, bytes);
    [&length, &sum[..], bytes].concat()
}

/// The file header; a text that is too long is truncated.
fn header(text: &str) -> Vec<u8> {
    let mut end = text.len().min(usize::from(u16::MAX));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = &text.as_bytes()[..end];
    let length = (text.len() as u16).to_le_bytes();
    let version = VERSION.to_le_bytes();
    let sum = checksum(length, text);
    [&MAGIC[..], &version, &length, &sum, text].concat()
}

/// Writes games to a file.
#[derive(Debug)]
pub struct GameWriter<W> {
    output: W,
    path: PathBuf,
}

impl GameWriter<File> {
    /// Flushes everything to the storage device (fsync).
    pub fn sync(&mut self) -> Result<(), DataError> {
        self.output.sync_all().map_err(io_error(&self.path))
    }
}

impl<W: Write> GameWriter<W> {
    /// Appends to a file that has a header.
    pub(super) fn append(output: W, path: &Path) -> GameWriter<W> {
        let path = path.to_owned();
        GameWriter { output, path }
    }

    /// Writes the file header; errors name the file `path`.
    pub fn new(mut output: W, path: &Path, text: &str) -> Result<GameWriter<W>, DataError> {
        output.write_all(&header(text)).map_err(io_error(path))?;
        Ok(GameWriter::append(output, path))
    }

    /// Writes a game in a single write.
    pub fn write(&mut self, game: &PackedGame) -> Result<(), DataError> {
        let written = self.output.write_all(&encode(game));
        written.map_err(io_error(&self.path))
    }
}

/// Iterator over the games of a file. It ends after the first error.
#[derive(Debug)]
pub struct GameReader<R> {
    input: R,
    path: PathBuf,
    text: String,
    /// Offset of the next game in bytes.
    offset: u64,
    /// Number of games read so far.
    count: u64,
    failed: bool,
}

impl GameReader<BufReader<File>> {
    /// Opens a file and checks its header.
    pub fn open(path: &Path) -> Result<GameReader<BufReader<File>>, DataError> {
        let file = File::open(path).map_err(io_error(path))?;
        GameReader::buffered(file, path)
    }

    /// Reads the header of an open file.
    pub(super) fn buffered(
        file: File,
        path: &Path,
    ) -> Result<GameReader<BufReader<File>>, DataError> {
        GameReader::new(BufReader::with_capacity(1 << 18, file), path)
    }

    /// Drops the buffer, to read single games.
    pub(super) fn unbuffered(self) -> GameReader<File> {
        GameReader {
            input: self.input.into_inner(),
            path: self.path,
            text: self.text,
            offset: self.offset,
            count: self.count,
            failed: self.failed,
        }
    }
}

impl GameReader<File> {
    /// Reads the game at `offset`; errors give it the number `index`, from 1.
    pub(super) fn read_at(&mut self, offset: u64, index: u64) -> Result<PackedGame, DataError> {
        let sought = self.input.seek(SeekFrom::Start(offset));
        sought.map_err(io_error(&self.path))?;
        (self.offset, self.count) = (offset, index - 1);
        // The file had this game when it was indexed.
        self.read()?.ok_or_else(|| DataError::Truncated {
            path: self.path.clone(),
            index,
            offset,
        })
    }
}

impl<R: Read> GameReader<R> {
    /// The file name for errors.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the file header; errors name the file `path`.
    pub fn new(mut input: R, path: &Path) -> Result<GameReader<R>, DataError> {
        let mut fixed = [0; FILE_HEADER];
        let read = read_up_to(&mut input, &mut fixed).map_err(io_error(path))?;
        let [magic @ .., _, _, _, _, _, _, _, _] = fixed;
        if read == 0 || magic[..read.min(magic.len())] != MAGIC[..read.min(magic.len())] {
            return Err(DataError::NotPackedGames(path.to_owned()));
        }
        let [.., v0, v1, l0, l1, s0, s1, s2, s3] = fixed;
        let version = u16::from_le_bytes([v0, v1]);
        if read < FILE_HEADER {
            return Err(DataError::Header(path.to_owned()));
        }
        if version != VERSION {
            let path = path.to_owned();
            return Err(DataError::Version { path, version });
        }
        let mut text = vec![0; usize::from(u16::from_le_bytes([l0, l1]))];
        let read = read_up_to(&mut input, &mut text).map_err(io_error(path))?;
        let is_right = read == text.len() && checksum([l0, l1], &text) == [s0, s1, s2, s3];
        let offset = (FILE_HEADER + text.len()) as u64;
        let text = String::from_utf8(text).ok().filter(|_| is_right);
        Ok(GameReader {
            input,
            path: path.to_owned(),
            text: text.ok_or_else(|| DataError::Header(path.to_owned()))?,
            offset,
            count: 0,
            failed: false,
        })
    }

    /// The description of the games in the header.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Offset of the next game, or the end of the file, in bytes.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Number of games read so far.
    pub fn games_read(&self) -> u64 {
        self.count
    }

    fn read(&mut self) -> Result<Option<PackedGame>, DataError> {
        let mut header = [0; GAME_PREFIX];
        let read = read_up_to(&mut self.input, &mut header).map_err(io_error(&self.path))?;
        if read == 0 {
            return Ok(None);
        }
        let [l0, l1, sum @ ..] = header;
        let mut bytes = vec![0; usize::from(u16::from_le_bytes([l0, l1]))];
        let whole = read == GAME_PREFIX && {
            let read = read_up_to(&mut self.input, &mut bytes).map_err(io_error(&self.path))?;
            read == bytes.len()
        };
        if !whole {
            return Err(DataError::Truncated {
                path: self.path.clone(),
                index: self.count + 1,
                offset: self.offset,
            });
        }
        let length = (GAME_PREFIX + bytes.len()) as u64;
        let game = if checksum([l0, l1], &bytes) == sum {
            PackedGame::new(bytes).map_err(Damage::Invalid)
        } else {
            Err(Damage::Checksum)
        };
        let game = game.map_err(|reason| DataError::Damaged {
            path: self.path.clone(),
            index: self.count + 1,
            offset: self.offset,
            reason,
        })?;
        self.offset += length;
        self.count += 1;
        Ok(Some(game))
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<PackedGame, DataError>;

    fn next(&mut self) -> Option<Result<PackedGame, DataError>> {
        if self.failed {
            return None;
        }
        let game = self.read();
        self.failed = game.is_err();
        game.transpose()
    }
}

/// Fills `bytes` as far as the input goes and returns the number of bytes read.
fn read_up_to(input: &mut impl Read, bytes: &mut [u8]) -> io::Result<usize> {
    let mut count = 0;
    while count < bytes.len() {
        match input.read(&mut bytes[count..]) {
            Ok(0) => break,
            Ok(read) => count += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::super::samples::{file, games};
    use super::super::{GameRecord, StartPosition, Termination};
    use super::*;
    use crate::board::Position;
    use crate::types::{Color, Score};

    fn read(bytes: &[u8]) -> Result<Vec<PackedGame>, DataError> {
        GameReader::new(bytes, Path::new("f"))?.collect()
    }

    #[test]
    fn written_games_are_read_back() {
        let games = games(50);
        let bytes = file("made by a test", &games);
        let mut reader = GameReader::new(&bytes[..], Path::new("f")).unwrap();
        assert_eq!(reader.text(), "made by a test");
        let read: Result<Vec<_>, _> = reader.by_ref().collect();
        assert_eq!(read.unwrap(), games);
        assert_eq!(
            (reader.offset(), reader.games_read()),
            (bytes.len() as u64, 50)
        );
        assert!(super::tests::read(&file("", &[])).unwrap().is_empty());
    }

    /// An independent program generated the bytes from the description of the format.
    #[test]
    fn version_1_of_the_format_is_stable() {
        let mut position = Position::startpos();
        let [e4, e5, nf3, nc6, bb5] = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"].map(|text| {
            let m = position.parse_move(text).unwrap();
            position = position.after(m);
            m
        });
        let record = GameRecord {
            number: 300,
            start: StartPosition::Chess960(518, 518),
            opening: vec![e4, e5],
            moves: vec![
                (nf3, Score::cp(25)),
                (nc6, Score::cp(-31)),
                (bb5, Score::mate_in(1)),
            ],
            winner: Some(Color::White),
            termination: Termination::WinAdjudicated,
        };
        let game = record.pack().unwrap();
        let bytes = file("x", std::slice::from_ref(&game));
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let expected = "894449474c4f540a010001002b4a5da078\
                        13003a3ce22016ac02010602060202031c9152ba0c0042e701";
        assert_eq!(hex, expected);
        assert_eq!(game.unpack(), Ok(record));
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes too long when interpreted")]
    fn a_truncated_file_is_rejected_unless_it_ends_between_games() {
        let games = games(5);
        let bytes = file("text", &games);
        let mut ends = vec![file("text", &[]).len()];
        for game in &games {
            ends.push(ends[ends.len() - 1] + encode(game).len());
        }
        for length in 0..bytes.len() {
            let whole = ends.iter().filter(|&&end| end <= length).count();
            match read(&bytes[..length]) {
                Ok(read) => assert_eq!((length, &read[..]), (ends[whole - 1], &games[..whole - 1])),
                Err(DataError::Truncated { index, offset, .. }) => {
                    assert_eq!((index, offset), (whole as u64, ends[whole - 1] as u64));
                }
                Err(DataError::Header(_)) => assert!((1..ends[0]).contains(&length)),
                Err(DataError::NotPackedGames(_)) => assert_eq!(length, 0),
                Err(error) => panic!("{length}: {error}"),
            }
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes too long when interpreted")]
    fn every_changed_bit_is_found() {
        let bytes = file("text", &games(3));
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let error = read(&changed).unwrap_err();
            let expected = match bit / 8 {
                0..8 => matches!(error, DataError::NotPackedGames(_)),
                8..10 => matches!(error, DataError::Version { .. }),
                10..20 => matches!(error, DataError::Header(_)),
                _ => matches!(
                    error,
                    DataError::Damaged { .. } | DataError::Truncated { .. }
                ),
            };
            assert!(expected, "bit {bit}: {error}");
        }
    }

    #[test]
    fn reading_stops_at_the_first_error() {
        let games = games(3);
        let mut bytes = file("", &games);
        let offset = file("", &games[..1]).len();
        bytes[offset + GAME_PREFIX] ^= 1;
        let reader = GameReader::new(&bytes[..], Path::new("f")).unwrap();
        let read: Vec<_> = reader.collect();
        assert_eq!(read.len(), 2);
        let message = read[1].as_ref().unwrap_err().to_string();
        assert!(message.starts_with("f: game 2 at byte"), "{message}");
    }

    #[test]
    fn errors_name_other_files_and_versions() {
        for bytes in [
            &b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"[..],
            b"",
            b"x",
            &[0; 500],
        ] {
            let message = read(bytes).unwrap_err().to_string();
            assert_eq!(message, "f is not a file of packed games");
        }
        let mut bytes = file("", &games(1));
        bytes[8] = 2;
        let message = read(&bytes).unwrap_err().to_string();
        assert!(message.contains("version 2"), "{message}");
    }

    #[test]
    fn long_texts_are_truncated_between_characters() {
        let text = format!("x{}", "é".repeat(40_000));
        let bytes = file(&text, &[]);
        let reader = GameReader::new(&bytes[..], Path::new("f")).unwrap();
        assert_eq!(reader.text().len(), 65_535);
        assert!(text.starts_with(reader.text()));
    }
}
