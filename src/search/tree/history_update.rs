//! History updates (<https://www.chessprogramming.org/History_Heuristic>).

use arrayvec::ArrayVec;

use crate::board::Position;
use crate::eval::EvalRules;
use crate::search::ordering::history::{
    CONTINUATION_PLIES, ContinuationKey, PieceTo, QuietHistoryKey, history_bonus, history_malus,
    moved_piece,
};
use crate::search::ordering::threats::threats;
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::Node;
use crate::search::tree::scored_move::ScoredMove;
use crate::search::window::Window;
use crate::types::{Move, Score};

/// Moves of a node that were searched and did not become its best move. Moves beyond the capacity are ignored.
#[derive(Default)]
pub(crate) struct SearchedMoves {
    quiets: ArrayVec<Move, 64>,
    noisy: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    pub(crate) fn push(&mut self, m: Move) {
        let _ = if m.is_quiet() {
            self.quiets.try_push(m).is_ok()
        } else {
            self.noisy.try_push(m).is_ok()
        };
    }
}

impl<R: EvalRules> Worker<'_, R> {
    /// Rewards the best move and penalises the moves searched before it: butterfly, continuation and pawn history
    /// and the killer move for quiet moves, capture history for captures and promotions.
    pub(crate) fn update_histories(
        &mut self,
        position: &Position<R>,
        history_key: &QuietHistoryKey,
        node: &Node,
        best_move: Move,
        searched: &SearchedMoves,
    ) {
        let (bonus, malus) = (history_bonus(node.depth), history_malus(node.depth));
        let histories = &mut self.thread_data.histories;
        if best_move.is_quiet() {
            let piece = moved_piece(position, best_move);
            histories.update_quiet(history_key, piece, best_move, bonus);
            let mut malus = malus;
            for &m in &searched.quiets {
                histories.update_quiet(history_key, moved_piece(position, m), m, -malus);
                // The later a move was tried, the less its failure says.
                malus -= malus * params::history_malus_decay() / 256;
            }
            self.stack[node.ply].killers.add(best_move);
        } else {
            histories.update_capture(position, best_move, bonus);
        }
        for &m in &searched.noisy {
            histories.update_capture(position, m, -malus);
        }
        self.penalise_refuted_move(node, malus * params::refuted_move_malus() / 16, 1);
    }

    /// Penalises the quiet move that led to a node that fails high if it was among the first `max_count` moves after
    /// the TT move (from Stockfish): it was tried too early.
    pub(crate) fn penalise_refuted_move(&mut self, node: &Node, malus: i32, max_count: usize) {
        let Some(prior) = node.ply.checked_sub(1).map(|ply| &self.stack[ply]) else {
            return;
        };
        let is_quiet = prior.current_move.is_some_and(Move::is_quiet);
        let max_count = max_count + usize::from(prior.tt_hit);
        let is_early = (1..=max_count).contains(&prior.move_count);
        let is_singular_search = self.stack[node.ply].excluded_move.is_some();
        if is_quiet
            && is_early
            && !is_singular_search
            && let Some(piece_to) = prior.continuation.piece_to()
        {
            let continuations = self.continuations(node.ply - 1);
            let histories = &mut self.thread_data.histories;
            histories.update_continuations(&continuations, piece_to, -malus);
        }
    }

    /// Rewards the quiet move that led to a node that has failed low.
    pub(crate) fn update_prior_move_history(&mut self, position: &Position<R>, node: &Node) {
        let ply = node.ply;
        if ply == 0 || self.stack[ply].excluded_move.is_some() {
            return;
        }
        let prior = &self.stack[ply - 1];
        let quiet = prior.current_move.filter(|m| m.is_quiet());
        if let (Some(m), Some(piece_to)) = (quiet, prior.continuation.piece_to()) {
            let (color, threats) = (!position.side_to_move(), prior.threats.all);
            let bonus = history_bonus(node.depth) * params::prior_move_bonus() / 16;
            let continuations = self.continuations(ply - 1);
            let histories = &mut self.thread_data.histories;
            histories.update_continuations(&continuations, piece_to, bonus);
            histories.update_butterfly(color, threats, m, bonus / 2);
        }
    }

    /// Rewards a quiet TT move that causes a TT cutoff.
    pub(crate) fn update_tt_move_history(&mut self, position: &Position<R>, m: Move, node: &Node) {
        let history_key = self.quiet_history_key(position, node.ply);
        let bonus = history_bonus(node.depth);
        let histories = &mut self.thread_data.histories;
        histories.update_quiet(&history_key, moved_piece(position, m), m, bonus);
    }

    /// Updates the continuation history of a quiet move whose reduced search was followed by a re-search: a bonus
    /// if the re-search failed high, a malus if it failed low.
    pub(crate) fn update_research_history(
        &mut self,
        node: &Node,
        scored_move: &ScoredMove,
        score: Score,
        window: Window,
    ) {
        if !scored_move.m.is_quiet() || self.stopped {
            return;
        }
        let bonus = if score <= window.alpha {
            -history_malus(node.depth)
        } else if score >= window.beta {
            history_bonus(node.depth)
        } else {
            return;
        };
        let piece_to = PieceTo::new(scored_move.piece, scored_move.m.to());
        let continuations = self.continuations(node.ply);
        let histories = &mut self.thread_data.histories;
        histories.update_continuations(&continuations, piece_to, bonus);
    }

    /// Updates the butterfly history of the quiet move that led to a position by the change of the static
    /// evaluation that it caused (from Stockfish).
    pub(crate) fn update_history_from_eval(
        &mut self,
        position: &Position<R>,
        static_eval: Score,
        ply: usize,
    ) {
        let Some(prior) = ply.checked_sub(1).map(|ply| &self.stack[ply]) else {
            return;
        };
        let quiet = prior.current_move.filter(|m| m.is_quiet());
        if let (Some(m), Some(prior_eval)) = (quiet, prior.static_eval) {
            let gain = -(prior_eval.raw() + static_eval.raw());
            let max = params::eval_history_max();
            let bonus = (params::eval_history_factor() * gain).clamp(-max, max);
            let (color, threats) = (!position.side_to_move(), prior.threats.all);
            let histories = &mut self.thread_data.histories;
            histories.update_butterfly(color, threats, m, bonus);
        }
    }

    /// The continuation history key of the move made `plies` plies before `ply`.
    #[inline]
    pub(crate) fn continuation(&self, ply: usize, plies: usize) -> ContinuationKey {
        match ply.checked_sub(plies) {
            Some(ply) => self.stack[ply].continuation,
            None => ContinuationKey::NONE,
        }
    }

    /// The continuation history keys of a move made at `ply`.
    #[inline]
    pub(crate) fn continuations(&self, ply: usize) -> [ContinuationKey; CONTINUATION_PLIES.len()] {
        CONTINUATION_PLIES.map(|plies| self.continuation(ply, plies))
    }

    /// The part of the quiet history keys that the position at a ply determines.
    #[inline]
    pub(crate) fn quiet_history_key(
        &mut self,
        position: &Position<R>,
        ply: usize,
    ) -> QuietHistoryKey {
        // The search for a singular move has the position of the node that began it.
        if self.stack[ply].excluded_move.is_none() {
            self.stack[ply].threats = threats(position);
        }
        let threats = self.stack[ply].threats;
        QuietHistoryKey::new(position, threats, ply, self.continuations(ply))
    }
}
