//! The tablebases of one search: probe limits, hits, and the ranks of the root moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::{KeyHistory, Position, RuleSet};
use crate::search::config::SearchConfig;
use crate::search::root::root_move::RootMove;
use crate::search::root::tablebase_ranking::{self, RankedMove};
use crate::tablebase::Tablebases;

/// The tablebases as one search uses them.
pub(crate) struct TablebaseProber {
    pub(crate) tablebases: Arc<Tablebases>,
    pub(crate) fifty_move_rule: bool,
    /// Positions below the root with more pieces are not probed; 0 disables probing.
    probe_limit: u32,
    /// Least remaining depth, in plies, at which positions with exactly `probe_limit` pieces are probed.
    probe_depth: i32,
    /// Successful probes of each thread.
    hits: Vec<AtomicU64>,
    /// The root moves; empty if the tablebases do not contain the root.
    ranked: Vec<RankedMove>,
}

impl TablebaseProber {
    /// Starts a search of `root` by probing its moves. A search with limited strength, or of a variant, which has no
    /// `root` here, probes nothing.
    pub(crate) fn new(
        tablebases: Arc<Tablebases>,
        search_config: &SearchConfig,
        root: Option<&Position>,
        history: &KeyHistory,
        threads: usize,
    ) -> TablebaseProber {
        let config = search_config.tablebase_config;
        let skill = search_config.skill.as_ref();
        let is_probed = root.is_some() && skill.is_none_or(|skill| skill.nodes.is_none());
        let probe_limit = if is_probed {
            config.probe_limit.min(tablebases.max_pieces())
        } else {
            0
        };
        // If every available table is within the limit, a deeper search before the probe gains nothing.
        let probe_depth = if config.probe_limit > probe_limit {
            0
        } else {
            config.probe_depth
        };
        let mut prober = TablebaseProber {
            tablebases,
            fifty_move_rule: config.fifty_move_rule,
            probe_limit,
            probe_depth,
            hits: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            ranked: Vec::new(),
        };
        // Scores assigned by the user take precedence over the tablebases.
        if let Some(root) = root
            && root.occupied().count() <= probe_limit
            && search_config.position_values.is_empty()
        {
            prober.rank_root(root, history);
        }
        prober
    }

    fn rank_root(&mut self, root: &Position, history: &KeyHistory) {
        let Some(ranking) =
            tablebase_ranking::rank(&self.tablebases, root, history, self.fifty_move_rule)
        else {
            return;
        };
        self.count_hits(0, ranking.moves.len() as u64);
        // A win ranked by distance is searched to the mate without probes. A win ranked by result alone needs
        // the probes to make progress.
        if ranking.by_distance || !ranking.is_won() {
            self.probe_limit = 0;
        }
        self.ranked = ranking.moves;
    }

    /// Sorts the root moves by rank, the best first. Without ranks their order stays.
    pub(crate) fn sort(&self, root_moves: &mut [RootMove]) {
        for ranked in &self.ranked {
            let found = root_moves.iter_mut().find(|r| r.m == ranked.m);
            if let Some(root_move) = found {
                root_move.rank = ranked.rank;
                root_move.tablebase_score = Some(ranked.score);
            }
        }
        root_moves.sort_by_key(|root_move| -root_move.rank);
    }

    /// Whether a node is probed: few enough pieces, deep enough, and just after a capture or pawn move.
    #[inline]
    pub(crate) fn is_probed<R: RuleSet>(&self, position: &Position<R>, depth: i32) -> bool {
        if self.probe_limit == 0 || position.halfmove_clock() != 0 {
            return false;
        }
        let pieces = position.occupied().count();
        pieces < self.probe_limit || pieces == self.probe_limit && depth >= self.probe_depth
    }

    /// Successful probes of all threads.
    pub(crate) fn hits(&self) -> u64 {
        self.hits
            .iter()
            .map(|hits| hits.load(Ordering::Relaxed))
            .sum()
    }

    /// Adds to the successful probes of a thread.
    pub(crate) fn count_hits(&self, thread: usize, hits: u64) {
        if let Some(counter) = self.hits.get(thread) {
            counter.fetch_add(hits, Ordering::Relaxed);
        }
    }
}
