//! The progress file of an analysis, beside its outputs: from its last checkpoint an interrupted run continues.
//!
//! The first line describes the run. Each further line stands for the games written so far: their number, how many of
//! them were skipped, the place of the next game, and the lengths of the outputs.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::{AnalysisError, io_error};
use super::input::Place;
use crate::files::try_lock;

/// The state after some games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Checkpoint {
    /// Games or positions written.
    pub games: u64,
    /// Those of them that were skipped.
    pub skipped: u64,
    /// The place of the next game.
    pub place: Place,
    /// Lengths of the outputs in bytes.
    pub lengths: Vec<u64>,
}

impl Checkpoint {
    fn line(&self) -> String {
        let Place {
            file,
            offset,
            line,
            games,
        } = self.place;
        let mut text = format!(
            "{} {} {file} {offset} {line} {games}",
            self.games, self.skipped
        );
        for length in &self.lengths {
            text.push_str(&format!(" {length}"));
        }
        text
    }

    fn parse(line: &str) -> Option<Checkpoint> {
        let numbers: Vec<u64> = line
            .split(' ')
            .map(|n| n.parse().ok())
            .collect::<Option<_>>()?;
        let &[games, skipped, file, offset, line, number, ref lengths @ ..] = &numbers[..] else {
            return None;
        };
        Some(Checkpoint {
            games,
            skipped,
            place: Place {
                file: file as usize,
                offset,
                line: line as usize,
                games: number as usize,
            },
            lengths: lengths.to_vec(),
        })
    }
}

/// The progress file, locked while the run lasts.
pub(super) struct ProgressFile {
    path: PathBuf,
    file: File,
}

impl ProgressFile {
    /// Opens or creates the file. Returns the last checkpoint whose outputs are complete: `lengths` are those of
    /// the files. `None` if there is none.
    pub(super) fn open(
        path: &Path,
        description: &str,
        lengths: &[u64],
    ) -> Result<(ProgressFile, Option<Checkpoint>), AnalysisError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(io_error(path))?;
        if !try_lock(&file) {
            return Err(AnalysisError::InUse(path.to_owned()));
        }
        let mut progress = ProgressFile {
            path: path.to_owned(),
            file,
        };
        let checkpoint = progress.read(description, lengths)?;
        Ok((progress, checkpoint))
    }

    /// Reads the last usable checkpoint and drops the lines after it.
    fn read(
        &mut self,
        description: &str,
        lengths: &[u64],
    ) -> Result<Option<Checkpoint>, AnalysisError> {
        let error = io_error(&self.path);
        let mut lines = BufReader::new(&self.file);
        let mut line = String::new();
        let first = lines.read_line(&mut line).map_err(&error)? as u64;
        let text = line.trim_end();
        // The first line may be incomplete.
        let is_own = match line.strip_suffix('\n') {
            Some(_) => text == description,
            None => description.starts_with(&line),
        };
        if !is_own {
            let (path, text) = (self.path.clone(), text.to_owned());
            return Err(AnalysisError::OtherRun { path, text });
        }
        let last = read_checkpoints(lines, lengths).map_err(&error)?;
        let end = last.as_ref().map_or(0, |(_, length)| first + length);
        self.file.set_len(end).map_err(&error)?;
        self.file.seek(SeekFrom::End(0)).map_err(&error)?;
        if last.is_none() {
            writeln!(self.file, "{description}").map_err(error)?;
        }
        Ok(last.map(|(checkpoint, _)| checkpoint))
    }

    /// Adds a checkpoint, once the outputs are written.
    pub(super) fn add(&mut self, checkpoint: &Checkpoint) -> Result<(), AnalysisError> {
        writeln!(self.file, "{}", checkpoint.line()).map_err(io_error(&self.path))
    }

    /// Removes the file at the end of the run.
    pub(super) fn remove(self) -> Result<(), AnalysisError> {
        std::fs::remove_file(&self.path).map_err(io_error(&self.path))
    }
}

impl Checkpoint {
    /// Whether the outputs are at least as long as they were.
    fn fits(&self, lengths: &[u64]) -> bool {
        let mut pairs = self.lengths.iter().zip(lengths);
        self.lengths.len() == lengths.len() && pairs.all(|(own, other)| own <= other)
    }
}

/// Reads checkpoints up to one that is incomplete or whose outputs are. Returns the last complete one and the number of
/// bytes to its end.
fn read_checkpoints(
    mut lines: impl BufRead,
    lengths: &[u64],
) -> io::Result<Option<(Checkpoint, u64)>> {
    let mut last = None;
    let mut end = 0;
    let mut line = String::new();
    loop {
        line.clear();
        end += lines.read_line(&mut line)? as u64;
        let checkpoint = line.strip_suffix('\n').and_then(Checkpoint::parse);
        match checkpoint.filter(|checkpoint| checkpoint.fits(lengths)) {
            Some(checkpoint) => last = Some((checkpoint, end)),
            None => return Ok(last),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint(games: u64, lengths: &[u64]) -> Checkpoint {
        Checkpoint {
            games,
            skipped: 1,
            place: Place {
                file: 1,
                offset: 10 * games,
                line: 3,
                games: 2,
            },
            lengths: lengths.to_vec(),
        }
    }

    #[test]
    fn the_last_checkpoint_with_complete_outputs_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("progress");
        let open = |lengths: &[u64]| ProgressFile::open(&path, "a run", lengths);
        let (mut file, none) = open(&[0, 0]).unwrap();
        assert_eq!(none, None);
        assert!(matches!(open(&[0, 0]), Err(AnalysisError::InUse(_))));
        for (games, lengths) in [(0, [5, 0]), (1, [20, 7]), (2, [30, 9])] {
            file.add(&checkpoint(games, &lengths)).unwrap();
        }
        drop(file);
        // The last line is incomplete.
        std::fs::OpenOptions::new()
            .append(true)
            .open(&path)
            .and_then(|mut file| file.write_all(b"3 1 1 30 3 2 40"))
            .unwrap();
        let last = |lengths: &[u64]| open(lengths).unwrap().1;
        assert_eq!(last(&[40, 9]), Some(checkpoint(2, &[30, 9])));
        assert_eq!(last(&[29, 9]), Some(checkpoint(1, &[20, 7])));
        assert_eq!(last(&[29, 9]), Some(checkpoint(1, &[20, 7])));
        let other = ProgressFile::open(&path, "another run", &[29, 9]);
        assert!(matches!(other, Err(AnalysisError::OtherRun { .. })));
        assert_eq!(last(&[0, 0]), None);
        let (file, _) = open(&[0, 0]).unwrap();
        file.remove().unwrap();
        assert!(!path.exists());
    }
}
