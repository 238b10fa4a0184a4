//! The root: iterative deepening with aspiration windows
//! (<https://www.chessprogramming.org/Aspiration_Windows>), and what is told about it.

use std::time::Duration;

use crate::board::Position;
use crate::eval::Wdl;
use crate::search::bound::Bound;
use crate::search::ordering::move_picker::is_legal_move;
use crate::search::params;
use crate::search::pv::PvLine;
use crate::search::report::{BestMove, CurrentMove, Info, Report};
use crate::search::threads::thread_result::ThreadResult;
use crate::search::threads::worker::Worker;
use crate::search::tree::node::RootNode;
use crate::search::tree::score_adjustment::is_known_win;
use crate::search::window::Window;
use crate::types::{MAX_PLY, Move, Score, ScoreKind};

/// Before this the load of the processors cannot be told with any certainty.
const CPU_LOAD_DELAY: Duration = Duration::from_secs(1);
/// Before this scores that are only bounds are not worth a line.
const BOUND_DELAY: Duration = Duration::from_secs(3);

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The move.
    pub m: Move,
    score: Score,
    /// The line, beginning with the move.
    pv: PvLine,
    /// The iteration that found the line.
    depth: i32,
    selective_depth: usize,
    bound: Bound,
    /// Moves of a higher rank are searched before those of a lower one. All have the same where endgame
    /// tables do not tell.
    pub(crate) rank: i32,
    /// How endgame tables say it ends.
    pub(crate) known: Option<Score>,
    /// Positions visited below it in the whole search.
    nodes: u64,
}

impl RootMove {
    /// The legal moves, or those of them that are wanted; all if none of them is.
    pub(crate) fn list(position: &Position, wanted: Option<&[Move]>) -> Vec<RootMove> {
        let legal = position.legal_moves();
        let is_wanted = |m: &Move| wanted.is_none_or(|wanted| wanted.contains(m));
        let mut moves: Vec<Move> = legal.iter().copied().filter(is_wanted).collect();
        if moves.is_empty() {
            moves = legal.to_vec();
        }
        moves.into_iter().map(RootMove::new).collect()
    }

    /// What the search has found, if that is a mate or nobody knows better. A search that is stopped at
    /// once knows no score yet.
    fn told_score(&self) -> Score {
        match (self.score.kind(), self.known) {
            _ if self.score == Score::NEG_INFINITE => self.known.unwrap_or(Score::DRAW),
            (ScoreKind::Mate(_) | ScoreKind::Mated(_), _) | (_, None) => self.score,
            (_, Some(known)) => known,
        }
    }

    fn new(m: Move) -> RootMove {
        RootMove {
            m,
            score: Score::NEG_INFINITE,
            pv: std::iter::once(m).collect(),
            depth: 0,
            selective_depth: 1,
            bound: Bound::Exact,
            nodes: 0,
            rank: 0,
            known: None,
        }
    }

    /// For sorting the best move first.
    fn order(&self) -> (i32, Score) {
        (-self.rank, -self.score)
    }
}

