//! The turns of the mate search and their results.
//!
//! The main thread alternates between its iterations and this search, which gets three times as many nodes. Within its
//! turns the search alternates between two questions:
//!
//! - Is there a mate in 1, 2, 3, … plies, given by the side to move (odd) or by the other side (even)? The first that
//!   is found is the shortest, and once the limit is passed there is none.
//! - Is there any mate within the limit? A deep mate that consists of checks is found by this long before all shorter
//!   ones are excluded.

use crate::eval::EvalRules;
use crate::search::bound::Bound;
use crate::search::mate::proof_search::{ProofSearch, fifty_moves_matter};
use crate::search::mate::proof_table::{Proof, ProofTable};
use crate::search::root::root_move::RootMove;
use crate::search::threads::worker::Worker;
use crate::types::{MAX_PLY, Move, Score, ScoreKind};

/// The mate search gets this many nodes for each node of the main search.
const NODES_RATIO: u64 = 3;
/// Nodes of the first turn.
const FIRST_TURN: u64 = 2000;
/// The least nodes for a question before the other has its turn.
const MIN_SLICE: u64 = 1000;
/// After the first mate, the search for shorter and other ones ends after this many nodes.
const NODES_AFTER_MATE: u64 = 100_000;
/// Without a mate the main search decides after an iteration of this depth, in plies.
const DEPTH_WITHOUT_MATE: i32 = 10;
/// Below this score, in centipawns, the side to move may be the one that is mated.
const LOSING: i32 = -500;
/// Rank of a root move with a proven mate, above those of the tablebases.
const MATE_RANK: i32 = i32::MAX;
/// The proof table is a quarter as large as the transposition table, up to this size in MiB.
const MAX_TABLE: usize = 256;

/// The full-width mate search beside a search with the limit [`Limits::mate`](crate::search::Limits::mate).
pub(crate) struct MateSearch {
    table: ProofTable,
    /// The longest mate to look for, in plies.
    limit: u8,
    /// The length in plies that is searched now; there is no shorter mate.
    length: u8,
    /// Nodes spent.
    nodes: u64,
    /// The side to move has no mate within the limit, or the other side.
    no_mate: [bool; 2],
    /// Root moves with a proven mate and its length in plies.
    proven: Vec<(Move, u8)>,
    /// The side to move is mated.
    is_mated: bool,
    /// Nodes spent when the first mate was known.
    nodes_before_mate: Option<u64>,
    /// Keys of positions that have occurred twice before the root.
    repeated: Vec<u64>,
    /// The fifty-move rule matters within the limit. Both questions and the lines share the table, so this is the same
    /// for all.
    clock_in_key: bool,
}

/// How the search goes on after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MateVerdict {
    /// A mate is found, or there is none and the main search is deep enough.
    Decided,
    /// The main search goes on.
    Open,
}

impl MateSearch {
    /// The mate search of the main thread, if the limits ask for one. A search with a node limit for its strength has
    /// none: it must not see more than its own nodes show.
    pub(crate) fn new<R: EvalRules>(worker: &Worker<'_, R>) -> Option<MateSearch> {
        let plies = worker.shared.limits.mate?;
        // The mate search knows the rules of chess only.
        let root = worker.root.as_standard()?;
        let has_node_limit = worker.skill.is_some_and(|skill| skill.nodes.is_some());
        if worker.index != 0 || has_node_limit {
            return None;
        }
        let limit = plies.min(MAX_PLY as u32 - 1) as u8;
        let mebibytes = (worker.shared.tt.mebibytes() / 4).min(MAX_TABLE);
        Some(MateSearch {
            table: ProofTable::new(mebibytes),
            limit,
            length: 1,
            nodes: 0,
            no_mate: [false; 2],
            proven: Vec::new(),
            is_mated: false,
            nodes_before_mate: None,
            repeated: worker.shared.history.repeated_keys(root),
            clock_in_key: fifty_moves_matter(root, limit),
        })
    }

    /// Whether the search has proven the mate that the first root move shows.
    pub(crate) fn has_proof(&self) -> bool {
        self.is_mated || !self.proven.is_empty()
    }

    /// Searches between two iterations of the main search.
    pub(crate) fn take_turn<R: EvalRules>(&mut self, worker: &mut Worker<'_, R>) -> MateVerdict {
        self.note_mate_of_main_search(worker);
        loop {
            if worker.stopped {
                return MateVerdict::Open;
            }
            if self.is_complete(worker) {
                return self.verdict(worker);
            }
            let slice = self.slice(worker);
            if slice == 0 {
                return self.verdict(worker);
            }
            self.search_shortest(worker, slice);
            if !self.is_complete(worker) && self.nodes_before_mate.is_none() {
                self.search_any(worker, slice);
            }
        }
    }

