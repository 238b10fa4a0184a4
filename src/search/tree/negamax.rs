//! The main search: principal variation search in negamax form
//! (<https://www.chessprogramming.org/Principal_Variation_Search>). Here is what concerns a node as a
//! whole; its moves are searched in [`crate::search::tree::move_loop`].

use crate::board::Position;
use crate::search::bound::Bound;
use crate::search::ordering::history::Continuation;
use crate::search::params;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::{Node, NodeResult, NodeType};
use crate::search::tree::pruning::{is_estimate, mate_distance_window};
use crate::search::tree::tablebase_probe::TbProbeResult;
use crate::search::tt::TtEntry;
use crate::search::window::Window;
use crate::types::{MAX_PLY, Score};

/// Beyond this clock a stored score may ignore that the fifty-move rule is near.
const TRUSTED_HALFMOVE_CLOCK: u16 = 90;

/// The stored score, if it decides a node with this window.
#[inline]
pub(crate) fn usable_tt_score(
    position: &Position,
    tt_entry: TtEntry,
    window: Window,
    ply: usize,
) -> Option<Score> {
    let score = Score::from_tt(tt_entry.score, ply);
    let decides = window.is_cutoff(score, tt_entry.bound);
    (decides && position.halfmove_clock() < TRUSTED_HALFMOVE_CLOCK).then_some(score)
}

