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
        i64::from(result.depth) * (i64::from(result.best_move.score - min_score) + BASE_WEIGHT)
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
        if is_better && result.best_move.best.is_some() {
            elected = i;
        }
    }
    elected
}

fn is_mate(score: Score) -> bool {
    matches!(score.kind(), ScoreKind::Mate(_) | ScoreKind::Mated(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;
    use crate::search::report::BestMove;

    /// The result of a thread at `depth` plies. Only helper threads have an `info`, which is left out here.
    fn result(m: &str, depth: i32, score: i32) -> ThreadResult {
        ThreadResult {
            best_move: BestMove {
                best: Position::startpos().parse_move(m).ok(),
                ponder: None,
                score: Score::cp(score),
            },
            depth,
            lines: Vec::new(),
            info: None,
            is_complete: true,
            is_early: false,
            is_proven: false,
        }
    }

    #[test]
    fn the_main_thread_votes_and_wins_ties() {
        assert_eq!(vote(&[result("e2e4", 9, 20), result("e2e4", 9, 20)]), 0);
        assert_eq!(vote(&[result("e2e4", 10, 20), result("d2d4", 9, 20)]), 0);
        assert_eq!(vote(&[result("e2e4", 9, 40), result("d2d4", 9, 20)]), 0);
    }

    #[test]
    fn deeper_and_more_threads_win() {
        assert_eq!(vote(&[result("e2e4", 9, 20), result("d2d4", 12, 20)]), 1);
        let agreed = [
            result("e2e4", 9, 20),
            result("d2d4", 9, 20),
            result("d2d4", 8, 20),
        ];
        assert_eq!(vote(&agreed), 1);
    }
}
