//! The settings of a search other than its limits.

use std::sync::Arc;

use crate::eval::{self, nnue::Network};
use crate::search::anti_gm::AntiGmStyle;
use crate::search::position_values::PositionValues;
use crate::search::skill::Skill;
use crate::search::time::move_overhead::MoveOverhead;
use crate::search::tree::tablebase_config::TablebaseConfig;

/// Strength, evaluation and reporting of a search. The default is full strength with the HCE.
#[derive(Clone, Debug, Default)]
pub struct SearchConfig {
    /// Time lost between engine and GUI.
    pub move_overhead: MoveOverhead,
    /// Contempt in centipawns: a draw is worth this much less than an even game to the side to move at the root.
    pub contempt: i32,
    /// Style against strong humans; `None` for none.
    pub anti_gm: Option<AntiGmStyle>,
    /// Scores that the user assigned to positions.
    pub position_values: Arc<PositionValues>,
    /// Report the line that each thread is searching (`currline`).
    pub show_current_line: bool,
    /// Report refutations of root moves (`refutation`).
    pub show_refutations: bool,
    /// Weakens the search; `None` for full strength.
    pub skill: Option<Skill>,
    /// The network that evaluates; `None` for the HCE.
    pub network: Option<Arc<Network>>,
    /// When to probe the endgame tablebases.
    pub tablebase_config: TablebaseConfig,
}

impl SearchConfig {
    /// The defaults with the embedded network, if there is one.
    pub fn with_default_network() -> SearchConfig {
        SearchConfig {
            network: eval::default_network(),
            ..SearchConfig::default()
        }
    }
}
