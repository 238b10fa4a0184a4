//! Other ways to win: a goal of the king (king of the hill, racing kings) and counted checks (three-check).

use super::side::Side;
use super::weights::FairyWeights;
use crate::board::Goal;
use crate::eval::term_score::TermScore;
use crate::types::{Bitboard, Color};

/// Least number of steps that counts as out of reach.
const OUT_OF_REACH: usize = 8;

/// Progress of a side toward its goal, and the checks that it has given.
pub(super) fn score<S: TermScore>(side: &Side<'_>, weights: &FairyWeights<S::Weight>) -> S {
    let mut score = S::default();
    if side.variant.checks > 0 {
        let left = usize::from(side.position.checks_left(side.color)).min(3);
        score.add_weight(weights.checks_left[left], 1);
    }
    let goal = match side.variant.goal {
        Goal::Never => return score,
        Goal::Center => Bitboard(0x0000_0018_1800_0000),
        Goal::LastRank => Bitboard::rank(7),
    };
    if let Some(king) = side.position.royal_king(side.color) {
        let king = Bitboard::from(king);
        let safe = !side.enemy.all & !side.position.of_color(side.color);
        let index = (1 + OUT_OF_REACH) * side.on_move();
        score.add_weight(weights.goal_path[index + steps(king, goal, safe)], 1);
        score.add_weight(weights.goal_steps[steps(king, goal, Bitboard::ALL)], 1);
        score.add_weight(weights.goal_guard, (goal & side.own.all).count() as i32);
    }
    score
}

/// The number of king's steps over `free` squares to the nearest square of the goal.
fn steps(king: Bitboard, goal: Bitboard, free: Bitboard) -> usize {
    let mut reached = king;
    for steps in 0..OUT_OF_REACH {
        if (reached & goal).any() {
            return steps;
        }
        let row = reached | reached.east() | reached.west();
        let next = row | row.forward(Color::White) | row.forward(Color::Black);
        reached |= next & free;
    }
    OUT_OF_REACH
}
