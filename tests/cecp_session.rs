//! Conversations in the Chess Engine Communication Protocol, without a process around them. The
//! numbers in a test's name are the rows of the requirements it is about.

#[path = "cecp_session/analysis.rs"]
mod analysis;
mod common;
#[path = "cecp_session/exclude.rs"]
mod exclude;
#[path = "cecp_session/features.rs"]
mod features;
#[path = "cecp_session/game.rs"]
mod game;
#[path = "cecp_session/handshake.rs"]
mod handshake;
#[path = "cecp_session/highlight.rs"]
mod highlight;
#[path = "cecp_session/mixtures.rs"]
mod mixtures;
#[path = "cecp_session/node_time.rs"]
mod node_time;
#[path = "cecp_session/offers.rs"]
mod offers;
#[path = "cecp_session/options.rs"]
mod options;
#[path = "cecp_session/pause.rs"]
mod pause;
#[path = "cecp_session/rebel.rs"]
mod rebel;
#[path = "cecp_session/results.rs"]
mod results;
#[path = "cecp_session/sequences.rs"]
mod sequences;
#[path = "cecp_session/set_score.rs"]
mod set_score;
#[path = "cecp_session/setup.rs"]
mod setup;
#[path = "cecp_session/startup.rs"]
mod startup;
#[path = "cecp_session/support.rs"]
mod support;
#[path = "cecp_session/thinking.rs"]
mod thinking;
#[path = "cecp_session/turn.rs"]
mod turn;
#[path = "cecp_session/variants.rs"]
mod variants;
#[path = "cecp_session/version_1.rs"]
mod version_1;

use support::{check, go_on, gui, is_thinking};

/// Whether the program itself is talked to.
const OVER_PIPES: bool = false;
