//! The outputs of a run and its progress file.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::config::AnalysisConfig;
use super::error::{AnalysisError, io_error};
use super::html::{page_end, page_start};
use super::input::{Inputs, Place};
use super::outcome::AnalysisOutputs;
use super::part_file::PartFile;
use super::progress_file::{Checkpoint, ProgressFile};
use super::render::{Formats, Rendered, Text};
use crate::files::{check_writable, sibling};

/// Suffix of the progress file, after the name of the first output.
const PROGRESS: &str = ".progress";

/// Writes the outputs.
pub(super) struct OutputWriter<'a> {
    text: Option<PartFile>,
    json: Option<PartFile>,
    html: Option<PartFile>,
    stream: Option<&'a mut dyn Write>,
    /// `None` without files.
    progress: Option<ProgressFile>,
    state: Checkpoint,
}

impl<'a> OutputWriter<'a> {
    /// Opens the outputs, and continues them where an interrupted run stopped.
    pub(super) fn open(
        config: &AnalysisConfig,
        inputs: &Inputs,
        outputs: AnalysisOutputs<'a>,
    ) -> Result<OutputWriter<'a>, AnalysisError> {
        let AnalysisOutputs {
            text,
            json,
            html,
            stream,
        } = outputs;
        let paths = [&text, &json, &html];
        let names: Vec<&PathBuf> = paths.into_iter().flatten().collect();
        let progress = names
            .first()
            .map(|first| progress_path(first))
            .transpose()?;
        check(&names, progress.as_deref(), inputs)?;
        let writer = OutputWriter {
            text: None,
            json: None,
            html: None,
            stream,
            progress: None,
            state: Checkpoint::default(),
        };
        let Some(progress) = progress else {
            return Ok(writer);
        };
        let description = format!(
            "diglot analyse: {}{}; to {names:?}",
            config.description(),
            inputs.description
        );
        writer.open_files(config, paths, &progress, &description)
    }

    /// Opens the progress file and the outputs.
    fn open_files(
        mut self,
        config: &AnalysisConfig,
        paths: [&Option<PathBuf>; 3],
        progress: &Path,
        description: &str,
    ) -> Result<OutputWriter<'a>, AnalysisError> {
        let names: Vec<&PathBuf> = paths.into_iter().flatten().collect();
        let lengths = names.iter().map(|name| PartFile::length_of(name));
        let lengths: Vec<u64> = lengths.collect::<Result<_, _>>()?;
        let is_resumed = fs::metadata(progress).is_ok_and(|metadata| metadata.len() > 0);
        let (progress, checkpoint) = ProgressFile::open(progress, description, &lengths)?;
        let is_new = checkpoint.is_none();
        self.progress = Some(progress);
        let other = names.iter().zip(lengths).find(|&(_, length)| length > 0);
        let begun = match other {
            Some((name, _)) if !is_resumed => Err(AnalysisError::OtherPart((*name).clone())),
            _ => self.begin(config, paths, checkpoint),
        };
        match (begun, is_new) {
            (Ok(()), _) => Ok(self),
            (Err(error), true) => {
                self.progress.map_or(Ok(()), ProgressFile::remove)?;
                Err(error)
            }
            (Err(error), false) => Err(error),
        }
    }

    /// Opens the outputs: continues at a checkpoint, or begins anew.
    fn begin(
        &mut self,
        config: &AnalysisConfig,
        paths: [&Option<PathBuf>; 3],
        checkpoint: Option<Checkpoint>,
    ) -> Result<(), AnalysisError> {
        let open = |path: &Option<PathBuf>| path.as_deref().map(PartFile::open).transpose();
        self.text = open(paths[0])?;
        self.json = open(paths[1])?;
        self.html = open(paths[2])?;
        let is_new = checkpoint.is_none();
        self.state = checkpoint.unwrap_or_default();
        let mut lengths = self.state.lengths.clone().into_iter();
        for file in self.files().into_iter().flatten() {
            file.truncate(lengths.next().unwrap_or(0))?;
        }
        if is_new {
            if let Some(html) = &mut self.html {
                html.write(&page_start(config))?;
            }
            self.add_checkpoint()?;
        }
        Ok(())
    }

    fn files(&mut self) -> [Option<&mut PartFile>; 3] {
        [&mut self.text, &mut self.json, &mut self.html].map(Option::as_mut)
    }

    fn lengths(&self) -> Vec<u64> {
        let files = [&self.text, &self.json, &self.html].into_iter().flatten();
        files.map(PartFile::length).collect()
    }

    pub(super) fn formats(&self) -> Formats {
        Formats {
            text: self.text.is_some() || self.stream.is_some(),
            json: self.json.is_some(),
            html: self.html.is_some(),
        }
    }

    /// Games or positions written.
    pub(super) fn games(&self) -> u64 {
        self.state.games
    }

    /// Those of them that were skipped.
    pub(super) fn skipped(&self) -> u64 {
        self.state.skipped
    }

    /// The place of the next game.
    pub(super) fn place(&self) -> Place {
        self.state.place
    }

    /// Writes a game; the next one is at `next`.
    pub(super) fn write(
        &mut self,
        inputs: &Inputs,
        rendered: &Rendered,
        next: Place,
    ) -> Result<(), AnalysisError> {
        self.write_text(inputs, &rendered.text)?;
        if let Some(json) = &mut self.json {
            json.write(&rendered.json)?;
        }
        if let Some(html) = &mut self.html {
            html.write(&rendered.html)?;
        }
        self.state.games += u64::from(rendered.is_game);
        self.state.skipped += u64::from(rendered.skipped.is_some());
        self.state.place = next;
        self.add_checkpoint()
    }

    fn write_text(&mut self, inputs: &Inputs, text: &Text) -> Result<(), AnalysisError> {
        let rest = match text {
            Text::Rendered(text) => text,
            Text::Copied {
                file,
                start,
                bytes,
                then,
            } => {
                let path = &inputs.paths[*file];
                let part = || open_part(path, *start, *bytes).map_err(io_error(path));
                if let Some(file) = &mut self.text {
                    file.copy(part()?)?;
                }
                if let Some(stream) = &mut self.stream {
                    io::copy(&mut part()?, stream)?;
                }
                then
            }
        };
        if let Some(file) = &mut self.text {
            file.write(rest)?;
        }
        if let Some(stream) = &mut self.stream {
            stream.write_all(rest.as_bytes())?;
            stream.flush()?;
        }
        Ok(())
    }

    fn add_checkpoint(&mut self) -> Result<(), AnalysisError> {
        for file in self.files().into_iter().flatten() {
            file.flush()?;
        }
        self.state.lengths = self.lengths();
        match &mut self.progress {
            Some(progress) => progress.add(&self.state),
            None => Ok(()),
        }
    }

    /// Puts the finished outputs in their places.
    pub(super) fn finish(mut self) -> Result<(), AnalysisError> {
        if let Some(html) = &mut self.html {
            html.write(&page_end())?;
        }
        for file in [self.text, self.json, self.html].into_iter().flatten() {
            file.finish()?;
        }
        self.progress.map_or(Ok(()), ProgressFile::remove)
    }
}

