//! The accumulators along the path of a search: noted are the pieces that each move takes and puts, and summed up
//! only what is evaluated (<https://www.chessprogramming.org/NNUE#Accumulator_Updates>).

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::features::{feature_index, is_mirrored};
use super::network::{BLOCK, Block, Network, output_bucket};
use super::refresh::RefreshCache;
use super::simd::Simd;
use crate::board::{BoardObserver, Position};
use crate::types::{Color, MAX_PLY, Piece, PieceType, Square};

/// One piece, there or no longer there.
type PieceSquare = (Piece, Square);

/// What the move that leads to a ply has changed. It observes that move.
#[derive(Clone, Default)]
pub struct AccumulatorState {
    added: ArrayVec<PieceSquare, 2>,
    removed: ArrayVec<PieceSquare, 2>,
    /// For each side whether it sees the board mirrored after the move.
    mirrored: [bool; 2],
    /// For each side whether the accumulators of this ply are those of the position.
    computed: [bool; 2],
}

impl BoardObserver for AccumulatorState {
    #[inline]
    fn added(&mut self, piece: Piece, square: Square) {
        if piece.piece_type() == PieceType::King {
            self.mirrored[piece.color().index()] = is_mirrored(square);
        }
        self.added.push((piece, square));
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.removed.push((piece, square));
    }
}

/// Evaluates the positions along a path from a root by a network. Each worker has its own.
pub struct AccumulatorStack {
    network: Arc<Network>,
    simd: Simd,
    /// For each ply.
    changes: Box<[AccumulatorState]>,
    /// For each ply White's accumulators, then Black's.
    sums: Box<[Block]>,
    cache: RefreshCache,
}

impl AccumulatorStack {
    /// The memory it takes in bytes with so many accumulators a side.
    pub const fn bytes(hidden: usize) -> usize {
        let plies = MAX_PLY + 1;
        let sums = 2 * hidden * size_of::<i16>();
        plies * (size_of::<AccumulatorState>() + sums) + 2 * sums
    }

    /// An evaluator that wants to be told its root, with the widest vectors that there are.
    pub fn new(network: Arc<Network>) -> AccumulatorStack {
        AccumulatorStack::with_simd(network, Simd::best())
    }

    /// An evaluator with a choice of vectors.
    pub fn with_simd(network: Arc<Network>, simd: Simd) -> AccumulatorStack {
        let plies = MAX_PLY + 1;
        let blocks = network.hidden_size() / BLOCK;
        AccumulatorStack {
            cache: RefreshCache::new(&network),
            network,
            simd,
            changes: vec![AccumulatorState::default(); plies].into_boxed_slice(),
            sums: vec![Block([0; BLOCK]); plies * 2 * blocks].into_boxed_slice(),
        }
    }

    /// Its network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Begins a path at a position, which is at ply 0.
    pub fn reset(&mut self, root: &Position) {
        self.changes[0] = AccumulatorState {
            mirrored: Color::ALL.map(|color| is_mirrored(root.king(color))),
            ..AccumulatorState::default()
        };
    }

    /// A move is made at a ply below the greatest: its observer.
    #[inline]
    pub fn push(&mut self, ply: usize) -> &mut AccumulatorState {
        let mirrored = self.changes[ply].mirrored;
        let next = &mut self.changes[ply + 1];
        next.added.clear();
        next.removed.clear();
        next.mirrored = mirrored;
        next.computed = [false; 2];
        next
    }

    /// Centipawns for the side to move. The position is the one that the moves up to the ply have led to.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        for perspective in Color::ALL {
            if !self.changes[ply].computed[perspective.index()] {
                self.compute(position, ply, perspective);
            }
        }
        let us = position.side_to_move();
        let bucket = output_bucket(position);
        let (own, other) = (self.sums(ply, us), self.sums(ply, !us));
        let sum = self.simd.output(&self.network, own, other, bucket);
        self.network.centipawns(sum, bucket)
    }

    /// Sums up a side's accumulators: from the nearest ply above where that is done, or from pieces seen
    /// before if the side's king has crossed the middle since.
    fn compute(&mut self, position: &Position, ply: usize, perspective: Color) {
        let side = perspective.index();
        let mirrored = self.changes[ply].mirrored[side];
        let mut done = ply;
        while !self.changes[done].computed[side] {
            if done == 0 || self.changes[done - 1].mirrored[side] != mirrored {
                self.refresh(position, ply, perspective);
                return;
            }
            done -= 1;
        }
        for ply in done + 1..=ply {
            self.update(ply, perspective, mirrored);
        }
    }

    /// From the accumulators one ply above.
    #[inline]
    fn update(&mut self, ply: usize, perspective: Color, mirrored: bool) {
        let blocks = self.network.hidden_size() / BLOCK;
        let change = &mut self.changes[ply];
        change.computed[perspective.index()] = true;
        let index = |&(piece, square): &PieceSquare| {
            feature_index(perspective, mirrored, piece, square) as u16
        };
        let added: ArrayVec<u16, 2> = change.added.iter().map(index).collect();
        let removed: ArrayVec<u16, 2> = change.removed.iter().map(index).collect();
        let (above, here) = self.sums.split_at_mut(2 * ply * blocks);
        let from = &above[above.len() - 2 * blocks..][perspective.index() * blocks..][..blocks];
        let to = &mut here[perspective.index() * blocks..][..blocks];
        self.simd
            .update(&self.network, to, Some(from), &added, &removed);
    }

    fn refresh(&mut self, position: &Position, ply: usize, perspective: Color) {
        self.changes[ply].computed[perspective.index()] = true;
        let blocks = self.network.hidden_size() / BLOCK;
        let to = &mut self.sums[(2 * ply + perspective.index()) * blocks..][..blocks];
        let network = &self.network;
        to.copy_from_slice(self.cache.sums(network, self.simd, position, perspective));
    }

    #[inline]
    fn sums(&self, ply: usize, perspective: Color) -> &[Block] {
        let blocks = self.network.hidden_size() / BLOCK;
        &self.sums[(2 * ply + perspective.index()) * blocks..][..blocks]
    }
}
