//! Static evaluation of nodes, corrected by the correction history.

use crate::board::Position;
use crate::eval::EvalRules;
use crate::search::bound::Bound;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::{Node, NodeResult};
use crate::search::tree::score_adjustment::is_known_win;
use crate::search::tree::transposition::tt_adjusted_eval;
use crate::search::tt::TtEntry;
use crate::types::Score;

impl<R: EvalRules> Worker<'_, R> {
    /// Sets the static evaluation of a node, its estimate of the score and whether it is improving.
    pub(crate) fn evaluate_node(&mut self, position: &Position<R>, node: &mut Node) {
        let ply = node.ply;
        let excluded = self.stack[ply].excluded_move.is_some();
        // The singular search visits the node again: its evaluation is on the stack.
        let known = self.stack[ply].static_eval.filter(|_| excluded);
        let static_eval = known.or_else(|| self.static_evaluation(position, node.tt_entry, ply));
        let Some(static_eval) = static_eval else {
            node.improving = ply >= 2 && self.stack[ply - 2].improving;
            self.stack[ply].improving = node.improving;
            return;
        };
        let raw_eval = self.stack[ply].raw_eval;
        node.correction = raw_eval.map_or(0, |raw_eval| (static_eval - raw_eval).abs());
        node.static_eval = Some(static_eval);
        // The score of the table comes from the excluded move.
        let tt_entry = node.tt_entry.filter(|_| !excluded);
        node.eval = Some(tt_adjusted_eval(static_eval, tt_entry, ply));
        node.improving = self.is_improving(static_eval, ply);
        self.stack[ply].improving = node.improving;
        if !excluded {
            self.update_history_from_eval(position, static_eval, ply);
        }
    }

    /// The static evaluation, corrected by the correction history; `None` in check and before a forced capture, where it
    /// would mislead.
    pub(crate) fn static_evaluation(
        &mut self,
        position: &Position<R>,
        tt_entry: Option<TtEntry>,
        ply: usize,
    ) -> Option<Score> {
        if position.in_check() || position.is_forced_to_capture() {
            self.stack[ply].raw_eval = None;
            self.stack[ply].static_eval = None;
            return None;
        }
        Some(self.corrected_evaluation(position, tt_entry, ply))
    }

    /// The evaluation, from the table if it is there, with the correction history.
    pub(crate) fn corrected_evaluation(
        &mut self,
        position: &Position<R>,
        tt_entry: Option<TtEntry>,
        ply: usize,
    ) -> Score {
        let tt_eval = tt_entry.and_then(|tt_entry| tt_entry.eval);
        let raw_eval = tt_eval.unwrap_or_else(|| self.evaluate(position, ply));
        let static_eval = if is_known_win(raw_eval) {
            raw_eval
        } else {
            let history_key = self.correction_key(position, ply);
            Score::cp(raw_eval.raw() + self.shared.correction_history.get(&history_key))
        };
        self.stack[ply].raw_eval = Some(raw_eval);
        self.stack[ply].static_eval = Some(static_eval);
        static_eval
    }

    /// Whether the static evaluation is higher than two plies ago, or than four plies ago if the side to move
    /// was in check two plies ago.
    fn is_improving(&self, static_eval: Score, ply: usize) -> bool {
        let eval_before = |plies: usize| {
            let ply = ply.checked_sub(plies)?;
            self.stack[ply].static_eval
        };
        let before = eval_before(2).or_else(|| eval_before(4));
        before.is_none_or(|before| static_eval > before)
    }

    /// Correction history update: records the difference between search score and static evaluation. Skips
    /// nodes whose best move is a capture, which the static evaluation does not foresee, and scores whose bound
    /// does not contradict the evaluation.
    pub(crate) fn update_correction_history(
        &mut self,
        position: &Position<R>,
        node: &Node,
        result: &NodeResult,
    ) {
        let Some(static_eval) = node.static_eval else {
            return;
        };
        let score = result.score;
        let is_consistent = match result.bound {
            Bound::Exact => false,
            Bound::Lower => score <= static_eval,
            Bound::Upper => score >= static_eval,
        };
        if is_consistent
            || is_known_win(static_eval)
            || result.best_move.is_some_and(|m| !m.is_quiet())
            || score.is_decisive()
        {
            return;
        }
        let history_key = self.correction_key(position, node.ply);
        let correction_history = &self.shared.correction_history;
        correction_history.update(&history_key, static_eval, score, node.depth);
    }
}
