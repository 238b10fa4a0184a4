//! Reports from the root: principal variations, statistics, the current move and lines, and refutations.

use std::time::Duration;

use crate::eval::EvalRules;
use crate::eval::Wdl;
use crate::search::bound::Bound;
use crate::search::ordering::move_picker::is_legal_move;
use crate::search::report::{BestMove, CurrentLine, CurrentMove, Info, Report, Statistics};
use crate::search::root::report_schedule::{
    RegularReport, may_report_refutations, may_report_unfinished,
};
use crate::search::root::root_move::RootMove;
use crate::search::skill::Skill;
use crate::search::threads::worker::Worker;
use crate::types::{Move, Score};

impl<R: EvalRules> Worker<'_, R> {
    /// Whether this thread reports lines.
    fn is_reporting(&self) -> bool {
        self.index == 0 && self.shared.report.is_some()
    }

    /// Reports the best lines.
    pub(crate) fn report_pvs(&mut self, multi_pv: usize) {
        if !self.is_reporting() {
            return;
        }
        let known = self.known_line_count(multi_pv);
        let lines = self.root_moves[..known].to_vec();
        self.report_lines(&lines);
    }

    /// Reports a MultiPV line that the current iteration of a long search has finished, together with all others.
    pub(crate) fn report_finished_line(&mut self, multi_pv: usize) {
        let is_last = self.finished_lines == multi_pv;
        if !self.is_reporting() || is_last || self.completed.is_empty() {
            return;
        }
        let now = self.shared.time.elapsed();
        if self.report_schedule.add_finished_line(now) {
            self.report_known_lines();
        }
    }

    fn report_known_lines(&mut self) {
        let lines = self.known_lines(self.multi_pv());
        self.report_lines(&lines);
    }

    /// Reports once a second that the search goes on: by the MultiPV lines if one has been finished, else by the
    /// statistics.
    pub(crate) fn report_regularly(&mut self) {
        if !self.is_reporting() || self.stopped {
            return;
        }
        let now = self.shared.time.elapsed();
        match self.report_schedule.take_regular(now) {
            Some(RegularReport::Lines) => self.report_known_lines(),
            Some(RegularReport::Statistics) => self.report_statistics(),
            None => {}
        }
    }

    fn report_statistics(&self) {
        let shared = self.shared;
        if let Some(progress) = shared.progress.get() {
            shared.send(Report::Statistics(Statistics {
                depth: self.depth as u32,
                nodes: progress.nodes,
                time: progress.time,
                hash_full: shared.tt.hash_full(),
                cpu_load: shared.cpu_load(),
                tablebase_hits: shared.tablebase_prober.hits(),
            }));
        }
    }

    /// Reports a line that failed high or low in a long search. The line of a decisive bound would not
    /// lead to the mate, so it is not reported.
    pub(crate) fn report_bound(&mut self, pv_index: usize) {
        let is_late = may_report_unfinished(self.shared.time.elapsed());
        let is_decisive = self.root_moves[pv_index].score.is_decisive();
        if is_late && !is_decisive && self.shared.limits.multi_pv == 1 {
            let line = self.root_moves[pv_index].clone();
            self.report_lines(&[line]);
        }
    }

    /// Reports lines together, best first, as far as they are within the MultiPV margin.
    fn report_lines(&mut self, lines: &[RootMove]) {
        let is_shown = |line: &&RootMove| self.is_line_within_margin(&lines[0], line);
        let line_count = 1 + lines[1..].iter().take_while(is_shown).count();
        for (pv_index, line) in lines[..line_count].iter().enumerate() {
            self.report_line(pv_index, line_count, line);
        }
    }

    /// Reports a line. The scores of a weakened search are as wrong as its moves, so they are not reported: a
    /// score search follows.
    fn report_line(&mut self, pv_index: usize, line_count: usize, line: &RootMove) {
        if !self.is_reporting() || self.skill.is_some_and(Skill::is_weakening) {
            return;
        }
        self.publish_nodes();
        let now = self.shared.time.elapsed();
        self.report_schedule.set_lines_reported(now);
        let info = self.line_info(pv_index, line);
        self.shared
            .send(Report::Progress(Info { line_count, ..info }));
    }

    /// Reports the root move that the main thread begins to search.
    pub(crate) fn report_current_move(&self, m: Move, number: usize) {
        // In self-play nobody receives reports, and reading the clock would be a large part of a short search.
        if !self.is_reporting() {
            return;
        }
        let current = CurrentMove {
            depth: self.depth as u32,
            m,
            number: self.pv_index + number,
        };
        self.shared.progress.set_current_move(current);
        if self.shared.time.elapsed() >= self.shared.limits.current_move_delay {
            self.shared.send(Report::CurrentMove(current));
        }
    }

    /// Reports the reply to a root move that failed low, if refutations are enabled.
    pub(crate) fn report_refutation(&self, m: Move, score: Score, alpha: Score) {
        let is_last_pv = self.pv_index + 1 == self.multi_pv();
        let is_enabled = self.index == 0 && self.shared.config.show_refutations;
        let is_reported = is_enabled && is_last_pv && score <= alpha;
        if is_reported && may_report_refutations(self.shared.time.elapsed()) {
            let line = std::iter::once(m).chain(self.tt_reply(m));
            self.shared.send(Report::Refutation(line.collect()));
        }
    }

    /// Notes the line that this thread is searching, if this is enabled. The main thread reports those of all
    /// threads together, at regular intervals.
    pub(crate) fn report_current_line(&mut self, ply: usize) {
        let shared = self.shared;
        if !shared.config.show_current_line {
            return;
        }
        let path = self.stack[..=ply].iter();
        // A null move cannot be reported, so the line ends before it.
        let moves = path.map_while(|entry| entry.current_move);
        let mut line = shared.current_line(self.index);
        line.clear();
        line.extend(moves);
        drop(line);
        if self.index == 0
            && self
                .report_schedule
                .take_current_lines(shared.time.elapsed())
        {
            self.report_current_lines();
        }
    }

    fn report_current_lines(&self) {
        let shared = self.shared;
        let line = |thread: usize| CurrentLine {
            thread: thread + 1,
            moves: shared.current_line(thread).clone(),
        };
        let lines: Vec<_> = (0..shared.current_lines.len()).map(line).collect();
        // A helper thread may not have started yet.
        if lines.iter().all(|line| !line.moves.is_empty()) {
            shared.send(Report::CurrentLines(lines));
        }
    }

    /// The report of a root move as a line.
    pub(crate) fn info(&mut self, pv_index: usize) -> Info {
        let line = self.root_moves[pv_index].clone();
        self.line_info(pv_index, &line)
    }

    fn line_info(&mut self, pv_index: usize, line: &RootMove) -> Info {
        let score = self.reported_score(pv_index, line);
        let shared = self.shared;
        let pv = self.pv_extension.extend(
            &self.root,
            &line.pv,
            score,
            &shared.tablebase_prober.tablebases,
            &shared.time,
        );
        if pv_index == 0 {
            self.pv_extension.set_best_line(&pv);
        }
        let bound = if line.tablebase_score == Some(score) {
            Bound::Exact
        } else {
            line.bound
        };
        shared.with_statistics(Info {
            depth: line.depth.max(1) as u32,
            selective_depth: line.selective_depth.max(1) as u32,
            multi_pv: pv_index + 1,
            line_count: 1,
            score,
            wdl: Wdl::of(score, &self.root),
            bound,
            nodes: 0,
            time: Duration::ZERO,
            used: Duration::ZERO,
            hash_full: 0,
            cpu_load: None,
            tablebase_hits: 0,
            pv,
        })
    }

    /// The score of a line. The best line has the score that the user assigned to the root, if any.
    fn reported_score(&self, pv_index: usize, line: &RootMove) -> Score {
        let position_values = &self.shared.config.position_values;
        let assigned = match pv_index {
            0 => position_values.at_root(self.root.key(), line.depth),
            _ => None,
        };
        assigned.unwrap_or_else(|| line.reported_score())
    }

    /// Whether a line is no worse than the best one by more than the MultiPV margin.
    pub(crate) fn is_within_margin(&self, pv_index: usize) -> bool {
        pv_index == 0 || self.is_line_within_margin(&self.root_moves[0], &self.root_moves[pv_index])
    }

    fn is_line_within_margin(&self, best: &RootMove, line: &RootMove) -> bool {
        let Some(margin) = self.shared.limits.multi_pv_margin else {
            return true;
        };
        let worst = best.reported_score() - margin;
        line.score != Score::NEG_INFINITE && line.reported_score() >= worst
    }

    /// The first moves and the score of a root move as a line.
    pub(crate) fn line_result(&self, pv_index: usize) -> BestMove {
        let line = &self.root_moves[pv_index];
        let reported = self.pv_extension.reported_reply(line.m);
        let reply = reported.or(line.pv.get(1).copied());
        BestMove {
            best: Some(line.m),
            ponder: reply.or_else(|| self.tt_reply(line.m)),
            score: self.reported_score(pv_index, line),
        }
    }

    /// The reply to a root move in the transposition table.
    fn tt_reply(&self, m: Move) -> Option<Move> {
        let next = self.root.after(m);
        let reply = self.shared.tt.probe(self.tt_key(&next))?.best_move?;
        is_legal_move(&next, reply).then_some(reply)
    }
}
