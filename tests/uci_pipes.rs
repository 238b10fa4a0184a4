//! What a UCI session promises, told by the program itself over pipes: the same conversations as in
//! `uci_session`.

mod common;
#[path = "uci_session/mod.rs"]
mod conversations;
mod uci_support;

/// Whether the program itself is talked to.
const OVER_PIPES: bool = true;
