//! The accumulators along the current line of the search, updated incrementally and lazily: each move records which
//! pieces it adds and removes, and only an evaluation applies them
//! (<https://www.chessprogramming.org/NNUE#Accumulator_Updates>).

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::architecture::{BLOCK, Block};
use super::attack_inputs::AttackInputs;
use super::features::{KingBucket, feature_index};
use super::network::{Network, output_bucket};
use super::refresh_cache::RefreshCache;
use super::simd::Simd;
use crate::board::{BoardObserver, Position, RuleSet};
use crate::types::{Color, MAX_PLY, Piece, PieceType, Square};

/// Features that a move adds or removes.
#[derive(Clone, Default)]
struct ChangedFeatures {
    by_perspective: [ArrayVec<u16, 2>; 2],
}

/// The accumulators of one ply as differences to the ply before. Observes the move that leads to the ply.
#[derive(Clone, Default)]
pub struct AccumulatorState {
    added: ChangedFeatures,
    removed: ChangedFeatures,
    /// By perspective: its king bucket after the move.
    king_buckets: [KingBucket; 2],
    /// By perspective: whether the accumulator of this ply is up to date.
    computed: [bool; 2],
}

impl ChangedFeatures {
    #[inline]
    fn push(&mut self, piece: Piece, square: Square, king_buckets: [KingBucket; 2]) {
        for perspective in Color::ALL {
            let king_bucket = king_buckets[perspective.index()];
            let feature = feature_index(perspective, king_bucket, piece, square) as u16;
            self.by_perspective[perspective.index()].push(feature);
        }
    }

    #[inline]
    fn clear(&mut self) {
        for features in &mut self.by_perspective {
            features.clear();
        }
    }
}

// If a king move changes the king bucket, the features of its perspective are of both buckets. They are not used: the
// accumulator is refreshed.
impl BoardObserver for AccumulatorState {
    #[inline]
    fn added(&mut self, piece: Piece, square: Square) {
        if piece.piece_type() == PieceType::King {
            self.king_buckets[piece.color().index()] = KingBucket::of(piece.color(), square);
        }
        self.added.push(piece, square, self.king_buckets);
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.removed.push(piece, square, self.king_buckets);
    }
}

/// Evaluates the positions of a line from a root by a network. Each search thread has its own.
pub struct AccumulatorStack {
    network: Arc<Network>,
    simd: Simd,
    /// By ply.
    states: Box<[AccumulatorState]>,
    /// For each ply White's accumulator, then Black's.
    accumulators: Box<[Block]>,
    cache: RefreshCache,
}

impl AccumulatorStack {
    /// Memory in bytes with a hidden size.
    pub const fn bytes(hidden_size: usize) -> usize {
        let plies = MAX_PLY + 1;
        let accumulators = 2 * hidden_size * size_of::<i16>();
        plies * (size_of::<AccumulatorState>() + accumulators) + KingBucket::COUNT * accumulators
    }

    /// A stack that uses the widest SIMD variant. Call [`AccumulatorStack::reset`] before evaluating.
    pub fn new(network: Arc<Network>) -> AccumulatorStack {
        AccumulatorStack::with_simd(network, Simd::best())
    }

    /// A stack that uses the given SIMD variant.
    pub fn with_simd(network: Arc<Network>, simd: Simd) -> AccumulatorStack {
        let plies = MAX_PLY + 1;
        let blocks = network.hidden_size() / BLOCK;
        AccumulatorStack {
            cache: RefreshCache::new(&network),
            network,
            simd,
            states: vec![AccumulatorState::default(); plies].into_boxed_slice(),
            accumulators: vec![Block([0; BLOCK]); plies * 2 * blocks].into_boxed_slice(),
        }
    }

    /// The network that evaluates.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Puts the root at ply 0.
    pub fn reset<R: RuleSet>(&mut self, root: &Position<R>) {
        self.states[0] = AccumulatorState {
            king_buckets: Color::ALL.map(|color| KingBucket::of(color, root.king(color))),
            ..AccumulatorState::default()
        };
    }

