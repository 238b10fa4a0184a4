//! What a UCI session promises, with a real engine but without a process. The number in each name is
//! the row of the list of protocol features.

#[path = "uci_session/chess960.rs"]
mod chess960;
mod common;
#[path = "uci_session/go.rs"]
mod go;
#[path = "uci_session/handshake.rs"]
mod handshake;
#[path = "uci_session/info.rs"]
mod info;
#[path = "uci_session/options.rs"]
mod options;
#[path = "uci_session/position.rs"]
mod position;
#[path = "uci_session/robustness.rs"]
mod robustness;
#[path = "uci_session/strength.rs"]
mod strength;
mod uci_support;

/// Whether the program itself is talked to.
const OVER_PIPES: bool = false;
