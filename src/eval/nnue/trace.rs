//! The output of a network taken apart for a reader.

use super::architecture::OUTPUT_BUCKETS;
use super::network::{Network, output_bucket, output_bucket_of};
use crate::board::Position;
use crate::types::{Color, PieceType, Square};

/// The output of a network in a position, by output bucket and by piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkTrace {
    /// The output of each output bucket in centipawns, from White's view.
    pub by_bucket: [i32; OUTPUT_BUCKETS],
    /// The output bucket of the position.
    pub bucket: usize,
    /// The worth of the piece on each square in centipawns, from White's view: the output with it less the output
    /// without it. `None` for kings and empty squares. Piece values by leaving out are from Stockfish's `eval`.
    pub piece_values: [Option<i32>; 64],
}

impl NetworkTrace {
    /// Takes the output in a position apart.
    pub fn new(network: &Network, position: &Position) -> NetworkTrace {
        let white = |centipawns: i32| match position.side_to_move() {
            Color::White => centipawns,
            Color::Black => -centipawns,
        };
        let bucket = output_bucket(position);
        let by_bucket =
            std::array::from_fn(|bucket| white(network.evaluate_without(position, None, bucket)));
        let fewer = output_bucket_of(position.occupied().count() as usize - 1);
        let worth = |square: Square| {
            let piece = position.piece_on(square)?;
            let without = || white(network.evaluate_without(position, Some(square), fewer));
            (piece.piece_type() != PieceType::King).then(|| by_bucket[bucket] - without())
        };
        let mut piece_values = [None; 64];
        for square in Square::all() {
            piece_values[square.index()] = worth(square);
        }
        NetworkTrace {
            by_bucket,
            bucket,
            piece_values,
        }
    }

    /// The output in centipawns, from White's view.
    pub fn output(&self) -> i32 {
        self.by_bucket[self.bucket]
    }
}

/// The smallest and the largest piece count of an output bucket on a board of at most 32 pieces.
pub const fn bucket_piece_counts(bucket: usize) -> (usize, usize) {
    let first = 4 * bucket + 2;
    let last = if bucket + 1 == OUTPUT_BUCKETS {
        32
    } else {
        first + 3
    };
    (first, last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::test_util::position;
    use crate::eval::default_network;

    #[test]
    fn a_piece_is_worth_what_its_removal_changes() {
        let network = default_network().unwrap();
        for side in ["w", "b"] {
            let with = position(&format!("4k3/pp3ppp/8/3q4/8/8/PPP2PPP/3RK3 {side} - - 0 1"));
            let without = position(&format!("4k3/pp3ppp/8/8/8/8/PPP2PPP/3RK3 {side} - - 0 1"));
            let trace = NetworkTrace::new(&network, &with);
            let sign = if side == "w" { 1 } else { -1 };
            assert_eq!(trace.output(), sign * network.evaluate_reference(&with));
            let queen = Square::parse("d5").unwrap();
            let change = sign * network.evaluate_reference(&without);
            let worth = trace.piece_values[queen.index()];
            assert_eq!(worth, Some(trace.output() - change));
            assert!(worth < Some(-300), "{worth:?}");
            let values = trace.piece_values.iter().flatten().count();
            assert_eq!(values, with.occupied().count() as usize - 2);
            assert_eq!(
                trace.piece_values[Square::parse("e1").unwrap().index()],
                None
            );
        }
    }

    #[test]
    fn the_ranges_of_the_buckets_follow_each_other() {
        for count in 2..=32 {
            let (first, last) = bucket_piece_counts(output_bucket_of(count));
            assert!((first..=last).contains(&count), "{count}");
        }
        assert_eq!(bucket_piece_counts(0), (2, 5));
        assert_eq!(bucket_piece_counts(7), (30, 32));
    }
}