    /// The length of the shortest mate given by the side to move that is known.
    fn known_length<R: EvalRules>(&self, worker: &Worker<'_, R>) -> Option<u8> {
        match worker.root_moves[0].score.kind() {
            ScoreKind::Mate(plies) if plies <= self.limit.into() => u8::try_from(plies).ok(),
            _ => None,
        }
    }

    fn note_mate_of_main_search<R: EvalRules>(&mut self, worker: &Worker<'_, R>) {
        let best = &worker.root_moves[0];
        match best.score.kind() {
            ScoreKind::Mate(plies) | ScoreKind::Mated(plies) if plies <= self.limit.into() => {
                self.nodes_before_mate.get_or_insert(self.nodes);
            }
            _ => {}
        }
    }

    /// Whether all questions are answered: all lines are known with their shortest mates, or there are no more.
    fn is_complete<R: EvalRules>(&self, worker: &Worker<'_, R>) -> bool {
        let lines = worker.multi_pv();
        let is_shortest = |length: u8| length <= self.length;
        let shortest = self
            .proven
            .iter()
            .filter(|&&(_, length)| is_shortest(length));
        self.is_mated
            || self.length > self.limit
            || shortest.count() >= lines
            || lines == 1 && self.known_length(worker).is_some_and(is_shortest)
    }

    fn verdict<R: EvalRules>(&self, worker: &Worker<'_, R>) -> MateVerdict {
        let limits = &worker.shared.limits;
        let has_mate = self.nodes_before_mate.is_some() || self.is_mated;
        let is_decided = has_mate || {
            let other_limits = limits.infinite
                || limits.depth.is_some()
                || limits.nodes.is_some()
                || limits.soft_nodes.is_some()
                || limits.move_time.is_some()
                || limits.clock.is_some();
            self.length > self.limit && !other_limits && worker.depth >= DEPTH_WITHOUT_MATE
        };
        if is_decided {
            MateVerdict::Decided
        } else {
            MateVerdict::Open
        }
    }

    /// The nodes that each question may take next; 0 at the end of the turn.
    fn slice<R: EvalRules>(&self, worker: &Worker<'_, R>) -> u64 {
        let nodes_left = match self.nodes_before_mate {
            Some(before) => (before + NODES_AFTER_MATE).saturating_sub(self.nodes),
            // The main search has come to its end.
            None if worker.depth >= MAX_PLY as i32 - 1 => u64::MAX,
            None => {
                let main_nodes = worker.nodes.saturating_sub(self.nodes);
                (NODES_RATIO * main_nodes + FIRST_TURN).saturating_sub(self.nodes)
            }
        };
        nodes_left.min((self.nodes / 8).max(MIN_SLICE))
    }

    /// Searches for mates of increasing length.
    fn search_shortest<R: EvalRules>(&mut self, worker: &mut Worker<'_, R>, slice: u64) {
        let end = self.nodes + slice;
        while !self.is_complete(worker) && !worker.stopped && self.nodes < end {
            let is_ours = !self.length.is_multiple_of(2);
            let is_answered = self.no_mate[usize::from(!is_ours)]
                || !is_ours && self.known_length(worker).is_some();
            let result = if is_answered {
                Some((Proof::NoMate, None))
            } else {
                self.solve(worker, is_ours, self.length, end)
            };
            match result {
                Some((Proof::Mate(length), Some(m))) => self.record(worker, is_ours, m, length),
                Some(_) => self.length += 1,
                None => return,
            }
        }
    }

    /// Searches for any mate within the limit. The other side may have it if the side to move is losing.
    fn search_any<R: EvalRules>(&mut self, worker: &mut Worker<'_, R>, slice: u64) {
        let end = self.nodes + slice;
        let is_losing = worker.root_moves[0].score < Score::cp(LOSING);
        for is_ours in [true, false] {
            let longest = self.limit - u8::from(self.limit.is_multiple_of(2) == is_ours);
            let i = usize::from(!is_ours);
            if self.no_mate[i] || longest <= self.length || !is_ours && !is_losing {
                continue;
            }
            let end = if is_ours && is_losing {
                end - slice / 2
            } else {
                end
            };
            match self.solve(worker, is_ours, longest, end) {
                Some((Proof::Mate(length), Some(m))) => {
                    return self.record(worker, is_ours, m, length);
                }
                Some(_) => self.no_mate[i] = true,
                None => {}
            }
        }
    }

