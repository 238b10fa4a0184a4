//! All integration tests in one binary, with a folder per subject.
//!
//! `cecp` and `uci` talk with a session in this process; `process::conversations` runs them once more over the
//! pipes of the program itself.

mod cecp;
mod docs;
mod engine;
mod eval;
mod network;
mod process;
mod rules;
mod search;
mod structure;
mod support;
mod tablebases;
mod uci;
