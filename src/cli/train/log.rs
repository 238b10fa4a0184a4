//! The log of a training run: a CSV file beside the network with a row for each superbatch, and its plot.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::files::{check_writable, write_whole};
use crate::plot::{FIRST_TRAINING_COLUMNS, TRAINING_COLUMNS, to_svg, training_figure};
use crate::train::SuperbatchStats;

/// The log of a training run.
pub(super) struct TrainingLog {
    csv: PathBuf,
    svg: PathBuf,
    /// One for each superbatch.
    rows: Vec<String>,
}

impl TrainingLog {
    /// The log of a network that will be written to `output`: the same name with the extensions csv and svg. Rejects files of
    /// these names that are something else.
    pub(super) fn beside(output: &Path) -> Result<TrainingLog, String> {
        let (csv, svg) = (output.with_extension("csv"), output.with_extension("svg"));
        if [&csv, &svg].contains(&&output.to_owned()) {
            let name = output.display();
            return Err(format!("{name}: a network cannot have this extension"));
        }
        check(&csv, FIRST_TRAINING_COLUMNS, "training log")?;
        check(&svg, "<svg ", "plot")?;
        Ok(TrainingLog {
            csv,
            svg,
            rows: Vec::new(),
        })
    }

    /// Keeps the rows of the superbatches that a resumed run does not repeat; none of a log that has other columns, by an
    /// older version.
    pub(super) fn resume(&mut self, superbatches: u64) {
        let text = fs::read_to_string(&self.csv).unwrap_or_default();
        let number = |row: &str| row.split(',').next()?.parse::<u64>().ok();
        let is_kept = |row: &&str| number(row).is_some_and(|number| number <= superbatches);
        let mut lines = text.lines();
        if lines.next() == Some(TRAINING_COLUMNS) {
            self.rows = lines.filter(is_kept).map(str::to_owned).collect();
        }
    }

    /// Adds a superbatch and writes both files.
    pub(super) fn add(&mut self, superbatch: &SuperbatchStats, rate: f64) -> Result<(), String> {
        self.rows.push(format!(
            "{},{:.6},{:.6},{:.6},{:.3e},{},{rate:.0}",
            superbatch.number,
            superbatch.loss,
            superbatch.validation.mean(),
            superbatch.validation.result_mean(),
            superbatch.learning_rate,
            superbatch.epochs,
        ));
        let text = format!("{TRAINING_COLUMNS}\n{}\n", self.rows.join("\n"));
        let name = self.csv.file_stem().unwrap_or_default().to_string_lossy();
        let svg = training_figure(&name, &text).and_then(|figure| to_svg(&figure));
        let svg = svg.map_err(|error| format!("{}: {error}", self.svg.display()))?;
        write(&self.csv, &text)?;
        write(&self.svg, &svg)
    }
}

/// Checks that a file can be written, and that an old one begins like what will be written.
fn check(path: &Path, start: &str, kind: &str) -> Result<(), String> {
    let name = path.display();
    match fs::read(path) {
        Ok(bytes) if !bytes.starts_with(start.as_bytes()) => {
            return Err(format!("{name} already exists and is not a {kind}"));
        }
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(format!("{name}: {error}"));
        }
        _ => {}
    }
    check_writable(path).map_err(|error| format!("{name}: {error}"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    write_whole(
        path,
        |error| error,
        |output| output.write_all(text.as_bytes()),
    )
    .map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::Losses;
    use tempfile::TempDir;

    fn superbatch(number: u64) -> SuperbatchStats {
        let mut validation = Losses::default();
        validation.sums[0] = 0.05;
        validation.result_sum = 0.125;
        validation.counts[0] = 1;
        SuperbatchStats {
            number,
            loss: 0.25 / number as f64,
            validation,
            learning_rate: 0.001,
            epochs: 2,
        }
    }

    #[test]
    fn a_resumed_log_goes_on_where_the_checkpoint_was() {
        let folder = TempDir::new().unwrap();
        let output = folder.path().join("net.nnue");
        let read = || fs::read_to_string(folder.path().join("net.csv")).unwrap();
        let mut log = TrainingLog::beside(&output).unwrap();
        for number in 1..=3 {
            log.add(&superbatch(number), 1000.4).unwrap();
        }
        let rows = "1,0.250000,0.050000,0.125000,1.000e-3,2,1000\n\
                    2,0.125000,0.050000,0.125000,1.000e-3,2,1000\n";
        let expected = format!("{TRAINING_COLUMNS}\n{rows}");
        assert!(read().starts_with(&expected), "{}", read());
        // The third superbatch was not saved, and is trained again.
        let mut resumed = TrainingLog::beside(&output).unwrap();
        resumed.resume(2);
        resumed.add(&superbatch(3), 7.0).unwrap();
        assert_eq!(
            read(),
            expected + "3,0.083333,0.050000,0.125000,1.000e-3,2,7\n"
        );
        let svg = fs::read_to_string(folder.path().join("net.svg")).unwrap();
        assert!(svg.starts_with("<svg ") && svg.contains("Learning rate"));
        // The rows of an older version have fewer columns.
        let old =
            "superbatch,loss,validation,learning_rate,epochs,positions_per_second\n1,1,1,1,1,1\n";
        fs::write(folder.path().join("net.csv"), old).unwrap();
        let mut resumed = TrainingLog::beside(&output).unwrap();
        resumed.resume(1);
        resumed.add(&superbatch(2), 7.0).unwrap();
        assert_eq!(read().lines().count(), 2);
        // A run from the start begins anew.
        let mut new = TrainingLog::beside(&output).unwrap();
        new.add(&superbatch(1), 5.0).unwrap();
        assert_eq!(read().lines().count(), 2);
    }

    #[test]
    fn other_files_are_not_overwritten() {
        let folder = TempDir::new().unwrap();
        let output = folder.path().join("net.nnue");
        let reason = || TrainingLog::beside(&output).err().unwrap();
        fs::write(folder.path().join("net.csv"), "name,price\n").unwrap();
        assert!(reason().ends_with("net.csv already exists and is not a training log"));
        fs::remove_file(folder.path().join("net.csv")).unwrap();
        fs::write(folder.path().join("net.svg"), "my drawing").unwrap();
        assert!(reason().ends_with("net.svg already exists and is not a plot"));
        assert!(TrainingLog::beside(Path::new("net.csv")).is_err());
    }
}
