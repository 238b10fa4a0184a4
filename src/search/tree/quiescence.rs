//! Quiescence search: captures and promotions until the position is quiet enough to be evaluated
//! (<https://www.chessprogramming.org/Quiescence_Search>).

use crate::board::{Position, see_value};
use crate::search::bound::Bound;
use crate::search::ordering::history::{captured_type, moving_piece};
use crate::search::ordering::move_picker::MovePicker;
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::negamax::{tt_adjusted_eval, usable_tt_score};
use crate::search::tree::node::{NodeResult, NodeType, NonPvNode, PvNode};
use crate::search::tree::pruning::{blend_toward_beta, is_estimate};
use crate::search::tt::TtEntry;
use crate::search::window::Window;
use crate::types::{MAX_PLY, Move, Score};

/// After so many captures of a node most others are left out.
const LATE_CAPTURE: usize = 3;

impl Worker<'_> {
    /// The score of a position once the captures that pay have been made; in check all evasions are
    /// tried.
    pub(crate) fn quiescence<N: NodeType>(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
    ) -> Score {
        self.pv_table.clear(ply);
        self.selective_depth = self.selective_depth.max(ply);
        if self.stopped || self.is_draw(position, ply) {
            return self.avoidable_draw_score(position, ply);
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(position, ply);
        }
        if let Some(score) = self.assigned_score(position.key(), 0, ply) {
            return score;
        }
        let tt_entry = self.shared.table.probe(self.tt_key(position));
        if let Some(tt_entry) = tt_entry
            && !N::PV
            && let Some(score) = usable_tt_score(position, tt_entry, window, ply)
        {
            return score;
        }
        let eval = self.static_evaluation(position, tt_entry, ply);
        let eval = eval.map(|eval| tt_adjusted_eval(eval, tt_entry, ply));
        let tt_pv = tt_entry.is_some_and(|tt_entry| tt_entry.pv);
        if let Some(eval) = eval
            && eval >= window.beta
        {
            if tt_entry.is_none() {
                self.tt_store(
                    position,
                    ply,
                    &NodeResult::without_move(eval, Bound::Lower),
                    0,
                    tt_pv,
                );
            }
            return blend_toward_beta(eval, window.beta);
        }
        let result = self.search_noisy::<N>(position, window, eval, tt_entry, ply);
        if self.stopped {
            return Score::DRAW;
        }
        self.tt_store(position, ply, &result, 0, tt_pv);
        result.score
    }

    /// Searches captures and promotions that do not lose material, or in check, where there is no
    /// evaluation to stand on, every move. Returns the best move if one raised alpha, the best score
    /// and how it relates to the true one.
    fn search_noisy<N: NodeType>(
        &mut self,
        position: &Position,
        mut window: Window,
        eval: Option<Score>,
        tt_entry: Option<TtEntry>,
        ply: usize,
    ) -> NodeResult {
        let tt_move = tt_entry.and_then(|tt_entry| tt_entry.best_move);
        let context = self.quiet_context(position, ply);
        let mut picker = match eval {
            None => MovePicker::new(tt_move, Default::default(), context),
            Some(_) => MovePicker::good_noisy(tt_move, context, 0),
        };
        let mut best_score = eval.unwrap_or(Score::mated_in(ply));
        let mut best_move = None;
        // Quiet moves are not tried: an evaluation above alpha is what is at least to be had.
        let mut bound = match best_score > window.alpha {
            true => Bound::Lower,
            false => Bound::Upper,
        };
        window.alpha = window.alpha.max(best_score);
        let last_target = ply
            .checked_sub(1)
            .and_then(|ply| self.stack[ply].current_move)
            .map(Move::to);
        let mut number = 0;
        while let Some(m) = picker.next(position, &self.thread_data.histories) {
            number += 1;
            if let Some(eval) = eval {
                // Beyond the best captures only recaptures are likely to matter.
                let is_late = number > LATE_CAPTURE && Some(m.to()) != last_target;
                if is_late && !m.is_promotion() && !window.alpha.is_decisive() {
                    continue;
                }
                if let Some(most) = delta_pruning(position, m, eval)
                    && most <= window.alpha
                    && !window.alpha.is_decisive()
                {
                    best_score = best_score.max(most);
                    continue;
                }
            } else if !best_score.is_loss() {
                // One way out of check is enough here, besides captures.
                picker.skip_quiets();
                if m.is_quiet() {
                    continue;
                }
            }
            if self.overlooks(position, m, ply) {
                continue;
            }
            let next = self.descend(position, m, moving_piece(position, m), ply);
            let score = match N::PV {
                true => -self.quiescence::<PvNode>(&next, window.flipped(), ply + 1),
                false => -self.quiescence::<NonPvNode>(&next, window.flipped(), ply + 1),
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
                    self.pv_table.update(ply, m);
                }
                if score >= window.beta {
                    bound = Bound::Lower;
                    break;
                }
            }
        }
        if best_score >= window.beta {
            best_score = blend_toward_beta(best_score, window.beta);
        }
        NodeResult {
            best_move,
            score: best_score,
            bound,
        }
    }
}

/// What a capture may lift the score to at most: the whole value of what is captured, and some more
/// (<https://www.chessprogramming.org/Delta_Pruning>). Nothing can be said of promotions, and of positions
/// where knowledge says that all is lost: there the capture of the last piece still draws.
fn delta_pruning(position: &Position, m: Move, eval: Score) -> Option<Score> {
    let victim = captured_type(position, m).map_or(0, see_value);
    let predictable = !m.is_promotion() && is_estimate(eval);
    predictable.then(|| eval + victim + params::delta_margin())
}
