//! When a game is over before the rules say so.

use crate::data::Termination;
use crate::types::{Color, Score};

/// A side that is so many centipawns ahead …
const WIN_SCORE: i32 = 2500;
/// … for so many plies in a row has won.
const WIN_PLIES: u32 = 4;

/// A game in which nobody is more than so many centipawns ahead …
const DRAW_SCORE: i32 = 4;
/// … for so many plies in a row …
const DRAW_PLIES: u32 = 12;
/// … after so many plies is drawn.
const DRAW_AFTER: usize = 80;

/// Watches the scores of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Adjudicator {
    ahead: Option<Color>,
    /// For how many plies that side has been far ahead.
    ahead_plies: u32,
    /// For how many plies nobody has been ahead.
    level_plies: u32,
}

impl Adjudicator {
    /// Takes the score of `side` after so many plies of the game. How the game has ended and who has won,
    /// if it is over.
    pub(super) fn observe(
        &mut self,
        plies: usize,
        side: Color,
        score: Score,
    ) -> Option<(Termination, Option<Color>)> {
        let score = score.raw();
        let ahead = match score {
            WIN_SCORE.. => Some(side),
            _ if score <= -WIN_SCORE => Some(!side),
            _ => None,
        };
        self.ahead_plies = match ahead == self.ahead {
            true => self.ahead_plies + 1,
            false => 1,
        };
        self.ahead = ahead;
        let is_level = plies >= DRAW_AFTER && score.abs() <= DRAW_SCORE;
        self.level_plies = if is_level { self.level_plies + 1 } else { 0 };
        if ahead.is_some() && self.ahead_plies >= WIN_PLIES {
            return Some((Termination::WinAdjudicated, ahead));
        }
        (self.level_plies >= DRAW_PLIES).then_some((Termination::DrawAdjudicated, None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After how many of these scores of White, White on move first, the game is over.
    fn end(plies: usize, scores: &[i32]) -> Option<(usize, Termination, Option<Color>)> {
        let mut adjudicator = Adjudicator::default();
        for (i, &score) in scores.iter().enumerate() {
            let (side, score) = match i % 2 {
                0 => (Color::White, score),
                _ => (Color::Black, -score),
            };
            if let Some((termination, winner)) =
                adjudicator.observe(plies + i, side, Score::cp(score))
            {
                return Some((i + 1, termination, winner));
            }
        }
        None
    }

    #[test]
    fn far_ahead_for_long_enough_wins() {
        let won = |scores: &[i32]| end(10, scores);
        let white = Some((4, Termination::WinAdjudicated, Some(Color::White)));
        let black = Some((4, Termination::WinAdjudicated, Some(Color::Black)));
        assert_eq!(won(&[2500, 2500, 2600, 9000]), white);
        assert_eq!(won(&[-2500, -2500, -2600, -9000, -9000]), black);
        assert_eq!(won(&[2499, 2500, 2600, 9000]), None);
        assert_eq!(won(&[2500, 2500, 2500, 2499, 2500, 2500, 2500]), None);
        assert_eq!(won(&[2500, 2500, 2500, -2500, -2500, -2500]), None);
    }

    #[test]
    fn mates_count_as_far_ahead() {
        let mut adjudicator = Adjudicator::default();
        for ply in 0..3 {
            let (side, score) = match ply % 2 {
                0 => (Color::White, Score::mated_in(6 - ply)),
                _ => (Color::Black, Score::mate_in(6 - ply)),
            };
            assert_eq!(adjudicator.observe(20 + ply, side, score), None);
        }
        let end = adjudicator.observe(23, Color::Black, Score::mate_in(3));
        assert_eq!(end, Some((Termination::WinAdjudicated, Some(Color::Black))));
    }

    #[test]
    fn level_for_long_enough_is_drawn_but_not_early() {
        let drawn = |plies| Some((plies, Termination::DrawAdjudicated, None));
        assert_eq!(end(80, &[4; 20]), drawn(12));
        assert_eq!(end(80, &[-4; 20]), drawn(12));
        assert_eq!(end(70, &[0; 30]), drawn(22));
        assert_eq!(end(60, &[0; 31]), None);
        assert_eq!(end(80, &[5; 40]), None);
        let mut scores = [0; 23];
        scores[11] = 5;
        assert_eq!(end(80, &scores), None);
    }
}
