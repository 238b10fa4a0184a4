//! Other ways to win: a goal of the king (king of the hill, racing kings) and counted checks (three-check).

use super::tapered::Tapered;
use super::weights::FairyWeights;
use crate::board::{Fairy, Goal, Position};
use crate::types::{Color, Square};

/// The central squares.
const CENTER: [Square; 4] = [
    Square::new(3, 3),
    Square::new(4, 3),
    Square::new(3, 4),
    Square::new(4, 4),
];

/// Steps that the king of a side has made toward its goal.
pub(super) fn goal_progress(
    position: &Position<Fairy>,
    color: Color,
    weights: &FairyWeights,
) -> Tapered {
    let Some(king) = position.royal_king(color) else {
        return Tapered::default();
    };
    let steps = match position.variant().goal {
        Goal::Never => 0,
        Goal::Center => {
            let distance = CENTER.into_iter().map(|square| king.distance(square)).min();
            3 - i32::from(distance.unwrap_or(3))
        }
        Goal::LastRank => i32::from(king.rank()),
    };
    weights.goal_step * steps
}

/// Checks that a side has given.
pub(super) fn checks_given(
    position: &Position<Fairy>,
    color: Color,
    weights: &FairyWeights,
) -> Tapered {
    let left = usize::from(position.checks_left(color)).min(3);
    let bonus = weights.checks_left[left];
    Tapered(bonus, bonus)
}
