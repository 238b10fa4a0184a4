//! Quiescence search: captures and promotions until the position is quiet enough to be evaluated
//! (<https://www.chessprogramming.org/Quiescence_Search>).

use crate::board::{Position, Rules};
use crate::eval::EvalRules;
use crate::search::bound::Bound;
use crate::search::ordering::history::moved_piece;
use crate::search::ordering::move_picker::MovePicker;
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::{NodeResult, NodeType, NonPvNode, PvNode};
use crate::search::tree::score_adjustment::{blend_toward_beta, is_known_win};
use crate::search::tree::transposition::{tt_adjusted_eval, tt_cutoff_score};
use crate::search::tt::TtEntry;
use crate::search::window::Window;
use crate::types::{MAX_PLY, Move, Score};

/// After this many moves only recaptures and promotions are searched.
const MAX_MOVE_COUNT: usize = 3;

/// Plies in which forced captures are all searched. Where captures are forced they can go on until the board is empty.
const FORCED_CAPTURE_PLIES: usize = 6;

impl<R: EvalRules> Worker<'_, R> {
    /// The quiescence score of a position: captures and promotions that do not lose material, or, in check, all
    /// evasions. Before a forced capture there is no stand pat.
    pub(crate) fn quiescence<N: NodeType>(
        &mut self,
        position: &Position<R>,
        window: Window,
        ply: usize,
    ) -> Score {
        self.quiescence_from::<N>(position, window, ply, ply)
    }

    /// The quiescence search that began at the ply `root_ply`.
    fn quiescence_from<N: NodeType>(
        &mut self,
        position: &Position<R>,
        window: Window,
        ply: usize,
        root_ply: usize,
    ) -> Score {
        self.pv_table.clear(ply);
        self.selective_depth = self.selective_depth.max(ply);
        // Step 1. Ends of the game, maximum ply, and scores assigned by the user
        if let Some(outcome) = position.end_by_rule() {
            return self.outcome_score(position, outcome, ply);
        }
        if self.stopped || self.is_draw(position, ply) {
            return self.avoidable_draw_score(position, ply);
        }
        if position.wins_at_once() {
            return Score::mate_in(ply + 1);
        }
        if position.is_decided_by_stalemate() {
            return self.outcome_score(position, position.end_without_moves(), ply);
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(position, ply);
        }
        if let Some(score) = self.assigned_score(position.key(), 0, ply) {
            return score;
        }
        // Step 2. Transposition table probe and TT cutoff
        let tt_entry = self.probe_tt(position, ply);
        if let Some(tt_entry) = tt_entry
            && !N::PV
            && let Some(score) = tt_cutoff_score(position, tt_entry, window, ply)
        {
            return score;
        }
        let tt_pv = tt_entry.is_some_and(|tt_entry| tt_entry.pv);
        // Step 3. Static evaluation
        let eval = match self.static_evaluation(position, tt_entry, ply) {
            None if ply - root_ply >= FORCED_CAPTURE_PLIES && !position.in_check() => {
                Some(self.corrected_evaluation(position, tt_entry, ply))
            }
            eval => eval,
        };
        let eval = eval.map(|eval| tt_adjusted_eval(eval, tt_entry, ply));
        // Step 4. Stand pat: the side to move need not capture, so its evaluation is a lower bound
        if let Some(eval) = eval
            && eval >= window.beta
        {
            if tt_entry.is_none() {
                let result = NodeResult::without_move(eval, Bound::Lower);
                self.tt_store(position, ply, &result, 0, tt_pv);
            }
            return blend_toward_beta(eval, window.beta);
        }
        // Steps 5 to 9. Move loop
        let result = self.search_noisy::<N>(position, window, eval, tt_entry, ply, root_ply);
        if self.stopped {
            return Score::DRAW;
        }
        // Step 10. TT store
        self.tt_store(position, ply, &result, 0, tt_pv);
        result.score
    }

    /// Searches captures and promotions that do not lose material. In check, without an evaluation to stand pat
    /// on, it searches the evasions. Returns the best move if one raised alpha, the best score and its bound.
    fn search_noisy<N: NodeType>(
        &mut self,
        position: &Position<R>,
        mut window: Window,
        eval: Option<Score>,
        tt_entry: Option<TtEntry>,
        ply: usize,
        root_ply: usize,
    ) -> NodeResult {
        let tt_move = tt_entry.and_then(|tt_entry| tt_entry.best_move);
        let mut picker = match eval {
            // Evasions
            None => {
                let history_key = self.quiet_history_key(position, ply);
                MovePicker::new(tt_move, Default::default(), history_key)
            }
            // SEE pruning: captures that lose material by static exchange evaluation are not searched
            Some(_) => MovePicker::good_noisy(tt_move, 0),
        };
        let mut best_score = eval.unwrap_or(Score::mated_in(ply));
        let mut best_move = None;
        // A stand pat score above alpha is only a lower bound, because quiet moves are not searched.
        let mut bound = if best_score > window.alpha {
            Bound::Lower
        } else {
            Bound::Upper
        };
        window.alpha = window.alpha.max(best_score);
        let recapture_square = ply
            .checked_sub(1)
            .and_then(|ply| self.stack[ply].current_move)
            .map(Move::to);
        let mut move_count = 0;
        while let Some(m) = picker.next(position, &self.thread_data.histories) {
            move_count += 1;
            if let Some(eval) = eval {
                // Step 5. Late move pruning: after the first captures only recaptures and promotions are searched
                let is_recapture = Some(m.to()) == recapture_square;
                let is_late = move_count > MAX_MOVE_COUNT && !is_recapture;
                if is_late && !m.is_promotion() && !window.alpha.is_decisive() {
                    continue;
                }
                // Step 6. Delta pruning
                if let Some(max_score) = delta_pruning_score(position, m, eval)
                    && max_score <= window.alpha
                    && !window.alpha.is_decisive()
                {
                    best_score = best_score.max(max_score);
                    continue;
                }
            } else if !best_score.is_loss() {
                // Step 7. Evasions: after one that does not lose, only captures are searched
                picker.skip_quiets();
                if m.is_quiet() {
                    continue;
                }
            }
            if self.misses_move(position, m, ply) {
                continue;
            }
            // Step 8. Search of the move
            self.prefetch_tt(position, m);
            let mut next = *position;
            self.make_move(&mut next, m, moved_piece(position, m), ply);
            let score = if N::PV {
                -self.quiescence_from::<PvNode>(&next, window.flipped(), ply + 1, root_ply)
            } else {
                -self.quiescence_from::<NonPvNode>(&next, window.flipped(), ply + 1, root_ply)
            };
            self.unmake_move();
            if self.stopped {
                break;
            }
            // Step 9. Fail low, new best move, or fail high (beta cutoff)
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
        if move_count == 0 && eval.is_none() {
            best_score = self.outcome_score(position, position.end_without_moves(), ply);
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

/// Delta pruning (<https://www.chessprogramming.org/Delta_Pruning>): the highest score that a capture is expected
/// to reach, the evaluation plus the value of the victim and a margin. `None` for promotions and for known wins
/// and losses, where the capture of the last piece still draws.
fn delta_pruning_score<R: Rules>(position: &Position<R>, m: Move, eval: Score) -> Option<Score> {
    let victim = position.capture_value(m);
    let is_predictable = !m.is_promotion() && !is_known_win(eval);
    is_predictable.then(|| eval + victim + params::delta_pruning_margin())
}
