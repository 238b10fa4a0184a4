//! Mate distance pruning (<https://www.chessprogramming.org/Mate_Distance_Pruning>).

use crate::search::window::Window;
use crate::types::Score;

/// The window cut to the scores that are possible at a ply: the worst is to be mated here, the best is to mate
/// with the next move.
#[inline]
pub(crate) fn mate_distance_pruning(window: Window, ply: usize) -> Window {
    Window {
        alpha: window.alpha.max(Score::mated_in(ply)),
        beta: window.beta.min(Score::mate_in(ply + 1)),
    }
}
