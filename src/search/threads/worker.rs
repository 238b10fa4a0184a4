//! One thread's part in a search: its tables, its path from the root, and when to look at the clock.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::board::{KeyHistory, Position, mix_bits};
use crate::search::config::SearchConfig;
use crate::search::ordering::history::{CorrectionHistory, CorrectionKey, PieceTo};
use crate::search::pv::PvTable;
use crate::search::report::{CurrentLine, Report};
use crate::search::root::iterative_deepening::RootMove;
use crate::search::root::pv_extension::Extension;
use crate::search::skill::Skill;
use crate::search::threads::depth_sharing::DepthSharing;
use crate::search::threads::stack::StackEntry;
use crate::search::threads::thread_data::ThreadData;
use crate::search::time::cpu_time::CpuLoad;
use crate::search::time::limits::Limits;
use crate::search::time::manager::TimeManager;
use crate::search::time::signal::Signal;
use crate::search::time::stability::BestMoveStability;
use crate::search::tree::tablebase_prober::TablebaseProber;
use crate::search::tt::TranspositionTable;
use crate::types::{MAX_PLY, Move, Piece, Score};

/// How many nodes are visited between two looks at clock and signal.
const POLL_INTERVAL: u64 = 1024;
/// How often a worker tells which line it is looking at.
const CURRENT_LINE_INTERVAL: Duration = Duration::from_millis(250);

/// What all workers of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) correction_history: &'a CorrectionHistory,
    pub(crate) position: Position,
    /// The positions before the root.
    pub(crate) history: &'a KeyHistory,
    pub(crate) signal: &'a Signal,
    pub(crate) limits: &'a Limits,
    pub(crate) config: &'a SearchConfig,
    /// What endgame tables tell.
    pub(crate) tablebase_prober: TablebaseProber<'a>,
    /// Takes what is to be told.
    pub(crate) report: &'a (dyn Fn(Report) + Send + Sync),
    pub(crate) time: TimeManager,
    pub(crate) load: CpuLoad,
    /// How far the fastest worker has come.
    pub(crate) depth_sharing: DepthSharing,
    /// How many positions all workers together may visit.
    pub(crate) node_limit: Option<u64>,
    /// Nodes of each worker, as last published.
    pub(crate) nodes: Vec<AtomicU64>,
    /// Nodes that workers have asked for, where their number is limited.
    pub(crate) claimed_nodes: AtomicU64,
}

impl Shared<'_> {
    /// Nodes visited by all workers.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes
            .iter()
            .map(|nodes| nodes.load(Ordering::Relaxed))
            .sum()
    }
}

/// A thread that searches.
pub(crate) struct Worker<'a> {
    /// 0 for the one that reports and watches the clock.
    pub(crate) index: usize,
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) thread_data: &'a mut ThreadData,
    pub(crate) root: Position,
    pub(crate) root_moves: Vec<RootMove>,
    /// Root moves before this one belong to variations already found in this iteration.
    pub(crate) first_root_move: usize,
    /// The best moves as the last complete iteration left them.
    pub(crate) completed: Vec<RootMove>,
    pub(crate) stability: BestMoveStability,
    pub(crate) keys: KeyHistory,
    pub(crate) stack: Box<[StackEntry]>,
    /// For each ply the best line from there.
    pub(crate) pv_table: PvTable,
    pub(crate) nodes: u64,
    /// The present iteration.
    pub(crate) depth: i32,
    pub(crate) selective_depth: usize,
    /// The search is being left: for good, or because another worker has overtaken this one.
    pub(crate) stopped: bool,
    /// It is the latter: the next iteration goes on from that worker's lines.
    pub(crate) overtaken: bool,
    /// Null moves are allowed from this ply on, while one is being verified.
    pub(crate) nmp_min_ply: usize,
    pub(crate) skill: Option<&'a Skill>,
    /// Sets the keys of this search apart in the transposition table.
    tt_salt: u64,
    /// Nodes that the handicap allows.
    budget: u64,
    /// They are spent.
    pub(crate) budget_spent: bool,
    /// The number of nodes at which to look at clock and signal.
    next_poll: u64,
    /// Pondering has found out enough: the move can be made as soon as the opponent's is.
    pub(crate) ponder_suffices: bool,
    /// When to tell next which line is looked at, counted from the beginning of the search.
    next_line: Duration,
    /// How lines go on in endgame tables.
    pub(crate) extension: Extension,
}