    /// Searches for a mate within `plies` until this search has spent `end` nodes. `None` if they do not suffice.
    fn solve<R: EvalRules>(
        &mut self,
        worker: &mut Worker<'_, R>,
        is_ours: bool,
        plies: u8,
        end: u64,
    ) -> Option<(Proof, Option<Move>)> {
        let root = *worker.root.as_standard()?;
        // A mate that search_any has found may not be the shortest of its move.
        let is_proven = |m: Move| {
            self.proven
                .iter()
                .any(|&(other, length)| other == m && length <= plies)
        };
        let is_open = |m: &Move| !is_ours || !is_proven(*m);
        let moves = worker.root_moves.iter().map(|root_move| root_move.m);
        let moves: Vec<Move> = moves.filter(is_open).collect();
        self.with_search(worker, is_ours, &moves, end, |search| {
            search.solve(&root, plies)
        })
    }

    /// Calls `run` with a proof-number search that counts its nodes as nodes of the worker.
    fn with_search<T, R: EvalRules>(
        &mut self,
        worker: &mut Worker<'_, R>,
        is_ours: bool,
        root_moves: &[Move],
        end: u64,
        run: impl FnOnce(&mut ProofSearch) -> T,
    ) -> T {
        let us = worker.root.side_to_move();
        let nodes = &mut self.nodes;
        // Polling counts this as part of the next iteration.
        worker.depth += 1;
        let mut count_node = |ply: usize, m: Move| {
            worker.stack[ply].current_move = Some(m);
            worker.count_node(ply);
            if worker.is_overtaken {
                // Other threads may go on to the next iteration meanwhile.
                (worker.is_overtaken, worker.stopped) = (false, false);
            }
            *nodes += 1;
            worker.stopped || *nodes >= end
        };
        let result = run(&mut ProofSearch {
            table: &mut self.table,
            attacker: if is_ours { us } else { !us },
            root_moves,
            repeated: &self.repeated,
            clock_in_key: self.clock_in_key,
            count_node: &mut count_node,
            refutations: [None; MAX_PLY],
            stopped: false,
        });
        worker.depth -= 1;
        result
    }

    /// Enters a proven mate in the root moves and reports it.
    fn record<R: EvalRules>(
        &mut self,
        worker: &mut Worker<'_, R>,
        is_ours: bool,
        m: Move,
        plies: u8,
    ) {
        if is_ours {
            let length = self.record_line(worker, m, plies, Score::mate_in);
            self.proven.retain(|&(other, _)| other != m);
            self.proven.push((m, length));
            self.nodes_before_mate.get_or_insert(self.nodes);
            // All lines have been searched to this depth now.
            for root_move in &mut worker.root_moves[..self.proven.len()] {
                root_move.depth = root_move.depth.max(plies.into());
            }
        } else {
            self.is_mated = true;
            let moves: Vec<Move> = worker.root_moves.iter().map(|r| r.m).collect();
            for &other in moves.iter().filter(|&&other| other != m).chain([&m]) {
                self.record_line(worker, other, plies, Score::mated_in);
            }
        }
        let lines = worker.multi_pv();
        worker.root_moves.sort_by_key(RootMove::order);
        worker.completed.clear();
        worker
            .completed
            .extend_from_slice(&worker.root_moves[..lines]);
        worker.report_pvs(lines);
    }

    /// Enters the line of one root move, which comes before all others. Returns its length in plies.
    fn record_line<R: EvalRules>(
        &mut self,
        worker: &mut Worker<'_, R>,
        m: Move,
        plies: u8,
        score: fn(usize) -> Score,
    ) -> u8 {
        let Some(&root) = worker.root.as_standard() else {
            return plies;
        };
        let is_ours = score(0).is_win();
        let line = self.with_search(worker, is_ours, &[m], u64::MAX, |search| {
            search.mate_line(&root, m, plies)
        });
        let end = line.iter().fold(root, |position, &m| position.after(m));
        let is_whole = end.in_check() && !end.has_legal_move();
        let length = if is_whole { line.len() } else { plies.into() };
        let Some(i) = worker.root_moves.iter().position(|r| r.m == m) else {
            return plies;
        };
        let root_move = &mut worker.root_moves[i];
        root_move.score = score(length);
        root_move.pv = line.into_iter().collect();
        root_move.bound = Bound::Exact;
        root_move.rank = MATE_RANK;
        root_move.depth = length as i32;
        root_move.selective_depth = length;
        worker.root_moves[..=i].rotate_right(1);
        length as u8
    }
}
