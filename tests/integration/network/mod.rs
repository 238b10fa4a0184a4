//! Neural networks.

mod file;
mod walks;
