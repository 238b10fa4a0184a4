//! Thread voting: which thread's result becomes the answer.

use crate::search::threads::thread_result::ThreadResult;
use crate::types::{Move, Score, ScoreKind};

/// Added to the score difference in the weight of a vote, in centipawns.
const BASE_WEIGHT: i64 = 10;

/// Returns the index of the result to answer with: that of the move with the most votes. A vote weighs
/// more the deeper the thread searched and the better its score is
/// (<https://www.chessprogramming.org/Lazy_SMP>, voting as in Stockfish). Proven mates come before votes.
/// The first result is that of the reporting thread; it wins ties.
pub(crate) fn vote(results: &[ThreadResult]) -> usize {
    let min_score = results.iter().map(|result| result.best_move.score).min();
    let min_score = min_score.unwrap_or(Score::DRAW);
    let weight = |result: &ThreadResult| {
        let info = result.info.as_ref();
        let depth = info.map_or(0, |info| i64::from(info.depth));
        depth * (i64::from(result.best_move.score - min_score) + BASE_WEIGHT)
    };
    let votes = |m: Option<Move>| -> i64 {
        let voters = results.iter().filter(|result| result.best_move.best == m);
        voters.map(weight).sum()
    };
    let mut elected = 0;
    for (i, result) in results.iter().enumerate().skip(1) {
        let best = &results[elected];
        let (new_score, best_score) = (result.best_move.score, best.best_move.score);
        let is_better = if is_mate(best_score) || is_mate(new_score) {
            new_score > best_score
        } else if result.best_move.best == best.best_move.best {
            weight(result) > weight(best)
        } else {
            votes(result.best_move.best) > votes(best.best_move.best)
        };
        if is_better && result.info.is_some() {
            elected = i;
        }
    }
    elected
}

fn is_mate(score: Score) -> bool {
    matches!(score.kind(), ScoreKind::Mate(_) | ScoreKind::Mated(_))
}
