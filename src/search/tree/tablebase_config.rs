//! How the search uses endgame tablebases.

use crate::tablebase::MAX_PIECES;

/// The score of a cursed win above a draw, in centipawns: the fifty-move rule makes it a draw, but the
/// opponent may go wrong.
pub(crate) const CURSED_WIN_SCORE: i32 = 10;

/// How the search uses endgame tablebases (the Syzygy options).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseConfig {
    /// Least remaining depth, in plies, at which positions with exactly `probe_limit` pieces are probed.
    pub probe_depth: i32,
    /// Positions with more pieces are not probed.
    pub probe_limit: u32,
    /// Whether the fifty-move rule counts.
    pub fifty_move_rule: bool,
}

impl Default for TablebaseConfig {
    fn default() -> TablebaseConfig {
        TablebaseConfig {
            probe_depth: 1,
            probe_limit: MAX_PIECES,
            fifty_move_rule: true,
        }
    }
}