    /// Starts the ply after `ply`, which is below [`MAX_PLY`]: returns the observer of the move that leads to it.
    #[inline]
    pub fn push(&mut self, ply: usize) -> &mut AccumulatorState {
        let king_buckets = self.states[ply].king_buckets;
        let next = &mut self.states[ply + 1];
        next.added.clear();
        next.removed.clear();
        next.king_buckets = king_buckets;
        next.computed = [false; 2];
        next
    }

    /// Centipawns for the side to move of `position`, the one that the moves up to `ply` lead to.
    #[inline]
    pub fn evaluate<R: RuleSet>(&mut self, position: &Position<R>, ply: usize) -> i32 {
        self.update_accumulators(position, ply);
        let us = position.side_to_move();
        let bucket = output_bucket(position);
        let (own, enemy) = (self.accumulator(ply, us), self.accumulator(ply, !us));
        let network = &self.network;
        let has_attack_inputs = network.has_attack_inputs();
        let attack_inputs = has_attack_inputs.then(|| AttackInputs::of(position));
        let (sum, stack_output) =
            self.simd
                .output(network, own, enemy, attack_inputs.as_ref(), bucket);
        network.centipawns(sum, stack_output, bucket)
    }

    /// Brings the accumulators up to date unless the position is in check, in which the search does not evaluate.
    #[inline]
    pub fn prepare<R: RuleSet>(&mut self, position: &Position<R>, ply: usize) {
        if !position.in_check() {
            self.update_accumulators(position, ply);
        }
    }

    /// Brings the accumulators of `position`, the one that the moves up to `ply` lead to, up to date.
    #[inline]
    pub fn update_accumulators<R: RuleSet>(&mut self, position: &Position<R>, ply: usize) {
        for perspective in Color::ALL {
            if !self.states[ply].computed[perspective.index()] {
                self.compute(position, ply, perspective);
            }
        }
    }

    /// Brings an accumulator up to date: from the nearest earlier ply that is, or from the refresh cache if the
    /// perspective has changed its king bucket since.
    fn compute<R: RuleSet>(&mut self, position: &Position<R>, ply: usize, perspective: Color) {
        let side = perspective.index();
        let king_bucket = self.states[ply].king_buckets[side];
        let mut computed = ply;
        while !self.states[computed].computed[side] {
            if computed == 0 || self.states[computed - 1].king_buckets[side] != king_bucket {
                self.refresh(position, ply, perspective);
                return;
            }
            computed -= 1;
        }
        for ply in computed + 1..=ply {
            self.update(ply, perspective);
        }
    }

    /// Computes an accumulator from that of the ply before.
    #[inline]
    fn update(&mut self, ply: usize, perspective: Color) {
        let blocks = self.network.hidden_size() / BLOCK;
        let state = &mut self.states[ply];
        state.computed[perspective.index()] = true;
        let added = &state.added.by_perspective[perspective.index()];
        let removed = &state.removed.by_perspective[perspective.index()];
        let (before, here) = self.accumulators.split_at_mut(2 * ply * blocks);
        let from = &before[before.len() - 2 * blocks..][perspective.index() * blocks..][..blocks];
        let to = &mut here[perspective.index() * blocks..][..blocks];
        self.simd
            .update(&self.network, to, Some(from), added, removed);
    }

    fn refresh<R: RuleSet>(&mut self, position: &Position<R>, ply: usize, perspective: Color) {
        self.states[ply].computed[perspective.index()] = true;
        let blocks = self.network.hidden_size() / BLOCK;
        let to = &mut self.accumulators[(2 * ply + perspective.index()) * blocks..][..blocks];
        let (network, simd) = (&self.network, self.simd);
        let refreshed = self.cache.refresh(network, simd, position, perspective);
        to.copy_from_slice(refreshed);
    }

    #[inline]
    fn accumulator(&self, ply: usize, perspective: Color) -> &[Block] {
        let blocks = self.network.hidden_size() / BLOCK;
        &self.accumulators[(2 * ply + perspective.index()) * blocks..][..blocks]
    }
}
