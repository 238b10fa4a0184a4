//! Positions and moves of the variants, damaged.

use diglot::board::{AnyPosition, CastlingMode, variant};
use proptest::prelude::*;

use super::mutation::mutated;
use crate::properties::notation::check_variant;
use crate::support::data_lines;

/// Positions of all variants with some moves, as [`check_variant`] reads them.
fn lines_of_play() -> Vec<Vec<u8>> {
    let lines = data_lines("perft_variants.epd").into_iter();
    let plays = lines.filter(|line| !line.is_empty()).map(|line| {
        let mut fields = line.split(';');
        let (name, fen) = (fields.next().unwrap(), fields.next().unwrap());
        let found = AnyPosition::from_fen(variant(name), fen, CastlingMode::Chess960);
        let mut position = found.unwrap().0;
        let mut text = format!("{name};{fen}\n");
        for ply in 0..8 {
            let legal = position.legal_moves();
            let Some(&m) = legal.get((ply * 37 + 5) % legal.len().max(1)) else {
                break;
            };
            text += &match ply % 2 {
                0 => position.to_san(m),
                _ => position.to_coordinate(m, true),
            };
            text.push('\n');
            position = position.after(m);
        }
        text.into_bytes()
    });
    plays.collect()
}

#[test]
fn positions_and_moves_of_variants_hold() {
    for line in lines_of_play() {
        check_variant(std::str::from_utf8(&line).unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn damaged_positions_and_moves_of_variants_are_read_or_rejected(
        bytes in mutated(lines_of_play()),
    ) {
        check_variant(&String::from_utf8_lossy(&bytes));
    }
}
