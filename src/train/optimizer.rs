//! AdamW (<https://arxiv.org/abs/1711.05101>): each weight moves by the running mean of its gradient in terms of the root of
//! that of its square, and decays by itself.

use super::lanes::Lanes;
use super::parameters::{MAX_WEIGHT, Parameters};

/// For people.
pub(super) const NAME: &str = "AdamW (0.9, 0.999, weight decay 0.01)";

const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const WEIGHT_DECAY: f32 = 0.01;
const EPSILON: f32 = 1e-8;

/// The running means.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Optimizer {
    pub means: Parameters,
    pub squares: Parameters,
    /// Steps taken.
    pub steps: u64,
}

/// What is the same for all weights in a step.
#[derive(Clone, Copy)]
struct Step {
    learning_rate: f32,
    /// What sums of gradients are multiplied with to be means.
    gradient_scale: f32,
    mean_correction: f32,
    square_correction: f32,
}

impl Optimizer {
    pub(super) fn new(hidden: usize) -> Optimizer {
        Optimizer {
            means: Parameters::zero(hidden),
            squares: Parameters::zero(hidden),
            steps: 0,
        }
    }

    /// Takes a step by the gradient that `parts`, summed over `samples`, add up to in their order. Each thread has a
    /// share of the weights, so that their number changes nothing.
    pub(super) fn step(
        &mut self,
        parameters: &mut Parameters,
        parts: &[&Parameters],
        samples: usize,
        learning_rate: f32,
        threads: usize,
    ) {
        self.steps += 1;
        let power = |decay: f32| f64::from(decay).powf(self.steps as f64);
        let step = Step {
            learning_rate,
            gradient_scale: 1.0 / samples as f32,
            mean_correction: (1.0 / (1.0 - power(MEAN_DECAY))) as f32,
            square_correction: (1.0 / (1.0 - power(SQUARE_DECAY))) as f32,
        };
        // The last lanes are the output biases, which 32 bits hold.
        let last = parameters.values.len() - 1;
        let share = parameters.values.len().div_ceil(threads);
        let shares = parameters
            .values
            .chunks_mut(share)
            .zip(self.means.values.chunks_mut(share))
            .zip(self.squares.values.chunks_mut(share))
            .enumerate();
        std::thread::scope(|scope| {
            for (i, ((values, means), squares)) in shares {
                let work = move || {
                    let moments = means.iter_mut().zip(squares);
                    for (j, (value, (mean, square))) in values.iter_mut().zip(moments).enumerate() {
                        let place = i * share + j;
                        let mut gradient = Lanes::ZERO;
                        for part in parts {
                            gradient += part.values[place];
                        }
                        let limit = if place == last {
                            f32::INFINITY
                        } else {
                            MAX_WEIGHT
                        };
                        step.apply(value, mean, square, gradient, limit);
                    }
                };
                match threads {
                    1 => work(),
                    _ => {
                        scope.spawn(work);
                    }
                }
            }
        });
    }
}

impl Step {
    #[inline(always)]
    fn apply(
        self,
        value: &mut Lanes,
        mean: &mut Lanes,
        square: &mut Lanes,
        gradient: Lanes,
        limit: f32,
    ) {
        for i in 0..Lanes::COUNT {
            let gradient = gradient.0[i] * self.gradient_scale;
            mean.0[i] += (1.0 - MEAN_DECAY) * (gradient - mean.0[i]);
            square.0[i] += (1.0 - SQUARE_DECAY) * (gradient * gradient - square.0[i]);
            let size = (square.0[i] * self.square_correction).sqrt() + EPSILON;
            let direction = mean.0[i] * self.mean_correction / size + WEIGHT_DECAY * value.0[i];
            let moved = value.0[i] - self.learning_rate * direction;
            value.0[i] = moved.clamp(-limit, limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_go_against_the_gradient_as_far_as_the_rate_says() {
        let mut parameters = Parameters::zero(32);
        let mut optimizer = Optimizer::new(32);
        let mut gradient = Parameters::zero(32);
        gradient.values[0].0[3] = 50.0;
        gradient.values[1].0[0] = -0.5;
        for _ in 0..10 {
            optimizer.step(&mut parameters, &[&gradient], 10, 0.01, 1);
        }
        // With a constant gradient each step is as long as the learning rate, less the decay.
        assert!((parameters.values[0].0[3] + 0.1).abs() < 1e-4);
        assert!((parameters.values[1].0[0] - 0.1).abs() < 1e-4);
        assert_eq!(parameters.values[2], Lanes::ZERO);
        for _ in 0..1000 {
            optimizer.step(&mut parameters, &[&gradient], 10, 0.01, 1);
        }
        assert_eq!(parameters.values[0].0[3], -MAX_WEIGHT);
    }

    #[test]
    fn shares_and_parts_are_put_together() {
        let run = |threads| {
            let mut parameters = Parameters::random(32, 1);
            let mut optimizer = Optimizer::new(32);
            let parts = [Parameters::random(32, 2), Parameters::random(32, 3)];
            let parts: Vec<_> = parts.iter().collect();
            optimizer.step(&mut parameters, &parts, 5, 0.01, threads);
            (parameters, optimizer)
        };
        assert_eq!(run(1), run(3));
    }
}