impl Worker<'_> {
    /// Searches deeper and deeper until a limit is reached.
    pub(crate) fn iterate(&mut self) -> ThreadResult {
        if self.root_moves.is_empty() {
            let score = match self.root.in_check() {
                true => Score::mated_in(0),
                false => Score::DRAW,
            };
            let best_move = BestMove {
                best: None,
                ponder: None,
                score,
            };
            return ThreadResult {
                best_move,
                info: None,
            };
        }
        self.shared.time.check_clock();
        let limits = self.shared.limits;
        let deepest = MAX_PLY as u32 - 1;
        let last = limits.depth.unwrap_or(deepest).clamp(1, deepest) as i32;
        let lines = self.lines();
        while self.depth < last {
            self.depth += 1;
            self.search_iteration(lines);
            if self.stopped {
                break;
            }
            self.completed.clear();
            self.completed.extend_from_slice(&self.root_moves[..lines]);
            self.report_lines(lines);
            let best = &self.root_moves[0];
            self.stability.update(best.m, best.score);
            if self.is_finished() {
                break;
            }
        }
        self.publish_nodes();
        if self.budget_spent {
            self.rest();
        }
        if self.stopped {
            self.discard_incomplete(lines);
            self.report_lines(lines);
        }
        ThreadResult {
            best_move: self.best_move(),
            info: Some(self.info(0)),
        }
    }

    /// Searches the lines of the present iteration, or takes them from the worker that was faster.
    fn search_iteration(&mut self, lines: usize) {
        for line in 0..lines {
            self.first_root_move = line;
            self.aspire(self.depth);
            if self.stopped {
                break;
            }
        }
        if self.overtaken {
            self.follow_lead();
        } else if !self.stopped {
            self.root_moves[..lines].sort_by_key(RootMove::order);
            self.shared
                .depth_sharing
                .publish(self.depth, &self.root_moves[..lines]);
        }
    }

    /// Goes on from the deepest iteration that is complete.
    fn follow_lead(&mut self) {
        (self.overtaken, self.stopped) = (false, false);
        let (depth, lines) = self.shared.depth_sharing.get();
        self.depth = depth;
        self.first_root_move = 0;
        for root_move in &mut self.root_moves {
            root_move.score = Score::NEG_INFINITE;
        }
        for (i, leading) in lines.into_iter().enumerate() {
            let is_same = |root_move: &RootMove| root_move.m == leading.m;
            if let Some(j) = self.root_moves.iter().position(is_same) {
                let nodes = self.root_moves[j].nodes;
                self.root_moves[j] = RootMove { nodes, ..leading };
                self.root_moves[i..=j].rotate_right(1);
            }
        }
    }

    /// After an iteration that was broken off: of several lines only a complete iteration says which
    /// are the best, a move that has failed low is worse than was known before, and of the same move
    /// the complete line says more than a bound. Another move that has failed high stays.
    fn discard_incomplete(&mut self, lines: usize) {
        let (Some(best), Some(completed)) = (self.root_moves.first(), self.completed.first())
        else {
            return;
        };
        let says_less = match best.bound {
            Bound::Exact => false,
            Bound::Upper => true,
            Bound::Lower => best.m == completed.m,
        };
        if lines > 1 || says_less {
            self.root_moves[..lines].clone_from_slice(&self.completed);
        }
    }

    /// A weakened player that has seen all it will see goes on to look as if it thought. Where there
    /// is but one move nobody would.
    fn rest(&self) {
        let shared = self.shared;
        shared.signal.wait_for_release(false);
        let forced = self.root_moves.len() == 1 && shared.limits.clock.is_some();
        if let Some(skill) = self.skill.filter(|_| !forced) {
            let left = || shared.time.remaining_skill_delay(skill);
            shared.signal.sleep(left);
        }
    }

    /// Whether another iteration is not wanted. While pondering it is wanted in any case, but then it
    /// need not be finished once the opponent has moved.
    fn is_finished(&mut self) -> bool {
        self.publish_nodes();
        let shared = self.shared;
        let proven = match (shared.limits.mate, self.root_moves[0].score.kind()) {
            (Some(wanted), ScoreKind::Mate(plies)) => (plies as u32).div_ceil(2) <= wanted,
            _ => false,
        };
        let suffices = !shared.limits.infinite
            && (proven || self.is_decided() || self.index == 0 && self.has_thought_enough());
        self.ponder_suffices = suffices;
        shared.signal.is_stopped() || suffices && !shared.signal.is_pondering()
    }

    fn has_thought_enough(&self) -> bool {
        let effort = self.root_moves[0].nodes as f64 / self.nodes.max(1) as f64;
        let factor = self.stability.time_factor(effort);
        let nodes = self.shared.total_nodes();
        if self
            .shared
            .limits
            .soft_nodes
            .is_some_and(|limit| nodes >= limit)
        {
            return true;
        }
        self.shared.time.is_soft_limit_reached(nodes, factor)
    }

    /// Whether more time would change nothing in a game: there is one move, or a mate has been found
    /// and looked for well beyond its length.
    fn is_decided(&self) -> bool {
        let deep_enough = match self.root_moves[0].score.kind() {
            ScoreKind::Mate(plies) | ScoreKind::Mated(plies) => self.depth > 2 * plies,
            _ => self.candidates() == 1 && self.depth >= 8,
        };
        deep_enough && self.shared.limits.clock.is_some()
    }

    /// How many moves may be the best.
    fn candidates(&self) -> usize {
        let best = self.root_moves[0].rank;
        let is_candidate = |root_move: &&RootMove| root_move.rank == best;
        self.root_moves.iter().filter(is_candidate).count()
    }

    /// Searches the best of the remaining root moves with a narrow window around the last score,
    /// which is widened until the score lies within.
    fn aspire(&mut self, depth: i32) {
        self.selective_depth = 0;
        let guess = match self.completed.get(self.first_root_move) {
            Some(completed) => completed.score,
            None => Score::NEG_INFINITE,
        };
        let mut width = params::aspiration_window() * self.caution();
        let mut window = Window {
            alpha: Score::NEG_INFINITE,
            beta: Score::INFINITE,
        };
        if depth >= params::aspiration_depth() && !is_known_win(guess) {
            window.alpha = (guess - width).max(Score::NEG_INFINITE);
            window.beta = (guess + width).min(Score::INFINITE);
        }
        // A move that beats the window will do so again in a shallower search (from Stockfish).
        let mut fail_highs = 0;
        loop {
            let root = self.root;
            let depth = (depth - fail_highs).max(1);
            let score = self.negamax::<RootNode>(&root, window, depth, 0, false);
            let first = self.first_root_move;
            self.root_moves[first..].sort_by_key(RootMove::order);
            if self.stopped {
                return;
            }
            if score <= window.alpha {
                self.report_bound(first);
                window.beta = window.alpha.midpoint(window.beta);
                window.alpha = (score - width).max(Score::NEG_INFINITE);
                fail_highs = 0;
            } else if score >= window.beta {
                self.report_bound(first);
                window.beta = (score + width).min(Score::INFINITE);
                fail_highs += i32::from(!is_known_win(score));
            } else {
                return;
            }
            width += width / 2;
            if is_known_win(score) || width > 500 {
                window.alpha = Score::NEG_INFINITE;
                window.beta = Score::INFINITE;
            }
        }
    }

    /// How many times as wide as usual the first window is. Every other worker begins with a wide one:
    /// where the score moves, and the others have to search again, it is the one to overtake them.
    fn caution(&self) -> i32 {
        match self.index % 2 {
            0 => 1,
            _ => 3,
        }
    }

    /// Whether a root move is still to be searched for the present line.
    pub(crate) fn is_root_candidate(&self, m: Move) -> bool {
        let left = &self.root_moves[self.first_root_move..];
        let is_candidate =
            |root_move: &RootMove| root_move.m == m && root_move.rank == left[0].rank;
        left.iter().any(is_candidate)
    }

    /// Notes the result of a root move, searched with this window. Of a move after the first that did
    /// not raise alpha only that is known.
    pub(crate) fn update_root_move(
        &mut self,
        m: Move,
        score: Score,
        window: Window,
        first: bool,
        nodes: u64,
    ) {
        let line = self.pv_table.line(1);
        let selective_depth = self.selective_depth;
        let Some(root_move) = self.root_moves.iter_mut().find(|r| r.m == m) else {
            return;
        };
        root_move.nodes += nodes;
        if !first && score <= window.alpha {
            root_move.score = Score::NEG_INFINITE;
            return;
        }
        root_move.score = score;
        root_move.bound = if score <= window.alpha {
            Bound::Upper
        } else if score >= window.beta {
            Bound::Lower
        } else {
            Bound::Exact
        };
        root_move.selective_depth = selective_depth;
        root_move.pv.truncate(1);
        let room = root_move.pv.remaining_capacity();
        root_move.pv.extend(line.iter().copied().take(room));
        root_move.depth = self.depth;
    }

    pub(crate) fn report_current_move(&self, m: Move, depth: i32, number: usize) {
        if self.index == 0 && self.shared.time.elapsed() >= self.shared.limits.current_move_delay {
            (self.shared.report)(Report::CurrentMove(CurrentMove {
                depth: depth as u32,
                m,
                number: self.first_root_move + number,
            }));
        }
    }

    /// Tells the reply to a root move that has not raised alpha, if such replies are wanted.
    pub(crate) fn report_refutation(&self, m: Move, score: Score, alpha: Score) {
        let is_last_line = self.first_root_move + 1 == self.lines();
        let is_wanted = self.index == 0 && self.shared.config.show_refutations;
        if is_wanted && is_last_line && score <= alpha {
            let line = std::iter::once(m).chain(self.reply_from_table(m));
            (self.shared.report)(Report::Refutation(line.collect()));
        }
    }

    /// How many lines are to be found.
    fn lines(&self) -> usize {
        let wanted = self.shared.limits.multi_pv;
        wanted.clamp(1, self.root_moves.len().max(1))
    }

    /// Reports the best lines. Before an iteration is complete only the first one is known.
    fn report_lines(&mut self, lines: usize) {
        let known = if self.completed.is_empty() { 1 } else { lines };
        for line in 0..known {
            self.report_line(line);
        }
    }

    fn report_bound(&mut self, line: usize) {
        let is_late = self.shared.time.elapsed() >= BOUND_DELAY;
        // The line of a mate that is only a bound would not lead to the mate.
        let is_estimate = !self.root_moves[line].score.is_decisive();
        if is_late && is_estimate && self.shared.limits.multi_pv == 1 {
            self.report_line(line);
        }
    }

    fn report_line(&mut self, line: usize) {
        if self.index != 0 {
            return;
        }
        self.publish_nodes();
        let info = self.info(line);
        (self.shared.report)(Report::Progress(info));
    }

    fn info(&mut self, line: usize) -> Info {
        let score = self.told_score(line);
        let pv = self.extended_line(&self.root_moves[line].pv.clone(), score);
        let root_move = &self.root_moves[line];
        let nodes = self.shared.total_nodes();
        Info {
            depth: root_move.depth.max(1) as u32,
            selective_depth: root_move.selective_depth.max(1) as u32,
            multi_pv: line + 1,
            score,
            wdl: Wdl::of(score, &self.root),
            bound: match root_move.known == Some(score) {
                true => Bound::Exact,
                false => root_move.bound,
            },
            nodes,
            time: self.shared.time.reported_time(),
            used: self.shared.time.used_time(nodes),
            hash_full: self.shared.table.hash_full(),
            cpu_load: self.cpu_load(),
            tablebase_hits: self.shared.tablebase_prober.hits(),
            pv,
        }
    }

    /// The score of a line. That of the best one is the root's, of which the user may claim to know what
    /// a search as deep as this would find.
    fn told_score(&self, line: usize) -> Score {
        let root_move = &self.root_moves[line];
        let position_values = &self.shared.config.position_values;
        let given = match line {
            0 => position_values.at_root(self.root.key(), root_move.depth),
            _ => None,
        };
        given.unwrap_or_else(|| root_move.told_score())
    }

    fn cpu_load(&self) -> Option<u32> {
        match self.shared.time.elapsed() >= CPU_LOAD_DELAY {
            true => self.shared.load.permille(self.shared.nodes.len()),
            false => None,
        }
    }

    fn best_move(&self) -> BestMove {
        let best = &self.root_moves[0];
        BestMove {
            best: Some(best.m),
            ponder: best
                .pv
                .get(1)
                .copied()
                .or_else(|| self.reply_from_table(best.m)),
            score: self.told_score(0),
        }
    }

    /// The expected reply to a move whose line ends with it.
    fn reply_from_table(&self, m: Move) -> Option<Move> {
        let next = self.root.after(m);
        let reply = self.shared.table.probe(self.tt_key(&next))?.best_move?;
        is_legal_move(&next, reply).then_some(reply)
    }
}
