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
use crate::types::{MAX_PLY, Move, Score, Square};

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

    /// The quiescence search that began at `start_ply`.
    fn quiescence_from<N: NodeType>(
        &mut self,
        position: &Position<R>,
        window: Window,
        ply: usize,
        start_ply: usize,
    ) -> Score {
        self.pv_table.clear(ply);
        self.selective_depth = self.selective_depth.max(ply);
        // Step 1. Ends of the game, maximum ply, and scores assigned by the user
        if let Some(score) = self.quiescence_leaf_score(position, ply) {
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
            None if ply - start_ply >= FORCED_CAPTURE_PLIES && !position.in_check() => {
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
        let result = self.search_noisy::<N>(position, window, eval, tt_entry, ply, start_ply);
        if self.stopped {
            return Score::DRAW;
        }
        // Step 10. TT store
        self.tt_store(position, ply, &result, 0, tt_pv);
        result.score
    }

    /// The score of a quiescence node that is an end of the game, lies at the maximum ply, or has a score assigned by the
    /// user.
    #[inline(always)]
    fn quiescence_leaf_score(&mut self, position: &Position<R>, ply: usize) -> Option<Score> {
        if let Some(outcome) = position.end_by_rule() {
            return Some(self.outcome_score(position, outcome, ply));
        }
        if self.stopped || self.is_draw(position, ply) {
            return Some(self.avoidable_draw_score(position, ply));
        }
        if position.wins_at_once() {
            return Some(Score::mate_in(ply + 1));
        }
        if position.is_decided_by_stalemate() {
            return Some(self.outcome_score(position, position.end_without_moves(), ply));
        }
        if ply >= MAX_PLY - 1 {
            return Some(self.evaluate(position, ply));
        }
        self.assigned_score(position.key(), 0, ply)
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
        start_ply: usize,
    ) -> NodeResult {
        let tt_move = tt_entry.and_then(|tt_entry| tt_entry.best_move);
        let mut picker = self.quiescence_picker(position, eval, tt_move, ply);
        let mut best = stand_pat(eval, &mut window, ply);
        let recapture_square = self.recapture_square(ply);
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
                if let Some(max_score) = delta_pruning_score(position, m, eval, window.alpha) {
                    best.score = best.score.max(max_score);
                    continue;
                }
            } else if !best.score.is_loss() {
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
            let score = self.search_noisy_move::<N>(position, m, window, ply, start_ply);
            if self.stopped {
                break;
            }
            // Step 9. Fail low, new best move, or fail high (beta cutoff)
            if best.update(m, score, &mut window) {
                if N::PV {
                    self.pv_table.update(ply, m);
                }
                if score >= window.beta {
                    break;
                }
            }
        }
        if move_count == 0 && eval.is_none() {
            best.score = self.outcome_score(position, position.end_without_moves(), ply);
        }
        if best.score >= window.beta {
            best.score = blend_toward_beta(best.score, window.beta);
        }
        best
    }

    /// The moves to search: captures and promotions that do not lose material by static exchange evaluation (SEE
    /// pruning), or, without an evaluation to stand pat on, all evasions.
    #[inline(always)]
    fn quiescence_picker(
        &mut self,
        position: &Position<R>,
        eval: Option<Score>,
        tt_move: Option<Move>,
        ply: usize,
    ) -> MovePicker {
        match eval {
            None => {
                let history_key = self.quiet_history_key(position, ply);
                MovePicker::new(tt_move, Default::default(), history_key)
            }
            Some(_) => MovePicker::good_noisy(tt_move, 0),
        }
    }

    /// The square of the piece that moved last.
    #[inline(always)]
    fn recapture_square(&self, ply: usize) -> Option<Square> {
        let ply = ply.checked_sub(1)?;
        self.stack[ply].current_move.map(Move::to)
    }

    /// Makes a move and searches it. Returns its score.
    #[inline(always)]
    fn search_noisy_move<N: NodeType>(
        &mut self,
        position: &Position<R>,
        m: Move,
        window: Window,
        ply: usize,
        start_ply: usize,
    ) -> Score {
        self.prefetch_tt(position, m);
        let mut next = *position;
        self.make_move(&mut next, m, moved_piece(position, m), ply);
        let window = window.flipped();
        let score = if N::PV {
            -self.quiescence_from::<PvNode>(&next, window, ply + 1, start_ply)
        } else {
            -self.quiescence_from::<NonPvNode>(&next, window, ply + 1, start_ply)
        };
        self.unmake_move();
        score
    }
}

/// The result before a move is searched: the evaluation, or a mate that any evasion refutes. Raises alpha.
#[inline(always)]
fn stand_pat(eval: Option<Score>, window: &mut Window, ply: usize) -> NodeResult {
    let score = eval.unwrap_or(Score::mated_in(ply));
    // A stand pat score above alpha is only a lower bound, because quiet moves are not searched.
    let bound = if score > window.alpha {
        Bound::Lower
    } else {
        Bound::Upper
    };
    window.alpha = window.alpha.max(score);
    NodeResult::without_move(score, bound)
}

/// Delta pruning (<https://www.chessprogramming.org/Delta_Pruning>): the highest score that a capture is expected
/// to reach, the evaluation plus the value of the victim and a margin, if that does not raise alpha. `None` for promotions
/// and for known wins and losses, where the capture of the last piece still draws.
#[inline(always)]
fn delta_pruning_score<R: Rules>(
    position: &Position<R>,
    m: Move,
    eval: Score,
    alpha: Score,
) -> Option<Score> {
    let is_predictable = !m.is_promotion() && !is_known_win(eval) && !alpha.is_decisive();
    let max_score = eval + position.capture_value(m) + params::delta_pruning_margin();
    (is_predictable && max_score <= alpha).then_some(max_score)
}
