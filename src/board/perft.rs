//! Performance test: counting the leaves of the tree of legal moves
//! (<https://www.chessprogramming.org/Perft>).

use super::movegen::Generate;
use super::position::Position;
use crate::types::{Move, MoveList};

/// Beyond this no count comes to an end; bounds the recursion.
pub const MAX_PERFT_DEPTH: u32 = 64;

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

/// For each legal move the number of positions `depth` plies on (at least 1), the move included.
/// `None` if `stop` says so before the end.
pub fn divide(
    position: &Position,
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<(Move, u64)>> {
    let count = |m| perft_unless(&position.after(m), depth.saturating_sub(1), stop);
    let moves = position.legal_moves().into_iter();
    moves.map(|m| Some((m, count(m)?))).collect()
}

/// As [`perft`], asking before each subtree that takes some milliseconds whether to stop.
fn perft_unless(position: &Position, depth: u32, stop: &dyn Fn() -> bool) -> Option<u64> {
    const UNASKED_DEPTH: u32 = 4;
    if stop() {
        return None;
    }
    if depth <= UNASKED_DEPTH {
        return Some(perft(position, depth));
    }
    let moves = position.legal_moves().into_iter();
    moves
        .map(|m| perft_unless(&position.after(m), depth - 1, stop))
        .sum()
}
