//! The refresh cache ("Finny table", after Luecx' Koivisto): for each perspective and king bucket, unmirrored and
//! mirrored, an accumulator with the pieces it was computed from. A refresh applies only the difference to the board
//! at hand instead of adding all pieces.

use arrayvec::ArrayVec;

use super::architecture::Block;
use super::features::{KingBucket, feature_index};
use super::network::Network;
use super::simd::Simd;
use crate::board::{Position, RuleSet};
use crate::types::{Bitboard, Color, Piece};

#[derive(Clone)]
struct CachedAccumulator {
    /// The pieces that the accumulator contains.
    pieces: [Bitboard; 12],
    accumulator: Box<[Block]>,
}

pub(super) struct RefreshCache {
    /// By perspective and [`KingBucket::index`].
    entries: [[CachedAccumulator; KingBucket::COUNT]; 2],
}

impl RefreshCache {
    /// Starts from empty boards.
    pub(super) fn new(network: &Network) -> RefreshCache {
        let empty = CachedAccumulator {
            pieces: [Bitboard::EMPTY; 12],
            accumulator: network.feature_bias().into(),
        };
        RefreshCache {
            entries: std::array::from_fn(|_| std::array::from_fn(|_| empty.clone())),
        }
    }

    /// Computes the accumulator of a perspective.
    pub(super) fn refresh<R: RuleSet>(
        &mut self,
        network: &Network,
        simd: Simd,
        position: &Position<R>,
        perspective: Color,
    ) -> &[Block] {
        let king_bucket = KingBucket::of(perspective, position.king(perspective));
        let entry = &mut self.entries[perspective.index()][king_bucket.index()];
        let (mut added, mut removed) = (ArrayVec::<u16, 64>::new(), ArrayVec::<u16, 64>::new());
        for piece in Piece::ALL {
            let new = position.pieces(piece.color(), piece.piece_type());
            let old = std::mem::replace(&mut entry.pieces[piece.index()], new);
            let index = |square| feature_index(perspective, king_bucket, piece, square) as u16;
            added.extend((new & !old).into_iter().map(index));
            removed.extend((old & !new).into_iter().map(index));
        }
        simd.update(network, &mut entry.accumulator, None, &added, &removed);
        &entry.accumulator
    }
}
