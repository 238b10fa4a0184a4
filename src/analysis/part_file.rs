//! An output that is written game by game beside the file that it replaces at the end.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::{AnalysisError, io_error};
use crate::files::{replace, sibling, try_lock};

/// Suffix of unfinished outputs.
const PART: &str = ".part";

/// An unfinished output.
pub(super) struct PartFile {
    path: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
    length: u64,
}

impl PartFile {
    /// The path of the unfinished output of `path`.
    pub(super) fn part(path: &Path) -> Result<PathBuf, AnalysisError> {
        sibling(path, PART).map_err(io_error(path))
    }

    /// The length in bytes of the unfinished output of `path`, 0 if there is none.
    pub(super) fn length_of(path: &Path) -> Result<u64, AnalysisError> {
        let part = PartFile::part(path)?;
        match fs::metadata(&part) {
            Ok(metadata) => Ok(metadata.len()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
            Err(error) => Err(io_error(&part)(error)),
        }
    }

    /// Opens or creates the unfinished output of `path`, and locks it.
    pub(super) fn open(path: &Path) -> Result<PartFile, AnalysisError> {
        let part = PartFile::part(path)?;
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        let file = options.open(&part).map_err(io_error(&part))?;
        if !try_lock(&file) {
            return Err(AnalysisError::InUse(part));
        }
        let length = file.metadata().map_err(io_error(&part))?.len();
        Ok(PartFile {
            path: path.to_owned(),
            part,
            file: BufWriter::new(file),
            length,
        })
    }

    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Drops what follows the first `length` bytes.
    pub(super) fn truncate(&mut self, length: u64) -> Result<(), AnalysisError> {
        let file = self.file.get_mut();
        let truncated = file
            .set_len(length)
            .and_then(|()| file.seek(SeekFrom::End(0)));
        self.length = truncated.map_err(io_error(&self.part))?;
        Ok(())
    }

    pub(super) fn write(&mut self, text: &str) -> Result<(), AnalysisError> {
        self.length += text.len() as u64;
        let written = self.file.write_all(text.as_bytes());
        written.map_err(io_error(&self.part))
    }

    /// Copies the rest of a reader.
    pub(super) fn copy(&mut self, mut from: impl io::Read) -> Result<(), AnalysisError> {
        let copied = io::copy(&mut from, &mut self.file);
        self.length += copied.map_err(io_error(&self.part))?;
        Ok(())
    }

    pub(super) fn flush(&mut self) -> Result<(), AnalysisError> {
        self.file.flush().map_err(io_error(&self.part))
    }

    /// Puts the finished output in its place.
    pub(super) fn finish(mut self) -> Result<(), AnalysisError> {
        self.flush()?;
        let synced = self.file.get_ref().sync_all();
        let replaced = synced.and_then(|()| replace(&self.path, &self.part));
        replaced.map_err(io_error(&self.path))
    }
}
