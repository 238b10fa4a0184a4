//! Checkpoints: files that hold the state of a training run, so that it can resume without a difference.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::error::TrainError;
use super::games::ReadCounts;
use super::optimizer::Optimizer;
use super::parameters::{Parameters, Shape};
use super::simd::F32x16;
use crate::files::write_whole;

/// Changes with the order of the parameters, thus also with the size of tiles.
const MAGIC: &[u8; 8] = b"DIGLOTT2";
const CHECKSUM: usize = size_of::<u32>();

/// The state of a training run between two superbatches.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Checkpoint {
    /// The description of the configuration; a run only resumes with the same.
    pub description: String,
    /// Superbatches done.
    pub superbatches: u64,
    /// Games and positions read so far.
    pub counts: ReadCounts,
    pub parameters: Parameters,
    pub optimizer: Optimizer,
}

impl Checkpoint {
    /// Writes the checkpoint, atomically replacing an old one.
    pub(super) fn write(&self, path: &Path) -> Result<(), TrainError> {
        write(path, &self.to_bytes())
    }

    /// Reads the checkpoint of a run with this configuration.
    pub(super) fn read(
        path: &Path,
        description: &str,
        shape: Shape,
    ) -> Result<Checkpoint, TrainError> {
        Checkpoint::read_checked(path, shape, |found| {
            if found == description {
                return Ok(());
            }
            Err(TrainError::OtherSettings {
                path: path.to_owned(),
                found: found.to_owned(),
                expected: description.to_owned(),
            })
        })
    }

    /// Reads the checkpoint of any run that trains a network of this shape.
    pub(super) fn read_any(path: &Path, shape: Shape) -> Result<Checkpoint, TrainError> {
        Checkpoint::read_checked(path, shape, |_| Ok(()))
    }

    /// Reads a checkpoint whose description passes a check.
    fn read_checked(
        path: &Path,
        shape: Shape,
        check: impl FnOnce(&str) -> Result<(), TrainError>,
    ) -> Result<Checkpoint, TrainError> {
        let bytes = fs::read(path).map_err(TrainError::io(path))?;
        let damaged = || TrainError::Checkpoint(path.to_owned());
        let (description, rest) = parse_head(&bytes).ok_or_else(damaged)?;
        check(description)?;
        parse_state(description, rest, shape).ok_or_else(damaged)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.description.len() as u32).to_le_bytes());
        bytes.extend(self.description.as_bytes());
        let ReadCounts {
            games,
            plies,
            positions,
            epochs,
        } = self.counts;
        let numbers = [
            self.superbatches,
            games,
            plies,
            positions,
            epochs,
            self.optimizer.steps,
        ];
        bytes.extend(numbers.into_iter().flat_map(u64::to_le_bytes));
        let Optimizer {
            first_moments,
            second_moments,
            factoriser: [m, v],
            average,
            ..
        } = &self.optimizer;
        for parameters in [&self.parameters, first_moments, second_moments, average] {
            bytes.extend(parameters.scalars().flat_map(f32::to_le_bytes));
        }
        for values in m.iter().chain(v).flat_map(|vector| vector.0) {
            bytes.extend(values.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

/// Returns the description and the bytes after it; `None` if the file is damaged or not a checkpoint.
fn parse_head(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (content, checksum) = bytes.split_last_chunk::<CHECKSUM>()?;
    if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let (length, rest) = content.strip_prefix(MAGIC)?.split_first_chunk()?;
    let (description, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    Some((str::from_utf8(description).ok()?, rest))
}

fn parse_state(description: &str, rest: &[u8], shape: Shape) -> Option<Checkpoint> {
    let (numbers, rest) = rest.split_at_checked(6 * size_of::<u64>())?;
    let (numbers, _) = numbers.as_chunks();
    let numbers: Vec<u64> = numbers.iter().copied().map(u64::from_le_bytes).collect();
    let [superbatches, games, plies, positions, epochs, steps] = *numbers else {
        return None;
    };
    let mut parameters = Parameters::zeros(shape);
    let mut optimizer = Optimizer::new(&parameters);
    optimizer.steps = steps;
    let (values, []) = rest.as_chunks() else {
        return None;
    };
    let mut values = values.iter();
    let mut read = |vectors: &mut [F32x16]| {
        for destination in vectors.iter_mut().flat_map(|vector| &mut vector.0) {
            *destination = f32::from_le_bytes(*values.next()?);
        }
        Some(())
    };
    read(&mut parameters.values)?;
    read(&mut optimizer.first_moments.values)?;
    read(&mut optimizer.second_moments.values)?;
    read(&mut optimizer.average.values)?;
    for moments in &mut optimizer.factoriser {
        read(moments)?;
    }
    if values.next().is_some() {
        return None;
    }
    Some(Checkpoint {
        description: description.to_owned(),
        superbatches,
        counts: ReadCounts {
            games,
            plies,
            positions,
            epochs,
        },
        parameters,
        optimizer,
    })
}

/// Writes a file, atomically replacing an old one.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    write_whole(path, TrainError::io(path), |output| {
        output.write_all(bytes).map_err(TrainError::io(path))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: Shape = Shape::with_layer_stacks(32);
    const WITHOUT_LAYER_STACKS: Shape = Shape::without_layer_stacks(32);

    fn checkpoint(shape: Shape) -> Checkpoint {
        let parameters = Parameters::random(shape, 1);
        let mut optimizer = Optimizer::new(&Parameters::random(shape, 4));
        optimizer.first_moments = Parameters::random(shape, 2);
        optimizer.second_moments = Parameters::random(shape, 3);
        optimizer.factoriser[0][5].0[7] = 0.5;
        optimizer.factoriser[1][6].0[8] = 0.25;
        optimizer.steps = 300;
        Checkpoint {
            description: "seed 1".to_owned(),
            superbatches: 3,
            counts: ReadCounts {
                games: 1,
                plies: 2,
                positions: 3,
                epochs: 4,
            },
            parameters,
            optimizer,
        }
    }

    #[test]
    fn a_checkpoint_round_trips() {
        for shape in [SHAPE, WITHOUT_LAYER_STACKS] {
            let checkpoint = checkpoint(shape);
            let bytes = checkpoint.to_bytes();
            let (description, rest) = parse_head(&bytes).unwrap();
            assert_eq!(parse_state(description, rest, shape), Some(checkpoint));
            let cut = &rest[..rest.len() - 4];
            assert_eq!(parse_state(description, cut, shape), None);
            for other in [SHAPE, WITHOUT_LAYER_STACKS, Shape::with_layer_stacks(64)] {
                let is_accepted = parse_state(description, rest, other).is_some();
                assert_eq!(is_accepted, other == shape);
            }
        }
    }

    #[test]
    fn damaged_files_are_rejected() {
        let bytes = checkpoint(SHAPE).to_bytes();
        for length in [0, 3, 12, 40, bytes.len() - 1] {
            assert_eq!(parse_head(&bytes[..length]), None, "{length}");
        }
        for index in [0, 8, 13, 500, bytes.len() - 1] {
            let mut bytes = bytes.clone();
            bytes[index] ^= 4;
            assert_eq!(parse_head(&bytes), None, "{index}");
        }
    }
}
