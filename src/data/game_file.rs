//! Files of games: written game by game, read with every check.

use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::GameError;
use super::game::PackedGame;

/// How every file begins. A transfer that changes line ends or the highest bits changes this too.
pub(super) const MAGIC: [u8; 8] = *b"\x89DIGLOT\n";
/// The version of the format that is read and written.
pub const VERSION: u16 = 1;
/// Magic, version, length of the text, checksum.
const FIXED_HEADER: usize = MAGIC.len() + 2 + 2 + 4;
/// Length and checksum of a game.
pub(super) const FRAME_HEADER: usize = 2 + 4;

/// Why a file is not read to its end, or not written.
#[derive(Debug, Error)]
pub enum DataError {
    /// Another program is writing to it.
    #[error("{}: another program is writing to this file", .0.display())]
    InUse(PathBuf),
    /// The system does not let us.
    #[error("{}: {error}", .path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is something else.
    #[error("{} is no file of games that Diglot has packed", .0.display())]
    Foreign(PathBuf),
    /// It is written in another version of the format.
    #[error("{} has version {version} of the format; only version {VERSION} can be read", .path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u16,
    },
    /// What stands before the games is damaged.
    #[error("{}: the head of the file is damaged", .0.display())]
    Header(PathBuf),
    /// The file ends within a game: its writer was interrupted, or it was cut.
    #[error("{} ends within game {index}, which begins at byte {offset}; `diglot data repair` takes what is whole", .path.display())]
    Truncated {
        /// The file.
        path: PathBuf,
        /// The game, from 1.
        index: u64,
        /// Where it begins.
        offset: u64,
    },
    /// A game is not what was written.
    #[error("{}: game {index} at byte {offset} is damaged ({reason}); `diglot data repair` takes what is whole", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The game, from 1.
        index: u64,
        /// Where it begins.
        offset: u64,
        /// What is wrong with it.
        reason: Damage,
    },
}

/// What is wrong with a game in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Damage {
    /// Some bits have changed.
    #[error("its checksum is wrong")]
    Checksum,
    /// It was no game when it was written.
    #[error("{0}")]
    GameError(#[from] GameError),
}

pub(super) fn system(path: &Path) -> impl FnOnce(io::Error) -> DataError {
    let path = path.to_owned();
    |error| DataError::System { path, error }
}

/// The checksum of something in a file, its length included.
pub(super) fn checksum(length: [u8; 2], bytes: &[u8]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&length);
    hasher.update(bytes);
    hasher.finalize().to_le_bytes()
}

/// A game as it is written to a file: length, checksum, bytes.
fn frame(game: &PackedGame) -> Vec<u8> {
    let bytes = game.bytes();
    // The greatest game has a good 40,000 bytes.
    let length = (bytes.len() as u16).to_le_bytes();
    let sum = checksum(length, bytes);
    [&length, &sum[..], bytes].concat()
}

/// What stands before the games. Of a text that is too long the beginning is taken.
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
    /// Waits until all that was written is where no loss of power can reach it.
    pub fn sync(&mut self) -> Result<(), DataError> {
        self.output.sync_all().map_err(system(&self.path))
    }
}

impl<W: Write> GameWriter<W> {
    /// Goes on where a file ends whose head is written.
    pub(super) fn append(output: W, path: &Path) -> GameWriter<W> {
        let path = path.to_owned();
        GameWriter { output, path }
    }

    /// Writes the head of a file; `path` is its name in errors.
    pub fn new(mut output: W, path: &Path, text: &str) -> Result<GameWriter<W>, DataError> {
        output.write_all(&header(text)).map_err(system(path))?;
        Ok(GameWriter::append(output, path))
    }

    /// Writes a game, in one piece.
    pub fn write(&mut self, game: &PackedGame) -> Result<(), DataError> {
        let written = self.output.write_all(&frame(game));
        written.map_err(system(&self.path))
    }
}

/// Reads games from a file, the first to the last. It ends with an error where something is wrong.
#[derive(Debug)]
pub struct GameReader<R> {
    input: R,
    path: PathBuf,
    text: String,
    /// Where the next game begins.
    offset: u64,
    /// Games read so far.
    count: u64,
    failed: bool,
}

impl GameReader<BufReader<File>> {
    /// Opens a file and checks its head.
    pub fn open(path: &Path) -> Result<GameReader<BufReader<File>>, DataError> {
        let file = File::open(path).map_err(system(path))?;
        GameReader::buffered(file, path)
    }

    /// Reads the head of a file that is open.
    pub(super) fn buffered(
        file: File,
        path: &Path,
    ) -> Result<GameReader<BufReader<File>>, DataError> {
        GameReader::new(BufReader::with_capacity(1 << 18, file), path)
    }

    /// The same file, to read single games from.
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
    /// Reads the game that begins at `offset`, of which an error says that it is the one with this index from 1.
    pub(super) fn read_at(&mut self, offset: u64, index: u64) -> Result<PackedGame, DataError> {
        let sought = self.input.seek(SeekFrom::Start(offset));
        sought.map_err(system(&self.path))?;
        (self.offset, self.count) = (offset, index - 1);
        // It was there when the file was read through.
        self.read()?.ok_or_else(|| DataError::Truncated {
            path: self.path.clone(),
            index,
            offset,
        })
    }
}

