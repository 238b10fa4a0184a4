//! Networks as the trainer bullet saves them, and their evaluation as bullet defines it: input features
//! (`ChessBucketsMirrored`), output buckets (`MaterialCount<8>`) and SCReLU.

use bulletformat::ChessBoard;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const QA: i32 = 127;
const QB: i32 = 128;
const BUCKETS: usize = 8;

/// King bucket layouts for `ChessBucketsMirrored`: none, and the one of scripts/bullet.rs.
pub(crate) const NO_KING_BUCKETS: [usize; 32] = [0; 32];
#[rustfmt::skip]
pub(crate) const KING_BUCKETS: [usize; 32] = [
    0, 0, 1, 1,
    2, 2, 2, 2,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
    3, 3, 3, 3,
];

/// Quantised weights in bullet's order.
pub(crate) struct BulletNet {
    hidden: usize,
    king_buckets: [usize; 32],
    /// A row of `hidden` for each feature.
    feature_weights: Vec<i8>,
    pub feature_bias: Vec<i16>,
    /// A row of 2 `hidden` for each output bucket.
    pub output_weights: Vec<i16>,
    output_bias: [i16; BUCKETS],
}

/// Little-endian bytes of numbers.
fn bytes(numbers: &[i16]) -> Vec<u8> {
    numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect()
}

impl BulletNet {
    pub(crate) fn random(hidden: usize, king_buckets: [usize; 32], seed: u64) -> BulletNet {
        let features = 768 * (king_buckets[31] + 1);
        let mut random = StdRng::seed_from_u64(seed);
        let mut numbers = |count: usize, limit: i16| -> Vec<i16> {
            let number = |_| random.random_range(-limit..=limit);
            (0..count).map(number).collect()
        };
        let feature_weights = numbers(features * hidden, 30);
        BulletNet {
            hidden,
            king_buckets,
            feature_weights: feature_weights
                .into_iter()
                .map(|weight| weight as i8)
                .collect(),
            feature_bias: numbers(hidden, 100),
            output_weights: numbers(BUCKETS * 2 * hidden, 100),
            output_bias: std::array::from_fn(|bucket| bucket as i16 * 900 - 3000),
        }
    }

    /// The file `quantised.bin`, with the output weights saved with or without `.transpose()` and the output bias in
    /// 32 or 16 bits.
    pub(crate) fn quantised_bin(&self, transposed: bool, wide_bias: bool) -> Vec<u8> {
        let feature_weights = self.feature_weights.iter();
        let mut file: Vec<u8> = feature_weights.map(|&weight| weight as u8).collect();
        file.extend(bytes(&self.feature_bias));
        if transposed {
            file.extend(bytes(&self.output_weights));
        } else {
            for input in 0..2 * self.hidden {
                for bucket in 0..BUCKETS {
                    let weight = self.output_weights[bucket * 2 * self.hidden + input];
                    file.extend(weight.to_le_bytes());
                }
            }
        }
        for bias in self.output_bias {
            if wide_bias {
                file.extend(i32::from(bias).to_le_bytes());
            } else {
                file.extend(bias.to_le_bytes());
            }
        }
        let padding = b"bullet".iter().cycle();
        let missing = file.len().next_multiple_of(64) - file.len();
        file.extend(padding.take(missing));
        file
    }

    /// Evaluates a record in centipawns.
    pub(crate) fn evaluate(&self, board: &ChessBoard, scale: i32) -> i32 {
        let flip = |king: u8| if king % 8 > 3 { 7 } else { 0 };
        let first = |king: u8| {
            let (rank, file) = (usize::from(king / 8), usize::from(king % 8));
            768 * self.king_buckets[4 * rank + file.min(7 - file)]
        };
        let kings = [board.our_ksq(), board.opp_ksq()];
        let [own_flip, other_flip] = kings.map(flip);
        let [own_first, other_first] = kings.map(first);
        let start: Vec<i32> = self.feature_bias.iter().map(|&bias| bias.into()).collect();
        let mut hidden = [start.clone(), start];
        for (piece, square) in *board {
            let (is_other, kind) = (usize::from(piece >> 3), usize::from(piece & 7));
            let square = usize::from(square);
            let own = [0, 384][is_other] + 64 * kind + square;
            let other = [384, 0][is_other] + 64 * kind + (square ^ 56);
            self.add(own_first + (own ^ own_flip), &mut hidden[0]);
            self.add(other_first + (other ^ other_flip), &mut hidden[1]);
        }
        let bucket = (board.occ().count_ones() as usize - 2) / 4;
        let weights = &self.output_weights[bucket * 2 * self.hidden..];
        let products = hidden
            .iter()
            .flatten()
            .zip(weights)
            .map(|(&value, &weight)| {
                let clipped = value.clamp(0, QA);
                clipped * clipped * i32::from(weight)
            });
        let output = products.sum::<i32>() / QA + i32::from(self.output_bias[bucket]);
        (i64::from(output) * i64::from(scale) / i64::from(QA * QB)) as i32
    }

    fn add(&self, feature: usize, values: &mut [i32]) {
        let row = &self.feature_weights[feature * self.hidden..];
        for (value, &weight) in values.iter_mut().zip(row) {
            *value += i32::from(weight);
        }
    }
}
