//! The goal of a test position.

use crate::types::{Move, Score, ScoreKind, mate_moves};

/// The goal of a position: all conditions that are given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// One of these moves is best (`bm`); empty for no condition.
    pub best_moves: Vec<Move>,
    /// None of these moves is best (`am`).
    pub avoided_moves: Vec<Move>,
    /// A mate is found (`dm`, or `bm #N`).
    pub mate: Option<MateGoal>,
    /// Points for moves (STS). Other moves have none.
    pub points: Vec<(Move, u32)>,
}

/// The length of the shortest mate in moves of the side that mates; negative if the side to move is mated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MateGoal(pub i32);

impl Goal {
    /// Whether nothing is asked for.
    pub(super) fn is_empty(&self) -> bool {
        self.best_moves.is_empty() && self.avoided_moves.is_empty() && self.mate.is_none()
    }

    /// Whether a best move and its score solve the position.
    pub fn is_met(&self, best: Move, score: Score) -> bool {
        (self.best_moves.is_empty() || self.best_moves.contains(&best))
            && !self.avoided_moves.contains(&best)
            && self.mate.is_none_or(|mate| mate.is_shortest(score))
    }

    /// The points for a move.
    pub fn points(&self, best: Move) -> u32 {
        let scored = self.points.iter().find(|&&(m, _)| m == best);
        scored.map_or(0, |&(_, points)| points)
    }

    /// The points for the best move; 0 if moves have no points.
    pub fn max_points(&self) -> u32 {
        self.points
            .iter()
            .map(|&(_, points)| points)
            .max()
            .unwrap_or(0)
    }
}

impl MateGoal {
    /// Whether a score is a mate of any length by the right side.
    pub fn is_found(self, score: Score) -> bool {
        signed_mate_moves(score).is_some_and(|moves| (moves > 0) == (self.0 > 0))
    }

    /// Whether a score is a mate by the right side, no longer than the shortest one known.
    pub fn is_shortest(self, score: Score) -> bool {
        let is_short = |moves: i32| moves.abs() <= self.0.abs();
        self.is_found(score) && signed_mate_moves(score).is_some_and(is_short)
    }
}

/// The length of a mate in moves, negative if the side to move is mated.
fn signed_mate_moves(score: Score) -> Option<i32> {
    match score.kind() {
        ScoreKind::Mate(plies) => Some(mate_moves(plies)),
        ScoreKind::Mated(plies) => Some(-mate_moves(plies)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    fn moves(texts: &[&str]) -> Vec<Move> {
        let parse = |text: &&str| Position::startpos().parse_move(text).unwrap();
        texts.iter().map(parse).collect()
    }

    #[test]
    fn all_conditions_must_hold() {
        let [e4, d4, a3] = moves(&["e4", "d4", "a3"])[..] else {
            panic!();
        };
        let goal = Goal {
            best_moves: vec![e4, d4],
            mate: Some(MateGoal(3)),
            ..Goal::default()
        };
        assert!(goal.is_met(e4, Score::mate_in(5)));
        assert!(goal.is_met(d4, Score::mate_in(3)));
        assert!(!goal.is_met(a3, Score::mate_in(5)));
        assert!(!goal.is_met(e4, Score::mate_in(7)));
        assert!(!goal.is_met(e4, Score::cp(900)));
        let avoid = Goal {
            avoided_moves: vec![a3],
            ..Goal::default()
        };
        assert!(avoid.is_met(e4, Score::DRAW) && !avoid.is_met(a3, Score::DRAW));
    }

    #[test]
    fn a_mate_counts_for_the_side_that_gives_it() {
        let goal = MateGoal(2);
        assert!(goal.is_shortest(Score::mate_in(3)) && goal.is_shortest(Score::mate_in(1)));
        assert!(goal.is_found(Score::mate_in(5)) && !goal.is_shortest(Score::mate_in(5)));
        assert!(!goal.is_found(Score::mated_in(2)));
        assert!(!goal.is_found(Score::tablebase_win_in(3)));
        let mated = MateGoal(-2);
        assert!(mated.is_shortest(Score::mated_in(4)) && !mated.is_shortest(Score::mated_in(6)));
        assert!(mated.is_found(Score::mated_in(6)) && !mated.is_found(Score::mate_in(3)));
    }

    #[test]
    fn moves_without_points_score_none() {
        let [e4, d4, a3] = moves(&["e4", "d4", "a3"])[..] else {
            panic!();
        };
        let goal = Goal {
            points: vec![(e4, 40), (d4, 100)],
            ..Goal::default()
        };
        assert_eq!(
            [e4, d4, a3].map(|m| goal.points(m)),
            [40, 100, 0],
            "{goal:?}"
        );
        assert_eq!(goal.max_points(), 100);
        assert_eq!(Goal::default().max_points(), 0);
    }
}
