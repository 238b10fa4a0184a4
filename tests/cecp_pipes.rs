//! What a CECP session promises, told by the program itself over pipes: the same conversations as in
//! `cecp_session`.

mod common;
#[path = "cecp_session/mod.rs"]
mod conversations;

/// Whether the program itself is talked to.
const OVER_PIPES: bool = true;
