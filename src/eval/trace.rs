//! Traces of the evaluation for Texel tuning (<https://www.chessprogramming.org/Texel%27s_Tuning_Method>): the
//! coefficient of each weight in a position. Also writes the weights as source code.

use std::fmt::Write;
use std::ops::{Add, AddAssign, Sub};

use super::tapered::Tapered;
use super::term_score::TermScore;

/// A weight: its middlegame and its endgame value in centipawns.
pub type Weight = [f32; 2];

/// The evaluation of a position as a linear function of the weights, for the side to move:
/// constant + Σ coefficient · (middlegame · weight's middlegame value + endgame · weight's endgame value).
/// Non-linear parts, such as the scale factor of drawish endgames, are frozen at the current weights.
#[derive(Clone, Debug, PartialEq)]
pub struct EvalTrace {
    /// Weights, by their place in the table, and how often they count.
    pub coefficients: Vec<(u16, i16)>,
    /// Factor of middlegame values, 0 to 1.
    pub middlegame: f32,
    /// Factor of endgame values, 0 to 1.
    pub endgame: f32,
    /// Centipawns independent of the weights.
    pub constant: f32,
}

impl EvalTrace {
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

/// A sum of terms as coefficients.
#[derive(Clone, Debug, Default)]
pub(in crate::eval) struct Coefficients {
    /// Pairs of index and coefficient; an index may occur several times.
    added: Vec<(u16, i32)>,
    /// Middlegame and endgame value of the non-linear terms.
    pub(in crate::eval) constant: [i32; 2],
}

impl Coefficients {
    fn append(&mut self, other: Coefficients) {
        self.added.extend(other.added);
        for (sum, more) in self.constant.iter_mut().zip(other.constant) {
            *sum += more;
        }
    }

    /// Sums by index, in order, without zeros, times `sign`.
    pub(in crate::eval) fn into_sorted(mut self, sign: i32) -> Vec<(u16, i16)> {
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

    fn add_weight(&mut self, weight: u16, coefficient: i32) {
        self.added.push((weight, coefficient));
    }

    fn add_constant(&mut self, value: Tapered) {
        self.constant[0] += value.middlegame();
        self.constant[1] += value.endgame();
    }
}

/// The weights of a table with these `fields` as source code.
pub(in crate::eval) fn weights_to_source(
    table: &str,
    fields: &[(&str, Option<usize>)],
    weights: &[Weight],
) -> String {
    let mut text = format!("// Written by `diglot tune`.\n{table} {{\n");
    let mut rest = weights.iter().map(|[middlegame, endgame]| {
        format!(
            "w({}, {})",
            middlegame.round() as i32,
            endgame.round() as i32
        )
    });
    for &(name, count) in fields {
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
