//! How games are analysed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::{NamedGame, variant_name};
use crate::eval::nnue::Network;
use crate::search::{Limits, bench_fingerprint};

/// When the search of a position ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// After this many nodes.
    Nodes(u64),
    /// At this depth in plies.
    Depth(u32),
    /// After this time.
    MoveTime(Duration),
}

impl SearchLimit {
    /// The limits of a search that begins now.
    pub(super) fn limits(self, multi_pv: usize) -> Limits {
        let mut limits = Limits {
            multi_pv,
            ..Limits::none(Instant::now())
        };
        match self {
            SearchLimit::Nodes(nodes) => limits.nodes = Some(nodes),
            SearchLimit::Depth(depth) => limits.depth = Some(depth),
            SearchLimit::MoveTime(time) => limits.move_time = Some(time),
        }
        limits
    }

    /// The limit in words.
    pub(super) fn description(self) -> String {
        match self {
            SearchLimit::Nodes(nodes) => format!("{nodes} nodes per position"),
            SearchLimit::Depth(depth) => format!("depth {depth}"),
            SearchLimit::MoveTime(time) => format!("{} ms per position", time.as_millis()),
        }
    }
}

/// How games are analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisConfig {
    /// The limit of each search.
    pub limit: SearchLimit,
    /// MultiPV: the number of lines searched in each position, at least 1.
    pub multi_pv: usize,
    /// The rules of positions in EPD and FEN; games tell theirs by their tags.
    pub game: NamedGame,
    /// Threads, each analysing whole games.
    pub threads: usize,
    /// Transposition table size per thread in MiB.
    pub hash: usize,
    /// Evaluation network; `None` for the hand-crafted evaluation (HCE).
    pub network: Option<Arc<Network>>,
}

impl AnalysisConfig {
    /// All that the annotations depend on beside the games. An interrupted run is only continued with the same.
    pub(super) fn description(&self) -> String {
        format!(
            "{}, {} lines, {} {:?}, hash {} MiB, bench {}",
            self.limit.description(),
            self.multi_pv,
            variant_name(self.game.variant),
            self.game.mode,
            self.hash,
            bench_fingerprint(self.network.as_ref()),
        )
    }
}
