//! What earlier parts of the search say of quiet moves.

use super::params;
use crate::types::{Color, Move};

/// The bound of all history values.
pub const HISTORY_MAX: i32 = 16_384;

/// Butterfly history: how well a quiet move of a side, told by its squares, has done wherever it was
/// tried (<https://www.chessprogramming.org/History_Heuristic>).
pub struct ButterflyHistory {
    values: Box<[[[i16; 64]; 64]; 2]>,
}

impl ButterflyHistory {
    /// The memory it takes.
    pub const BYTES: usize = size_of::<[[[i16; 64]; 64]; 2]>();

    /// Knows nothing.
    pub fn new() -> ButterflyHistory {
        ButterflyHistory {
            values: Box::new([[[0; 64]; 64]; 2]),
        }
    }

    /// From `-HISTORY_MAX` to `HISTORY_MAX`.
    #[inline]
    pub fn get(&self, color: Color, m: Move) -> i32 {
        i32::from(self.values[color.index()][m.from().index()][m.to().index()])
    }

    /// Rewards (or punishes) a move. What it gains shrinks as it nears the bound, so that values
    /// follow the present part of the tree ("history gravity").
    pub fn update(&mut self, color: Color, m: Move, bonus: i32) {
        let value = &mut self.values[color.index()][m.from().index()][m.to().index()];
        let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}

/// What a cutoff at this depth is worth.
pub fn history_bonus(depth: i32) -> i32 {
    (params::history_bonus_factor() * depth).min(params::history_bonus_max())
}

/// Two quiet moves that refuted a sibling of the node
/// (<https://www.chessprogramming.org/Killer_Heuristic>).
#[derive(Clone, Copy, Default)]
pub struct Killers([Option<Move>; 2]);

impl Killers {
    /// Both, the newer first.
    #[inline]
    pub fn moves(&self) -> [Option<Move>; 2] {
        self.0
    }

    /// Remembers a move.
    #[inline]
    pub fn add(&mut self, m: Move) {
        if self.0[0] != Some(m) {
            self.0 = [Some(m), self.0[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    #[test]
    fn values_stay_within_the_bound() {
        let mut history = ButterflyHistory::new();
        let m = Move::new(Square::E1, Square::G1, MoveKind::Quiet);
        for bonus in [1600, -1600, 100_000, -100_000] {
            for _ in 0..1000 {
                history.update(Color::White, m, bonus);
                assert!(history.get(Color::White, m).abs() <= HISTORY_MAX);
            }
            assert_eq!(history.get(Color::White, m).signum(), i32::signum(bonus));
        }
        assert_eq!(history.get(Color::Black, m), 0);
    }
}
