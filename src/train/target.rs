//! The training target: a blend of score and game result.

use super::sample::Sample;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Target {
    /// Weight of the game result, 0 to 1; the rest is the score.
    pub wdl: f32,
    /// Width in centipawns of the sigmoid that maps scores to win rates.
    pub scale: f32,
}

impl Target {
    /// The target win rate of the side to move, 0 to 1.
    #[inline(always)]
    pub(super) fn of(self, sample: &Sample) -> f32 {
        let score = sigmoid(sample.score() / self.scale);
        score + self.wdl * (sample.result() - score)
    }
}

#[inline(always)]
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
