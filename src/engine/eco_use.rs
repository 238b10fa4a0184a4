//! The uses of the encyclopedia of openings.

use crate::book::BookMove;
use crate::types::Move;

/// How the encyclopedia is used where it has moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EcoUse {
    /// Not at all.
    #[default]
    None,
    /// The search chooses among all its moves.
    Moderate,
    /// The search chooses among its main moves.
    Strong,
    /// Its moves are played without a search where the book has none.
    Book,
}

/// A main move has at least this part of the largest weight.
const MAIN_MOVE_DIVISOR: u16 = 4;

impl EcoUse {
    /// The moves to search, of those of a position, sorted by weight, the largest first. `None` for all
    /// legal moves.
    pub(super) fn root_moves(self, moves: &[BookMove]) -> Option<Vec<Move>> {
        let largest = moves.first()?.weight;
        let least = match self {
            EcoUse::None | EcoUse::Book => return None,
            EcoUse::Moderate => 0,
            EcoUse::Strong => largest.div_ceil(MAIN_MOVE_DIVISOR),
        };
        let used = moves.iter().filter(|book_move| book_move.weight >= least);
        Some(used.map(|book_move| book_move.m).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    #[test]
    fn a_stronger_use_leaves_fewer_moves() {
        let position = Position::startpos();
        let weights = [("e2e4", 100), ("d2d4", 25), ("c2c4", 24), ("b2b3", 1)];
        let moves = weights.map(|(text, weight)| BookMove {
            m: position.parse_move(text).unwrap(),
            weight,
        });
        let count = |eco_use: EcoUse| Some(eco_use.root_moves(&moves)?.len());
        assert_eq!(count(EcoUse::Moderate), Some(4));
        assert_eq!(count(EcoUse::Strong), Some(2));
        assert_eq!(count(EcoUse::None), None);
        assert_eq!(count(EcoUse::Book), None);
        assert_eq!(EcoUse::Strong.root_moves(&[]), None);
    }
}
