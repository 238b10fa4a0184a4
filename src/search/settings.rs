//! How a search is made, other than what bounds it.

use std::sync::Arc;
use std::time::Duration;

use crate::eval::nnue::Network;
use crate::search::assigned::AssignedScores;
use crate::search::skill::Skill;
use crate::search::tree::tablebase_config::TablebaseConfig;

/// Time that moves cost beyond what the search takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delays {
    /// With each move, as the user says.
    pub fixed: Duration,
    /// With each move, as it has been seen.
    pub usual: Duration,
    /// With one move once in a while, as it has been seen.
    pub worst: Duration,
}

/// What the user has set for all searches.
#[derive(Clone, Debug, Default)]
pub struct SearchSettings {
    /// Time lost between engine and GUI.
    pub delays: Delays,
    /// How many centipawns less than an even game a draw is worth to the side that searches.
    pub contempt: i32,
    /// Positions whose score is given.
    pub assigned: Arc<AssignedScores>,
    /// Report the line that each worker is looking at.
    pub show_current_line: bool,
    /// Report how root moves that are not the best are refuted.
    pub show_refutations: bool,
    /// How the search is weakened; `None` for full strength.
    pub skill: Option<Skill>,
    /// What evaluates; `None` for hand-made terms.
    pub network: Option<Arc<Network>>,
    /// How endgame tables are used.
    pub tablebase_config: TablebaseConfig,
}
