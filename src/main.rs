//! Diglot, a chess engine.

use std::process::ExitCode;

fn main() -> ExitCode {
    diglot::cli::main()
}
