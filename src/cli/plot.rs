//! `diglot plot`: draws logs of training, SPSA and matches.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::value::output_file;
use crate::files::{check_writable, write_whole};
use crate::plot::{html_page, read_log, to_svg};

/// Extensions of logs.
const LOG_EXTENSIONS: [&str; 4] = ["csv", "log", "pgn", "txt"];

#[derive(clap::Args)]
pub(super) struct PlotArgs {
    /// Logs: CSV of diglot train or scripts/spsa.py, results of a match program, or games as PGN
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Write the picture of a single log to FILE [default: each beside its log, with the extension svg]
    #[arg(short, long, value_name = "FILE", value_parser = output_file())]
    output: Option<PathBuf>,

    /// Write one page with all pictures to FILE, and no other files unless --output is given
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    html: Option<PathBuf>,

    /// Count the results of the engine NAME in PGN [default: White in the first game]
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
}

/// Draws all logs, writes the files and returns the lines to print.
pub(super) fn run(args: &PlotArgs) -> Result<Vec<String>, String> {
    let outputs = args.outputs()?;
    let mut names = HashSet::new();
    for output in outputs.iter().chain(&args.html) {
        args.check_output(output)?;
        let whole = std::path::absolute(output).unwrap_or_else(|_| output.clone());
        if !names.insert(whole) {
            let name = output.display();
            return Err(format!(
                "{name} would be written twice; name other files, or use --html"
            ));
        }
    }
    let pictures: Vec<String> = args
        .files
        .iter()
        .map(|path| draw(path, args.engine.as_deref()))
        .collect::<Result<_, String>>()?;
    for (output, picture) in outputs.iter().zip(&pictures) {
        write(output, picture)?;
    }
    if let Some(page) = &args.html {
        write(page, &html_page("Diglot plots", &pictures))?;
    }
    let written = outputs.iter().chain(&args.html);
    Ok(written
        .map(|path| format!("written: {}", path.display()))
        .collect())
}

impl PlotArgs {
    /// The SVG files to write, one for each log or none.
    fn outputs(&self) -> Result<Vec<PathBuf>, String> {
        match (&self.output, &self.html) {
            (Some(output), _) if self.files.len() == 1 => Ok(vec![output.clone()]),
            (Some(_), _) => Err("--output takes a single log; use --html for several".to_owned()),
            (None, Some(_)) => Ok(Vec::new()),
            (None, None) => Ok(self.files.iter().map(|path| picture_beside(path)).collect()),
        }
    }

    /// Rejects an output that cannot be written, or that is one of the logs.
    fn check_output(&self, output: &Path) -> Result<(), String> {
        let name = output.display();
        check_writable(output).map_err(|error| format!("{name}: {error}"))?;
        let Ok(written) = fs::canonicalize(output) else {
            // It does not exist yet.
            return Ok(());
        };
        let is_log = |path: &PathBuf| fs::canonicalize(path).is_ok_and(|path| path == written);
        if self.files.iter().any(is_log) {
            return Err(format!("{name}: input and output are the same file"));
        }
        Ok(())
    }
}

/// The picture beside a log: its extension is replaced if it is one of logs, not part of a name such as `match-v1.0`.
fn picture_beside(log: &Path) -> PathBuf {
    let extension = log.extension().unwrap_or_default();
    if LOG_EXTENSIONS
        .iter()
        .any(|known| extension.eq_ignore_ascii_case(known))
    {
        return log.with_extension("svg");
    }
    let mut name = log.as_os_str().to_owned();
    name.push(".svg");
    name.into()
}

fn draw(path: &Path, engine: Option<&str>) -> Result<String, String> {
    let name = path.display();
    let bytes = fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    let title = path.file_name().unwrap_or(path.as_os_str());
    let figure = read_log(&title.to_string_lossy(), &bytes, engine);
    let svg = figure.and_then(|figure| to_svg(&figure));
    svg.map_err(|error| format!("{name}: {error}"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let fill = |output: &mut dyn Write| output.write_all(text.as_bytes());
    write_whole(path, |error| error, |output| fill(output))
        .map_err(|error| format!("{}: {error}", path.display()))
}
