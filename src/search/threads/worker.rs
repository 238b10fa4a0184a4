//! One search thread: its root moves, its search stack and its path from the root.

use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::board::{KeyHistory, Position, Standard, mix_bits};
use crate::eval::EvalRules;
use crate::search::anti_gm::AntiGmStyle;
use crate::search::ordering::history::{ContinuationKey, CorrectionKey, PieceTo};
use crate::search::pv::PvTable;
use crate::search::root::pv_extension::PvExtension;
use crate::search::root::report_schedule::ReportSchedule;
use crate::search::root::root_move::RootMove;
use crate::search::skill::Skill;
use crate::search::threads::shared_state::SharedState;
use crate::search::threads::stack::StackEntry;
use crate::search::threads::thread_data::ThreadData;
use crate::search::threads::thread_result::ThreadResult;
use crate::search::time::stability::BestMoveStability;
use crate::types::{Move, Piece, Score};

/// Stack size in bytes of a thread that searches: deep lines with long move lists need more than the
/// default.
pub const STACK_SIZE: usize = 32 << 20;

/// Nodes between two polls of the clock and the signal.
pub(crate) const POLL_INTERVAL: u64 = 1024;

/// A search thread (lazy SMP, <https://www.chessprogramming.org/Lazy_SMP>).
pub(crate) struct Worker<'a, R: EvalRules = Standard> {
    /// Index of the thread. The main thread, 0, reports and checks the clock.
    pub(crate) index: usize,
    pub(crate) shared: &'a SharedState<R>,
    pub(crate) thread_data: &'a mut ThreadData,
    pub(crate) root: Position<R>,
    pub(crate) root_moves: Vec<RootMove>,
    /// Index of the MultiPV line being searched. Root moves before it are lines that this iteration has
    /// already found.
    pub(crate) pv_index: usize,
    /// Some legal moves of the root are not searched, or only after others, which the tablebases rank higher.
    pub(crate) is_root_restricted: bool,
    /// The best root moves after the last completed iteration.
    pub(crate) completed: Vec<RootMove>,
    /// Number of MultiPV lines that the current iteration has finished: the first root moves, best line first.
    pub(crate) finished_lines: usize,
    pub(crate) stability: BestMoveStability,
    pub(crate) keys: KeyHistory,
    pub(crate) stack: Box<[StackEntry]>,
    pub(crate) pv_table: PvTable,
    pub(crate) nodes: u64,
    /// Nodes that other threads know of.
    pub(crate) published_nodes: u64,
    /// Depth of the current iteration in plies.
    pub(crate) depth: i32,
    pub(crate) selective_depth: usize,
    /// The iteration is being aborted, because the search ends or the thread is overtaken.
    pub(crate) stopped: bool,
    /// Another thread completed this iteration first.
    pub(crate) is_overtaken: bool,
    /// Null move pruning is allowed from this ply on (zugzwang verification).
    pub(crate) nmp_min_ply: usize,
    pub(crate) skill: Option<&'a Skill>,
    /// The skill's noise or the style against strong humans changes evaluations.
    adjusts_eval: bool,
    /// Separates the TT keys of searches with adjusted evaluations from all others.
    tt_salt: u64,
    /// Node limit of the skill.
    pub(crate) skill_nodes: u64,
    /// The skill's node limit ended the search.
    pub(crate) skill_nodes_spent: bool,
    /// The node count at which to poll next.
    pub(crate) next_poll: u64,
    /// While pondering the soft limit was reached: answer at once after the ponderhit.
    pub(crate) stop_on_ponderhit: bool,
    pub(crate) report_schedule: ReportSchedule,
    pub(crate) pv_extension: PvExtension,
}

