//! Iterative deepening (<https://www.chessprogramming.org/Iterative_Deepening>): searches deeper and
//! deeper until a limit is reached.

use crate::eval::EvalRules;
use crate::search::bound::Bound;
use crate::search::mate::mate_search::{MateSearch, MateVerdict};
use crate::search::report::BestMove;
use crate::search::root::root_move::RootMove;
use crate::search::skill::Skill;
use crate::search::threads::thread_result::ThreadResult;
use crate::search::threads::worker::Worker;
use crate::types::{MAX_PLY, Score, ScoreKind};

/// In a game a single sensible move is answered after this depth.
const FORCED_MOVE_DEPTH: i32 = 8;

impl<R: EvalRules> Worker<'_, R> {
    /// Runs the search of this thread.
    pub(crate) fn iterative_deepening(&mut self) -> ThreadResult {
        if self.root_moves.is_empty() {
            return self.result_without_moves();
        }
        self.shared.time.check_clock();
        let max_depth = MAX_PLY as u32 - 1;
        let depth_limit = self.shared.limits.depth.unwrap_or(max_depth);
        let depth_limit = depth_limit.clamp(1, max_depth) as i32;
        let multi_pv = self.multi_pv();
        let mut mate_search = MateSearch::new(self);
        while self.depth < depth_limit {
            self.depth += 1;
            self.search_iteration(multi_pv);
            if self.stopped {
                break;
            }
            self.completed.clear();
            self.completed
                .extend_from_slice(&self.root_moves[..multi_pv]);
            self.report_pvs(multi_pv);
            let best = &self.root_moves[0];
            self.stability.update(best.m, best.score);
            if let Some(mate_search) = &mut mate_search
                && mate_search.take_turn(self) == MateVerdict::Decided
            {
                break;
            }
            if self.stopped || self.is_finished(mate_search.is_none()) {
                break;
            }
        }
        self.publish_nodes();
        if self.stopped {
            self.discard_incomplete_iteration(multi_pv);
            self.evaluate_unsearched_root();
        }
        // The score of a weakened search is still to come.
        let is_weakened = self.skill.is_some_and(Skill::is_weakening);
        let has_waited = !is_weakened && self.wait_for_release();
        if has_waited || self.stopped {
            self.report_pvs(multi_pv);
        }
        let is_proven = mate_search.is_some_and(|mate_search| mate_search.has_proof());
        self.result(multi_pv, is_proven)
    }

    fn result(&mut self, multi_pv: usize, is_proven: bool) -> ThreadResult {
        let lines = 0..self.known_line_count(multi_pv);
        let is_forced = self.root_moves.len() == 1 && self.shared.limits.clock.is_some();
        ThreadResult {
            best_move: self.line_result(0),
            depth: self.root_moves[0].depth.max(1),
            lines: lines.map(|pv_index| self.line_result(pv_index)).collect(),
            info: (self.index != 0).then(|| self.info(0)),
            is_complete: !self.completed.is_empty(),
            is_early: self.skill_nodes_spent && !is_forced,
            is_proven,
        }
    }

    fn result_without_moves(&self) -> ThreadResult {
        let ended = self.root.end_by_rule();
        let outcome = ended.unwrap_or_else(|| self.root.end_without_moves());
        let score = outcome.score(self.root.side_to_move(), 0);
        ThreadResult {
            best_move: BestMove {
                best: None,
                ponder: None,
                score,
            },
            depth: 0,
            lines: Vec::new(),
            info: None,
            is_complete: true,
            is_early: false,
            is_proven: true,
        }
    }

    /// The number of lines to search: the MultiPV setting, at most one per root move.
    pub(crate) fn multi_pv(&self) -> usize {
        let multi_pv = self.shared.limits.multi_pv;
        multi_pv.clamp(1, self.root_moves.len().max(1))
    }

    /// Searches all lines of the current iteration, or adopts the result of a faster thread.
    fn search_iteration(&mut self, multi_pv: usize) {
        self.finished_lines = 0;
        while self.finished_lines < multi_pv {
            self.pv_index = self.finished_lines;
            self.aspiration_search();
            if self.stopped {
                break;
            }
            self.finished_lines += 1;
            if !self.is_within_margin(self.pv_index) {
                break;
            }
            self.root_moves[..self.finished_lines].sort_by_key(RootMove::order);
            self.report_finished_line(multi_pv);
        }
        if self.is_overtaken {
            self.adopt_shared_iteration();
        } else if !self.stopped {
            self.root_moves[..self.finished_lines].sort_by_key(RootMove::order);
            self.shared
                .depth_sharing
                .publish(self.depth, &self.root_moves[..multi_pv]);
        }
    }

    /// Continues from the deepest iteration that any thread completed (depth sharing).
    fn adopt_shared_iteration(&mut self) {
        (self.is_overtaken, self.stopped) = (false, false);
        let (depth, shared_moves) = self.shared.depth_sharing.get();
        self.depth = depth;
        self.pv_index = 0;
        for root_move in &mut self.root_moves {
            root_move.score = Score::NEG_INFINITE;
        }
        for (i, shared_move) in shared_moves.into_iter().enumerate() {
            let is_same = |root_move: &RootMove| root_move.m == shared_move.m;
            if let Some(j) = self.root_moves.iter().position(is_same) {
                let nodes = self.root_moves[j].nodes;
                self.root_moves[j] = RootMove {
                    nodes,
                    ..shared_move
                };
                self.root_moves[i..=j].rotate_right(1);
            }
        }
    }

    /// The best lines so far: those that this iteration has finished, then the others from the last completed
    /// iteration, if there is one.
    pub(crate) fn known_lines(&self, multi_pv: usize) -> Vec<RootMove> {
        let finished = &self.root_moves[..self.finished_lines];
        let is_unfinished = |line: &&RootMove| finished.iter().all(|done| done.m != line.m);
        let unfinished = self.completed.iter().filter(is_unfinished);
        finished
            .iter()
            .chain(unfinished)
            .take(multi_pv)
            .cloned()
            .collect()
    }

    /// The number of lines that have a score: in the first iteration only the finished ones, or the best move of an
    /// unfinished line.
    pub(crate) fn known_line_count(&self, multi_pv: usize) -> usize {
        if self.completed.is_empty() {
            self.finished_lines.max(1)
        } else {
            multi_pv
        }
    }

    /// Restores the last completed iteration after an aborted one if that is more reliable: MultiPV lines that
    /// are not finished are not ranked, a fail low is worse than the known score, and for the same move a
    /// complete line is better than a bound. Another move that failed high is kept.
    fn discard_incomplete_iteration(&mut self, multi_pv: usize) {
        let (Some(best), Some(completed)) = (self.root_moves.first(), self.completed.first())
        else {
            return;
        };
        let is_less_reliable = match best.bound {
            Bound::Exact => false,
            Bound::Upper => true,
            Bound::Lower => best.m == completed.m,
        };
        if multi_pv > 1 {
            let lines = self.known_lines(multi_pv);
            self.root_moves[..multi_pv].clone_from_slice(&lines);
        } else if is_less_reliable {
            self.root_moves[0].clone_from(completed);
        }
    }

    /// Waits on the main thread until a ponder or infinite search may answer. Returns whether it had to
    /// wait: the lines reported before are old then, and clients look for the score after a ponder hit.
    fn wait_for_release(&self) -> bool {
        let shared = self.shared;
        self.index == 0 && shared.signal.wait_for_release(shared.limits.infinite)
    }

    /// Whether no further iteration is needed. Without a mate search a mate within the limit is enough. While
    /// pondering the search continues in any case, but is then stopped as soon as the opponent moves.
    fn is_finished(&mut self, is_mate_enough: bool) -> bool {
        self.publish_nodes();
        let shared = self.shared;
        let is_mate_found = match (shared.limits.mate, self.root_moves[0].score.kind()) {
            (Some(limit), ScoreKind::Mate(plies) | ScoreKind::Mated(plies)) => {
                plies as u32 <= limit
            }
            _ => false,
        };
        let is_enough = !shared.limits.infinite
            && (is_mate_enough && is_mate_found
                || self.is_decided()
                || self.index == 0 && self.is_soft_limit_reached());
        self.stop_on_ponderhit = is_enough;
        shared.signal.is_stopped() || is_enough && !shared.signal.is_pondering()
    }

    /// Whether the soft node limit or the soft time limit, scaled by best-move stability, is reached.
    fn is_soft_limit_reached(&self) -> bool {
        let total_nodes = self.shared.total_nodes();
        let soft_nodes = self.shared.limits.soft_nodes;
        if soft_nodes.is_some_and(|soft_nodes| total_nodes >= soft_nodes) {
            return true;
        }
        let node_fraction = self.root_moves[0].nodes as f64 / self.nodes.max(1) as f64;
        let factor = self.stability.time_factor(node_fraction);
        self.shared.time.is_soft_limit_reached(total_nodes, factor)
    }

    /// Whether more time would not change the move in a game: it is the only move, or a mate was found and
    /// the search went well beyond its length.
    fn is_decided(&self) -> bool {
        let is_deep_enough = match self.root_moves[0].score.kind() {
            ScoreKind::Mate(plies) | ScoreKind::Mated(plies) => self.depth > 2 * plies,
            _ => self.best_rank_moves() == 1 && self.depth >= FORCED_MOVE_DEPTH,
        };
        is_deep_enough && self.shared.limits.clock.is_some()
    }

    /// The number of root moves with the highest tablebase rank.
    fn best_rank_moves(&self) -> usize {
        let best_rank = self.root_moves[0].rank;
        let ranks = self.root_moves.iter().map(|root_move| root_move.rank);
        ranks.filter(|&rank| rank == best_rank).count()
    }
}
