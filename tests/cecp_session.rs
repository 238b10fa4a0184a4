//! Conversations in the Chess Engine Communication Protocol, without a process around them. The
//! numbers in a test's name are the rows of the requirements it is about.

mod common;
#[path = "cecp_session/mod.rs"]
mod conversations;

/// Whether the program itself is talked to.
const OVER_PIPES: bool = false;