impl Worker<'_> {
    /// The score of a position at `ply`, searched `depth` plies deep. Meaningless once the worker is
    /// stopped.
    pub(crate) fn negamax<N: NodeType>(
        &mut self,
        position: &Position,
        mut window: Window,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiescence::<N>(position, window, ply);
        }
        self.pv_table.clear(ply);
        self.selective_depth = self.selective_depth.max(ply);
        if !N::ROOT {
            if let Some(score) = self.settled_score(position, depth, ply) {
                return score;
            }
            // Whoever can repeat a position has at least a draw.
            let draw = self.draw_score(ply);
            if window.alpha < draw && self.keys.has_upcoming_repetition(position, ply) {
                window.alpha = draw;
                if window.alpha >= window.beta {
                    return draw;
                }
            }
            (window.alpha, window.beta) = mate_distance_window(window.alpha, window.beta, ply);
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        let mut node = self.new_node::<N>(position, depth.min(MAX_PLY as i32 - 1), ply, cut_node);
        let excluded = self.stack[ply].excluded_move;
        if !N::PV
            && excluded.is_none()
            && let Some(score) = self.tt_cutoff(position, &node, window)
        {
            return score;
        }
        let (least, most) = match self.probe_tablebases(position, window, node.depth, ply) {
            TbProbeResult::Cutoff(score) => return score,
            TbProbeResult::Bounds(least, most) => (least, most),
        };
        window.alpha = window.alpha.max(least);
        self.evaluate_node(position, &mut node);
        if !N::ROOT && excluded.is_none() && !position.in_check() {
            self.adjust_depth_in_hindsight(&mut node);
            if !N::PV
                && let Some(score) = self.prune_node(position, &node, window)
            {
                return score.clamp(least, most);
            }
            // Where not even the table has a move, the order will be bad: better to find one first
            // with less effort (<https://www.chessprogramming.org/Internal_Iterative_Reductions>).
            let matters = N::PV || node.cut_node;
            if matters && node.depth >= params::iir_depth() && node.tt_move.is_none() {
                node.depth -= 1;
            }
            if !N::PV
                && let Some(score) = self.probcut(position, &node, window.beta)
            {
                return score.clamp(least, most);
            }
        }
        let mut result = self.search_moves::<N>(position, window, &node);
        if self.stopped || excluded.is_some() {
            return result.score;
        }
        result.score = result.score.clamp(least, most);
        self.update_correction_history(position, &node, &result);
        // The score of some of the moves is not that of the position.
        let all_moves = self.first_root_move == 0 && self.shared.limits.search_moves.is_none();
        if !N::ROOT || all_moves {
            self.tt_store(position, ply, &result, node.depth, node.tt_pv);
        }
        result.score
    }

    /// The score of a node that needs no search.
    fn settled_score(&mut self, position: &Position, depth: i32, ply: usize) -> Option<Score> {
        if self.stopped || self.is_draw(position, ply) {
            return Some(self.avoidable_draw_score(position, ply));
        }
        if let Some(score) = self.assigned_score(position.key(), depth, ply) {
            return Some(score);
        }
        (ply >= MAX_PLY - 1).then(|| self.evaluate(position, ply))
    }

    /// What the table knows of a node.
    fn new_node<N: NodeType>(
        &mut self,
        position: &Position,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Node {
        let tt_entry = self.shared.table.probe(self.tt_key(position));
        let tt_move = match N::ROOT {
            true => Some(self.root_moves[self.first_root_move].m),
            false => tt_entry.and_then(|tt_entry| tt_entry.best_move),
        };
        let tt_pv = N::PV || tt_entry.is_some_and(|tt_entry| tt_entry.pv);
        self.stack[ply].tt_pv = tt_pv;
        self.stack[ply + 1].cutoff_count = 0;
        Node {
            depth,
            ply,
            cut_node,
            tt_entry,
            tt_move,
            tt_pv,
            static_eval: None,
            eval: None,
            improving: false,
        }
    }

    /// The score in the table, if it was searched deep enough and decides the node.
    fn tt_cutoff(&mut self, position: &Position, node: &Node, window: Window) -> Option<Score> {
        let tt_entry = node
            .tt_entry
            .filter(|tt_entry| i32::from(tt_entry.depth) >= node.depth)?;
        let score = usable_tt_score(position, tt_entry, window, node.ply)?;
        if score >= window.beta
            && let Some(m) = node.tt_move.filter(|&m| m.is_quiet())
            && position.is_pseudo_legal(m)
        {
            self.update_tt_move_history(position, m, node);
        }
        Some(score)
    }

    /// Evaluates a node: by the static evaluation, corrected by what was learnt about it, and by the
    /// table's score where that says more.
    fn evaluate_node(&mut self, position: &Position, node: &mut Node) {
        let ply = node.ply;
        let excluded = self.stack[ply].excluded_move.is_some();
        // The same node has been evaluated just before.
        let known = self.stack[ply].static_eval.filter(|_| excluded);
        let static_eval = known.or_else(|| self.static_evaluation(position, node.tt_entry, ply));
        let Some(static_eval) = static_eval else {
            return;
        };
        node.static_eval = Some(static_eval);
        node.eval = Some(tt_adjusted_eval(static_eval, node.tt_entry, ply));
        node.improving = self.is_improving(static_eval, ply);
        if !excluded {
            self.update_history_from_eval(position, static_eval, ply);
        }
    }

    /// The static evaluation, corrected; none in check, where it would mislead.
    pub(crate) fn static_evaluation(
        &mut self,
        position: &Position,
        tt_entry: Option<TtEntry>,
        ply: usize,
    ) -> Option<Score> {
        if position.in_check() {
            self.stack[ply].raw_eval = None;
            self.stack[ply].static_eval = None;
            return None;
        }
        let known = tt_entry.and_then(|tt_entry| tt_entry.eval);
        let raw = known.unwrap_or_else(|| self.evaluate(position, ply));
        let corrected = match is_estimate(raw) {
            true => {
                let context = self.correction_context(position, ply);
                Score::cp(raw.raw() + self.shared.correction.get(&context))
            }
            false => raw,
        };
        self.stack[ply].raw_eval = Some(raw);
        self.stack[ply].static_eval = Some(corrected);
        Some(corrected)
    }

    /// Whether the side to move stands better than two plies ago, or four where it was in check then.
    fn is_improving(&self, static_eval: Score, ply: usize) -> bool {
        let earlier = |plies: usize| {
            let ply = ply.checked_sub(plies)?;
            self.stack[ply].static_eval
        };
        let before = earlier(2).or_else(|| earlier(4));
        before.is_none_or(|before| static_eval > before)
    }

    /// A move that was much reduced has turned out less harmless than it looked, or one a little
    /// reduced has led where both sides agree: look a ply more or less deeply
    /// (hindsight adjustments, from Stockfish).
    fn adjust_depth_in_hindsight(&mut self, node: &mut Node) {
        let previous = &self.stack[node.ply - 1];
        let (reduction, before) = (previous.reduction, previous.static_eval);
        let (Some(eval), Some(before)) = (node.static_eval, before) else {
            return;
        };
        let sum = eval.raw() + before.raw();
        if reduction >= params::hindsight_deeper_reduction() && sum <= 0 {
            node.depth += 1;
        } else if reduction >= 2 && node.depth >= 2 && sum > params::hindsight_shallower_margin() {
            node.depth -= 1;
        }
    }

    /// Notes that the search has found another score than the evaluation says, unless captures are
    /// the reason, which evaluations are not made for, or the score is a bound that proves nothing.
    fn update_correction_history(&mut self, position: &Position, node: &Node, result: &NodeResult) {
        let Some(static_eval) = node.static_eval else {
            return;
        };
        let proves_nothing = match result.bound {
            Bound::Exact => false,
            Bound::Lower => result.score <= static_eval,
            Bound::Upper => result.score >= static_eval,
        };
        if proves_nothing
            || !is_estimate(static_eval)
            || result.best_move.is_some_and(|m| !m.is_quiet())
            || result.score.is_decisive()
        {
            return;
        }
        let context = self.correction_context(position, node.ply);
        let correction = self.shared.correction;
        correction.update(&context, static_eval, result.score, node.depth);
    }

    /// Puts what was found of the node at a ply into the table, with its evaluation.
    pub(crate) fn tt_store(
        &self,
        position: &Position,
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
        self.shared.table.store(self.tt_key(position), tt_entry);
    }

    /// The move made so many plies before `ply`.
    #[inline]
    pub(crate) fn continuation(&self, ply: usize, plies: usize) -> Continuation {
        match ply.checked_sub(plies) {
            Some(ply) => self.stack[ply].continuation,
            None => Continuation::NONE,
        }
    }
}

/// The evaluation, or what the table says if its bound lies beyond it; not what it says of mates and won
/// endgames, whose lines the search has to find again.
pub(crate) fn tt_adjusted_eval(eval: Score, tt_entry: Option<TtEntry>, ply: usize) -> Score {
    let Some(tt_entry) = tt_entry else {
        return eval;
    };
    let score = Score::from_tt(tt_entry.score, ply);
    let says_more = match tt_entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
    };
    match says_more && is_estimate(score) {
        true => score,
        false => eval,
    }
}
