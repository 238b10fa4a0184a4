//! Evaluations as linear functions of the weights, for tuning, and the weights as source.

use std::fmt::Write;
use std::ops::{Add, AddAssign, Sub};
use std::sync::LazyLock;

use super::piece_square::{PsqtAccumulator, material_and_squares};
use super::sum::TermScore;
use super::tapered::Tapered;
use super::weights::{HceWeights, WEIGHTS};
use super::{TEMPO, Terms, endgame, pawns, scale, stronger_side};
use crate::board::Position;
use crate::types::Color;

/// A weight: its middlegame and its endgame value in centipawns.
pub type Weight = [f32; 2];

/// The evaluation of a position as a function of the weights, from the view of the side to move:
/// constant + Σ count · (middlegame · weight's middlegame value + endgame · weight's endgame value).
/// What depends on weights in other ways, as the scale of drawish endgames, is what it is with the weights there are.
#[derive(Clone, Debug, PartialEq)]
pub struct EvalTrace {
    /// HceWeights, by their place in [`current_weights`], and how often they count.
    pub coefficients: Vec<(u16, i16)>,
    /// How much middlegame values count, 0 to 1.
    pub middlegame: f32,
    /// How much endgame values count, 0 to 1.
    pub endgame: f32,
    /// What depends on no weight.
    pub constant: f32,
}

impl EvalTrace {
    /// That of a position; `None` if a rule about endgames tells its value.
    pub fn new(position: &Position) -> Option<EvalTrace> {
        if endgame::evaluate(position).is_some() {
            return None;
        }
        let sums = PsqtAccumulator::of(position);
        let (structure, passed) = pawns::structure(position);
        let total: Tapered = Terms::new(position, sums.score, structure, passed).total();
        let stronger = stronger_side(total);
        if endgame::cannot_win(position, stronger) {
            return None;
        }
        let scale = scale::endgame_scale(position, stronger);
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
            coefficients: trace.counts(sign),
            middlegame,
            endgame,
            constant: sign as f32 * constant + TEMPO as f32,
        })
    }

    /// The evaluation with these weights, in centipawns.
    pub fn evaluate(&self, weights: &[Weight]) -> f32 {
        let mut sums = [0.0; 2];
        for &(place, count) in &self.coefficients {
            let [middlegame, endgame] = weights[usize::from(place)];
            sums[0] += f32::from(count) * middlegame;
            sums[1] += f32::from(count) * endgame;
        }
        self.middlegame * sums[0] + self.endgame * sums[1] + self.constant
    }
}

/// How often each weight has been added, White's view.
#[derive(Clone, Debug, Default)]
struct Coefficients {
    added: Vec<(u16, i32)>,
    /// Middlegame and endgame values of what is not linear.
    constant: [i32; 2],
}

impl Coefficients {
    fn new(position: &Position) -> Coefficients {
        let (structure, passed) = pawns::structure(position);
        Terms::new(position, material_and_squares(position), structure, passed).total()
    }

    fn append(&mut self, other: Coefficients) {
        self.added.extend(other.added);
        for (sum, more) in self.constant.iter_mut().zip(other.constant) {
            *sum += more;
        }
    }

    /// The weights that do not cancel out, each once, in order.
    fn counts(mut self, sign: i32) -> Vec<(u16, i16)> {
        self.added.sort_unstable_by_key(|&(place, _)| place);
        let groups = self.added.chunk_by(|a, b| a.0 == b.0);
        let sums = groups.map(|group| {
            let sum: i32 = group.iter().map(|&(_, count)| count).sum();
            (group[0].0, (sign * sum) as i16)
        });
        sums.filter(|&(_, count)| count != 0).collect()
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
            .for_each(|(_, count)| *count = -*count);
        other.constant = other.constant.map(|value| -value);
        self.append(other);
        self
    }
}

impl TermScore for Coefficients {
    type Weight = u16;

    fn weights() -> &'static HceWeights<u16> {
        static PLACES: LazyLock<HceWeights<u16>> = LazyLock::new(|| {
            let mut places = 0..;
            WEIGHTS.map(&mut |_| places.next().unwrap_or(u16::MAX))
        });
        &PLACES
    }

    fn add_weight(&mut self, weight: u16, count: i32) {
        self.added.push((weight, count));
    }

    fn add_constant(&mut self, value: Tapered) {
        self.constant[0] += value.middlegame();
        self.constant[1] += value.endgame();
    }
}

/// The weights that the evaluation has.
pub fn current_weights() -> Vec<Weight> {
    let mut weights = Vec::new();
    WEIGHTS.map(&mut |value| {
        weights.push([value.middlegame() as f32, value.endgame() as f32]);
    });
    weights
}

/// The weights as source of the table, `src/eval/hce/values.rs`.
pub fn weights_to_source(weights: &[Weight]) -> String {
    let mut text = "// Written by `diglot tune`.\nWeights {\n".to_owned();
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
    use super::super::HceEvaluator;
    use super::*;
    use crate::board::CastlingMode;

    #[test]
    fn the_linear_function_is_the_evaluation() {
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
    fn the_table_is_written_as_it_stands() {
        assert_eq!(
            weights_to_source(&current_weights()),
            include_str!("values.rs")
        );
    }
}
