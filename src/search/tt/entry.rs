//! Entries of the transposition table and their packed form.
//!
//! Layout of the data word, from the lowest bit: move 16, score 16, evaluation 16, depth 8, bound 2, PV 1,
//! generation 5. The bound is never 0, so that no entry is all zeros.

use crate::search::bound::Bound;
use crate::types::{Move, Score};

const GENERATION_BITS: u32 = 5;
pub(super) const GENERATION_MASK: u8 = (1 << GENERATION_BITS) - 1;

/// The packed static evaluation of a position in check, which has none.
const NO_EVAL: i16 = i16::MIN;

/// An entry of the transposition table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TtEntry {
    /// The best move, or the move that failed high.
    pub best_move: Option<Move>,
    /// The score, with mate distances counted from this node; see [`Score::from_tt`].
    pub score: i16,
    /// The raw static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// The depth in plies; 0 in quiescence.
    pub depth: u8,
    /// The bound of the score.
    pub bound: Bound,
    /// Whether the node was part of a principal variation.
    pub pv: bool,
}

impl TtEntry {
    pub(super) fn pack(&self, generation: u8) -> u64 {
        let best_move = self.best_move.map_or(0, Move::bits);
        let eval = self.eval.map_or(NO_EVAL, |eval| eval.raw() as i16);
        u64::from(best_move)
            | u64::from(self.score as u16) << 16
            | u64::from(eval as u16) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64) << 56
            | u64::from(self.pv) << 58
            | u64::from(generation) << 59
    }

    #[inline]
    pub(super) fn unpack(data: u64) -> Option<TtEntry> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let eval = (data >> 32) as i16;
        Some(TtEntry {
            best_move: Move::from_bits(data as u16),
            score: (data >> 16) as i16,
            eval: (eval != NO_EVAL).then(|| Score::cp(i32::from(eval))),
            depth: (data >> 48) as u8,
            bound,
            pv: data >> 58 & 1 != 0,
        })
    }
}

/// The generation of a packed entry.
#[inline]
pub(super) fn generation_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// The replacement priority of a packed entry: the entry with the lowest value is replaced. Depth counts in favour
/// of an entry, age against it.
pub(super) fn replacement_value(data: u64, generation: u8) -> i32 {
    if data == 0 {
        return i32::MIN;
    }
    let depth = i32::from((data >> 48) as u8);
    let age = generation.wrapping_sub(generation_of(data)) & GENERATION_MASK;
    depth - 8 * i32::from(age)
}
