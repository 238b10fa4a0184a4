//! Histories of moves and of the static evaluation (<https://www.chessprogramming.org/History_Heuristic>).

mod bonus;
mod continuation_key;
mod correction;
mod killers;
mod move_pieces;
mod piece_to;
mod quiet;
mod table;

pub(crate) use bonus::{history_bonus, history_depth, history_malus};
pub(crate) use continuation_key::ContinuationKey;
pub(crate) use correction::{CorrectionHistory, CorrectionKey};
pub(crate) use killers::Killers;
pub(crate) use move_pieces::moved_piece;
pub(crate) use piece_to::PieceTo;
pub(crate) use quiet::{CONTINUATION_PLIES, Histories, QuietHistoryKey};
