//! The filter of training positions.

use super::error::PackedGameError;
use super::game::PackedGame;
use super::replay::ReplayedPly;
use super::td_lambda::TdLambda;
use crate::board::Position;
use crate::types::Score;

/// Selects positions to train networks on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PositionFilter {
    /// First ply of a game to keep; earlier ones are random or nearly so.
    pub first_ply: usize,
    /// Largest absolute score in centipawns to keep. Mates and tablebase results are never kept.
    pub max_score: i32,
    /// Largest halfmove clock to keep, in plies. Evaluations shrink with the clock, which networks do not see.
    pub max_halfmove_clock: u16,
    /// Largest difference to keep between the win rates of a score and its blend ([`TdLambda::blend`]), 0 to 1. Where
    /// the game went another way at once, neither says much about the position: of 100-node games 1.4 % of the positions
    /// differ by more than 0.1, and have a fifth of the error of all scores.
    pub max_blend_difference: f64,
    /// Whether to keep positions with the side to move in check.
    pub checks: bool,
    /// Whether to keep positions in which a capture or promotion was played.
    pub captures: bool,
}

impl PositionFilter {
    /// The filter of `diglot train`: quiet positions, because the search resolves the others.
    pub const TRAINING: PositionFilter = PositionFilter {
        first_ply: 16,
        max_score: 20_000,
        max_halfmove_clock: 40,
        max_blend_difference: 0.1,
        checks: false,
        captures: false,
    };

    /// The positions of a game that are kept, with blended scores. An error if the game is damaged.
    pub fn positions(
        &self,
        game: &PackedGame,
        td_lambda: &TdLambda,
    ) -> Result<Vec<(Position, Score)>, PackedGameError> {
        let plies: Vec<ReplayedPly> = game.replay().collect::<Result<_, _>>()?;
        let blends = td_lambda.blend(&plies);
        let kept = plies.iter().zip(blends).filter_map(|(ply, blend)| {
            let blend = blend.filter(|blend| blend.difference <= self.max_blend_difference)?;
            self.keeps(ply).then_some((ply.position, blend.score))
        });
        Ok(kept.collect())
    }

    /// Whether to keep the position before a ply by what is known before scores are blended. Those without a score are
    /// never kept.
    pub fn keeps(&self, ply: &ReplayedPly) -> bool {
        let is_in_range =
            |score: Score| !score.is_decisive() && score.raw().abs() <= self.max_score;
        ply.number >= self.first_ply
            && ply.score.is_some_and(is_in_range)
            && ply.position.halfmove_clock() <= self.max_halfmove_clock
            && (self.captures || !ply.m.is_capture() && !ply.m.is_promotion())
            && (self.checks || !ply.position.in_check())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;

    const FILTER: PositionFilter = PositionFilter::TRAINING;

    fn ply(fen: &str, m: &str, score: Score, number: usize) -> ReplayedPly {
        let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        ReplayedPly {
            position,
            m: position.parse_coordinate(m).unwrap(),
            score: Some(score),
            number,
        }
    }

    #[test]
    fn only_quiet_positions_with_a_score_in_range_are_kept() {
        let ply = |m, score, number| ply("4k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 1", m, score, number);
        let quiet = ply("e4e5", Score::cp(300), 16);
        assert!(FILTER.keeps(&quiet));
        assert!(!FILTER.keeps(&ReplayedPly {
            score: None,
            ..quiet
        }));
        assert!(!FILTER.keeps(&ply("e4e5", Score::cp(300), 15)));
        assert!(!FILTER.keeps(&ply("e4d5", Score::cp(300), 16)));
        assert!(!FILTER.keeps(&ply("a7a8q", Score::cp(300), 16)));
        assert!(!FILTER.keeps(&ply("e4e5", Score::cp(-20_001), 16)));
        assert!(!FILTER.keeps(&ply("e4e5", Score::mate_in(5), 16)));
    }

    #[test]
    fn positions_with_a_large_halfmove_clock_are_dropped() {
        for (clock, keeps) in [(40, true), (41, false)] {
            let fen = format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 90");
            let quiet = ply(&fen, "a1a2", Score::cp(300), 60);
            assert_eq!(FILTER.keeps(&quiet), keeps, "{clock}");
        }
    }

    #[test]
    fn checks_and_captures_are_kept_if_asked_for() {
        let check = ply("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1d1", Score::DRAW, 20);
        assert!(!FILTER.keeps(&check));
        let checks = PositionFilter {
            checks: true,
            ..FILTER
        };
        assert!(checks.keeps(&check));
        let capture = ply("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", Score::DRAW, 20);
        assert!(!checks.keeps(&capture));
        let captures = PositionFilter {
            captures: true,
            ..checks
        };
        assert!(
            captures.keeps(&capture)
                && !PositionFilter {
                    checks: false,
                    ..captures
                }
                .keeps(&capture)
        );
    }
}
