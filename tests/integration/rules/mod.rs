//! The rules of chess.

mod consistency;
mod fen;
mod oracle;
mod perft;
mod random_positions;
mod variant_perft;
mod variants;
