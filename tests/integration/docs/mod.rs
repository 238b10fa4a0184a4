//! The documents say what the program does.

mod protocol_rows;
mod readme;
