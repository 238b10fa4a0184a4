//! The search of one position.

use std::sync::{Arc, Mutex, PoisonError};

use super::config::AnalysisConfig;
use crate::board::{AnyPosition, KeyHistory, Outcome, with_position};
use crate::search::{
    Info, Report, Reporter, SearchConfig, SearchJob, SearchResult, Searcher, Signal,
};
use crate::types::{Move, Score};

/// A line of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The score for the side to move.
    pub score: Score,
    /// The principal variation (PV); its moves are legal.
    pub pv: Vec<Move>,
}

/// The result of the search of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PositionAnalysis {
    /// The score for the side to move.
    pub score: Score,
    /// Depth in plies; 0 if there was nothing to search.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// The best lines, best first; empty if the game ends here.
    pub lines: Vec<Line>,
}

impl PositionAnalysis {
    pub(super) fn best_move(&self) -> Option<Move> {
        self.lines.first()?.pv.first().copied()
    }

    fn ended(position: &AnyPosition, outcome: Outcome) -> PositionAnalysis {
        PositionAnalysis {
            score: outcome.score(position.side_to_move(), 0),
            depth: 0,
            nodes: 0,
            lines: Vec::new(),
        }
    }

    fn new(result: &SearchResult, infos: Vec<Info>) -> PositionAnalysis {
        let line = |info: &Info| Line {
            score: info.score,
            pv: info.pv.clone(),
        };
        let depth = infos.first().map_or(1, |info| info.depth);
        let mut lines: Vec<Line> = infos.iter().map(line).collect();
        let best_line = lines.first().and_then(|line| line.pv.first().copied());
        // The result counts if a stop came between the last line and the end.
        if best_line != result.best {
            let moves = result.best.into_iter().chain(result.ponder);
            lines = vec![Line {
                score: result.score,
                pv: moves.collect(),
            }];
        }
        PositionAnalysis {
            score: lines.first().map_or(result.score, |line| line.score),
            depth,
            nodes: result.nodes,
            lines,
        }
    }
}

/// Searches a position; `None` if the search failed. `history` holds the positions before it. At the end of the game a
/// repetition or the fifty-move rule counts as a draw; before, nobody claimed it.
pub(super) fn search_position(
    searcher: &mut Searcher,
    config: &AnalysisConfig,
    position: &AnyPosition,
    history: &KeyHistory,
    is_last: bool,
    stop: &Arc<Signal>,
) -> Option<PositionAnalysis> {
    if is_last || !position.has_legal_move() {
        let outcome = position.outcome(history);
        if let Some(outcome) = outcome {
            return Some(PositionAnalysis::ended(position, outcome));
        }
    }
    let infos: Arc<Mutex<Vec<Info>>> = Arc::default();
    let search_config = SearchConfig {
        network: config.network.clone(),
        ..SearchConfig::default()
    };
    let result = with_position!(*position, position => searcher.search(&SearchJob {
        history: history.clone(),
        config: search_config,
        signal: Arc::new(Signal::within(stop)),
        report: Some(collect(&infos)),
        ..SearchJob::new(position, config.limit.limits(config.multi_pv))
    }));
    let result = result.ok()?;
    let infos = std::mem::take(&mut *infos.lock().unwrap_or_else(PoisonError::into_inner));
    Some(PositionAnalysis::new(&result, infos))
}

/// A reporter that keeps the last report of each line.
fn collect(infos: &Arc<Mutex<Vec<Info>>>) -> Reporter {
    let infos = Arc::clone(infos);
    Arc::new(move |report| {
        if let Report::Progress(info) = report {
            let mut infos = infos.lock().unwrap_or_else(PoisonError::into_inner);
            infos.truncate(info.multi_pv - 1);
            infos.push(info);
        }
    })
}
