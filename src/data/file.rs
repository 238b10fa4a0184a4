//! Files of games: written game by game, read with every check.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Malformed;
use super::game::PackedGame;

/// How every file begins. A transfer that changes line ends or the highest bits changes this too.
const MAGIC: [u8; 8] = *b"\x89DIGLOT\n";
/// The version of the format that is read and written.
pub const VERSION: u16 = 1;
/// Magic, version, length of the text, checksum.
const FIXED_HEADER: usize = MAGIC.len() + 2 + 2 + 4;
/// Length and checksum of a game.
const FRAME_HEAD: usize = 2 + 4;

/// Why a file is not read to its end, or not written.
#[derive(Debug, Error)]
pub enum DataError {
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
    Malformed(#[from] Malformed),
}

fn system(path: &Path) -> impl FnOnce(io::Error) -> DataError {
    let path = path.to_owned();
    |error| DataError::System { path, error }
}

/// The checksum of something in a file, its length included.
fn checksum(length: [u8; 2], bytes: &[u8]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&length);
    hasher.update(bytes);
    hasher.finalize().to_le_bytes()
}

/// A game as it is written to a file: length, checksum, bytes.
pub fn frame(game: &PackedGame) -> Vec<u8> {
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
    /// Begins a file, which must not exist; `text` says what will be in it.
    pub fn create(path: &Path, text: &str) -> Result<GameWriter<File>, DataError> {
        let created = OpenOptions::new().append(true).create_new(true).open(path);
        let file = created.map_err(system(path))?;
        GameWriter::new(file, path, text)
    }

    /// Goes on with a file after its first `length` bytes; the rest is cut off.
    pub fn append(path: &Path, length: u64) -> Result<GameWriter<File>, DataError> {
        let opened = OpenOptions::new().append(true).open(path);
        let output = opened.map_err(system(path))?;
        output.set_len(length).map_err(system(path))?;
        let path = path.to_owned();
        Ok(GameWriter { output, path })
    }

    /// Waits until all that was written is where no loss of power can reach it.
    pub fn sync(&mut self) -> Result<(), DataError> {
        self.output.sync_all().map_err(system(&self.path))
    }
}

impl<W: Write> GameWriter<W> {
    /// Writes the head of a file; `path` is its name in errors.
    pub fn new(mut output: W, path: &Path, text: &str) -> Result<GameWriter<W>, DataError> {
        output.write_all(&header(text)).map_err(system(path))?;
        let path = path.to_owned();
        Ok(GameWriter { output, path })
    }

    /// Writes a game, in one piece.
    pub fn write(&mut self, game: &PackedGame) -> Result<(), DataError> {
        let written = self.output.write_all(&frame(game));
        written.map_err(system(&self.path))
    }

    /// Gives back what is written to, with nothing kept back.
    pub fn finish(mut self) -> Result<W, DataError> {
        self.output.flush().map_err(system(&self.path))?;
        Ok(self.output)
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
        GameReader::new(BufReader::with_capacity(1 << 18, file), path)
    }
}

impl<R: Read> GameReader<R> {
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
    pub fn count(&self) -> u64 {
        self.count
    }

    fn read(&mut self) -> Result<Option<PackedGame>, DataError> {
        let mut head = [0; FRAME_HEAD];
        let read = read_up_to(&mut self.input, &mut head).map_err(system(&self.path))?;
        if read == 0 {
            return Ok(None);
        }
        let [l0, l1, sum @ ..] = head;
        let mut bytes = vec![0; usize::from(u16::from_le_bytes([l0, l1]))];
        let whole = read == FRAME_HEAD && {
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
        let length = (FRAME_HEAD + bytes.len()) as u64;
        let game = match checksum([l0, l1], &bytes) == sum {
            true => PackedGame::new(bytes).map_err(Damage::Malformed),
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
