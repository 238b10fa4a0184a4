//! What a UCI session promises, with a real engine but without a process. The number in each name is
//! the row of the list of protocol features.

mod common;
#[path = "uci_session/mod.rs"]
mod conversations;
mod uci_support;

/// Whether the program itself is talked to.
const OVER_PIPES: bool = false;
