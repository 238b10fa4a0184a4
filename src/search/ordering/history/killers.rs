//! Killer moves (<https://www.chessprogramming.org/Killer_Heuristic>).

use crate::types::Move;

/// Two killer moves: quiet moves that failed high in a sibling of the node, the newer first.
#[derive(Clone, Copy, Default)]
pub(crate) struct Killers([Option<Move>; 2]);

impl Killers {
    #[inline]
    pub(crate) fn moves(&self) -> [Option<Move>; 2] {
        self.0
    }

    /// Adds a killer move in place of the older one.
    #[inline]
    pub(crate) fn add(&mut self, m: Move) {
        if self.0[0] != Some(m) {
            self.0 = [Some(m), self.0[0]];
        }
    }
}
