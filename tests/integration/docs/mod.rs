//! The documentation matches the program.

mod protocol_rows;
mod readme;
