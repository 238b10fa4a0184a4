//! Random games for tests.

use std::path::Path;

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::game::{GameRecord, PackedGame};
use super::game_file::GameWriter;
use super::start::StartPosition;
use super::termination::Termination;
use crate::board::{CastlingMode, KeyHistory, Position};
use crate::types::{Color, Score};

/// A game of random moves from one of all kinds of start positions, with scores that sometimes jump.
pub(super) fn record(number: u64) -> GameRecord {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(number);
    let start = match number % 3 {
        0 => StartPosition::Standard,
        1 => StartPosition::Chess960(random.random_range(0..960), random.random_range(0..960)),
        _ => StartPosition::Position(position(&mut random)),
    };
    let mut record = GameRecord {
        number,
        start,
        opening: Vec::new(),
        moves: Vec::new(),
        winner: Some(*Color::ALL.choose(&mut random).unwrap()),
        termination: Termination::WinAdjudicated,
    };
    let mut position = start.position().unwrap();
    let mut history = KeyHistory::default();
    let opening = random.random_range(0..10);
    let mut score = 0;
    let plies = random.random_range(0..300);
    for ply in 0.. {
        if let Some(outcome) = position.outcome(&history) {
            (record.termination, record.winner) = Termination::from_outcome(outcome);
            break;
        }
        if ply == plies {
            break;
        }
        let m = *position.legal_moves().choose(&mut random).unwrap();
        score = match random.random_range(0..20) {
            0 => random.random_range(-32_000..=32_000),
            _ => (random.random_range(-60..=60) - score).clamp(-32_000, 32_000),
        };
        if ply < opening {
            record.opening.push(m);
        } else {
            record.moves.push((m, Score::from_tt(score as i16, 0)));
        }
        history.push(position.key());
        position = position.after(m);
    }
    record
}

/// A position with castling, en passant or clocks, or one reached by random moves from it.
fn position(random: &mut Xoshiro256PlusPlus) -> Position {
    let fens = [
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2",
        "1r2k1r1/8/8/8/8/8/8/R3K1R1 b Qg - 17 60",
        "8/8/8/8/8/2k5/8/K6q w - - 99 150",
        "4k3/8/8/8/8/8/PPP5/4K3 b - - 0 65535",
    ];
    let fen = fens.choose(random).unwrap();
    let mut position = Position::from_fen(fen, CastlingMode::Chess960).unwrap().0;
    for _ in 0..random.random_range(0..6) {
        let legal = position.legal_moves();
        let Some(&m) = legal.choose(random) else {
            break;
        };
        position = position.after(m);
    }
    position
}

/// Packed games.
pub(super) fn games(count: u64) -> Vec<PackedGame> {
    let pack = |number| record(number).pack().unwrap();
    (0..count).map(pack).collect()
}

/// The bytes of a file with these games.
pub(super) fn file(text: &str, games: &[PackedGame]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = GameWriter::new(&mut bytes, Path::new("f"), text).unwrap();
    for game in games {
        writer.write(game).unwrap();
    }
    bytes
}
