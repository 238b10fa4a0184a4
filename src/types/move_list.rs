//! A list of moves on the stack.

use arrayvec::ArrayVec;

use super::moves::Move;

/// More moves than any position that can be set up has, however absurd.
///
/// A square is reached along eight lines, by the nearest piece on each, and by eight knight jumps: at
/// most 16 moves to a square, or 18 to one of the last rank, where three of the five lines that lead
/// there can end in a promoting pawn with four moves. With N pieces of a side there are at most 64 - N
/// squares to go to, and no piece has more than 27 moves: min(27 N, 18 (64 - N)) never exceeds 691.
/// The greatest count reachable from the start position is 218.
pub const MAX_MOVES: usize = 704;

/// Moves of one position, in the order in which they were generated.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
