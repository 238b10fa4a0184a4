//! Accumulators of pieces seen before, from which others can be had more quickly than from nothing: for each
//! side and either half of its king ("Finny table", after Luecx' Koivisto).

use arrayvec::ArrayVec;

use super::features::{feature_index, is_mirrored};
use super::network::{Block, Network};
use super::simd::Simd;
use crate::board::Position;
use crate::types::{Bitboard, Color, Piece};

/// The pieces of which the accumulators have been summed up.
#[derive(Clone)]
struct Entry {
    pieces: [Bitboard; 12],
    sums: Box<[Block]>,
}

pub(super) struct RefreshCache {
    /// For each side unmirrored and mirrored.
    entries: [[Entry; 2]; 2],
}

impl RefreshCache {
    /// Has seen empty boards.
    pub(super) fn new(network: &Network) -> RefreshCache {
        let empty = Entry {
            pieces: [Bitboard::EMPTY; 12],
            sums: network.feature_bias.clone(),
        };
        let pair = [empty.clone(), empty];
        RefreshCache {
            entries: [pair.clone(), pair],
        }
    }

    /// The accumulators of a side's view of a position.
    pub(super) fn sums(
        &mut self,
        network: &Network,
        simd: Simd,
        position: &Position,
        perspective: Color,
    ) -> &[Block] {
        let mirrored = is_mirrored(position.king(perspective));
        let entry = &mut self.entries[perspective.index()][usize::from(mirrored)];
        let (mut added, mut removed) = (ArrayVec::<u16, 64>::new(), ArrayVec::<u16, 64>::new());
        for piece in Piece::ALL {
            let now = position.pieces(piece.color(), piece.piece_type());
            let then = std::mem::replace(&mut entry.pieces[piece.index()], now);
            let index = |square| feature_index(perspective, mirrored, piece, square) as u16;
            added.extend((now & !then).into_iter().map(index));
            removed.extend((then & !now).into_iter().map(index));
        }
        simd.update(network, &mut entry.sums, None, &added, &removed);
        &entry.sums
    }
}
