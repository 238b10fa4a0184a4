//! What holds for any input. The property tests (`robustness`) check it with random input, and the fuzz targets in
//! `fuzz/` with input that a fuzzer evolves; so nothing here uses the rest of the tests.

// Public for the fuzz targets, which are another crate.
#![allow(unreachable_pub)]

pub mod book;
pub mod games;
pub mod network;
pub mod notation;
pub mod pgn;
pub mod session;
pub mod settings;

use std::io::Write;

use tempfile::NamedTempFile;

/// A temporary file with this content.
fn file_with(bytes: &[u8]) -> NamedTempFile {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    file
}
