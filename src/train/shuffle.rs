//! Mixes the positions of all games: neighbours in a batch must not come from one game, or the network learns
//! games instead of chess.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::TrainError;
use super::sample::Sample;

/// The positions of one pass through the data, in the order of the games.
pub(super) type Pass = Box<dyn Iterator<Item = Result<Sample, TrainError>> + Send>;
/// Begins a pass, counted from 0.
pub(super) type Passes = Box<dyn FnMut(u64) -> Result<Pass, TrainError> + Send>;

/// An endless stream of mixed positions. If all fit in the buffer they are read once and shuffled anew for each
/// pass; otherwise each that is read takes the place of a random one in the buffer, and that one goes out.
pub(super) struct Shuffler {
    passes: Passes,
    pass: Pass,
    /// The passes begun, those from the buffer included.
    begun: u64,
    buffer: Vec<Sample>,
    capacity: usize,
    /// How many of the buffer have gone out in this pass, if it holds all there are.
    gone: Option<usize>,
    random: Xoshiro256PlusPlus,
}

impl Shuffler {
    pub(super) fn new(
        mut passes: Passes,
        capacity: usize,
        seed: u64,
    ) -> Result<Shuffler, TrainError> {
        let mut shuffler = Shuffler {
            pass: passes(0)?,
            passes,
            begun: 1,
            buffer: Vec::new(),
            capacity: capacity.max(1),
            gone: None,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
        };
        while shuffler.buffer.len() < shuffler.capacity {
            match shuffler.pass.next() {
                Some(sample) => shuffler.buffer.push(sample?),
                None if shuffler.buffer.is_empty() => return Err(TrainError::NoPositions),
                None => {
                    shuffler.shuffle();
                    shuffler.gone = Some(0);
                    break;
                }
            }
        }
        Ok(shuffler)
    }

    /// How many passes have been begun.
    pub(super) fn passes(&self) -> u64 {
        self.begun
    }

    /// The next positions.
    pub(super) fn batch(&mut self, size: usize) -> Result<Vec<Sample>, TrainError> {
        (0..size).map(|_| self.next()).collect()
    }

    fn next(&mut self) -> Result<Sample, TrainError> {
        match self.gone {
            Some(gone) => {
                let gone = match gone < self.buffer.len() {
                    true => gone,
                    false => {
                        self.begun += 1;
                        self.shuffle();
                        0
                    }
                };
                self.gone = Some(gone + 1);
                Ok(self.buffer[gone])
            }
            None => {
                let read = self.read()?;
                let place = self.random.random_range(0..self.buffer.len());
                Ok(std::mem::replace(&mut self.buffer[place], read))
            }
        }
    }

    fn read(&mut self) -> Result<Sample, TrainError> {
        if let Some(sample) = self.pass.next() {
            return sample;
        }
        self.pass = (self.passes)(self.begun)?;
        self.begun += 1;
        // The files may have been exchanged for others without positions.
        self.pass.next().unwrap_or(Err(TrainError::NoPositions))
    }

    /// Fisher and Yates's way.
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
    use crate::train::toy;

    fn shuffler(capacity: usize, seed: u64) -> (Vec<Sample>, Shuffler) {
        let samples = toy::samples(500);
        let data = samples.clone();
        let passes: Passes =
            Box::new(move |_| Ok(Box::new(data.clone().into_iter().map(Ok)) as Pass));
        (samples, Shuffler::new(passes, capacity, seed).unwrap())
    }

    fn count(samples: &[Sample], wanted: &Sample) -> usize {
        samples.iter().filter(|sample| *sample == wanted).count()
    }

    #[test]
    fn a_pass_that_fits_has_every_position_once() {
        let (samples, mut shuffler) = shuffler(1000, 1);
        let first = shuffler.batch(500).unwrap();
        assert_eq!(shuffler.passes(), 1);
        let second = shuffler.batch(500).unwrap();
        assert_eq!(shuffler.passes(), 2);
        assert!(first != samples && first != second);
        for sample in &samples {
            let times = count(&samples, sample);
            assert_eq!(count(&first, sample), times);
            assert_eq!(count(&second, sample), times);
        }
    }

    #[test]
    fn a_small_buffer_mixes_too_and_loses_nothing() {
        let (samples, mut shuffler) = shuffler(50, 1);
        let taken = shuffler.batch(2000 - 50).unwrap();
        let rest = &shuffler.buffer;
        for sample in &samples {
            let times = 4 * count(&samples, sample);
            assert_eq!(count(&taken, sample) + count(rest, sample), times);
        }
        let (_, mut other) = self::shuffler(50, 1);
        assert_eq!(other.batch(1000).unwrap(), taken[..1000]);
        let (_, mut other) = self::shuffler(50, 2);
        assert_ne!(other.batch(1000).unwrap(), taken[..1000]);
    }

    #[test]
    fn data_without_positions_is_refused() {
        let passes: Passes = Box::new(|_| Ok(Box::new(std::iter::empty()) as Pass));
        let result = Shuffler::new(passes, 10, 0);
        assert!(matches!(result.err(), Some(TrainError::NoPositions)));
    }
}
