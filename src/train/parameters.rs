//! The numbers of a network in training, in one block: a row for each input, the row of the bias,
//! the output weights of each bucket, and last the output biases.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::lanes::Lanes;
use super::sample::BIAS;
use crate::eval::nnue::{INPUTS, OUTPUT_BUCKETS};

/// No weight gets larger, so that 8 bits hold an output weight, and 16 bits the sum of a board full of rows.
pub(super) const MAX_WEIGHT: f32 = 1.98;
/// The first weights of the inputs: small enough that few neurons begin beyond their range.
const FIRST_INPUT_WEIGHT: f32 = 0.1;

/// Parameters, their gradients or their moments: whatever has one number for each weight.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameters {
    hidden: usize,
    pub values: Vec<Lanes>,
}

impl Parameters {
    /// All zero. `hidden` is a multiple of [`Lanes::COUNT`].
    pub(super) fn zero(hidden: usize) -> Parameters {
        let width = hidden / Lanes::COUNT;
        let count = (INPUTS + 1) * width + OUTPUT_BUCKETS * 2 * width + 1;
        Parameters {
            hidden,
            values: vec![Lanes::ZERO; count],
        }
    }

    /// What a training begins with.
    pub(super) fn random(hidden: usize, seed: u64) -> Parameters {
        let mut parameters = Parameters::zero(hidden);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let bias = BIAS * parameters.width();
        let (inputs, outputs) = parameters.split_mut();
        let mut fill = |lanes: &mut [Lanes], limit: f32| {
            for value in lanes.iter_mut().flat_map(|lanes| &mut lanes.0) {
                *value = random.random_range(-limit..limit);
            }
        };
        fill(&mut inputs[..bias], FIRST_INPUT_WEIGHT);
        let last = outputs.len() - 1;
        fill(&mut outputs[..last], 1.0 / (2.0 * hidden as f32).sqrt());
        parameters
    }

    pub(super) fn hidden(&self) -> usize {
        self.hidden
    }

    /// The lanes of one row.
    pub(super) fn width(&self) -> usize {
        self.hidden / Lanes::COUNT
    }

    /// The rows of the inputs and the bias; the output weights and the output biases.
    pub(super) fn split(&self) -> (&[Lanes], &[Lanes]) {
        self.values.split_at((INPUTS + 1) * self.width())
    }

    pub(super) fn split_mut(&mut self) -> (&mut [Lanes], &mut [Lanes]) {
        let rows = (INPUTS + 1) * self.width();
        self.values.split_at_mut(rows)
    }

    /// All numbers in order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = f32> {
        self.values.iter().flat_map(|lanes| lanes.0)
    }

    pub(super) fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.values.iter_mut().flat_map(|lanes| &mut lanes.0)
    }
}
