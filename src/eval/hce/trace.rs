//! Traces of the evaluation for Texel tuning (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>): the
//! coefficient of each weight in a position. Also writes the weights as source code.

use std::fmt::Write;
use std::ops::{Add, AddAssign, Sub};
use std::sync::LazyLock;

use super::pawn_structure;
use super::psqt::{PsqtAccumulator, material_and_squares};
use super::scale_factor::scale_factor;
use super::tapered::Tapered;
use super::term_score::TermScore;
use super::terms::{TEMPO, Terms, stronger_side};
use super::weights::{HceWeights, WEIGHTS};
use crate::board::Position;
use crate::eval::endgame;
use crate::types::Color;

/// A weight: its middlegame and its endgame value in centipawns.
pub type Weight = [f32; 2];

/// The evaluation of a position as a linear function of the weights, for the side to move:
/// constant + Σ coefficient · (middlegame · weight's middlegame value + endgame · weight's endgame value).
/// Non-linear parts, such as the scale factor of drawish endgames, are frozen at the current weights.
#[derive(Clone, Debug, PartialEq)]
pub struct EvalTrace {
    /// HceWeights, by their place in [`current_weights`], and how often they count.
    pub coefficients: Vec<(u16, i16)>,
    /// Factor of middlegame values, 0 to 1.
    pub middlegame: f32,
    /// Factor of endgame values, 0 to 1.
    pub endgame: f32,
    /// Centipawns independent of the weights.
    pub constant: f32,
}

impl EvalTrace {
    /// Traces a position; `None` if endgame knowledge decides it.
    pub fn new(position: &Position) -> Option<EvalTrace> {
        if endgame::evaluate(position).is_some() {
            return None;
        }
        let sums = PsqtAccumulator::of(position);
        let (structure, passed) = pawn_structure::structure(position);
        let total: Tapered = Terms::new(position, sums.score, structure, passed).total();
        let stronger = stronger_side(total);
        if endgame::cannot_win(position, stronger) {
            return None;
        }
        let scale = scale_factor(position, stronger);
        let phase = sums.phase.min(Tapered::MAX_PHASE) as f32 / Tapered::MAX_PHASE as f32;
        let (middlegame, endgame) = (
            phase,
            (1.0 - phase) * scale as f32 / Tapered::FULL_SCALE as f32,
        );
        let trace = Coefficients::new(position);
        let sign = match position.side_to_move() {
            Color::White => 1,
            Color::Black => -1,
        };
        let [constant_middlegame, constant_endgame] = trace.constant.map(|value| value as f32);
        let constant = constant_middlegame * middlegame + constant_endgame * endgame;
        Some(EvalTrace {
            coefficients: trace.into_sorted(sign),
            middlegame,
            endgame,
            constant: sign as f32 * constant + TEMPO as f32,
        })
    }

    /// The evaluation with these weights, in centipawns.
    pub fn evaluate(&self, weights: &[Weight]) -> f32 {
        let mut sums = [0.0; 2];
        for &(index, coefficient) in &self.coefficients {
            let [middlegame, endgame] = weights[usize::from(index)];
            sums[0] += f32::from(coefficient) * middlegame;
            sums[1] += f32::from(coefficient) * endgame;
        }
        self.middlegame * sums[0] + self.endgame * sums[1] + self.constant
    }
}

/// Coefficients from White's view.
#[derive(Clone, Debug, Default)]
struct Coefficients {
    /// Pairs of index and coefficient; an index may occur several times.
    added: Vec<(u16, i32)>,
    /// Middlegame and endgame value of the non-linear terms.
    constant: [i32; 2],
}

impl Coefficients {
    fn new(position: &Position) -> Coefficients {
        let (structure, passed) = pawn_structure::structure(position);
        Terms::new(position, material_and_squares(position), structure, passed).total()
    }

    fn append(&mut self, other: Coefficients) {
        self.added.extend(other.added);
        for (sum, more) in self.constant.iter_mut().zip(other.constant) {
            *sum += more;
        }
    }

