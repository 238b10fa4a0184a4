//! Reports from the root: principal variations, the current move and line, and refutations.

use std::time::Duration;

use crate::eval::Wdl;
use crate::search::bound::Bound;
use crate::search::ordering::move_picker::is_legal_move;
use crate::search::report::{BestMove, CurrentLine, CurrentMove, Info, Report};
use crate::search::threads::worker::Worker;
use crate::types::{Move, Score};

/// Earlier the processor load cannot be measured reliably.
const CPU_LOAD_DELAY: Duration = Duration::from_secs(1);
/// Earlier scores that are only bounds are not reported.
const BOUND_DELAY: Duration = Duration::from_secs(3);
/// How often each thread reports its current line.
const CURRENT_LINE_INTERVAL: Duration = Duration::from_millis(250);

impl Worker<'_> {
    /// Reports the best lines. Before the first iteration is complete only the first line is known.
    pub(crate) fn report_pvs(&mut self, multi_pv: usize) {
        let known = if self.completed.is_empty() {
            1
        } else {
            multi_pv
        };
        let is_shown = |&pv_index: &usize| self.is_within_margin(pv_index);
        let line_count = (0..known).take_while(is_shown).count();
        for pv_index in 0..line_count {
            self.report_pv(pv_index, line_count);
        }
    }

    /// Reports a line that failed high or low in a long search. The line of a decisive bound would not
    /// lead to the mate, so it is not reported.
    pub(crate) fn report_bound(&mut self, pv_index: usize) {
        let is_late = self.shared.time.elapsed() >= BOUND_DELAY;
        let is_decisive = self.root_moves[pv_index].score.is_decisive();
        if is_late && !is_decisive && self.shared.limits.multi_pv == 1 {
            self.report_pv(pv_index, 1);
        }
    }

    fn report_pv(&mut self, pv_index: usize, line_count: usize) {
        if self.index != 0 {
            return;
        }
        self.publish_nodes();
        let info = self.info(pv_index);
        (self.shared.report)(Report::Progress(Info { line_count, ..info }));
    }

    /// Reports the root move that the main thread begins to search.
    pub(crate) fn report_current_move(&self, m: Move, depth: i32, number: usize) {
        if self.index == 0 && self.shared.time.elapsed() >= self.shared.limits.current_move_delay {
            (self.shared.report)(Report::CurrentMove(CurrentMove {
                depth: depth as u32,
                m,
                number: self.pv_index + number,
            }));
        }
    }

    /// Reports the reply to a root move that failed low, if refutations are enabled.
    pub(crate) fn report_refutation(&self, m: Move, score: Score, alpha: Score) {
        let is_last_pv = self.pv_index + 1 == self.multi_pv();
        let is_enabled = self.index == 0 && self.shared.config.show_refutations;
        if is_enabled && is_last_pv && score <= alpha {
            let line = std::iter::once(m).chain(self.tt_reply(m));
            (self.shared.report)(Report::Refutation(line.collect()));
        }
    }

    /// Reports the line that this thread is searching, at regular intervals, if this is enabled.
    pub(crate) fn report_current_line(&mut self, ply: usize) {
        if !self.shared.config.show_current_line {
            return;
        }
        let elapsed = self.shared.time.elapsed();
        if elapsed < self.next_current_line {
            return;
        }
        self.next_current_line = elapsed + CURRENT_LINE_INTERVAL;
        let path = self.stack[..=ply].iter();
        // A null move cannot be reported, so the line ends before it.
        let moves: Vec<Move> = path.map_while(|entry| entry.current_move).collect();
        if !moves.is_empty() {
            (self.shared.report)(Report::CurrentLine(CurrentLine {
                thread: self.index + 1,
                moves,
            }));
        }
    }

    /// The report of a line.
    pub(crate) fn info(&mut self, pv_index: usize) -> Info {
        let score = self.reported_score(pv_index);
        let root_move = &self.root_moves[pv_index];
        let shared = self.shared;
        let pv = self.pv_extension.extend(
            &self.root,
            &root_move.pv,
            score,
            &shared.tablebase_prober.tablebases,
            &shared.time,
        );
        let bound = if root_move.tablebase_score == Some(score) {
            Bound::Exact
        } else {
            root_move.bound
        };
        let nodes = shared.total_nodes();
        Info {
            depth: root_move.depth.max(1) as u32,
            selective_depth: root_move.selective_depth.max(1) as u32,
            multi_pv: pv_index + 1,
            line_count: 1,
            score,
            wdl: Wdl::of(score, &self.root),
            bound,
            nodes,
            time: shared.time.reported_time(),
            used: shared.time.used_time(nodes),
            hash_full: shared.tt.hash_full(),
            cpu_load: self.cpu_load(),
            tablebase_hits: shared.tablebase_prober.hits(),
            pv,
        }
    }

    /// The score of a line. The best line has the score that the user assigned to the root, if any.
    fn reported_score(&self, pv_index: usize) -> Score {
        let root_move = &self.root_moves[pv_index];
        let position_values = &self.shared.config.position_values;
        let assigned = match pv_index {
            0 => position_values.at_root(self.root.key(), root_move.depth),
            _ => None,
        };
        assigned.unwrap_or_else(|| root_move.reported_score())
    }

    /// Whether a line is no worse than the best one by more than the MultiPV margin.
    pub(crate) fn is_within_margin(&self, pv_index: usize) -> bool {
        let Some(margin) = self.shared.limits.multi_pv_margin else {
            return true;
        };
        let (best, line) = (&self.root_moves[0], &self.root_moves[pv_index]);
        let worst = best.reported_score() - margin;
        pv_index == 0 || line.score != Score::NEG_INFINITE && line.reported_score() >= worst
    }

    fn cpu_load(&self) -> Option<u32> {
        if self.shared.time.elapsed() >= CPU_LOAD_DELAY {
            self.shared.cpu_load.permille(self.shared.nodes.len())
        } else {
            None
        }
    }

    pub(crate) fn best_move(&self) -> BestMove {
        let best = &self.root_moves[0];
        let reply = best.pv.get(1).copied();
        BestMove {
            best: Some(best.m),
            ponder: reply.or_else(|| self.tt_reply(best.m)),
            score: self.reported_score(0),
        }
    }

    /// The reply to a root move in the transposition table.
    fn tt_reply(&self, m: Move) -> Option<Move> {
        let next = self.root.after(m);
        let reply = self.shared.tt.probe(self.tt_key(&next))?.best_move?;
        is_legal_move(&next, reply).then_some(reply)
    }
}
