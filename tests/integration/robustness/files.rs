//! Damaged files.

use diglot::data::{GameRecord, GameWriter, StartPosition, Termination};
use diglot::types::Score;
use proptest::prelude::*;

use super::mutation::{mutated, shuffled_lines};
use crate::properties::book::check_book;
use crate::properties::games::{check_file, check_game};
use crate::properties::network::check_network;
use crate::properties::pgn::check_pgn;
use crate::properties::settings::check_settings;
use crate::support::random_network::network;

const PGN: &str = "[Event \"x\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 {a} (1. e3 $1) Kd7 ; b\n2. e5 1-0\n\n\
    [Event \"y\"]\n[Variant \"Chess960\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *\n";

const SETTINGS: &[&str] = &[
    "# Settings of Diglot",
    "Move Overhead=20",
    "Contempt = -5",
    "Ponder=true",
    "UCI_Elo=2000",
    "Skill Level=20",
    "Save Settings=",
    "MultiPV",
    "=",
    "\u{feff}Book Depth=3",
];

/// A file with two games.
fn games() -> (Vec<u8>, Vec<u8>) {
    let mut file = Vec::new();
    let mut writer = GameWriter::new(&mut file, "games".as_ref(), "two games").unwrap();
    let mut last = Vec::new();
    for (start, number) in [
        (StartPosition::Standard, 1),
        (StartPosition::Chess960(5, 700), 2),
    ] {
        let mut position = start.position().unwrap();
        let mut moves = Vec::new();
        for ply in 0..20 {
            let legal = position.legal_moves();
            let m = legal[ply * 7 % legal.len()];
            position = position.after(m);
            moves.push(m);
        }
        let opening = moves.drain(..4).collect();
        let scores = (0..16).map(|score| Score::cp(score * 9 - 50));
        let record = GameRecord {
            number,
            start,
            opening,
            moves: moves.into_iter().zip(scores).collect(),
            winner: None,
            termination: Termination::DrawAdjudicated,
        };
        let game = record.pack().unwrap();
        writer.write(&game).unwrap();
        last = game.bytes().to_vec();
    }
    (file, last)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None, // proptest prints the minimal input, which becomes a file of `tests/data/fuzz`
        ..ProptestConfig::default()
    })]

    #[test]
    fn damaged_books_are_rejected_or_give_legal_moves(
        bytes in mutated(vec![include_bytes!("../../data/book.bin")[..4096].to_vec()]),
    ) {
        check_book(&bytes);
    }

    #[test]
    fn damaged_games_are_rejected_or_valid(
        file in mutated(vec![games().0]),
        game in mutated(vec![games().1]),
    ) {
        check_file(&file);
        check_game(&game);
    }

    #[test]
    fn damaged_networks_are_rejected_or_evaluate(bytes in mutated(vec![network(32, 1).to_bytes()])) {
        check_network(&bytes);
    }

    #[test]
    fn damaged_pgn_is_read_or_rejected(bytes in mutated(vec![PGN.into()])) {
        check_pgn(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 30, // each starts an engine
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn broken_settings_are_skipped(text in shuffled_lines(SETTINGS, 12)) {
        check_settings(&text);
    }
}
