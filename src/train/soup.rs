//! Model soups: the mean of the weights of several runs that began with the same network overfits less than each of them
//! (<https://arxiv.org/abs/2203.05482>).

use std::path::{Path, PathBuf};

use super::checkpoint::Checkpoint;
use super::config::QUANTISATION_AWARE;
use super::error::TrainError;
use super::initial_state::state_path;
use super::parameters::{Parameters, Shape};

/// Checks before a training that its weights can be averaged with those in the checkpoints in `folders`.
pub(super) fn check(folders: &[PathBuf], shape: Shape) -> Result<(), TrainError> {
    folders
        .iter()
        .try_for_each(|folder| read(folder, shape).map(drop))
}

/// Reads the checkpoint of another run.
fn read(folder: &Path, shape: Shape) -> Result<Checkpoint, TrainError> {
    let path = state_path(folder);
    let checkpoint = Checkpoint::read_any(&path, shape)?;
    // Its neurons were scaled differently, so that equal places in the two networks have weights of different size.
    if checkpoint.description.contains(QUANTISATION_AWARE) {
        return Err(TrainError::QuantisedSoup(path));
    }
    Ok(checkpoint)
}

/// Makes `average`, the weights of a run, the mean of these and of the averaged weights in the checkpoints in `folders`, of
/// networks of the same shape. Returns how the others were trained, a line for each.
pub(super) fn mix(average: &mut Parameters, folders: &[PathBuf]) -> Result<String, TrainError> {
    let count = folders.len() as f32 + 1.0;
    let mut sum = average.values.clone();
    let mut lines = String::new();
    for folder in folders {
        let checkpoint = read(folder, average.shape())?;
        for (sum, &value) in sum.iter_mut().zip(&checkpoint.optimizer.average.values) {
            *sum += value;
        }
        let settings: Vec<&str> = checkpoint.description.lines().collect();
        let superbatches = checkpoint.superbatches;
        let settings = settings.join("; ");
        lines += &format!("model soup with: {superbatches} superbatches of {settings}\n");
    }
    for (average, sum) in average.values.iter_mut().zip(sum) {
        *average = sum.scaled(1.0 / count);
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::train::games::ReadCounts;
    use crate::train::optimizer::Optimizer;

    const SHAPE: Shape = Shape::with_layer_stacks(64);

    /// Writes a checkpoint whose averaged weights follow from a seed.
    fn write_checkpoint(folder: &Path, shape: Shape, seed: u64) {
        write_described(folder, shape, seed, &format!("data: toy\nseed: {seed}\n"));
    }

    fn write_described(folder: &Path, shape: Shape, seed: u64, description: &str) {
        let checkpoint = Checkpoint {
            description: description.to_owned(),
            superbatches: seed,
            counts: ReadCounts::default(),
            parameters: Parameters::zeros(shape),
            optimizer: Optimizer::new(&Parameters::random(shape, seed)),
        };
        checkpoint.write(&state_path(folder)).unwrap();
    }

    #[test]
    fn a_soup_is_the_mean_of_all_averages() {
        let folders = [2, 3].map(|seed| {
            let folder = TempDir::new().unwrap();
            write_checkpoint(folder.path(), SHAPE, seed);
            folder
        });
        let paths = folders.each_ref().map(|folder| folder.path().to_owned());
        let mut mixed = Parameters::random(SHAPE, 1);
        let lines = mix(&mut mixed, &paths).unwrap();
        assert_eq!(
            lines,
            "model soup with: 2 superbatches of data: toy; seed: 2\n\
             model soup with: 3 superbatches of data: toy; seed: 3\n"
        );
        let all = [1, 2, 3].map(|seed| Parameters::random(SHAPE, seed));
        let [a, b, c] = all.each_ref().map(|one| one.scalars());
        let means = a.zip(b).zip(c).map(|((a, b), c)| (a + b + c) / 3.0);
        assert!(
            mixed
                .scalars()
                .zip(means)
                .all(|(found, mean)| (found - mean).abs() < 1e-6)
        );
    }

    #[test]
    fn a_soup_of_other_networks_is_an_error_and_changes_nothing() {
        let folder = TempDir::new().unwrap();
        let mut weights = Parameters::random(SHAPE, 1);
        let folders = [folder.path().to_owned()];
        assert!(matches!(
            mix(&mut weights, &folders),
            Err(TrainError::Io { .. })
        ));
        assert!(check(&folders, SHAPE).is_err());
        write_checkpoint(folder.path(), Shape::without_layer_stacks(64), 2);
        assert!(matches!(
            mix(&mut weights, &folders),
            Err(TrainError::Checkpoint(_))
        ));
        assert!(check(&folders, SHAPE).is_err());
        assert_eq!(weights, Parameters::random(SHAPE, 1));
    }

    #[test]
    fn quantised_runs_are_refused() {
        let folder = TempDir::new().unwrap();
        let folders = [folder.path().to_owned()];
        write_checkpoint(folder.path(), SHAPE, 2);
        assert!(check(&folders, SHAPE).is_ok());
        let description = format!("superbatches: 2, the last 1 {QUANTISATION_AWARE}\n");
        write_described(folder.path(), SHAPE, 2, &description);
        assert!(matches!(
            check(&folders, SHAPE),
            Err(TrainError::QuantisedSoup(_))
        ));
    }
}
