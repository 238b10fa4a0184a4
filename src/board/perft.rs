//! Performance test: counting the leaves of the tree of legal moves
//! (<https://www.chessprogramming.org/Perft>).

use super::movegen::Generate;
use super::position::Position;
use crate::types::{Move, MoveList};

/// The number of positions `depth` plies on; leaves are counted without making their moves.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => {
            let mut moves = MoveList::new();
            position.generate(Generate::All, &mut moves);
            let mut leaves = 0;
            for &m in &moves {
                // Written out, since the compiler copies what `after` returns once more.
                let mut next = *position;
                next.make_move(m, &mut ());
                leaves += perft(&next, depth - 1);
            }
            leaves
        }
    }
}

/// For each legal move the number of positions `depth` plies on, the move included.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    let count = |m| perft(&position.after(m), depth.saturating_sub(1));
    moves.into_iter().map(|m| (m, count(m))).collect()
}
