//! Files that games are to be added to.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::game_file::{DataError, GameReader, GameWriter, system};
use super::recovery::recover;

/// A file to which nobody else writes for as long as it is open. It is claimed before it is read, so that what was
/// found in it holds until it is written to. Where the system knows no locks there is nothing to keep others away with.
#[derive(Debug)]
pub struct LockedFile {
    file: File,
    path: PathBuf,
}

impl LockedFile {
    /// Opens a file, or makes an empty one.
    pub fn open(path: &Path) -> Result<LockedFile, DataError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(system(path))?;
        let path = path.to_owned();
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(DataError::InUse(path)),
            Ok(()) | Err(TryLockError::Error(_)) => Ok(LockedFile { file, path }),
        }
    }

    /// The size in bytes.
    pub fn size(&self) -> Result<u64, DataError> {
        let metadata = self.file.metadata().map_err(system(&self.path))?;
        Ok(metadata.len())
    }

    /// Reads it from its beginning.
    pub fn reader(&self) -> Result<GameReader<BufReader<File>>, DataError> {
        self.seek(SeekFrom::Start(0))?;
        let file = self.file.try_clone().map_err(system(&self.path))?;
        GameReader::buffered(file, &self.path)
    }

    /// Whether there is a whole game anywhere behind the first `length` bytes: then these are not followed by one
    /// that was not written to its end, but by damage.
    pub fn has_games_after(&self, length: u64) -> Result<bool, DataError> {
        self.seek(SeekFrom::Start(length))?;
        let mut rest = Vec::new();
        let read = (&self.file).read_to_end(&mut rest);
        read.map_err(system(&self.path))?;
        Ok(!recover(&rest).games.is_empty())
    }

    /// Begins it; `text` says what will be in it. Whatever there was is gone.
    pub fn overwrite(self, text: &str) -> Result<GameWriter<File>, DataError> {
        self.cut(0)?;
        GameWriter::new(self.file, &self.path, text)
    }

    /// Goes on with it after its first `length` bytes; the rest is cut off.
    pub fn append_at(self, length: u64) -> Result<GameWriter<File>, DataError> {
        self.cut(length)?;
        Ok(GameWriter::append(self.file, &self.path))
    }

    fn cut(&self, length: u64) -> Result<(), DataError> {
        self.file.set_len(length).map_err(system(&self.path))?;
        self.seek(SeekFrom::End(0))
    }

    fn seek(&self, place: SeekFrom) -> Result<(), DataError> {
        let sought = (&self.file).seek(place);
        sought.map(drop).map_err(system(&self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::super::PackedGame;
    use super::super::game_file::tests::file;
    use super::super::samples::games;
    use super::*;

    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let name = format!("diglot-claimed-{name}-{}", std::process::id());
            Scratch(std::env::temp_dir().join(name))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn read(file: &LockedFile) -> Vec<PackedGame> {
        let games: Result<_, _> = file.reader().unwrap().collect();
        games.unwrap()
    }

    #[test]
    fn nobody_else_claims_it() {
        let scratch = Scratch::new("twice");
        let first = LockedFile::open(&scratch.0).unwrap();
        let second = || LockedFile::open(&scratch.0);
        assert!(matches!(second(), Err(DataError::InUse(_))));
        let writer = first.overwrite("one").unwrap();
        assert!(matches!(second(), Err(DataError::InUse(_))));
        drop(writer);
        assert!(second().is_ok());
    }

    #[test]
    fn games_are_added_where_it_is_cut() {
        let scratch = Scratch::new("added");
        let games = games(4);
        let claim = || LockedFile::open(&scratch.0).unwrap();
        assert_eq!(claim().size().unwrap(), 0);
        let mut writer = claim().overwrite("text").unwrap();
        for game in &games[..3] {
            writer.write(game).unwrap();
        }
        drop(writer);
        let claimed = claim();
        assert_eq!(read(&claimed), games[..3]);
        assert_eq!(claimed.reader().unwrap().text(), "text");
        let cut = file("text", &games[..2]).len() as u64;
        assert!(claimed.has_games_after(cut).unwrap());
        assert!(claimed.has_games_after(cut - 3).unwrap());
        assert!(!claimed.has_games_after(cut + 1).unwrap());
        claimed.append_at(cut).unwrap().write(&games[3]).unwrap();
        assert_eq!(read(&claim()), [&games[..2], &games[3..]].concat());
    }
}
