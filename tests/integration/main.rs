//! All integration tests in one binary, with one folder per subject.
//!
//! The tests of `cecp` and `uci` talk to a session in this process; `process::conversations` runs them again
//! with the program over pipes. `DIGLOT_TEST_OVER_PIPES=1 cargo test --test integration uci::` does so for a subset.

mod cecp;
mod docs;
mod engine;
mod eval;
mod network;
mod process;
mod properties;
mod robustness;
mod rules;
mod search;
mod structure;
mod support;
mod tablebases;
mod uci;
