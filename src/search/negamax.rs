//! The main search: principal variation search in negamax form
//! (<https://www.chessprogramming.org/Principal_Variation_Search>).

use arrayvec::ArrayVec;

use super::history::history_bonus;
use super::move_picker::MovePicker;
use super::params;
use super::pruning::{
    is_futile, is_late, is_reverse_futile, loses_too_much, mate_distance_window,
    null_move_reduction,
};
use super::reductions::Reductions;
use super::report::Bound;
use super::tablebases::Verdict;
use super::tt::Entry;
use super::worker::Worker;
use crate::board::Position;
use crate::types::{MAX_PLY, Move, Score};

/// What kind of node is searched, told at compile time.
pub trait NodeType {
    /// The first node.
    const ROOT: bool;
    /// Searched with an open window.
    const PV: bool;
}

/// The first node.
pub struct Root;
/// A node of the principal variation.
pub struct Pv;
/// A node searched with a null window.
pub struct NonPv;

impl NodeType for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}

impl NodeType for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}

impl NodeType for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// The interval of scores that matter.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// What the side to move is sure of.
    pub alpha: Score,
    /// What the other side will not allow to be reached.
    pub beta: Score,
}

impl Window {
    /// The window seen from the other side.
    #[inline]
    pub fn flipped(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The narrowest window: is the score above `alpha`?
    #[inline]
    fn null(alpha: Score) -> Window {
        Window {
            alpha,
            beta: alpha + 1,
        }
    }
}

/// Beyond this clock a stored score may ignore that the fifty-move rule is near.
const TRUSTED_HALFMOVE_CLOCK: u16 = 90;

/// The stored score, if it decides a node with this window.
#[inline]
pub fn table_cutoff(
    position: &Position,
    entry: Entry,
    window: Window,
    ply: usize,
) -> Option<Score> {
    let score = Score::from_table(entry.score, ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (decides && position.halfmove_clock() < TRUSTED_HALFMOVE_CLOCK).then_some(score)
}

impl Worker<'_> {
    /// The score of a position at `ply`, searched `depth` plies deep. Meaningless once the worker is
    /// stopped.
    pub(super) fn negamax<N: NodeType>(
        &mut self,
        position: &Position,
        mut window: Window,
        depth: i32,
        ply: usize,
    ) -> Score {
        let in_check = position.in_check();
        // A check leaves few replies, so that looking a ply deeper is cheap.
        let depth = depth + i32::from(in_check);
        if depth <= 0 {
            return self.quiescence::<N>(position, window, ply);
        }
        self.variations[ply].clear();
        self.selective_depth = self.selective_depth.max(ply);
        if !N::ROOT {
            if self.stopped || self.is_draw(position, ply) {
                return self.draw_score(ply);
            }
            if let Some(score) = self.assigned_score(position.key(), depth, ply) {
                return score;
            }
            if ply >= MAX_PLY - 1 {
                return self.evaluate(position, ply);
            }
            (window.alpha, window.beta) = mate_distance_window(window.alpha, window.beta, ply);
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }

        let key = self.table_key(position);
        let entry = self.shared.table.probe(key);
        if let Some(entry) = entry
            && !N::PV
            && i32::from(entry.depth) >= depth
            && let Some(score) = table_cutoff(position, entry, window, ply)
        {
            return score;
        }
        let (least, most) = match self.ask_tablebases(position, window, depth, ply) {
            Verdict::Decided(score) => return score,
            Verdict::Within(least, most) => (least, most),
        };
        window.alpha = window.alpha.max(least);
        let eval = self.static_evaluation(position, entry, ply);
        if !N::PV
            && let Some(eval) = eval
        {
            if is_reverse_futile(depth, eval, window.beta) {
                return eval.clamp(least, most);
            }
            if let Some(score) = self.try_null_move(position, eval, window.beta, depth, ply) {
                return score.clamp(least, most);
            }
        }

        let table_move = match N::ROOT {
            true => Some(self.root_moves[self.first_root_move].m),
            false => entry.and_then(|entry| entry.best),
        };
        let (best, score, bound) =
            self.search_moves::<N>(position, window, depth, ply, table_move, eval);
        if self.stopped {
            return Score::DRAW;
        }
        let score = score.clamp(least, most);
        // The score of some of the moves is not that of the position.
        let all_moves = self.first_root_move == 0 && self.shared.limits.search_moves.is_none();
        if !N::ROOT || all_moves {
            let entry = Entry {
                best,
                score: score.to_table(ply),
                eval,
                depth: depth.min(i32::from(u8::MAX)) as u8,
                bound,
            };
            self.shared.table.store(key, entry);
        }
        score
    }

    /// The static evaluation, from the table if it is there; none in check, where it would mislead.
    pub(super) fn static_evaluation(
        &mut self,
        position: &Position,
        entry: Option<Entry>,
        ply: usize,
    ) -> Option<Score> {
        if position.in_check() {
            return None;
        }
        let known = entry.and_then(|entry| entry.eval);
        Some(known.unwrap_or_else(|| self.evaluate(position, ply)))
    }

    /// If even passing keeps the score above beta, some move will too. Not tried twice in a row, nor
    /// with king and pawns alone, where passing is often the best one could wish for (zugzwang).
    fn try_null_move(
        &mut self,
        position: &Position,
        eval: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        let after_null = ply > 0 && self.frames[ply - 1].played.is_none();
        if depth < params::null_move_depth()
            || eval < beta
            || after_null
            || beta.is_loss()
            || !position.has_pieces(position.side_to_move())
        {
            return None;
        }
        let depth = depth - null_move_reduction(depth, eval, beta);
        let next = self.descend_null(position, ply);
        let window = Window::null(beta - 1).flipped();
        let score = -self.negamax::<NonPv>(&next, window, depth, ply + 1);
        self.ascend_null();
        if self.stopped || score < beta {
            return None;
        }
        // A win that needs the other side to be given two moves is not proven.
        Some(if score.is_win() { beta } else { score })
    }

    /// Searches the moves of a node. Returns the best move if one raised alpha, the best score and
    /// how it relates to the true one.
    fn search_moves<N: NodeType>(
        &mut self,
        position: &Position,
        mut window: Window,
        depth: i32,
        ply: usize,
        table_move: Option<Move>,
        eval: Option<Score>,
    ) -> (Option<Move>, Score, Bound) {
        self.frames[ply + 1].killers = Default::default();
        let mut picker = MovePicker::new(table_move, self.frames[ply].killers);
        let mut best_move = None;
        let mut best_score = -Score::INFINITE;
        let mut bound = Bound::Upper;
        let mut quiets_tried = ArrayVec::<Move, 64>::new();
        let mut number = 0;
        let mut overlooked = false;
        while let Some(m) = picker.next(position, &self.memory.history) {
            if N::ROOT && !self.is_root_candidate(m) {
                continue;
            }
            if self.overlooks(position, m, ply) {
                overlooked = true;
                continue;
            }
            if !N::ROOT && !best_score.is_loss() {
                if is_late(depth, number) || eval.is_some_and(|e| is_futile(depth, e, window.alpha))
                {
                    picker.skip_quiets();
                    if m.is_quiet() {
                        continue;
                    }
                }
                if loses_too_much(position, m, depth) {
                    continue;
                }
            }
            number += 1;
            if N::ROOT {
                self.report_current_move(m, depth, number);
            }
            let reduction = self.reduction::<N>(position, m, depth, number);
            let next = self.descend(position, m, ply);
            let score = self.search_move::<N>(&next, window, depth - 1, reduction, ply, number);
            self.ascend();
            if self.stopped {
                break;
            }
            if N::ROOT {
                self.update_root_move(m, score, window, number == 1);
                if number > 1 {
                    self.report_refutation(m, score, window.alpha);
                }
            }
            if score > best_score {
                best_score = score;
                if score > window.alpha {
                    best_move = Some(m);
                    if N::PV {
                        self.extend_variation(m, ply);
                    }
                    if score >= window.beta {
                        bound = Bound::Lower;
                        self.reward_cutoff(position, m, &quiets_tried, depth, ply);
                        break;
                    }
                    bound = Bound::Exact;
                    window.alpha = score;
                }
            }
            if m.is_quiet() {
                // Beyond the list's length moves are too bad to matter.
                let _ = quiets_tried.try_push(m);
            }
        }
        if number == 0 {
            if overlooked {
                return (None, self.evaluate(position, ply), Bound::Exact);
            }
            let score = match position.in_check() {
                true => Score::mated_in(ply),
                false => self.draw_score(ply),
            };
            return (None, score, Bound::Exact);
        }
        (best_move, best_score, bound)
    }

    /// By how many plies a move is searched less deeply at first.
    #[inline]
    fn reduction<N: NodeType>(
        &self,
        position: &Position,
        m: Move,
        depth: i32,
        number: usize,
    ) -> i32 {
        let first_reduced = if N::PV { 4 } else { 3 };
        if depth < params::late_move_depth()
            || number < first_reduced
            || !m.is_quiet()
            || position.in_check()
        {
            return 0;
        }
        let history = self.memory.history.get(position.side_to_move(), m);
        Reductions::shared().quiet(depth, number, N::PV, history)
    }

    /// The score of a move that has just been made: the first one with the whole window, the others
    /// first with a null window and reduced, and again as long as they turn out better than expected.
    fn search_move<N: NodeType>(
        &mut self,
        next: &Position,
        window: Window,
        depth: i32,
        reduction: i32,
        ply: usize,
        number: usize,
    ) -> Score {
        if number == 1 {
            return match N::PV {
                true => -self.negamax::<Pv>(next, window.flipped(), depth, ply + 1),
                false => -self.negamax::<NonPv>(next, window.flipped(), depth, ply + 1),
            };
        }
        let null = Window::null(window.alpha).flipped();
        let mut score = -self.negamax::<NonPv>(next, null, depth - reduction, ply + 1);
        if score > window.alpha && reduction > 0 {
            score = -self.negamax::<NonPv>(next, null, depth, ply + 1);
        }
        if N::PV && score > window.alpha && (N::ROOT || score < window.beta) {
            score = -self.negamax::<Pv>(next, window.flipped(), depth, ply + 1);
        }
        score
    }

    /// Remembers which quiet move refuted a node, and which ones were tried in vain before it.
    fn reward_cutoff(
        &mut self,
        position: &Position,
        best: Move,
        quiets_tried: &[Move],
        depth: i32,
        ply: usize,
    ) {
        if !best.is_quiet() {
            return;
        }
        let us = position.side_to_move();
        let bonus = history_bonus(depth);
        let history = &mut self.memory.history;
        history.update(us, best, bonus);
        for &m in quiets_tried {
            history.update(us, m, -bonus);
        }
        self.frames[ply].killers.add(best);
    }
}
