//! The positions that led here, as keys: for repetition.

use super::position::Position;

/// Zobrist keys of the positions before the present one, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct KeyHistory {
    keys: Vec<u64>,
}

impl KeyHistory {
    /// Remembers a position that is being left.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Forgets the newest position.
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// How many positions are remembered.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether no position is remembered.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// How often `position` has occurred before, looking back to the last capture or pawn move.
    pub fn occurrences(&self, position: &Position) -> usize {
        self.distances(position).count()
    }

    /// Whether a search may take `position`, `ply` plies below its root, for a draw: it has occurred
    /// within the search (who can repeat once can repeat again) or twice before it.
    #[inline]
    pub fn is_search_draw(&self, position: &Position, ply: usize) -> bool {
        // No position can come back in fewer than four plies.
        if position.halfmove_clock() < 4 {
            return false;
        }
        let mut distances = self.distances(position);
        match distances.next() {
            None => false,
            Some(distance) => distance < ply || distances.next().is_some(),
        }
    }

    /// How many plies ago each earlier occurrence was.
    fn distances(&self, position: &Position) -> impl Iterator<Item = usize> {
        let key = position.key();
        self.keys
            .iter()
            .rev()
            .take(usize::from(position.halfmove_clock()))
            .enumerate()
            .skip(3)
            .step_by(2)
            .filter_map(move |(i, &earlier)| (earlier == key).then_some(i + 1))
    }
}
