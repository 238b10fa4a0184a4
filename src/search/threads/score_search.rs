//! The score search: scores the move that a weakened search has chosen.
//!
//! The noise of limited strength is part of its search, so its scores are as wrong as its moves. They decide on the
//! move only. A search without noise, restricted to the chosen moves, finds the lines and scores to report. It has
//! histories and a transposition table of its own, so that the weakened searches of a game play as if it did not
//! exist, and it takes no more of the clock than the weakened search waits anyway before it answers.

use std::sync::{Arc, Mutex};

use crate::eval::EvalRules;
use crate::search::config::SearchConfig;
use crate::search::ordering::history::CorrectionHistory;
use crate::search::report::{Info, Report};
use crate::search::skill::Skill;
use crate::search::threads::depth_sharing::DepthSharing;
use crate::search::threads::job::Reporter;
use crate::search::threads::shared_state::SharedState;
use crate::search::threads::thread_data::ThreadData;
use crate::search::threads::thread_result::ThreadResult;
use crate::search::threads::worker::run_worker;
use crate::search::time::limits::Limits;
use crate::search::tt::TranspositionTable;

/// Size of the transposition table of a score search.
const TT_MEBIBYTES: usize = 1;

/// The nodes of a node limit that a search with this skill leaves for its score.
pub(crate) fn nodes_for_score(skill: Option<&Skill>, limit: u64) -> u64 {
    if skill.is_some_and(Skill::is_weakening) {
        limit / 8
    } else {
        0
    }
}

/// Completes the result of a weakened search: replaces its scores, and waits as long as a player of this strength
/// thinks. Returns other results as they are.
pub(crate) fn finish_weakened_search<R: EvalRules>(
    shared: &SharedState<R>,
    result: ThreadResult,
) -> ThreadResult {
    let skill = shared.config.skill.as_ref();
    let Some(skill) = skill.filter(|skill| skill.is_weakening()) else {
        return result;
    };
    let is_early = result.is_early;
    let result = score(shared, skill, result);
    if is_early {
        shared.signal.wait_for_release(false);
        let remaining = || shared.time.remaining_skill_delay(skill);
        shared.signal.sleep(remaining);
    }
    result
}

/// Replaces the scores of a weakened search by those of a score search of the same moves.
fn score<R: EvalRules>(
    shared: &SharedState<R>,
    skill: &Skill,
    weakened: ThreadResult,
) -> ThreadResult {
    let moves: Vec<_> = weakened.lines.iter().filter_map(|line| line.best).collect();
    if moves.is_empty() {
        return weakened;
    }
    let limits = Limits {
        search_moves: Some(moves),
        ..shared.limits.clone()
    };
    let config = SearchConfig {
        skill: Some(skill.score_search()),
        ..shared.config.clone()
    };
    let node_limits = [shared.limits.nodes, shared.time.node_limit()];
    let tt = TranspositionTable::new(TT_MEBIBYTES).map_or(Arc::clone(&shared.tt), Arc::new);
    let scoring = SharedState {
        tt,
        correction_history: Arc::new(CorrectionHistory::new()),
        position: shared.position,
        history: shared.history.clone(),
        signal: Arc::clone(&shared.signal),
        limits,
        config,
        tablebase_prober: Arc::clone(&shared.tablebase_prober),
        report: shared
            .report
            .as_ref()
            .map(|report| with_hash_full_of(&shared.tt, report)),
        time: Arc::clone(&shared.time),
        cpu_load: shared.cpu_load,
        depth_sharing: DepthSharing::default(),
        node_limit: node_limits.into_iter().flatten().min(),
        // The weakened search may have used up the limit in its first iteration. Without one of its own there is no
        // score to show.
        first_iteration_nodes: shared.first_iteration_nodes,
        claimed_nodes: Arc::clone(&shared.claimed_nodes),
        progress: Arc::clone(&shared.progress),
        threads: 1,
        current_lines: vec![Mutex::default()],
    };
    let Some(scored) = run_worker(0, &scoring, &mut ThreadData::new()) else {
        return weakened;
    };
    // The weakened search keeps the choice between its lines.
    let chosen = weakened.best_move.best;
    let best_move = scored.lines.iter().find(|line| line.best == chosen);
    ThreadResult {
        best_move: best_move.copied().unwrap_or(weakened.best_move),
        ..scored
    }
}

/// Reports lines with the hash full of the table that the user knows of.
fn with_hash_full_of(tt: &Arc<TranspositionTable>, report: &Reporter) -> Reporter {
    let (tt, report_to) = (Arc::clone(tt), Arc::clone(report));
    Arc::new(move |report| {
        report_to(match report {
            Report::Progress(info) => Report::Progress(Info {
                hash_full: tt.hash_full(),
                ..info
            }),
            other => other,
        });
    })
}
