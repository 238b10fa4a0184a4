//! The move loop: which moves of a node are searched, and how deep.
//!
//! [`Worker::search_moves`] lists the techniques that concern each move, in the order in which they are tried.

use crate::board::Position;
use crate::eval::EvalRules;
use crate::search::bound::Bound;
use crate::search::ordering::history::{QuietHistoryKey, history_depth, moved_piece};
use crate::search::ordering::move_picker::MovePicker;
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::extensions::Singularity;
use crate::search::tree::history_update::SearchedMoves;
use crate::search::tree::late_move_reductions::{
    PLY, ReductionTable, alpha_raise_reduction, history_reduction,
};
use crate::search::tree::node::{Node, NodeResult, NodeType, NonPvNode, PvNode};
use crate::search::tree::pruning::moves::{
    capture_futility_pruning, check_see_pruning, futility_pruning, history_pruning,
    late_move_pruning, see_pruning,
};
use crate::search::tree::score_adjustment::{is_known_win, scale_fail_high};
use crate::search::tree::scored_move::ScoredMove;
use crate::search::window::Window;
use crate::types::{Move, Score};

impl<R: EvalRules> Worker<'_, R> {
    /// Searches the moves of a node. Returns the best move if one raised alpha, the best score and its bound.
    pub(crate) fn search_moves<N: NodeType>(
        &mut self,
        position: &Position<R>,
        mut window: Window,
        node: &Node,
    ) -> NodeResult {
        let mut node = *node;
        let ply = node.ply;
        let excluded = self.stack[ply].excluded_move;
        self.stack[ply + 1].killers = Default::default();
        let history_key = self.quiet_history_key(position, ply);
        // Step 15. Move ordering: TT move, good captures, killer moves, quiet moves, bad captures
        let mut picker = MovePicker::new(node.tt_move, self.stack[ply].killers, history_key);
        let mut best = NodeResult::without_move(Score::NEG_INFINITE, Bound::Upper);
        let mut searched = SearchedMoves::default();
        let mut move_count = 0;
        let mut missed_move = false;
        // A side with only king and pawns has few moves, any of which may be the only good one, and the way to
        // the mate in a known win is narrow.
        let may_prune =
            !N::ROOT && position.may_prune_moves() && !node.static_eval.is_some_and(is_known_win);
        while let Some(m) = picker.next(position, &self.thread_data.histories) {
            if Some(m) == excluded || N::ROOT && !self.is_root_candidate(m) {
                continue;
            }
            if self.misses_move(position, m, ply) {
                missed_move = true;
                continue;
            }
            move_count += 1;
            let mut scored_move = self.scored_move(position, &history_key, m, move_count);
            // Steps 16 and 17. Late move pruning, history pruning, futility pruning and SEE pruning
            if !may_prune || best.score.is_loss() {
                self.prefetch_tt(position, m);
            } else if self.prune_move(position, &node, &scored_move, window.alpha, &mut picker) {
                continue;
            }
            // Step 18. Singular extension, double extension, triple extension, multicut and negative extension
            match self.extension::<N>(position, &node, &scored_move, window) {
                Singularity::Extension(plies) => scored_move.extension = plies,
                Singularity::Multicut(score) => {
                    return NodeResult::without_move(score, Bound::Lower);
                }
            }
            // Steps 19 and 20. Late move reductions (LMR) and principal variation search (PVS)
            let score = self.search_move::<N>(position, window, &node, &scored_move, best.score);
            if self.stopped {
                return NodeResult::without_move(Score::DRAW, best.bound);
            }
            // Step 21. Fail low, new best move, or fail high (beta cutoff)
            if best.update(m, score, &mut window) {
                if N::PV {
                    self.pv_table.update(ply, m);
                }
                if score >= window.beta {
                    self.stack[ply].cutoff_count += 1;
                    break;
                }
                if !N::ROOT {
                    node.depth -= alpha_raise_reduction(score, node.depth);
                }
            }
            if Some(m) != best.best_move {
                searched.push(m);
            }
            // A node with a singular move deserves more depth for its other moves too (from Stockfish)
            node.depth += i32::from(scored_move.extension > 0);
        }
        // Step 22. Checkmate and stalemate
        if move_count == 0 {
            let score = self.score_without_moves(position, &node, window.alpha, missed_move);
            return NodeResult::without_move(score, Bound::Exact);
        }
        self.finish_node(position, &node, &history_key, &searched, window.beta, best)
    }

    /// The extension of a move in plies, or a multicut of its node. Reports the moves of the root.
    #[inline(always)]
    fn extension<N: NodeType>(
        &mut self,
        position: &Position<R>,
        node: &Node,
        scored_move: &ScoredMove,
        window: Window,
    ) -> Singularity {
        let (m, move_count) = (scored_move.m, scored_move.move_count);
        let mut extension = 0;
        if N::ROOT {
            self.report_current_move(m, move_count);
        } else if Some(m) == node.tt_move && self.stack[node.ply].excluded_move.is_none() {
            match self.singular_extension::<N>(position, node, m, window) {
                Singularity::Extension(plies) => extension = plies,
                multicut => return multicut,
            }
            // The singular search may have displaced the entry from the cache.
            self.prefetch_tt(position, m);
        }
        // Extension of a forced capture without a choice
        if move_count == 1 && position.has_single_capture() {
            extension = extension.max(1);
        }
        Singularity::Extension(extension)
    }

    /// Updates the histories after the move loop and returns the result with its final score.
    #[inline]
    fn finish_node(
        &mut self,
        position: &Position<R>,
        node: &Node,
        history_key: &QuietHistoryKey,
        searched: &SearchedMoves,
        beta: Score,
        mut result: NodeResult,
    ) -> NodeResult {
        // Step 23. History updates
        match result.best_move {
            Some(m) => {
                let depth = history_depth(node.depth, result.score, beta);
                let node = Node { depth, ..*node };
                self.update_histories(position, history_key, &node, m, searched);
            }
            None => self.update_prior_move_history(position, node),
        }
        // Step 24. Fail high scores are scaled toward beta
        if result.score >= beta {
            result.score = scale_fail_high(result.score, beta, node.depth);
        }
        result
    }

    /// The score of a node without a searched move: checkmate, stalemate, alpha if the only move is excluded, or
    /// the evaluation if limited strength misses every move.
    fn score_without_moves(
        &mut self,
        position: &Position<R>,
        node: &Node,
        alpha: Score,
        missed_move: bool,
    ) -> Score {
        if self.stack[node.ply].excluded_move.is_some() {
            alpha
        } else if missed_move {
            self.evaluate(position, node.ply)
        } else {
            self.outcome_score(position, position.end_without_moves(), node.ply)
        }
    }

    fn scored_move(
        &self,
        position: &Position<R>,
        history_key: &QuietHistoryKey,
        m: Move,
        move_count: usize,
    ) -> ScoredMove {
        let piece = moved_piece(position, m);
        let histories = &self.thread_data.histories;
        let stat_score = if m.is_quiet() {
            histories.quiet_stat_score(history_key, piece, m)
        } else {
            histories.capture_score(position, m)
        };
        ScoredMove {
            m,
            piece,
            move_count,
            stat_score,
            extension: 0,
        }
    }

    /// Whether to prune a move: it is not likely to raise alpha, or loses too much material. Prefetches the TT entry of
    /// a move that passes the cheap tests.
    fn prune_move(
        &self,
        position: &Position<R>,
        node: &Node,
        scored_move: &ScoredMove,
        alpha: Score,
        picker: &mut MovePicker,
    ) -> bool {
        let (m, stat_score) = (scored_move.m, scored_move.stat_score);
        let quiet = m.is_quiet();
        let spares_checks = position.is_decided_by_checks();
        if spares_checks && position.gives_direct_check(m) {
            self.prefetch_tt(position, m);
            return check_see_pruning(position, m, node.depth);
        }
        // Step 16. Late move pruning (LMP)
        if late_move_pruning(node.depth, scored_move.move_count, node.improving) {
            if !spares_checks {
                picker.skip_quiets();
            }
            if quiet {
                return true;
            }
        }
        // Step 17. History pruning, futility pruning and SEE pruning
        // The depth after the late move reduction.
        let reduction = ReductionTable::shared().get(quiet, node.depth, scored_move.move_count);
        let lmr_depth = (node.depth - (reduction - history_reduction(scored_move)) / PLY).max(0);
        let is_unlikely = match (quiet, node.eval) {
            // History pruning and futility pruning of quiet moves
            (true, eval) => {
                history_pruning(node.depth, stat_score)
                    || eval.is_some_and(|eval| futility_pruning(lmr_depth, eval, alpha))
            }
            // Futility pruning of captures
            (false, Some(eval)) => {
                let victim = position.capture_value(m);
                let eval = eval + stat_score / 64;
                !m.is_promotion() && capture_futility_pruning(lmr_depth, eval, victim, alpha)
            }
            (false, None) => false,
        };
        if is_unlikely && !position.gives_direct_check(m) {
            return true;
        }
        // SEE pruning (static exchange evaluation). It prunes few of the remaining moves.
        self.prefetch_tt(position, m);
        let depth = if quiet { lmr_depth } else { node.depth };
        see_pruning(position, m, depth, stat_score)
    }

    /// Makes a move and searches it. Returns its score. Updates and reports the moves of the root.
    #[inline(always)]
    fn search_move<N: NodeType>(
        &mut self,
        position: &Position<R>,
        window: Window,
        node: &Node,
        scored_move: &ScoredMove,
        best_score: Score,
    ) -> Score {
        let ply = node.ply;
        let (m, move_count) = (scored_move.m, scored_move.move_count);
        let nodes_before = self.nodes;
        self.stack[ply].move_count = move_count;
        let mut next = *position;
        self.make_move(&mut next, m, scored_move.piece, ply);
        let score = self.search_made_move::<N>(&next, window, node, scored_move, best_score);
        self.unmake_move();
        if N::ROOT && !self.stopped {
            let nodes = self.nodes - nodes_before;
            self.update_root_move(m, score, window, move_count == 1, nodes);
            if move_count > 1 {
                self.report_refutation(m, score, window.alpha);
            }
        }
        score
    }

    /// The score of a move that has just been made.
    fn search_made_move<N: NodeType>(
        &mut self,
        next: &Position<R>,
        window: Window,
        node: &Node,
        scored_move: &ScoredMove,
        best_score: Score,
    ) -> Score {
        let ply = node.ply;
        let move_count = scored_move.move_count;
        let mut depth = node.depth - 1 + scored_move.extension;
        let null = Window::null(window.alpha).flipped();
        let mut score = window.alpha;
        if node.depth >= params::lmr_depth() && move_count > 1 + usize::from(N::ROOT) {
            // Step 19. Late move reductions (LMR): a reduced search with a null window
            let reduction = self.late_move_reduction::<N>(next, node, scored_move, window.alpha);
            let reduced = (depth - reduction).min(depth + 1).max(1);
            self.stack[ply].reduction = depth - reduced;
            score = -self.negamax::<NonPvNode>(next, null, reduced, ply + 1, true);
            self.stack[ply].reduction = 0;
            // Re-search to full depth if the reduced search fails high: deeper after a large surprise, less
            // deeply after a near miss
            if score > window.alpha && reduced < depth && !self.stopped {
                let deeper = score > best_score + params::lmr_deeper_margin();
                let shallower = score < best_score + params::lmr_shallower_margin();
                depth += i32::from(deeper) - i32::from(shallower);
                if reduced < depth {
                    score = -self.negamax::<NonPvNode>(next, null, depth, ply + 1, !node.cut_node);
                }
                self.update_research_history(node, scored_move, score, window);
            }
        } else if !N::PV || move_count > 1 {
            // Full depth with a null window
            if !N::PV && depth > 0 && node.tt_move != Some(scored_move.m) {
                let reduction =
                    self.late_move_reduction::<N>(next, node, scored_move, window.alpha);
                depth -= first_move_reduction(node, reduction);
            }
            score = -self.negamax::<NonPvNode>(next, null, depth, ply + 1, !node.cut_node);
        }
        // Step 20. Principal variation search (PVS): the full window for the first move of a PV node, and for
        // later moves that raise alpha
        if N::PV && move_count == 1 && is_deep_tt_move(node, scored_move.m) {
            depth = depth.max(1);
        }
        if N::PV && (move_count == 1 || score > window.alpha && (N::ROOT || score < window.beta)) {
            score = -self.negamax::<PvNode>(next, window.flipped(), depth, ply + 1, false);
        }
        score
    }
}

/// Reduction, in plies, of the first move of a null-window node if it is not the TT move, given its late move reduction
/// (from Stockfish).
fn first_move_reduction(node: &Node, reduction: i32) -> i32 {
    let reduction = reduction + i32::from(node.tt_move.is_none());
    i32::from(reduction >= 3) + i32::from(reduction >= 5)
}

/// Whether a move is the TT move of an entry deeper than one ply, which is not to end in the quiescence search
/// (from Stockfish).
fn is_deep_tt_move(node: &Node, m: Move) -> bool {
    node.tt_move == Some(m) && node.tt_entry.is_some_and(|tt_entry| tt_entry.depth > 1)
}
