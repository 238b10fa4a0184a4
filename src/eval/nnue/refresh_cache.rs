//! The refresh cache ("Finny table", after Luecx' Koivisto): for each perspective and king bucket, unmirrored and
//! mirrored, an accumulator with the pieces it was computed from. A refresh applies only the difference to the board
//! at hand instead of adding all pieces.

use arrayvec::ArrayVec;

use super::architecture::Block;
use super::features::{KingBucket, feature_index};
use super::network::Network;
use super::simd::Simd;
use super::threats::Threats;
use crate::board::{Position, RuleSet};
use crate::types::{Bitboard, Color, Piece, Square};

#[derive(Clone)]
struct CachedAccumulator {
    /// The pieces that the accumulator contains.
    pieces: [Bitboard; 12],
    threats: Threats,
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
            threats: Threats::NONE,
            accumulator: network.feature_bias().into(),
        };
        RefreshCache {
            entries: std::array::from_fn(|_| std::array::from_fn(|_| empty.clone())),
        }
    }

    /// Computes the accumulator of a perspective; `threats` are those of the position if the network has threat inputs.
    pub(super) fn refresh<R: RuleSet>(
        &mut self,
        network: &Network,
        simd: Simd,
        position: &Position<R>,
        threats: Threats,
        perspective: Color,
    ) -> &[Block] {
        let king_bucket = KingBucket::of(perspective, position.king(perspective));
        let entry = &mut self.entries[perspective.index()][king_bucket.index()];
        let (mut added, mut removed) = (ArrayVec::<u16, 64>::new(), ArrayVec::<u16, 64>::new());
        let old_threats = std::mem::replace(&mut entry.threats, threats);
        let changed = threats.difference(old_threats);
        for piece in Piece::ALL {
            let new = position.pieces(piece.color(), piece.piece_type());
            let old = std::mem::replace(&mut entry.pieces[piece.index()], new);
            let index = |threats: Threats, square: Square| {
                let bucket = threats.bucket(square);
                feature_index(perspective, king_bucket, bucket, piece, square) as u16
            };
            let (newly, no_longer) = (new & (!old | changed), old & (!new | changed));
            added.extend(newly.into_iter().map(|square| index(threats, square)));
            removed.extend(
                no_longer
                    .into_iter()
                    .map(|square| index(old_threats, square)),
            );
        }
        simd.update(network, &mut entry.accumulator, None, &added, &removed);
        &entry.accumulator
    }
}
