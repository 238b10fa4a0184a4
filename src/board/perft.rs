//! Perft (performance test): the number of leaves of the legal move tree
//! (<https://www.chessprogramming.org/Perft>).

use super::movegen::Generate;
use super::position::Position;
use super::rules::Rules;
use crate::types::{Move, MoveList};

/// Maximum perft depth, which bounds the recursion; no count this deep ever ends.
pub(crate) const MAX_PERFT_DEPTH: u32 = 64;

/// Number of leaves at `depth` plies. The last ply is counted without making moves (bulk counting).
pub fn perft<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => {
            let mut moves = MoveList::new();
            position.generate(Generate::All, &mut moves);
            let mut leaves = 0;
            for &m in &moves {
                // Not `after`: the compiler would copy its result once more.
                let mut next = *position;
                next.make_move(m, &mut ());
                leaves += perft(&next, depth - 1);
            }
            leaves
        }
    }
}

/// Perft of each legal move; `depth` (at least 1) includes the move. Returns `None` if `stop` returns true
/// before the end.
pub fn divide<R: Rules>(
    position: &Position<R>,
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<(Move, u64)>> {
    let count = |m| perft_until(&position.after(m), depth.saturating_sub(1), stop);
    let moves = position.legal_moves().into_iter();
    moves.map(|m| Some((m, count(m)?))).collect()
}

/// [`perft`] that polls `stop` before each subtree of some milliseconds.
fn perft_until<R: Rules>(
    position: &Position<R>,
    depth: u32,
    stop: &dyn Fn() -> bool,
) -> Option<u64> {
    const UNPOLLED_DEPTH: u32 = 4;
    if stop() {
        return None;
    }
    if depth <= UNPOLLED_DEPTH {
        return Some(perft(position, depth));
    }
    let moves = position.legal_moves().into_iter();
    moves
        .map(|m| perft_until(&position.after(m), depth - 1, stop))
        .sum()
}
