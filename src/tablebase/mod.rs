//! Endgame tables in Syzygy's format (<https://www.chessprogramming.org/Syzygy_Bases>), read by
//! shakmaty-syzygy: nothing else knows that library. A position is looked up; what to make of the answer
//! is the search's business.
//!
//! Files are not trusted. One that is missing, cut off, damaged or something else is named in the log
//! once, and what it should have told is not known.

mod convert;
mod filesystem;
mod material;
mod tables;
mod wdl_score;

pub use material::MAX_PIECES;
pub use tables::Tablebases;
pub use wdl_score::WdlScore;
