//! The rules of chess.

mod consistency;
mod fen;
mod perft;