impl<'a> Worker<'a> {
    /// A worker at the root of a search.
    pub(crate) fn new(
        index: usize,
        shared: &'a Shared<'a>,
        thread_data: &'a mut ThreadData,
    ) -> Worker<'a> {
        let root = shared.position;
        thread_data
            .evaluator
            .set_network(shared.config.network.as_ref());
        thread_data.evaluator.reset(&root);
        let skill = shared.config.skill.as_ref();
        let mut root_moves = RootMove::list(&root, shared.limits.search_moves.as_deref());
        shared.tablebase_prober.sort(&mut root_moves);
        let lines = shared.limits.multi_pv.min(root_moves.len());
        let budget = skill.map_or(u64::MAX, |skill| skill.node_limit(&root, lines));
        Worker {
            index,
            shared,
            thread_data,
            root,
            root_moves,
            first_root_move: 0,
            completed: Vec::new(),
            stability: BestMoveStability::default(),
            keys: shared.history.clone(),
            stack: vec![StackEntry::default(); MAX_PLY + 1].into_boxed_slice(),
            pv_table: PvTable::new(),
            nodes: 0,
            depth: 0,
            selective_depth: 0,
            stopped: false,
            overtaken: false,
            nmp_min_ply: 0,
            skill,
            tt_salt: skill.map_or(0, Skill::tt_salt),
            budget,
            budget_spent: false,
            next_poll: budget.min(POLL_INTERVAL),
            ponder_suffices: false,
            next_line: Duration::ZERO,
            extension: Extension::default(),
        }
    }

    /// Makes a move and goes one ply down.
    #[inline]
    pub(crate) fn descend(
        &mut self,
        position: &Position,
        m: Move,
        piece: Piece,
        ply: usize,
    ) -> Position {
        // Memory is slow: it is asked before the move is made, even if now and then in vain.
        let clock = position.halfmove_clock_after(piece, m);
        let key = self.tt_key_of(position.key_after(m), clock);
        self.shared.table.prefetch(key);
        let next = self.thread_data.evaluator.make_move(position, m, ply);
        self.stack[ply].current_move = Some(m);
        self.stack[ply].continuation = PieceTo::new(piece, m.to());
        self.keys.push(position.key());
        self.count_node(ply);
        next
    }

    /// Passes and goes one ply down.
    pub(crate) fn descend_null(&mut self, position: &Position, ply: usize) -> Position {
        let next = self.thread_data.evaluator.make_null_move(position, ply);
        self.shared.table.prefetch(self.tt_key(&next));
        self.stack[ply].current_move = None;
        self.stack[ply].continuation = PieceTo::NONE;
        self.keys.push_null(position.key());
        self.count_node(ply);
        next
    }

    /// Comes back one ply from a null move.
    pub(crate) fn ascend_null(&mut self) {
        self.keys.pop_null();
    }

    /// Comes back one ply.
    #[inline]
    pub(crate) fn ascend(&mut self) {
        self.keys.pop();
    }

    /// The static evaluation of the position at a ply.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &Position, ply: usize) -> Score {
        let score = self.thread_data.evaluator.evaluate(position, ply);
        match self.skill {
            None => score,
            Some(skill) => skill.noisy_eval(position, score),
        }
    }

    /// What the corrections of the evaluation of the position at a ply go by.
    #[inline]
    pub(crate) fn correction_key(&self, position: &Position, ply: usize) -> CorrectionKey {
        let last = self.continuation(ply, 1);
        CorrectionKey::new(position, last, self.continuation(ply, 2))
    }

    /// What stands for a position in the transposition table.
    #[inline]
    pub(crate) fn tt_key(&self, position: &Position) -> u64 {
        self.tt_key_of(position.key(), position.halfmove_clock())
    }

    /// The same from the key of a position and its halfmove clock, in plies. Without captures and pawn moves
    /// for long, what was found some plies ago does not hold any more: it promises progress for which there
    /// is no time left, or which it has promised before (the clock in the key is from Stockfish).
    #[inline]
    fn tt_key_of(&self, key: u64, halfmove_clock: u16) -> u64 {
        const PLIES_FREE: u16 = 14;
        const PLIES_ALIKE: u16 = 8;
        let stretch = match halfmove_clock.checked_sub(PLIES_FREE) {
            None => 0,
            Some(plies) => mix_bits(1 + u64::from(plies / PLIES_ALIKE)),
        };
        key ^ self.tt_salt ^ stretch
    }

    /// Whether the handicap hides a move of the position at a ply. At the root everything is seen.
    #[inline]
    pub(crate) fn overlooks(&self, position: &Position, m: Move, ply: usize) -> bool {
        self.skill.is_some_and(|skill| {
            ply > 0 && skill.misses_move(position, m, self.stack[ply - 1].current_move)
        })
    }

    /// Whether a position below the root counts as drawn.
    #[inline]
    pub(crate) fn is_draw(&self, position: &Position, ply: usize) -> bool {
        if position.is_fifty_move_draw() {
            return !position.in_check() || position.has_legal_move();
        }
        position.has_insufficient_material() || self.keys.is_search_draw(position, ply)
    }

    /// What a draw at a ply is worth to the side to move there
    /// (<https://www.chessprogramming.org/Contempt_Factor>).
    #[inline]
    pub(crate) fn draw_score(&self, ply: usize) -> Score {
        let contempt = self.shared.config.contempt;
        match ply.is_multiple_of(2) {
            true => Score::DRAW - contempt,
            false => Score::DRAW + contempt,
        }
    }

    /// What a draw by repetition or by the fifty-move rule is worth. It wavers by a centipawn, so that a
    /// search that finds nothing but such draws does not hold on to the first one (from Stockfish); a
    /// move that draws on the board is told as exactly a draw.
    #[inline]
    pub(crate) fn avoidable_draw_score(&self, position: &Position, ply: usize) -> Score {
        let jitter = match ply < 2 || position.has_insufficient_material() {
            true => 0,
            false => (self.nodes & 2) as i32 - 1,
        };
        self.draw_score(ply) + jitter
    }

    /// The score that the user has given to a position.
    #[inline]
    pub(crate) fn assigned_score(&self, key: u64, depth: i32, ply: usize) -> Option<Score> {
        let assigned = &self.shared.config.position_values;
        match assigned.is_empty() {
            true => None,
            false => assigned.get(key, depth, ply),
        }
    }

    /// Counts the node that is reached from `ply`.
    #[inline]
    fn count_node(&mut self, ply: usize) {
        if let Some(limit) = self.shared.node_limit
            && !self.claim_node(limit)
        {
            return;
        }
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll();
            self.report_current_line(ply);
        }
    }

    fn poll(&mut self) {
        self.publish_nodes();
        let shared = self.shared;
        shared.signal.wait_while_paused();
        let first = self.index == 0;
        if first {
            shared.time.record_ponderhit(|| shared.total_nodes());
        }
        let answers_ponderhit = self.ponder_suffices && !shared.signal.is_pondering();
        self.stopped |= shared.signal.is_stopped()
            || first && (answers_ponderhit || shared.time.is_hard_limit_reached());
        if !self.stopped && shared.depth_sharing.depth() >= self.depth {
            self.overtaken = true;
            self.stopped = true;
        }
        self.spend_budget();
    }

    /// Breaks off when the handicap's nodes are spent and the first iteration is done. Sets when to
    /// look again.
    fn spend_budget(&mut self) {
        self.next_poll = self.nodes + POLL_INTERVAL;
        if self.nodes < self.budget {
            self.next_poll = self.next_poll.min(self.budget);
        } else if self.depth > 1 {
            self.budget_spent = !self.stopped;
            self.stopped = true;
        } else {
            self.next_poll = self.nodes + 1;
        }
    }

    /// Tells now and then which line is looked at, if that is wanted.
    fn report_current_line(&mut self, ply: usize) {
        if !self.shared.config.show_current_line {
            return;
        }
        let elapsed = self.shared.time.elapsed();
        if elapsed < self.next_line {
            return;
        }
        self.next_line = elapsed + CURRENT_LINE_INTERVAL;
        let line = self.stack[..=ply].iter();
        // A null move is nobody's move: the line that is told ends before it.
        let moves: Vec<Move> = line.map_while(|entry| entry.current_move).collect();
        if !moves.is_empty() {
            (self.shared.report)(Report::CurrentLine(CurrentLine {
                thread: self.index + 1,
                moves,
            }));
        }
    }

    /// Takes one of the nodes that all workers together may visit; `false` when there is none left.
    fn claim_node(&mut self, limit: u64) -> bool {
        let claimed = self.shared.claimed_nodes.fetch_add(1, Ordering::Relaxed) + 1;
        let pondering = self.shared.signal.is_pondering();
        self.stopped |= claimed >= limit && !pondering;
        claimed <= limit || pondering
    }

    /// Lets the other workers see how many nodes this one has visited.
    pub(crate) fn publish_nodes(&self) {
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
    }
}