/// The progress file beside the first output.
fn progress_path(first: &Path) -> Result<PathBuf, AnalysisError> {
    sibling(first, PROGRESS).map_err(io_error(first))
}

/// Rejects outputs that cannot be written, or that are inputs, the progress file or other outputs, also while they are
/// unfinished.
fn check(
    outputs: &[&PathBuf],
    progress: Option<&Path>,
    inputs: &Inputs,
) -> Result<(), AnalysisError> {
    // A file that does not exist yet has a folder.
    let canonical = |path: &Path| {
        let canonical = fs::canonicalize(path).or_else(|_| std::path::absolute(path));
        canonical.map_err(io_error(path))
    };
    let mut taken = Vec::new();
    for path in &inputs.paths {
        taken.push(fs::canonicalize(path).map_err(io_error(path))?);
    }
    let mut written: Vec<PathBuf> = progress.map(Path::to_owned).into_iter().collect();
    for path in outputs {
        check_writable(path).map_err(io_error(path))?;
        written.push((*path).clone());
        written.push(PartFile::part(path)?);
    }
    for path in written {
        let canonical = canonical(&path)?;
        if taken.contains(&canonical) {
            return Err(AnalysisError::SameFile(path));
        }
        taken.push(canonical);
    }
    Ok(())
}

fn open_part(path: &Path, start: u64, bytes: u64) -> io::Result<impl Read> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(start))?;
    Ok(file.take(bytes))
}
