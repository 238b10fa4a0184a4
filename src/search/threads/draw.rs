//! Draw detection and draw scores.

use crate::board::{Outcome, Position};
use crate::eval::EvalRules;
use crate::search::threads::worker::Worker;
use crate::types::Score;

impl<R: EvalRules> Worker<'_, R> {
    /// Whether a position below the root is a draw: by the fifty-move rule, insufficient material or
    /// repetition.
    #[inline]
    pub(crate) fn is_draw(&self, position: &Position<R>, ply: usize) -> bool {
        if position.is_fifty_move_draw() {
            return !position.in_check() || position.has_legal_move();
        }
        position.has_insufficient_material() || self.keys.is_search_draw(position, ply)
    }

    /// The score of a game that ends at `ply` by checkmate, stalemate or a rule of a variant, from the side to move's view.
    #[inline]
    pub(crate) fn outcome_score(
        &self,
        position: &Position<R>,
        outcome: Outcome,
        ply: usize,
    ) -> Score {
        match outcome {
            Outcome::Draw(_) => self.draw_score(ply),
            _ => outcome.score(position.side_to_move(), ply),
        }
    }

    /// The score of a draw at `ply` with contempt, from the side to move's view
    /// (<https://www.chessprogramming.org/Contempt_Factor>).
    #[inline]
    pub(crate) fn draw_score(&self, ply: usize) -> Score {
        let contempt = self.shared.config.contempt;
        if ply.is_multiple_of(2) {
            Score::DRAW - contempt
        } else {
            Score::DRAW + contempt
        }
    }

    /// The score of a draw by repetition or the fifty-move rule. It varies by a centipawn, so that a search
    /// that finds only such draws does not stick to the first one (from Stockfish). Draws at the first
    /// plies and by insufficient material score exactly zero, so that they are reported so.
    #[inline]
    pub(crate) fn avoidable_draw_score(&self, position: &Position<R>, ply: usize) -> Score {
        let jitter = if ply < 2 || position.has_insufficient_material() {
            0
        } else {
            (self.nodes & 2) as i32 - 1
        };
        self.draw_score(ply) + jitter
    }
}
