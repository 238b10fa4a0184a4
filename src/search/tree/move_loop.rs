//! The moves of a node: which are searched, how deep, and what is learnt from them.

use arrayvec::ArrayVec;

use crate::board::{Position, see_value};
use crate::search::bound::Bound;
use crate::search::ordering::history::{
    Continuation, QuietContext, captured_type, history_bonus, history_malus, moving_piece,
};
use crate::search::ordering::move_picker::MovePicker;
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::{Node, NodeResult, NodeType, NonPvNode, PvNode};
use crate::search::tree::pruning::{
    capture_futility_pruning, futility_pruning, history_pruning, is_estimate, late_move_pruning,
    scale_fail_high, see_pruning,
};
use crate::search::tree::reductions::{PLY, Reductions, reduction_after};
use crate::search::tt::TtEntry;
use crate::search::window::Window;
use crate::types::{Color, Move, Piece, Score};

/// Moves that were searched before the best one. Beyond the lists' length they are too bad to matter.
#[derive(Default)]
struct Tried {
    quiets: ArrayVec<Move, 64>,
    noisy: ArrayVec<Move, 32>,
}

impl Tried {
    fn add(&mut self, m: Move) {
        // Full lists take no more.
        let _ = match m.is_quiet() {
            true => self.quiets.try_push(m).is_ok(),
            false => self.noisy.try_push(m).is_ok(),
        };
    }
}

/// A move of a node that is about to be searched.
struct Candidate {
    m: Move,
    piece: Piece,
    /// From 1, in the order of the picker.
    number: usize,
    /// Its history, on the scale of quiet moves or of captures.
    history: i32,
    /// Plies to be added to its depth.
    extension: i32,
}

impl Candidate {
    /// How much less the move is reduced for its history, in the units of reductions.
    #[inline]
    fn history_reduction(&self) -> i32 {
        // Two divisions by constants, for one by either of them would be a slow one.
        match self.m.is_quiet() {
            true => self.history * PLY / params::lmr_history(),
            false => self.history * PLY / params::lmr_noisy_history(),
        }
    }
}

