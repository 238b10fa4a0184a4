//! Depth sharing: an iteration that one thread completed need not be finished by the others.
//!
//! Threads that share a transposition table search the same iteration, each in its own move order. The
//! first thread to complete it publishes the result, and all continue with the next iteration, so that an
//! iteration takes as long as with the best move order (lazy SMP as in ExChess,
//! <https://www.chessprogramming.org/Lazy_SMP>).

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::search::root::root_move::RootMove;

/// The deepest iteration that any thread has completed.
#[derive(Default)]
pub(crate) struct DepthSharing {
    depth: AtomicI32,
    root_moves: Mutex<Vec<RootMove>>,
}

impl DepthSharing {
    /// Depth of the iteration in plies, 0 before the first one.
    #[inline]
    pub(crate) fn depth(&self) -> i32 {
        self.depth.load(Ordering::Relaxed)
    }

    /// Publishes the best root moves of a completed iteration, unless another thread was faster.
    pub(crate) fn publish(&self, depth: i32, best_moves: &[RootMove]) {
        let mut root_moves = self
            .root_moves
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if depth > self.depth() {
            root_moves.clear();
            root_moves.extend_from_slice(best_moves);
            self.depth.store(depth, Ordering::Relaxed);
        }
    }

    /// Depth and root moves of the iteration, best move first.
    pub(crate) fn get(&self) -> (i32, Vec<RootMove>) {
        let root_moves = self
            .root_moves
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        (self.depth(), root_moves.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn only_a_deeper_iteration_is_published() {
        let moves = RootMove::list(&Position::startpos(), None);
        let depth_sharing = DepthSharing::default();
        assert_eq!(depth_sharing.depth(), 0);
        depth_sharing.publish(3, &moves[..1]);
        depth_sharing.publish(3, &moves[1..2]);
        depth_sharing.publish(2, &moves[2..3]);
        let (depth, root_moves) = depth_sharing.get();
        assert_eq!(
            (depth, root_moves.len(), root_moves[0].m),
            (3, 1, moves[0].m)
        );
        depth_sharing.publish(5, &moves[1..3]);
        let (depth, root_moves) = depth_sharing.get();
        assert_eq!(
            (depth, root_moves.len(), root_moves[0].m),
            (5, 2, moves[1].m)
        );
    }
}
