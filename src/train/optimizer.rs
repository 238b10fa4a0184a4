//! The AdamW optimizer (<https://arxiv.org/abs/1711.05101>): Adam with decoupled weight decay. The moments are
//! exponential moving averages of the gradient and of its square.

use super::parameters::{MAX_WEIGHT, Parameters};
use super::simd::F32x16;

/// The optimizer in a network's description.
pub(super) const NAME: &str = "AdamW (0.9, 0.999, weight decay 0.01)";

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const WEIGHT_DECAY: f32 = 0.01;
const EPSILON: f32 = 1e-8;

/// The state of the optimizer.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Optimizer {
    pub first_moments: Parameters,
    pub second_moments: Parameters,
    /// Number of steps taken.
    pub steps: u64,
}

/// The constants of a step.
#[derive(Clone, Copy)]
struct AdamStep {
    learning_rate: f32,
    /// One by the batch size, which makes a mean of a sum of gradients.
    gradient_scale: f32,
    bias_correction1: f32,
    bias_correction2: f32,
}

impl Optimizer {
    pub(super) fn new(hidden: usize) -> Optimizer {
        Optimizer {
            first_moments: Parameters::zeros(hidden),
            second_moments: Parameters::zeros(hidden),
            steps: 0,
        }
    }

    /// Takes a step along the gradient: the sum of `parts` in their order, over `samples` positions. Each thread
    /// updates a chunk of the weights, so the result does not depend on their number.
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
        let step = AdamStep {
            learning_rate,
            gradient_scale: 1.0 / samples as f32,
            bias_correction1: (1.0 / (1.0 - power(BETA1))) as f32,
            bias_correction2: (1.0 / (1.0 - power(BETA2))) as f32,
        };
        // The last vector holds the output biases, which 32 bits hold without a limit.
        let last = parameters.values.len() - 1;
        let chunk_size = parameters.values.len().div_ceil(threads);
        let chunks = parameters
            .values
            .chunks_mut(chunk_size)
            .zip(self.first_moments.values.chunks_mut(chunk_size))
            .zip(self.second_moments.values.chunks_mut(chunk_size))
            .enumerate();
        std::thread::scope(|scope| {
            for (i, ((values, first_moments), second_moments)) in chunks {
                let work = move || {
                    let moments = first_moments.iter_mut().zip(second_moments);
                    for (j, (value, (m, v))) in values.iter_mut().zip(moments).enumerate() {
                        let index = i * chunk_size + j;
                        let mut gradient = F32x16::ZERO;
                        for part in parts {
                            gradient += part.values[index];
                        }
                        let limit = if index == last {
                            f32::INFINITY
                        } else {
                            MAX_WEIGHT
                        };
                        step.apply(value, m, v, gradient, limit);
                    }
                };
                if threads == 1 {
                    work();
                } else {
                    scope.spawn(work);
                }
            }
        });
    }
}

impl AdamStep {
    #[inline(always)]
    fn apply(
        self,
        value: &mut F32x16,
        m: &mut F32x16,
        v: &mut F32x16,
        gradient: F32x16,
        limit: f32,
    ) {
        for i in 0..F32x16::LANES {
            let gradient = gradient.0[i] * self.gradient_scale;
            m.0[i] += (1.0 - BETA1) * (gradient - m.0[i]);
            v.0[i] += (1.0 - BETA2) * (gradient * gradient - v.0[i]);
            let denominator = (v.0[i] * self.bias_correction2).sqrt() + EPSILON;
            let update = m.0[i] * self.bias_correction1 / denominator + WEIGHT_DECAY * value.0[i];
            let updated = value.0[i] - self.learning_rate * update;
            value.0[i] = updated.clamp(-limit, limit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_descend_the_gradient_at_the_learning_rate() {
        let mut parameters = Parameters::zeros(32);
        let mut optimizer = Optimizer::new(32);
        let mut gradient = Parameters::zeros(32);
        gradient.values[0].0[3] = 50.0;
        gradient.values[1].0[0] = -0.5;
        for _ in 0..10 {
            optimizer.step(&mut parameters, &[&gradient], 10, 0.01, 1);
        }
        // With a constant gradient each step has the length of the learning rate, less the weight decay.
        assert!((parameters.values[0].0[3] + 0.1).abs() < 1e-4);
        assert!((parameters.values[1].0[0] - 0.1).abs() < 1e-4);
        assert_eq!(parameters.values[2], F32x16::ZERO);
        for _ in 0..1000 {
            optimizer.step(&mut parameters, &[&gradient], 10, 0.01, 1);
        }
        assert_eq!(parameters.values[0].0[3], -MAX_WEIGHT);
    }

    #[test]
    fn the_number_of_threads_does_not_change_a_step() {
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