impl<R: Read> GameReader<R> {
    /// The name of the file in errors.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the head of a file; `path` is its name in errors.
    pub fn new(mut input: R, path: &Path) -> Result<GameReader<R>, DataError> {
        let mut fixed = [0; FIXED_HEADER];
        let read = read_up_to(&mut input, &mut fixed).map_err(system(path))?;
        let [magic @ .., _, _, _, _, _, _, _, _] = fixed;
        if read == 0 || magic[..read.min(magic.len())] != MAGIC[..read.min(magic.len())] {
            return Err(DataError::Foreign(path.to_owned()));
        }
        let [.., v0, v1, l0, l1, s0, s1, s2, s3] = fixed;
        let version = u16::from_le_bytes([v0, v1]);
        if read < FIXED_HEADER {
            return Err(DataError::Header(path.to_owned()));
        }
        if version != VERSION {
            let path = path.to_owned();
            return Err(DataError::Version { path, version });
        }
        let mut text = vec![0; usize::from(u16::from_le_bytes([l0, l1]))];
        let read = read_up_to(&mut input, &mut text).map_err(system(path))?;
        let is_right = read == text.len() && checksum([l0, l1], &text) == [s0, s1, s2, s3];
        let offset = (FIXED_HEADER + text.len()) as u64;
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

    /// What is in the file, as whoever began it has said.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where the next game begins, or the file ends.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// How many games have been read.
    pub fn games_read(&self) -> u64 {
        self.count
    }

    fn read(&mut self) -> Result<Option<PackedGame>, DataError> {
        let mut head = [0; FRAME_HEADER];
        let read = read_up_to(&mut self.input, &mut head).map_err(system(&self.path))?;
        if read == 0 {
            return Ok(None);
        }
        let [l0, l1, sum @ ..] = head;
        let mut bytes = vec![0; usize::from(u16::from_le_bytes([l0, l1]))];
        let whole = read == FRAME_HEADER && {
            let read = read_up_to(&mut self.input, &mut bytes).map_err(system(&self.path))?;
            read == bytes.len()
        };
        if !whole {
            return Err(DataError::Truncated {
                path: self.path.clone(),
                index: self.count + 1,
                offset: self.offset,
            });
        }
        let length = (FRAME_HEADER + bytes.len()) as u64;
        let game = match checksum([l0, l1], &bytes) == sum {
            true => PackedGame::new(bytes).map_err(Damage::GameError),
            false => Err(Damage::Checksum),
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

/// Reads as many bytes as there are; how many.
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
pub(super) mod tests {
    use super::super::samples::games;
    use super::super::{GameRecord, StartPosition, Termination};
    use super::*;
    use crate::board::Position;
    use crate::types::{Color, Score};

    /// A file with these games.
    pub fn file(text: &str, games: &[PackedGame]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut writer = GameWriter::new(&mut bytes, Path::new("f"), text).unwrap();
        for game in games {
            writer.write(game).unwrap();
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Vec<PackedGame>, DataError> {
        GameReader::new(bytes, Path::new("f"))?.collect()
    }

    #[test]
    fn what_is_written_is_read() {
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

    /// The bytes were put together from the description of the format by a program of its own.
    #[test]
    fn version_1_stays_what_it_is() {
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
    fn a_file_that_ends_anywhere_is_refused_unless_between_games() {
        let games = games(5);
        let bytes = file("text", &games);
        let mut ends = vec![file("text", &[]).len()];
        for game in &games {
            ends.push(ends[ends.len() - 1] + frame(game).len());
        }
        for length in 0..bytes.len() {
            let whole = ends.iter().filter(|&&end| end <= length).count();
            match read(&bytes[..length]) {
                Ok(read) => assert_eq!((length, &read[..]), (ends[whole - 1], &games[..whole - 1])),
                Err(DataError::Truncated { index, offset, .. }) => {
                    assert_eq!((index, offset), (whole as u64, ends[whole - 1] as u64));
                }
                Err(DataError::Header(_)) => assert!((1..ends[0]).contains(&length)),
                Err(DataError::Foreign(_)) => assert_eq!(length, 0),
                Err(error) => panic!("{length}: {error}"),
            }
        }
    }

    #[test]
    fn every_changed_bit_is_found() {
        let bytes = file("text", &games(3));
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let error = read(&changed).unwrap_err();
            let expected = match bit / 8 {
                0..8 => matches!(error, DataError::Foreign(_)),
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
    fn reading_ends_with_the_first_error() {
        let games = games(3);
        let mut bytes = file("", &games);
        let offset = file("", &games[..1]).len();
        bytes[offset + FRAME_HEADER] ^= 1;
        let reader = GameReader::new(&bytes[..], Path::new("f")).unwrap();
        let read: Vec<_> = reader.collect();
        assert_eq!(read.len(), 2);
        let message = read[1].as_ref().unwrap_err().to_string();
        assert!(message.starts_with("f: game 2 at byte"), "{message}");
    }

    #[test]
    fn other_files_and_other_versions_are_named() {
        for bytes in [
            &b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"[..],
            b"",
            b"x",
            &[0; 500],
        ] {
            let message = read(bytes).unwrap_err().to_string();
            assert_eq!(message, "f is no file of games that Diglot has packed");
        }
        let mut bytes = file("", &games(1));
        bytes[8] = 2;
        let message = read(&bytes).unwrap_err().to_string();
        assert!(message.contains("version 2"), "{message}");
    }

    #[test]
    fn texts_that_are_too_long_are_cut_between_letters() {
        let text = format!("x{}", "é".repeat(40_000));
        let bytes = file(&text, &[]);
        let reader = GameReader::new(&bytes[..], Path::new("f")).unwrap();
        assert_eq!(reader.text().len(), 65_535);
        assert!(text.starts_with(reader.text()));
    }
}
