//! Shuffles the positions of all games. A batch of positions from one game would teach the network that game
//! instead of chess.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::error::TrainError;
use super::sample::Sample;

/// The positions of one epoch, a pass through the data, in the order of the games.
pub(super) type Epoch = Box<dyn Iterator<Item = Result<Sample, TrainError>> + Send>;
/// Starts an epoch, counted from 0.
pub(super) type Epochs = Box<dyn FnMut(u64) -> Result<Epoch, TrainError> + Send>;

/// An endless stream of shuffled positions. If all fit in the buffer, they are read once and shuffled again for
/// each epoch. Otherwise each position read replaces a random one of the buffer, which is returned.
pub(super) struct Shuffler {
    epochs: Epochs,
    epoch: Epoch,
    /// Number of epochs started, including those served from the buffer.
    started: u64,
    buffer: Vec<Sample>,
    capacity: usize,
    /// Positions of the buffer returned in this epoch; `None` if the buffer does not hold all positions.
    returned: Option<usize>,
    random: Xoshiro256PlusPlus,
}

impl Shuffler {
    pub(super) fn new(
        mut epochs: Epochs,
        capacity: usize,
        seed: u64,
    ) -> Result<Shuffler, TrainError> {
        let mut shuffler = Shuffler {
            epoch: epochs(0)?,
            epochs,
            started: 1,
            buffer: Vec::new(),
            capacity: capacity.max(1),
            returned: None,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
        };
        while shuffler.buffer.len() < shuffler.capacity {
            match shuffler.epoch.next() {
                Some(sample) => shuffler.buffer.push(sample?),
                None if shuffler.buffer.is_empty() => return Err(TrainError::NoPositions),
                None => {
                    shuffler.shuffle();
                    shuffler.returned = Some(0);
                    break;
                }
            }
        }
        Ok(shuffler)
    }

    /// Number of epochs started.
    pub(super) fn epochs(&self) -> u64 {
        self.started
    }

    /// Returns the next batch.
    pub(super) fn batch(&mut self, size: usize) -> Result<Vec<Sample>, TrainError> {
        (0..size).map(|_| self.next()).collect()
    }

    fn next(&mut self) -> Result<Sample, TrainError> {
        match self.returned {
            Some(mut index) => {
                if index == self.buffer.len() {
                    self.started += 1;
                    self.shuffle();
                    index = 0;
                }
                self.returned = Some(index + 1);
                Ok(self.buffer[index])
            }
            None => {
                let read = self.read()?;
                let index = self.random.random_range(0..self.buffer.len());
                Ok(std::mem::replace(&mut self.buffer[index], read))
            }
        }
    }

    fn read(&mut self) -> Result<Sample, TrainError> {
        if let Some(sample) = self.epoch.next() {
            return sample;
        }
        self.epoch = (self.epochs)(self.started)?;
        self.started += 1;
        // Empty only if the files have changed since the last epoch.
        self.epoch.next().unwrap_or(Err(TrainError::NoPositions))
    }

    /// Fisher-Yates shuffle.
    fn shuffle(&mut self) {
        for i in (1..self.buffer.len()).rev() {
            let other = self.random.random_range(0..=i);
            self.buffer.swap(i, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::test_data;

    fn shuffler(capacity: usize, seed: u64) -> (Vec<Sample>, Shuffler) {
        let samples = test_data::samples(500);
        let data = samples.clone();
        let epochs: Epochs =
            Box::new(move |_| Ok(Box::new(data.clone().into_iter().map(Ok)) as Epoch));
        (samples, Shuffler::new(epochs, capacity, seed).unwrap())
    }

    fn count(samples: &[Sample], wanted: &Sample) -> usize {
        samples.iter().filter(|sample| *sample == wanted).count()
    }

    #[test]
    fn an_epoch_that_fits_the_buffer_has_every_position_once() {
        let (samples, mut shuffler) = shuffler(1000, 1);
        let first = shuffler.batch(500).unwrap();
        assert_eq!(shuffler.epochs(), 1);
        let second = shuffler.batch(500).unwrap();
        assert_eq!(shuffler.epochs(), 2);
        assert!(first != samples && first != second);
        for sample in &samples {
            let times = count(&samples, sample);
            assert_eq!(count(&first, sample), times);
            assert_eq!(count(&second, sample), times);
        }
    }

    #[test]
    fn a_small_buffer_shuffles_and_loses_nothing() {
        let (samples, mut shuffler) = shuffler(50, 1);
        let returned = shuffler.batch(2000 - 50).unwrap();
        let rest = &shuffler.buffer;
        for sample in &samples {
            let times = 4 * count(&samples, sample);
            assert_eq!(count(&returned, sample) + count(rest, sample), times);
        }
        let (_, mut other) = self::shuffler(50, 1);
        assert_eq!(other.batch(1000).unwrap(), returned[..1000]);
        let (_, mut other) = self::shuffler(50, 2);
        assert_ne!(other.batch(1000).unwrap(), returned[..1000]);
    }

    #[test]
    fn data_without_positions_is_an_error() {
        let epochs: Epochs = Box::new(|_| Ok(Box::new(std::iter::empty()) as Epoch));
        let result = Shuffler::new(epochs, 10, 0);
        assert!(matches!(result.err(), Some(TrainError::NoPositions)));
    }
}
