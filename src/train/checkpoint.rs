//! The state of a training in a file, from which it goes on as if it had never stopped.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::TrainError;
use super::games::Counts;
use super::optimizer::Optimizer;
use super::parameters::Parameters;
use crate::files::write_whole;

const MAGIC: &[u8; 8] = b"DIGLOTTR";
const CHECKSUM: usize = size_of::<u32>();

/// A training between two superbatches.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Checkpoint {
    /// The settings of the training; it can only go on with the same.
    pub settings: String,
    /// Superbatches done.
    pub superbatches: u64,
    /// What had been read.
    pub counts: Counts,
    pub parameters: Parameters,
    pub optimizer: Optimizer,
}

impl Checkpoint {
    /// Writes it in place of what is there.
    pub(super) fn write(&self, path: &Path) -> Result<(), TrainError> {
        write(path, &self.to_bytes())
    }

    /// Reads a checkpoint of a training with these settings.
    pub(super) fn read(
        path: &Path,
        settings: &str,
        hidden: usize,
    ) -> Result<Checkpoint, TrainError> {
        let bytes = fs::read(path).map_err(TrainError::system(path))?;
        let damaged = || TrainError::Checkpoint(path.to_owned());
        let (found, rest) = parse_head(&bytes).ok_or_else(damaged)?;
        if found != settings {
            return Err(TrainError::OtherSettings {
                path: path.to_owned(),
                found: found.to_owned(),
                wanted: settings.to_owned(),
            });
        }
        parse_state(found, rest, hidden).ok_or_else(damaged)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend((self.settings.len() as u32).to_le_bytes());
        bytes.extend(self.settings.as_bytes());
        let Counts {
            games,
            plies,
            positions,
            passes,
        } = self.counts;
        let numbers = [
            self.superbatches,
            games,
            plies,
            positions,
            passes,
            self.optimizer.steps,
        ];
        bytes.extend(numbers.into_iter().flat_map(u64::to_le_bytes));
        let Optimizer { means, squares, .. } = &self.optimizer;
        for values in [&self.parameters, means, squares] {
            bytes.extend(values.numbers().flat_map(f32::to_le_bytes));
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

/// The settings, and what comes behind them; `None` if it is no checkpoint, or a damaged one.
fn parse_head(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (content, checksum) = bytes.split_last_chunk::<CHECKSUM>()?;
    if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
        return None;
    }
    let (length, rest) = content.strip_prefix(MAGIC)?.split_first_chunk()?;
    let (settings, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    Some((str::from_utf8(settings).ok()?, rest))
}

fn parse_state(settings: &str, rest: &[u8], hidden: usize) -> Option<Checkpoint> {
    let (numbers, rest) = rest.split_at_checked(6 * size_of::<u64>())?;
    let (numbers, _) = numbers.as_chunks();
    let numbers: Vec<u64> = numbers.iter().copied().map(u64::from_le_bytes).collect();
    let [superbatches, games, plies, positions, passes, steps] = *numbers else {
        return None;
    };
    let mut parameters = [(); 3].map(|()| Parameters::zero(hidden));
    let (numbers, []) = rest.as_chunks() else {
        return None;
    };
    let places = parameters.iter_mut().flat_map(Parameters::numbers_mut);
    let mut numbers = numbers.iter();
    for place in places {
        *place = f32::from_le_bytes(*numbers.next()?);
    }
    if numbers.next().is_some() {
        return None;
    }
    let [parameters, means, squares] = parameters;
    Some(Checkpoint {
        settings: settings.to_owned(),
        superbatches,
        counts: Counts {
            games,
            plies,
            positions,
            passes,
        },
        parameters,
        optimizer: Optimizer {
            means,
            squares,
            steps,
        },
    })
}

/// Writes a file in place of what is there.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    write_whole(path, TrainError::system(path), |output| {
        output.write_all(bytes).map_err(TrainError::system(path))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint() -> Checkpoint {
        Checkpoint {
            settings: "seed 1".to_owned(),
            superbatches: 3,
            counts: Counts {
                games: 1,
                plies: 2,
                positions: 3,
                passes: 4,
            },
            parameters: Parameters::random(32, 1),
            optimizer: Optimizer {
                means: Parameters::random(32, 2),
                squares: Parameters::random(32, 3),
                steps: 300,
            },
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let checkpoint = checkpoint();
        let bytes = checkpoint.to_bytes();
        let (settings, rest) = parse_head(&bytes).unwrap();
        assert_eq!(parse_state(settings, rest, 32), Some(checkpoint));
        assert_eq!(parse_state(settings, rest, 64), None);
        assert_eq!(parse_state(settings, &rest[..rest.len() - 4], 32), None);
    }

    #[test]
    fn damaged_files_are_none() {
        let bytes = checkpoint().to_bytes();
        for length in [0, 3, 12, 40, bytes.len() - 1] {
            assert_eq!(parse_head(&bytes[..length]), None, "{length}");
        }
        for place in [0, 8, 13, 500, bytes.len() - 1] {
            let mut bytes = bytes.clone();
            bytes[place] ^= 4;
            assert_eq!(parse_head(&bytes), None, "{place}");
        }
    }
}
