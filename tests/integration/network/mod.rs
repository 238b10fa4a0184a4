//! Neural networks (NNUE).

mod file;
mod walks;
