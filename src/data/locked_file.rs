//! Files of packed games opened for appending.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::game_file::{DataError, GameReader, GameWriter, io_error};
use super::recovery::recover;
use crate::files::try_lock;

/// A file with an exclusive advisory lock. It is locked before it is read, so that its content cannot change before it
/// is written. Without effect on systems without file locks.
#[derive(Debug)]
pub struct LockedFile {
    file: File,
    path: PathBuf,
}

impl LockedFile {
    /// Opens and locks a file, or creates an empty one.
    pub fn open(path: &Path) -> Result<LockedFile, DataError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(io_error(path))?;
        let path = path.to_owned();
        if !try_lock(&file) {
            return Err(DataError::InUse(path));
        }
        Ok(LockedFile { file, path })
    }

    /// The size in bytes.
    pub fn size(&self) -> Result<u64, DataError> {
        let metadata = self.file.metadata().map_err(io_error(&self.path))?;
        Ok(metadata.len())
    }

    /// Reads the file from its beginning.
    pub fn reader(&self) -> Result<GameReader<BufReader<File>>, DataError> {
        self.seek(SeekFrom::Start(0))?;
        let file = self.file.try_clone().map_err(io_error(&self.path))?;
        GameReader::buffered(file, &self.path)
    }

    /// Whether an intact game follows anywhere after the first `length` bytes. Then the error at `length` is damage and
    /// not just an incomplete last game.
    pub fn has_games_after(&self, length: u64) -> Result<bool, DataError> {
        self.seek(SeekFrom::Start(length))?;
        let mut rest = Vec::new();
        let read = (&self.file).read_to_end(&mut rest);
        read.map_err(io_error(&self.path))?;
        Ok(!recover(&rest).games.is_empty())
    }

    /// Replaces the content by a new header; `text` describes the games.
    pub fn overwrite(self, text: &str) -> Result<GameWriter<File>, DataError> {
        self.truncate(0)?;
        GameWriter::new(self.file, &self.path, text)
    }

    /// Truncates the file to `length` bytes and appends games.
    pub fn append_at(self, length: u64) -> Result<GameWriter<File>, DataError> {
        self.truncate(length)?;
        Ok(GameWriter::append(self.file, &self.path))
    }

    fn truncate(&self, length: u64) -> Result<(), DataError> {
        self.file.set_len(length).map_err(io_error(&self.path))?;
        self.seek(SeekFrom::End(0))
    }

    fn seek(&self, to: SeekFrom) -> Result<(), DataError> {
        let sought = (&self.file).seek(to);
        sought.map(drop).map_err(io_error(&self.path))
    }
}

#[cfg(test)]
mod tests {
    use tempfile::NamedTempFile;

    use super::super::PackedGame;
    use super::super::samples::{file, games};
    use super::*;

    fn read(file: &LockedFile) -> Vec<PackedGame> {
        let games: Result<_, _> = file.reader().unwrap().collect();
        games.unwrap()
    }

    #[test]
    fn a_second_lock_fails() {
        let temp = NamedTempFile::new().unwrap();
        let first = LockedFile::open(temp.path()).unwrap();
        let second = || LockedFile::open(temp.path());
        assert!(matches!(second(), Err(DataError::InUse(_))));
        let writer = first.overwrite("one").unwrap();
        assert!(matches!(second(), Err(DataError::InUse(_))));
        drop(writer);
        assert!(second().is_ok());
    }

    #[test]
    fn games_are_appended_after_truncation() {
        let temp = NamedTempFile::new().unwrap();
        let games = games(4);
        let open = || LockedFile::open(temp.path()).unwrap();
        assert_eq!(open().size().unwrap(), 0);
        let mut writer = open().overwrite("text").unwrap();
        for game in &games[..3] {
            writer.write(game).unwrap();
        }
        drop(writer);
        let locked = open();
        assert_eq!(read(&locked), games[..3]);
        assert_eq!(locked.reader().unwrap().text(), "text");
        let cut = file("text", &games[..2]).len() as u64;
        assert!(locked.has_games_after(cut).unwrap());
        assert!(locked.has_games_after(cut - 3).unwrap());
        assert!(!locked.has_games_after(cut + 1).unwrap());
        locked.append_at(cut).unwrap().write(&games[3]).unwrap();
        assert_eq!(read(&open()), [&games[..2], &games[3..]].concat());
    }
}
