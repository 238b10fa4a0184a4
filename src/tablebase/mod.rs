//! Syzygy endgame tablebases (<https://www.chessprogramming.org/Syzygy_Bases>), probed with the crate
//! shakmaty-syzygy, which only this room uses. How the search uses the results is not decided here.
//!
//! Files are not trusted: a missing, truncated, damaged or foreign file is logged once, and its probes fail.

mod convert;
mod filesystem;
mod material;
mod tables;
mod wdl_score;

pub use material::MAX_PIECES;
pub use tables::Tablebases;
pub use wdl_score::WdlScore;
