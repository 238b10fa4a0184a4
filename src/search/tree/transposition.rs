//! The transposition table in the search: prefetch, probe, TT cutoff and TT store.

use crate::board::{Position, RuleSet};
use crate::eval::EvalRules;
use crate::search::bound::Bound;
use crate::search::ordering::history::{history_malus, moved_piece};
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::{Node, NodeResult};
use crate::search::tree::score_adjustment::is_known_win;
use crate::search::tt::TtEntry;
use crate::search::window::Window;
use crate::types::{Move, Score};

/// From this halfmove clock on the table causes no cutoff: its scores ignore that the fifty-move rule is near.
const MAX_TT_CUTOFF_CLOCK: u16 = 90;

/// The score of a table entry if it causes a cutoff in this window. The depth of the entry is not checked.
#[inline]
pub(crate) fn tt_cutoff_score<R: RuleSet>(
    position: &Position<R>,
    tt_entry: TtEntry,
    window: Window,
    ply: usize,
) -> Option<Score> {
    let score = Score::from_tt(tt_entry.score, ply);
    let is_cutoff = window.is_cutoff(score, tt_entry.bound);
    (is_cutoff && position.halfmove_clock() < MAX_TT_CUTOFF_CLOCK).then_some(score)
}

/// The evaluation, or the score of the table if its bound makes that a better estimate. Known wins of the table
/// are not used: the search has to find their lines again.
pub(crate) fn tt_adjusted_eval(eval: Score, tt_entry: Option<TtEntry>, ply: usize) -> Score {
    let Some(tt_entry) = tt_entry else {
        return eval;
    };
    let tt_score = Score::from_tt(tt_entry.score, ply);
    let is_better_estimate = match tt_entry.bound {
        Bound::Exact => true,
        Bound::Lower => tt_score > eval,
        Bound::Upper => tt_score < eval,
    };
    if is_better_estimate && !is_known_win(tt_score) {
        tt_score
    } else {
        eval
    }
}

impl<R: EvalRules> Worker<'_, R> {
    /// Prefetches the TT entry of the position after a move, since memory is slow. The key may be wrong.
    #[inline]
    pub(crate) fn prefetch_tt(&self, position: &Position<R>, m: Move) {
        let clock = position.halfmove_clock_after(moved_piece(position, m), m);
        let key = self.tt_key_with_clock(position.approximate_key_after(m), clock);
        self.shared.tt.prefetch(key);
    }

    /// Probes the transposition table. Before that, while the prefetched entry arrives from memory, it updates the
    /// accumulators, which most nodes need.
    #[inline]
    pub(crate) fn probe_tt(&mut self, position: &Position<R>, ply: usize) -> Option<TtEntry> {
        let evaluator = &mut self.thread_data.evaluator;
        evaluator.update_accumulators(position, ply);
        self.shared.tt.probe(self.tt_key(position))
    }

    /// TT cutoff: the score of the table entry if it was searched deep enough and lies outside the window.
    pub(crate) fn tt_cutoff(
        &mut self,
        position: &Position<R>,
        node: &Node,
        window: Window,
    ) -> Option<Score> {
        let tt_entry = node
            .tt_entry
            .filter(|tt_entry| i32::from(tt_entry.depth) >= node.depth)?;
        let score = tt_cutoff_score(position, tt_entry, window, node.ply)?;
        if score >= window.beta {
            if let Some(m) = node.tt_move.filter(|&m| m.is_quiet())
                && position.is_pseudo_legal(m)
            {
                self.update_tt_move_history(position, m, node);
            }
            let malus = history_malus(node.depth) * params::tt_refuted_move_malus() / 16;
            self.penalise_refuted_move(node, malus, 3);
        }
        Some(score)
    }

    /// Stores the raw static evaluation of a node that the table does not have, before it is searched. Any score is
    /// below its bound.
    pub(crate) fn tt_store_eval(&self, position: &Position<R>, node: &Node) {
        let result = NodeResult::without_move(Score::INFINITE, Bound::Upper);
        self.tt_store(position, node.ply, &result, 0, node.tt_pv);
    }

    /// Stores the result of a node with its raw static evaluation.
    pub(crate) fn tt_store(
        &self,
        position: &Position<R>,
        ply: usize,
        result: &NodeResult,
        depth: i32,
        tt_pv: bool,
    ) {
        let tt_entry = TtEntry {
            best_move: result.best_move,
            score: result.score.to_tt(ply),
            eval: self.stack[ply].raw_eval,
            depth: depth.clamp(0, i32::from(u8::MAX)) as u8,
            bound: result.bound,
            pv: tt_pv,
        };
        self.shared.tt.store(self.tt_key(position), tt_entry);
    }
}
