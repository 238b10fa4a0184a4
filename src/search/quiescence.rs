//! Quiescence search: captures and promotions until the position is quiet enough to be evaluated
//! (<https://www.chessprogramming.org/Quiescence_Search>).

use super::move_picker::MovePicker;
use super::negamax::{NodeType, NonPv, Pv, Window, table_cutoff};
use super::params;
use super::report::Bound;
use super::tt::Entry;
use super::worker::Worker;
use crate::board::{Position, see_value};
use crate::types::{MAX_PLY, Move, PieceType, Score};

impl Worker<'_> {
    /// The score of a position once the captures that pay have been made; in check all evasions are
    /// tried.
    pub(super) fn quiescence<N: NodeType>(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
    ) -> Score {
        self.variations[ply].clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.stopped || self.is_draw(position, ply) {
            return self.draw_score(ply);
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(position, ply);
        }
        if let Some(score) = self.assigned_score(position.key(), 0, ply) {
            return score;
        }
        let key = self.table_key(position);
        let entry = self.shared.table.probe(key);
        if let Some(entry) = entry
            && !N::PV
            && let Some(score) = table_cutoff(position, entry, window, ply)
        {
            return score;
        }
        let eval = self.static_evaluation(position, entry, ply);
        if let Some(eval) = eval
            && eval >= window.beta
        {
            return eval;
        }
        let table_move = entry.and_then(|entry| entry.best);
        let (best, score, bound) = self.search_noisy::<N>(position, window, eval, table_move, ply);
        if self.stopped {
            return Score::DRAW;
        }
        let entry = Entry {
            best,
            score: score.to_table(ply),
            eval,
            depth: 0,
            bound,
        };
        self.shared.table.store(key, entry);
        score
    }

    /// Searches captures and promotions that do not lose material, or in check, where there is no
    /// evaluation to stand on, every move. Returns the best move if one raised alpha, the best score
    /// and how it relates to the true one.
    fn search_noisy<N: NodeType>(
        &mut self,
        position: &Position,
        mut window: Window,
        eval: Option<Score>,
        table_move: Option<Move>,
        ply: usize,
    ) -> (Option<Move>, Score, Bound) {
        let mut picker = match eval {
            None => MovePicker::new(table_move, Default::default()),
            Some(_) => MovePicker::good_noisy(table_move),
        };
        let mut best_score = eval.unwrap_or(Score::mated_in(ply));
        let mut best_move = None;
        // Quiet moves are not tried: an evaluation above alpha is what is at least to be had.
        let mut bound = match best_score > window.alpha {
            true => Bound::Lower,
            false => Bound::Upper,
        };
        window.alpha = window.alpha.max(best_score);
        while let Some(m) = picker.next(position, &self.memory.history) {
            if let Some(eval) = eval
                && cannot_raise(position, m, eval, window.alpha)
            {
                continue;
            }
            if self.overlooks(position, m, ply) {
                continue;
            }
            let next = self.descend(position, m, ply);
            let score = match N::PV {
                true => -self.quiescence::<Pv>(&next, window.flipped(), ply + 1),
                false => -self.quiescence::<NonPv>(&next, window.flipped(), ply + 1),
            };
            self.ascend();
            if self.stopped {
                break;
            }
            if score <= best_score {
                continue;
            }
            best_score = score;
            if score > window.alpha {
                best_move = Some(m);
                window.alpha = score;
                bound = Bound::Exact;
                if N::PV {
                    self.extend_variation(m, ply);
                }
                if score >= window.beta {
                    bound = Bound::Lower;
                    break;
                }
            }
        }
        (best_move, best_score, bound)
    }
}

/// Whether even the whole value of what is captured, and some more, leaves the score below alpha
/// (<https://www.chessprogramming.org/Delta_Pruning>).
fn cannot_raise(position: &Position, m: Move, eval: Score, alpha: Score) -> bool {
    if m.is_promotion() || alpha.is_decisive() {
        return false;
    }
    let victim = position
        .piece_on(m.to())
        .map_or(PieceType::Pawn, |piece| piece.piece_type());
    eval + see_value(victim) + params::delta_margin() <= alpha
}
