//! What endgame tables tell a search.
//!
//! Within the tree a position is looked up just after a capture or a pawn move, where the result alone
//! says how it ends: the fifty-move rule has begun to count anew. When and how that is done, and that
//! a root which the tables know is searched without looking anything up, is Stockfish's way.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::{KeyHistory, Position};
use crate::search::report::Bound;
use crate::search::root::iterative_deepening::RootMove;
use crate::search::root::tablebase_ranking;
use crate::search::root::tablebase_ranking::RankedMove;
use crate::search::settings::SearchSettings;
use crate::search::threads::worker::Worker;
use crate::search::tree::negamax::Window;
use crate::search::tt::TtEntry;
use crate::tablebase::{Tablebases, WdlScore};
use crate::types::{MAX_PLY, Score};

/// How the tables are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseUse {
    /// Positions with as many pieces as the greatest tables have are looked up only with so many plies left.
    pub depth: i32,
    /// Positions with more pieces are not looked up.
    pub max_pieces: u32,
    /// Whether the fifty-move rule counts.
    pub fifty_move_rule: bool,
}

impl Default for TablebaseUse {
    fn default() -> TablebaseUse {
        TablebaseUse {
            depth: 1,
            max_pieces: crate::tablebase::MAX_PIECES,
            fifty_move_rule: true,
        }
    }
}

/// What a win or a loss is worth that the fifty-move rule makes a draw: the other side may go wrong.
pub(crate) const CURSED: i32 = 10;

/// The tables as one search uses them.
pub(crate) struct Probing<'a> {
    pub(crate) tables: &'a Tablebases,
    pub(crate) fifty_move_rule: bool,
    /// Positions of the tree with more pieces are not looked up; 0 for none at all.
    max_pieces: u32,
    /// The least depth for positions with that many pieces.
    depth: i32,
    /// Answers had by each worker.
    hits: Vec<AtomicU64>,
    /// The moves of the root; empty if the tables do not know it.
    ranked: Vec<RankedMove>,
}

impl<'a> Probing<'a> {
    /// Begins a search of `root` by asking the tables about its moves. A weakened player has no tables.
    pub(crate) fn new(
        tables: &'a Tablebases,
        settings: &SearchSettings,
        root: &Position,
        history: &KeyHistory,
        workers: usize,
    ) -> Probing<'a> {
        let usage = settings.tablebase_use;
        let skill = settings.skill.as_ref();
        let max_pieces = match skill.is_some_and(|skill| skill.nodes.is_some()) {
            true => 0,
            false => usage.max_pieces.min(tables.max_pieces()),
        };
        let mut probing = Probing {
            tables,
            fifty_move_rule: usage.fifty_move_rule,
            max_pieces,
            // With all that there is to be had below the limit nothing is gained by waiting.
            depth: if usage.max_pieces > max_pieces {
                0
            } else {
                usage.depth
            },
            hits: (0..workers).map(|_| AtomicU64::new(0)).collect(),
            ranked: Vec::new(),
        };
        // The user's word on a position is worth more than the tables'.
        if root.occupied().count() <= max_pieces && settings.assigned.is_empty() {
            probing.rank_root(root, history);
        }
        probing
    }

    fn rank_root(&mut self, root: &Position, history: &KeyHistory) {
        let Some(ranking) =
            tablebase_ranking::rank(self.tables, root, history, self.fifty_move_rule)
        else {
            return;
        };
        self.count(0, ranking.moves.len() as u64);
        // A win is to be found from here by search alone, so that it is seen to the mate. Not knowing
        // how far each move is from it, the search needs the tables to get nearer.
        if ranking.by_distance || !ranking.is_won() {
            self.max_pieces = 0;
        }
        self.ranked = ranking.moves;
    }

    /// Puts the moves in the order of their ranks; without ranks they stay as they are.
    pub(crate) fn sort(&self, root_moves: &mut [RootMove]) {
        for ranked in &self.ranked {
            let found = root_moves.iter_mut().find(|r| r.m == ranked.m);
            if let Some(root_move) = found {
                root_move.rank = ranked.rank;
                root_move.known = Some(ranked.score);
            }
        }
        root_moves.sort_by_key(|root_move| -root_move.rank);
    }

    /// Answers that all workers have had.
    pub(crate) fn hits(&self) -> u64 {
        self.hits
            .iter()
            .map(|hits| hits.load(Ordering::Relaxed))
            .sum()
    }

    pub(crate) fn count(&self, worker: usize, answers: u64) {
        if let Some(hits) = self.hits.get(worker) {
            hits.fetch_add(answers, Ordering::Relaxed);
        }
    }
}

/// What the tables leave to be searched of a node.
pub(crate) enum Verdict {
    /// Nothing: this is its score.
    Decided(Score),
    /// It is at least and at most worth this.
    Within(Score, Score),
}

impl Worker<'_> {
    /// Asks the tables about a node below the root.
    #[inline]
    pub(crate) fn probe_tablebases(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Verdict {
        let probing = &self.shared.probing;
        let is_partial = ply == 0 || self.stack[ply].excluded.is_some();
        if probing.max_pieces == 0 || position.halfmove_clock() != 0 || is_partial {
            return Verdict::Within(-Score::INFINITE, Score::INFINITE);
        }
        let piece_count = position.occupied().count();
        if piece_count > probing.max_pieces
            || piece_count == probing.max_pieces && depth < probing.depth
        {
            return Verdict::Within(-Score::INFINITE, Score::INFINITE);
        }
        self.look_up(position, window, depth, ply)
    }

    #[cold]
    fn look_up(&self, position: &Position, window: Window, depth: i32, ply: usize) -> Verdict {
        let probing = &self.shared.probing;
        let Some(wdl) = probing.tables.probe_wdl(position) else {
            return Verdict::Within(-Score::INFINITE, Score::INFINITE);
        };
        probing.count(self.index, 1);
        let win = Score::tablebase_win_in(ply);
        let draw = self.draw_score(ply);
        let (score, bound) = match (wdl, probing.fifty_move_rule) {
            (WdlScore::Win, _) | (WdlScore::CursedWin, false) => (win, Bound::Lower),
            (WdlScore::Loss, _) | (WdlScore::BlessedLoss, false) => (-win, Bound::Upper),
            (WdlScore::CursedWin, true) => (draw + CURSED, Bound::Exact),
            (WdlScore::BlessedLoss, true) => (draw - CURSED, Bound::Exact),
            (WdlScore::Draw, _) => (draw, Bound::Exact),
        };
        if !window.is_decided_by(score, bound) {
            return match bound {
                Bound::Upper => Verdict::Within(-Score::INFINITE, score),
                _ => Verdict::Within(score, Score::INFINITE),
            };
        }
        // What needs no search is kept as if it had taken some more plies.
        let entry = TtEntry {
            best: None,
            score: score.to_tt(ply),
            eval: None,
            depth: (depth + 6).clamp(0, MAX_PLY as i32 - 1) as u8,
            bound,
            pv: self.stack[ply].tt_pv,
        };
        self.shared.table.store(self.tt_key(position), entry);
        Verdict::Decided(score)
    }
}
