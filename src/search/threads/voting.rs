//! Which of the workers' findings becomes the answer.

use crate::search::root::iterative_deepening::ThreadResult;
use crate::types::{Move, Score, ScoreKind};

/// What a finding counts for beyond the difference of scores, in centipawns.
const BASE_WEIGHT: i64 = 10;

/// The finding to answer with, as an index: the move that has most weight behind it, where a finding
/// weighs more the deeper it was searched and the better it is for the side to move
/// (<https://www.chessprogramming.org/Lazy_SMP>, voting as in Stockfish). Proven mates go before votes.
/// The first finding is the one of the worker that reports; in doubt it stays.
pub(crate) fn vote(findings: &[ThreadResult]) -> usize {
    let least = findings.iter().map(|f| f.answer.score).min();
    let least = least.unwrap_or(Score::DRAW);
    let weight = |finding: &ThreadResult| {
        let depth = finding
            .info
            .as_ref()
            .map_or(0, |info| i64::from(info.depth));
        depth * (i64::from(finding.answer.score - least) + BASE_WEIGHT)
    };
    let votes = |m: Option<Move>| -> i64 {
        let same = findings.iter().filter(|f| f.answer.best == m);
        same.map(weight).sum()
    };
    let mut chosen = 0;
    for (i, finding) in findings.iter().enumerate().skip(1) {
        let best = &findings[chosen];
        let (new, old) = (finding.answer.score, best.answer.score);
        let is_better = if is_mate(old) || is_mate(new) {
            new > old
        } else if finding.answer.best == best.answer.best {
            weight(finding) > weight(best)
        } else {
            votes(finding.answer.best) > votes(best.answer.best)
        };
        if is_better && finding.info.is_some() {
            chosen = i;
        }
    }
    chosen
}

fn is_mate(score: Score) -> bool {
    matches!(score.kind(), ScoreKind::Mate(_) | ScoreKind::Mated(_))
}
