//! The terms of the hand-crafted evaluation by colour, for a reader.

use super::king_safety;
use super::passed_pawns;
use super::pawn_structure;
use super::pieces::Attacks;
use super::psqt::{PsqtAccumulator, side_material_and_squares};
use super::scale_factor::scale_factor;
use super::terms::{TEMPO, stronger_side};
use super::threats;
use crate::board::Position;
use crate::eval::tapered::Tapered;
use crate::types::{Bitboard, Color};

/// Names of the terms, in the order of [`Breakdown::terms`].
const NAMES: [&str; 6] = [
    "material and squares",
    "pawn structure",
    "pieces",
    "passed pawns",
    "threats",
    "king safety",
];

/// The evaluation of a position taken apart.
pub struct Breakdown {
    /// For each term the values of White's and of Black's pieces, each for its own side.
    terms: [[Tapered; 2]; 6],
    phase: i32,
    scale_factor: i32,
}

impl Breakdown {
    /// Takes the evaluation of a position apart.
    pub fn new(position: &Position) -> Breakdown {
        let mut passed = Bitboard::EMPTY;
        let structure = Color::ALL.map(|us| pawn_structure::side(position, us, &mut passed));
        let attacks = Color::ALL.map(|us| Attacks::<Tapered>::new(position, us));
        let by_color = |term: &dyn Fn(Color, usize, usize) -> Tapered| {
            [term(Color::White, 0, 1), term(Color::Black, 1, 0)]
        };
        let terms = [
            Color::ALL.map(|us| side_material_and_squares(position, us)),
            structure,
            by_color(&|_, own, _| attacks[own].piece_score),
            by_color(&|us, own, enemy| {
                passed_pawns::score(position, passed, us, &attacks[own], &attacks[enemy])
            }),
            by_color(&|us, own, enemy| {
                threats::score(position, us, &attacks[own], &attacks[enemy])
            }),
            by_color(&|us, own, enemy| {
                king_safety::score(position, us, &attacks[own], &attacks[enemy])
            }),
        ];
        let mut breakdown = Breakdown {
            terms,
            phase: PsqtAccumulator::of(position).phase(),
            scale_factor: Tapered::FULL_SCALE,
        };
        let [white, black] = breakdown.totals();
        breakdown.scale_factor = scale_factor(position, stronger_side(white - black));
        breakdown
    }

    /// The sums of all terms of White and of Black.
    fn totals(&self) -> [Tapered; 2] {
        let mut totals = [Tapered::ZERO; 2];
        for term in self.terms {
            totals[0] += term[0];
            totals[1] += term[1];
        }
        totals
    }

    /// A table in pawns: middlegame and endgame value of each term for White, for Black, and White less Black.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!(
                "{:21}{:>15}{:>15}{:>15}",
                "HCE term", "White", "Black", "difference"
            ),
            format!("{:21}{}", "", format!("{:>8}{:>7}", "mg", "eg").repeat(3)),
        ];
        let mut row = |name: &str, [white, black]: [Tapered; 2]| {
            let values: String = [white, black, white - black].map(pawns).concat();
            lines.push(format!("{name:21}{values}"));
        };
        for (name, term) in NAMES.into_iter().zip(self.terms) {
            row(name, term);
        }
        row("total", self.totals());
        lines.push(format!(
            "Game phase {}/{} (middlegame/endgame), scale factor of the endgame {}/{}, tempo {:+.2}",
            self.phase,
            Tapered::MAX_PHASE,
            self.scale_factor,
            Tapered::FULL_SCALE,
            f64::from(TEMPO) / 100.0
        ));
        lines
    }
}

fn pawns(value: Tapered) -> String {
    let [middlegame, endgame] =
        [value.middlegame(), value.endgame()].map(|value| f64::from(value) / 100.0);
    format!("{middlegame:>8.2}{endgame:>7.2}")
}

#[cfg(test)]
mod tests {
    use super::super::evaluator::HceEvaluator;
    use super::*;
    use crate::board::CastlingMode;
    use crate::eval::endgame;
    use crate::types::Score;

    #[test]
    fn the_parts_add_up_to_the_evaluation() {
        let text = include_str!("../../../tests/data/perft_standard.epd");
        let mut count = 0;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let fen = line.split(';').next().unwrap_or(line);
            let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
            let breakdown = Breakdown::new(&position);
            let [white, black] = breakdown.totals();
            let total = white - black;
            if endgame::evaluate(&position).is_some()
                || endgame::cannot_win(&position, stronger_side(total))
            {
                continue;
            }
            let value = total.interpolate(breakdown.phase, breakdown.scale_factor);
            let own = match position.side_to_move() {
                Color::White => value,
                Color::Black => -value,
            };
            let expected = HceEvaluator::new().evaluate(&position, &PsqtAccumulator::of(&position));
            assert_eq!(Score::cp(own + TEMPO), expected, "{fen}");
            count += 1;
        }
        assert!(count > 300);
    }

    #[test]
    fn the_start_position_is_balanced_term_by_term() {
        let lines = Breakdown::new(&Position::startpos()).lines();
        assert_eq!(lines.len(), 2 + NAMES.len() + 2);
        for line in &lines[2..9] {
            assert!(line.ends_with("    0.00   0.00"), "{line}");
        }
        assert!(lines[9].starts_with("Game phase 24/24"), "{}", lines[9]);
    }
}
