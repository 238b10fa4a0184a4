//! Move list of fixed capacity on the stack.

use arrayvec::ArrayVec;

use super::moves::Move;

/// Upper bound of the number of legal moves in any position that can be set up, however artificial.
///
/// A square can be reached along eight lines, by the nearest piece on each, and by eight knight jumps:
/// at most 16 moves per target square, or 18 on the last rank, where a promoting pawn has four moves on
/// three of the five lines. A side with N pieces has at most 64 - N target squares, and no piece has
/// more than 27 moves: min(27 N, 18 (64 - N)) never exceeds 691. The maximum reachable from the start
/// position is 218.
pub const MAX_MOVES: usize = 704;

/// Moves of one position, in the order of generation.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;