    /// Sums by index, in order, without zeros.
    fn into_sorted(mut self, sign: i32) -> Vec<(u16, i16)> {
        self.added.sort_unstable_by_key(|&(index, _)| index);
        let groups = self.added.chunk_by(|a, b| a.0 == b.0);
        let sums = groups.map(|group| {
            let sum: i32 = group.iter().map(|&(_, coefficient)| coefficient).sum();
            (group[0].0, (sign * sum) as i16)
        });
        sums.filter(|&(_, coefficient)| coefficient != 0).collect()
    }
}

impl Add for Coefficients {
    type Output = Coefficients;

    fn add(mut self, other: Coefficients) -> Coefficients {
        self.append(other);
        self
    }
}

impl AddAssign for Coefficients {
    fn add_assign(&mut self, other: Coefficients) {
        self.append(other);
    }
}

impl Sub for Coefficients {
    type Output = Coefficients;

    fn sub(mut self, mut other: Coefficients) -> Coefficients {
        other
            .added
            .iter_mut()
            .for_each(|(_, coefficient)| *coefficient = -*coefficient);
        other.constant = other.constant.map(|value| -value);
        self.append(other);
        self
    }
}

impl TermScore for Coefficients {
    type Weight = u16;

    fn weights() -> &'static HceWeights<u16> {
        static INDICES: LazyLock<HceWeights<u16>> = LazyLock::new(|| {
            let mut indices = 0..;
            WEIGHTS.map(&mut |_| indices.next().unwrap_or(u16::MAX))
        });
        &INDICES
    }

    fn add_weight(&mut self, weight: u16, coefficient: i32) {
        self.added.push((weight, coefficient));
    }

    fn add_constant(&mut self, value: Tapered) {
        self.constant[0] += value.middlegame();
        self.constant[1] += value.endgame();
    }
}

/// The weights of the evaluation in table order.
pub fn current_weights() -> Vec<Weight> {
    let mut weights = Vec::new();
    WEIGHTS.map(&mut |value| {
        weights.push([value.middlegame() as f32, value.endgame() as f32]);
    });
    weights
}

/// The weights as source code for `src/eval/hce/values.rs`.
pub fn weights_to_source(weights: &[Weight]) -> String {
    let mut text = "// Written by `diglot tune`.\nHceWeights {\n".to_owned();
    let mut rest = weights.iter().map(|[middlegame, endgame]| {
        format!(
            "w({}, {})",
            middlegame.round() as i32,
            endgame.round() as i32
        )
    });
    for &(name, count) in HceWeights::<Tapered>::FIELDS {
        let values: Vec<String> = rest.by_ref().take(count.unwrap_or(1)).collect();
        // Writing to a String never fails.
        let _ = match count {
            None => writeln!(text, "    {name}: {},", values.concat()),
            Some(_) => {
                let lines = values
                    .chunks(8)
                    .map(|line| format!("        {},\n", line.join(", ")));
                writeln!(text, "    {name}: [\n{}    ],", lines.collect::<String>())
            }
        };
    }
    text.push_str("}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::super::evaluator::HceEvaluator;
    use super::*;
    use crate::board::CastlingMode;

    #[test]
    fn the_trace_reproduces_the_evaluation() {
        let weights = current_weights();
        let text = include_str!("../../../tests/data/perft_standard.epd");
        let mut count = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let fen = line.split(';').next().unwrap_or(line);
            let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
            let Some(linear) = EvalTrace::new(&position) else {
                continue;
            };
            let linear = linear.evaluate(&weights);
            let value = HceEvaluator::new().evaluate(&position, &PsqtAccumulator::of(&position));
            // The evaluation rounds twice.
            let difference = (value.raw() as f32 - linear).abs();
            assert!(difference < 2.5, "{fen}: {value:?} {linear}");
            count += 1;
        }
        assert!(count > 300);
    }

    #[test]
    fn the_current_weights_match_the_source() {
        assert_eq!(
            weights_to_source(&current_weights()),
            include_str!("values.rs")
        );
    }
}