impl Worker<'_> {
    /// Searches the moves of a node. Returns the best move if one raised alpha, the best score and
    /// how it relates to the true one.
    pub(crate) fn search_moves<N: NodeType>(
        &mut self,
        position: &Position,
        mut window: Window,
        node: &Node,
    ) -> NodeResult {
        let mut node = *node;
        let ply = node.ply;
        let excluded = self.stack[ply].excluded_move;
        self.stack[ply + 1].killers = Default::default();
        let context = self.quiet_context(position, ply);
        let mut picker = MovePicker::new(node.tt_move, self.stack[ply].killers, context);
        let beta = window.beta;
        let mut best_move = None;
        let mut best_score = Score::NEG_INFINITE;
        let mut bound = Bound::Upper;
        let mut tried = Tried::default();
        let mut number = 0;
        let mut overlooked = false;
        // A king without pieces has few moves, of which any may be the only good one, and the way to a
        // difficult mate is narrow.
        let may_prune = !N::ROOT
            && position.has_non_pawn_material(position.side_to_move())
            && node.static_eval.is_none_or(is_estimate);
        while let Some(m) = picker.next(position, &self.thread_data.histories) {
            if Some(m) == excluded || N::ROOT && !self.is_root_candidate(m) {
                continue;
            }
            if self.overlooks(position, m, ply) {
                overlooked = true;
                continue;
            }
            number += 1;
            let mut candidate = self.candidate(position, &context, m, number);
            if may_prune && !best_score.is_loss() {
                if late_move_pruning(node.depth, number, node.improving) {
                    picker.skip_quiets();
                    if m.is_quiet() {
                        continue;
                    }
                }
                if self.is_pruned(position, &node, &candidate, window.alpha) {
                    continue;
                }
            }
            if N::ROOT {
                self.report_current_move(m, node.depth, number);
            } else if Some(m) == node.tt_move && excluded.is_none() {
                match self.singular_extension::<N>(position, &node, m, window) {
                    Ok(plies) => candidate.extension = plies,
                    Err(score) => return NodeResult::without_move(score, Bound::Lower),
                }
            }
            let nodes_before = self.nodes;
            let next = self.descend(position, m, candidate.piece, ply);
            let score = self.search_move::<N>(&next, window, &node, &candidate, best_score);
            self.ascend();
            if self.stopped {
                break;
            }
            if N::ROOT {
                let nodes = self.nodes - nodes_before;
                self.update_root_move(m, score, window, number == 1, nodes);
                if number > 1 {
                    self.report_refutation(m, score, window.alpha);
                }
            }
            if score > best_score {
                best_score = score;
                if score > window.alpha {
                    best_move = Some(m);
                    if N::PV {
                        self.pv_table.update(ply, m);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        self.stack[ply].cutoff_count += 1;
                        break;
                    }
                    bound = Bound::Exact;
                    window.alpha = score;
                    if !N::ROOT {
                        node.depth -= reduction_after(score, node.depth);
                    }
                }
            }
            if Some(m) != best_move {
                tried.add(m);
            }
        }
        if self.stopped {
            return NodeResult::without_move(Score::DRAW, bound);
        }
        if number == 0 {
            let score = self.score_without_moves(position, &node, window.alpha, overlooked);
            return NodeResult::without_move(score, Bound::Exact);
        }
        match best_move {
            Some(best) => self.update_histories(position, &context, &node, best, &tried),
            None => self.update_prior_move_history(position, &node),
        }
        if best_score >= beta {
            best_score = scale_fail_high(best_score, beta, node.depth);
        }
        NodeResult {
            best_move,
            score: best_score,
            bound,
        }
    }

    /// The score of a node none of whose moves was to be searched.
    fn score_without_moves(
        &mut self,
        position: &Position,
        node: &Node,
        alpha: Score,
        overlooked: bool,
    ) -> Score {
        if self.stack[node.ply].excluded_move.is_some() {
            alpha
        } else if overlooked {
            self.evaluate(position, node.ply)
        } else if position.in_check() {
            Score::mated_in(node.ply)
        } else {
            self.draw_score(node.ply)
        }
    }

    fn candidate(
        &self,
        position: &Position,
        context: &QuietContext,
        m: Move,
        number: usize,
    ) -> Candidate {
        let piece = moving_piece(position, m);
        let histories = &self.thread_data.histories;
        let history = match m.is_quiet() {
            true => histories.follow_up(context, piece, m),
            false => histories.noisy(position, m),
        };
        Candidate {
            m,
            piece,
            number,
            history,
            extension: 0,
        }
    }

    /// Whether a move is not likely to raise alpha, so that it is not searched at all.
    fn is_pruned(
        &self,
        position: &Position,
        node: &Node,
        candidate: &Candidate,
        alpha: Score,
    ) -> bool {
        let (m, history) = (candidate.m, candidate.history);
        let quiet = m.is_quiet();
        // How deep the move would be searched after its reduction.
        let reduction = Reductions::shared().get(quiet, node.depth, candidate.number);
        let depth = (node.depth - (reduction - candidate.history_reduction()) / PLY).max(0);
        let is_unlikely = match (quiet, node.eval) {
            (true, eval) => {
                history_pruning(node.depth, history)
                    || eval.is_some_and(|e| futility_pruning(depth, e, alpha))
            }
            (false, Some(eval)) => {
                let victim = captured_type(position, m).map_or(0, see_value);
                !m.is_promotion()
                    && capture_futility_pruning(depth, eval + history / 64, victim, alpha)
            }
            (false, None) => false,
        };
        is_unlikely && !position.gives_direct_check(m)
            || see_pruning(position, m, if quiet { depth } else { node.depth }, history)
    }

    /// The score of a move that has just been made: with the whole window if it is the first one of a
    /// principal variation, else first with a null window and reduced, and again as long as it turns
    /// out better than expected.
    fn search_move<N: NodeType>(
        &mut self,
        next: &Position,
        window: Window,
        node: &Node,
        candidate: &Candidate,
        best_score: Score,
    ) -> Score {
        let ply = node.ply;
        let number = candidate.number;
        let mut depth = node.depth - 1 + candidate.extension;
        let null = Window::null(window.alpha).flipped();
        let mut score = window.alpha;
        if node.depth >= params::lmr_depth() && number > 1 + usize::from(N::ROOT) {
            let reduction = self.reduction::<N>(next, node, candidate, window.alpha);
            let reduced = (depth - reduction).min(depth + i32::from(N::PV)).max(1);
            self.stack[ply].reduction = depth - reduced;
            score = -self.negamax::<NonPvNode>(next, null, reduced, ply + 1, true);
            self.stack[ply].reduction = 0;
            if score > window.alpha && reduced < depth && !self.stopped {
                // A surprise is worth a closer look, a near miss less of one.
                let deeper = score > best_score + params::deeper_margin();
                let shallower = score < best_score + params::shallower_margin();
                depth += i32::from(deeper) - i32::from(shallower);
                if reduced < depth {
                    score = -self.negamax::<NonPvNode>(next, null, depth, ply + 1, !node.cut_node);
                }
                self.update_research_history(node, candidate, score, window);
            }
        } else if !N::PV || number > 1 {
            score = -self.negamax::<NonPvNode>(next, null, depth, ply + 1, !node.cut_node);
        }
        if N::PV && number == 1 && is_known_deeper(node, candidate.m) {
            depth = depth.max(1);
        }
        if N::PV && (number == 1 || score > window.alpha && (N::ROOT || score < window.beta)) {
            score = -self.negamax::<PvNode>(next, window.flipped(), depth, ply + 1, false);
        }
        score
    }

    /// By how many plies a move is searched less deeply at first; negative for more deeply.
    fn reduction<N: NodeType>(
        &self,
        next: &Position,
        node: &Node,
        candidate: &Candidate,
        alpha: Score,
    ) -> i32 {
        let m = candidate.m;
        let quiet = m.is_quiet();
        let mut reduction = Reductions::shared().get(quiet, node.depth, candidate.number);
        if N::PV {
            reduction -= params::lmr_pv();
        }
        if node.tt_pv {
            reduction -= params::lmr_tt_pv();
            let is_low = |tt_entry: TtEntry| Score::from_tt(tt_entry.score, node.ply) <= alpha;
            if node.tt_entry.is_some_and(is_low) {
                reduction += params::lmr_tt_low();
            }
        }
        if node.cut_node {
            reduction += params::lmr_cut_node();
        }
        if !node.improving {
            reduction += params::lmr_not_improving();
        }
        if node.tt_move.is_some_and(|m| !m.is_quiet()) {
            reduction += params::lmr_tt_capture();
        }
        if self.stack[node.ply + 1].cutoff_count > 2 {
            reduction += params::lmr_cutoffs();
        }
        if self.stack[node.ply].killers.moves().contains(&Some(m)) {
            reduction -= params::lmr_killer();
        }
        if next.in_check() {
            reduction -= params::lmr_check();
        }
        (reduction - candidate.history_reduction()) / PLY
    }

    /// Whether the table's move is so much better than all others that it deserves a deeper search
    /// (<https://www.chessprogramming.org/Singular_Extensions>): they are searched less deeply without it,
    /// against a bound below its score. If they too reach beta the node can be left at once
    /// (multi-cut): that score is the error. If it is not the only good move it is searched less.
    fn singular_extension<N: NodeType>(
        &mut self,
        position: &Position,
        node: &Node,
        m: Move,
        window: Window,
    ) -> Result<i32, Score> {
        let ply = node.ply;
        let Some(tt_entry) = node.tt_entry else {
            return Ok(0);
        };
        let tt_score = Score::from_tt(tt_entry.score, ply);
        let is_candidate = node.depth >= params::singular_depth() + i32::from(node.tt_pv)
            && i32::from(tt_entry.depth) >= node.depth - 3
            && tt_entry.bound != Bound::Upper
            && is_estimate(tt_score)
            && ply < 2 * self.depth as usize;
        if !is_candidate {
            return Ok(0);
        }
        let margin = (node.depth * params::singular_margin() / 16).max(1);
        let singular_beta = tt_score - margin;
        self.stack[ply].excluded_move = Some(m);
        let others = Window::null(singular_beta - 1);
        let depth = (node.depth - 1) / 2;
        let killers = self.stack[ply].killers;
        let score = self.negamax::<NonPvNode>(position, others, depth, ply, node.cut_node);
        self.stack[ply].killers = killers;
        self.stack[ply].excluded_move = None;
        self.stack[ply].tt_pv = node.tt_pv;
        if self.stopped {
            return Ok(0);
        }
        if score < singular_beta {
            let double = !N::PV && score < singular_beta - params::double_extension_margin();
            let triple =
                double && m.is_quiet() && score < singular_beta - params::triple_extension_margin();
            return Ok(1 + i32::from(double) + i32::from(triple));
        }
        if score >= window.beta && !score.is_decisive() {
            return Err(score);
        }
        Ok(if tt_score >= window.beta {
            -2 - i32::from(!N::PV)
        } else if node.cut_node {
            -2
        } else {
            0
        })
    }

    /// A move that was reduced has been searched again.
    fn update_research_history(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        score: Score,
        window: Window,
    ) {
        if !candidate.m.is_quiet() || self.stopped {
            return;
        }
        let bonus = if score <= window.alpha {
            -history_malus(node.depth)
        } else if score >= window.beta {
            history_bonus(node.depth)
        } else {
            return;
        };
        let answer = Continuation::of(candidate.piece, candidate.m.to());
        for plies in [1, 2] {
            let before = self.continuation(node.ply, plies);
            self.thread_data
                .histories
                .update_answer(before, answer, bonus);
        }
    }

    /// Rewards the best move, and punishes those that were tried before it in vain.
    fn update_histories(
        &mut self,
        position: &Position,
        context: &QuietContext,
        node: &Node,
        best: Move,
        tried: &Tried,
    ) {
        let (bonus, malus) = (history_bonus(node.depth), history_malus(node.depth));
        let histories = &mut self.thread_data.histories;
        if best.is_quiet() {
            histories.update_quiet(context, moving_piece(position, best), best, bonus);
            for &m in &tried.quiets {
                histories.update_quiet(context, moving_piece(position, m), m, -malus);
            }
            self.stack[node.ply].killers.add(best);
        } else {
            histories.update_noisy(position, best, bonus);
        }
        for &m in &tried.noisy {
            histories.update_noisy(position, m, -malus);
        }
    }

    /// The side to move has no good answer: the quiet move before was a good one.
    fn update_prior_move_history(&mut self, position: &Position, node: &Node) {
        let ply = node.ply;
        if ply == 0 || self.stack[ply].excluded_move.is_some() {
            return;
        }
        let last = self.stack[ply - 1].current_move;
        if let Some(m) = last.filter(|m| m.is_quiet()) {
            let bonus = history_bonus(node.depth) * params::unanswered_bonus() / 16;
            let answer = self.continuation(ply, 1);
            let before = self.continuation(ply, 2);
            let histories = &mut self.thread_data.histories;
            histories.update_answer(before, answer, bonus);
            histories.update_butterfly(!position.side_to_move(), m, bonus / 2);
        }
    }

    /// Rewards a quiet move by which the table refutes a node.
    pub(crate) fn update_tt_move_history(&mut self, position: &Position, m: Move, node: &Node) {
        let context = self.quiet_context(position, node.ply);
        let bonus = history_bonus(node.depth);
        let histories = &mut self.thread_data.histories;
        histories.update_quiet(&context, moving_piece(position, m), m, bonus);
    }

    /// Rewards the quiet move that led to a position if it has improved its side's evaluation, and
    /// punishes it if it has not (from Stockfish).
    pub(crate) fn update_history_from_eval(
        &mut self,
        position: &Position,
        eval: Score,
        ply: usize,
    ) {
        let Some(before) = ply.checked_sub(1).map(|ply| &self.stack[ply]) else {
            return;
        };
        let quiet = before.current_move.filter(|m| m.is_quiet());
        if let (Some(m), Some(before)) = (quiet, before.static_eval) {
            let gain = -(before.raw() + eval.raw());
            let most = params::evaluation_history_max();
            let bonus = (params::evaluation_history_factor() * gain).clamp(-most, most);
            let mover: Color = !position.side_to_move();
            self.thread_data.histories.update_butterfly(mover, m, bonus);
        }
    }

    /// What the history of quiet moves of the position at a ply goes by.
    #[inline]
    pub(crate) fn quiet_context(&self, position: &Position, ply: usize) -> QuietContext {
        QuietContext::new(
            position,
            [1, 2, 4].map(|plies| self.continuation(ply, plies)),
        )
    }
}

/// Whether the table knows this move from a search that did not end in quiescence, so that its line should
/// not do so now (from Stockfish).
fn is_known_deeper(node: &Node, m: Move) -> bool {
    node.tt_move == Some(m) && node.tt_entry.is_some_and(|tt_entry| tt_entry.depth > 1)
}