impl<'a, R: EvalRules> Worker<'a, R> {
    pub(crate) fn new(
        index: usize,
        shared: &'a SharedState<R>,
        thread_data: &'a mut ThreadData,
    ) -> Worker<'a, R> {
        let root = shared.position;
        let skill = shared.config.skill.as_ref();
        let anti_gm = shared.config.anti_gm;
        // The ratings of limited strength hold for the hand-crafted evaluation.
        let is_weakened = skill.is_some_and(Skill::is_weakening);
        let network = shared.config.network.as_ref().filter(|_| !is_weakened);
        thread_data.evaluator.set_network(network);
        thread_data.evaluator.reset(&root);
        let mut root_moves = RootMove::list(&root, shared.limits.search_moves.as_deref());
        shared.tablebase_prober.sort(&mut root_moves);
        let is_root_restricted = shared.limits.search_moves.is_some()
            || root_moves
                .windows(2)
                .any(|pair| pair[0].rank != pair[1].rank);
        let multi_pv = shared.limits.multi_pv.min(root_moves.len());
        let skill_nodes = skill.map_or(u64::MAX, |skill| skill.node_limit(&root, multi_pv));
        thread_data.histories.new_search();
        let mut stack = mem::take(&mut thread_data.stack);
        stack.fill(StackEntry::default());
        let pv_table = mem::take(&mut thread_data.pv_table);
        Worker {
            index,
            shared,
            thread_data,
            root,
            root_moves,
            is_root_restricted,
            pv_index: 0,
            completed: Vec::new(),
            finished_lines: 0,
            stability: BestMoveStability::default(),
            keys: shared.history.clone(),
            stack,
            pv_table,
            nodes: 0,
            published_nodes: 0,
            depth: 0,
            selective_depth: 0,
            stopped: false,
            is_overtaken: false,
            nmp_min_ply: 0,
            skill,
            adjusts_eval: skill.is_some() || anti_gm.is_some(),
            tt_salt: skill.map_or(0, Skill::tt_salt) ^ anti_gm.map_or(0, AntiGmStyle::tt_salt),
            skill_nodes,
            skill_nodes_spent: false,
            next_poll: skill_nodes.min(POLL_INTERVAL),
            stop_on_ponderhit: false,
            report_schedule: ReportSchedule::new(),
            pv_extension: PvExtension::default(),
        }
    }

    /// Makes a move at `ply` and counts the node. Changes the position in place: a copy just after the move would have
    /// to wait for its small writes.
    #[inline]
    pub(crate) fn make_move(
        &mut self,
        position: &mut Position<R>,
        m: Move,
        piece: Piece,
        ply: usize,
    ) {
        self.stack[ply].current_move = Some(m);
        let piece_to = PieceTo::new(piece, m.to());
        self.stack[ply].continuation =
            ContinuationKey::new(piece_to, position.in_check(), m.is_capture());
        self.keys.push(position.key());
        self.thread_data.evaluator.make_move(position, m, ply);
        // The static evaluation of most nodes needs these entries.
        let correction_key = self.correction_key(position, ply + 1);
        self.shared.correction_history.prefetch(&correction_key);
        self.count_node(ply);
    }

    /// Takes back the last move.
    #[inline]
    pub(crate) fn unmake_move(&mut self) {
        self.keys.pop();
    }

    /// Makes a null move at `ply` and counts the node.
    pub(crate) fn make_null_move(&mut self, position: &Position<R>, ply: usize) -> Position<R> {
        let next = self.thread_data.evaluator.make_null_move(position, ply);
        self.shared.tt.prefetch(self.tt_key(&next));
        self.stack[ply].current_move = None;
        self.stack[ply].continuation = ContinuationKey::NONE;
        self.stack[ply].move_count = 0;
        self.keys.push_null(position.key());
        self.count_node(ply);
        next
    }

    /// Takes back a null move.
    pub(crate) fn unmake_null_move(&mut self) {
        self.keys.pop_null();
    }

    /// The uncorrected static evaluation of the position at `ply`, with the skill's noise and the style's
    /// malus.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &Position<R>, ply: usize) -> Score {
        let score = self.thread_data.evaluator.evaluate(position, ply);
        if self.adjusts_eval {
            self.adjusted_eval(position, score)
        } else {
            score
        }
    }

    #[cold]
    fn adjusted_eval(&self, position: &Position<R>, score: Score) -> Score {
        let score = match self.skill {
            None => score,
            Some(skill) => skill.noisy_eval(position, score),
        };
        match self.shared.config.anti_gm {
            None => score,
            // The style is one for chess.
            Some(style) => match position.as_standard() {
                Some(position) => style.adjust(position, score),
                None => score,
            },
        }
    }

    /// The entries of the correction history for the position at `ply`.
    #[inline]
    pub(crate) fn correction_key(&self, position: &Position<R>, ply: usize) -> CorrectionKey {
        let previous = self.continuation(ply, 1);
        CorrectionKey::new(position, previous, self.continuation(ply, 2))
    }

    /// The key of a position in the transposition table.
    #[inline]
    pub(crate) fn tt_key(&self, position: &Position<R>) -> u64 {
        self.tt_key_with_clock(position.key(), position.halfmove_clock())
    }

    /// Mixes a large halfmove clock, in plies, into the key of a position. Without captures and pawn moves
    /// the scores of some plies ago become wrong: they promise progress for which the fifty-move rule
    /// leaves no time, or which they promised before (the clock in the key is from Stockfish).
    #[inline]
    pub(crate) fn tt_key_with_clock(&self, key: u64, halfmove_clock: u16) -> u64 {
        const FIRST_PLY: u16 = 14;
        const PLIES_PER_KEY: u16 = 8;
        let clock_key = match halfmove_clock.checked_sub(FIRST_PLY) {
            None => 0,
            Some(plies) => mix_bits(1 + u64::from(plies / PLIES_PER_KEY)),
        };
        key ^ self.tt_salt ^ clock_key
    }

    /// Whether the skill's move noise hides a move at `ply`. It hides none at the root.
    #[inline]
    pub(crate) fn misses_move(&self, position: &Position<R>, m: Move, ply: usize) -> bool {
        self.skill.is_some_and(|skill| {
            ply > 0 && skill.misses_move(position, m, self.stack[ply - 1].current_move)
        })
    }

    /// The score that the user assigned to a position.
    #[inline]
    pub(crate) fn assigned_score(&self, key: u64, depth: i32, ply: usize) -> Option<Score> {
        let position_values = &self.shared.config.position_values;
        if position_values.is_empty() {
            None
        } else {
            position_values.get(key, depth, ply)
        }
    }
}

impl<R: EvalRules> Drop for Worker<'_, R> {
    fn drop(&mut self) {
        self.thread_data.stack = mem::take(&mut self.stack);
        self.thread_data.pv_table = mem::take(&mut self.pv_table);
    }
}

/// Searches on the calling thread. A panic is a bug, but no reason to lose the game: it is logged, and
/// the data of the thread are created anew.
pub(crate) fn run_worker<R: EvalRules>(
    index: usize,
    shared: &SharedState<R>,
    thread_data: &mut ThreadData,
) -> Option<ThreadResult> {
    let result = catch_unwind(AssertUnwindSafe(|| {
        Worker::new(index, shared, thread_data).iterative_deepening()
    }));
    if result.is_err() {
        log::error!("search thread {index} panicked at {:?}", shared.position);
        *thread_data = ThreadData::new();
    }
    result.ok()
}
