//! The verdict of the tablebases on the position of the game.

use super::engine::Engine;
use crate::tablebase::WdlScore;

/// The result of the position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TablebaseVerdict {
    /// Win, draw or loss, as if no plies were counted by the fifty-move rule yet.
    pub wdl: WdlScore,
    /// Plies to the next capture, pawn move or mate; `None` without a DTZ table.
    pub dtz: Option<i32>,
}

impl Engine {
    /// Whether tablebases are being opened. During a search they are opened at its end.
    pub fn is_opening_tablebases(&self) -> bool {
        self.pending_tablebases > 0 && self.running.is_none()
    }

    /// Probes the tablebases for the position of the game, whatever the probe limits of the search are.
    /// `None` if they do not contain it.
    pub fn probe_tablebases(&self) -> Option<TablebaseVerdict> {
        let position = self.game.position().as_standard()?;
        let pieces = position.occupied().count();
        if pieces > self.tablebases.max_pieces() {
            return None;
        }
        Some(TablebaseVerdict {
            wdl: self.tablebases.probe_wdl(position)?,
            dtz: self.tablebases.probe_dtz(position),
        })
    }
}
