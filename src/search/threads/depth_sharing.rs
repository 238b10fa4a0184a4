//! The race of the workers through the iterations: what one has completed the others need not finish.
//!
//! Workers that share a transposition table search the same iteration, each in an order of its own. Who
//! completes it first gives the others its result, and all go on with the next one, so that an iteration
//! lasts as long as with the luckiest order (lazy SMP as in ExChess,
//! <https://www.chessprogramming.org/Lazy_SMP>).

use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::search::root::iterative_deepening::RootMove;

/// The deepest iteration that any worker has completed.
#[derive(Default)]
pub(crate) struct DepthSharing {
    depth: AtomicI32,
    lines: Mutex<Vec<RootMove>>,
}

impl DepthSharing {
    /// The depth of that iteration, 0 before the first one.
    #[inline]
    pub(crate) fn depth(&self) -> i32 {
        self.depth.load(Ordering::Relaxed)
    }

    /// Takes the lines of a complete iteration, unless another worker has been faster.
    pub(crate) fn publish(&self, depth: i32, lines: &[RootMove]) {
        let mut leading = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > self.depth() {
            leading.clear();
            leading.extend_from_slice(lines);
            self.depth.store(depth, Ordering::Relaxed);
        }
    }

    /// That iteration's depth and its lines, the best one first.
    pub(crate) fn get(&self) -> (i32, Vec<RootMove>) {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        (self.depth(), lines.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn only_a_deeper_iteration_takes_the_lead() {
        let moves = RootMove::list(&Position::startpos(), None);
        let depth_sharing = DepthSharing::default();
        assert_eq!(depth_sharing.depth(), 0);
        depth_sharing.publish(3, &moves[..1]);
        depth_sharing.publish(3, &moves[1..2]);
        depth_sharing.publish(2, &moves[2..3]);
        let (depth, lines) = depth_sharing.get();
        assert_eq!((depth, lines.len(), lines[0].m), (3, 1, moves[0].m));
        depth_sharing.publish(5, &moves[1..3]);
        let (depth, lines) = depth_sharing.get();
        assert_eq!((depth, lines.len(), lines[0].m), (5, 2, moves[1].m));
    }
}
