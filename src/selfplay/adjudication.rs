//! Adjudication: ends a game whose result is clear before the rules end it.

use crate::data::Termination;
use crate::types::{Color, Score};

/// A side that is winning has won after this many plies in a row.
const WIN_PLIES: u32 = 4;

/// A position is level if neither side is ahead by more than this, in centipawns, …
const DRAW_SCORE: i32 = 4;
/// … and the game is drawn after this many level plies in a row …
const DRAW_PLIES: u32 = 12;
/// … which count only from this ply on.
const DRAW_MIN_PLY: usize = 80;

/// Decides from the scores of a game whether it is won or drawn.
#[derive(Clone, Debug)]
pub(super) struct Adjudicator {
    /// A side is winning at this score in centipawns.
    win_score: i32,
    /// The side that is winning.
    leader: Option<Color>,
    /// Plies in a row with this leader.
    leader_plies: u32,
    /// Level plies in a row.
    level_plies: u32,
}

impl Adjudicator {
    pub(super) fn new(win_score: i32) -> Adjudicator {
        Adjudicator {
            win_score,
            leader: None,
            leader_plies: 0,
            level_plies: 0,
        }
    }

    /// Adds the score of `side`, on move after `plies` plies. Returns the termination and the winner once the game
    /// is decided.
    pub(super) fn add_score(
        &mut self,
        plies: usize,
        side: Color,
        score: Score,
    ) -> Option<(Termination, Option<Color>)> {
        let score = score.raw();
        let leader = if score >= self.win_score {
            Some(side)
        } else if score <= -self.win_score {
            Some(!side)
        } else {
            None
        };
        self.leader_plies = if leader == self.leader {
            self.leader_plies + 1
        } else {
            1
        };
        self.leader = leader;
        let is_level = plies >= DRAW_MIN_PLY && score.abs() <= DRAW_SCORE;
        self.level_plies = if is_level { self.level_plies + 1 } else { 0 };
        if leader.is_some() && self.leader_plies >= WIN_PLIES {
            return Some((Termination::WinAdjudicated, leader));
        }
        (self.level_plies >= DRAW_PLIES).then_some((Termination::DrawAdjudicated, None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds White's scores from ply `plies` on, White to move first. Returns the number of scores after which
    /// the game ended, the termination and the winner.
    fn adjudicate(plies: usize, scores: &[i32]) -> Option<(usize, Termination, Option<Color>)> {
        let mut adjudicator = Adjudicator::new(1200);
        for (i, &score) in scores.iter().enumerate() {
            let (side, score) = match i % 2 {
                0 => (Color::White, score),
                _ => (Color::Black, -score),
            };
            let ended = adjudicator.add_score(plies + i, side, Score::cp(score));
            if let Some((termination, winner)) = ended {
                return Some((i + 1, termination, winner));
            }
        }
        None
    }

    #[test]
    fn a_large_lead_over_four_plies_wins() {
        let white = Some((4, Termination::WinAdjudicated, Some(Color::White)));
        let black = Some((4, Termination::WinAdjudicated, Some(Color::Black)));
        assert_eq!(adjudicate(10, &[1200, 1200, 1300, 9000]), white);
        assert_eq!(adjudicate(10, &[-1200, -1200, -1300, -9000, -9000]), black);
        assert_eq!(adjudicate(10, &[1199, 1200, 1300, 9000]), None);
        let interrupted = [1200, 1200, 1200, 1199, 1200, 1200, 1200];
        assert_eq!(adjudicate(10, &interrupted), None);
        let turned = [1200, 1200, 1200, -1200, -1200, -1200];
        assert_eq!(adjudicate(10, &turned), None);
    }

    #[test]
    fn mate_scores_count_as_a_large_lead() {
        let mut adjudicator = Adjudicator::new(1200);
        for ply in 0..3 {
            let (side, score) = match ply % 2 {
                0 => (Color::White, Score::mated_in(6 - ply)),
                _ => (Color::Black, Score::mate_in(6 - ply)),
            };
            assert_eq!(adjudicator.add_score(20 + ply, side, score), None);
        }
        let ended = adjudicator.add_score(23, Color::Black, Score::mate_in(3));
        assert_eq!(
            ended,
            Some((Termination::WinAdjudicated, Some(Color::Black)))
        );
    }

    #[test]
    fn twelve_level_plies_draw_but_only_after_ply_80() {
        let drawn = |plies| Some((plies, Termination::DrawAdjudicated, None));
        assert_eq!(adjudicate(80, &[4; 20]), drawn(12));
        assert_eq!(adjudicate(80, &[-4; 20]), drawn(12));
        assert_eq!(adjudicate(70, &[0; 30]), drawn(22));
        assert_eq!(adjudicate(60, &[0; 31]), None);
        assert_eq!(adjudicate(80, &[5; 40]), None);
        let mut scores = [0; 23];
        scores[11] = 5;
        assert_eq!(adjudicate(80, &scores), None);
    }
}
