//! Adjustments of scores that fail high, and known wins.

use crate::types::Score;

/// The least evaluation of a known win, in centipawns. Such an evaluation comes from endgame knowledge and only
/// shows the way to the mate, which corrections and margins would blur.
const KNOWN_WIN: i32 = 5000;

/// Whether a score is that of a known win for either side, or decisive.
#[inline]
pub(crate) fn is_known_win(score: Score) -> bool {
    score.raw().abs() >= KNOWN_WIN
}

/// The score of a node whose evaluation fails high, half-way between evaluation and beta because no search
/// has confirmed it (from Stockfish). Known wins stay as they are.
#[inline]
pub(crate) fn blend_toward_beta(eval: Score, beta: Score) -> Score {
    if is_known_win(eval) || is_known_win(beta) {
        eval
    } else {
        eval.midpoint(beta)
    }
}

/// The score of a node that has failed high, the closer to beta the less deeply it was searched (from
/// Stockfish).
#[inline]
pub(crate) fn scale_fail_high(score: Score, beta: Score, depth: i32) -> Score {
    if is_known_win(score) || is_known_win(beta) {
        score
    } else {
        beta + (score - beta) * depth / (depth + 1)
    }
}
