//! Style against strong humans (anti-human play), after the setting of Rebel Century
//! (<https://www.chessprogramming.org/Anti-Computer_Chess> tells what it is meant to counter).
//!
//! Humans beat programs in closed positions, and hold them once the queens are off. So the evaluation has a
//! malus, from the engine's view, for pawns that block each other and for queens that have left the board.
//! The malus fades as pieces are exchanged, and is zero without knights, bishops and rooks.

use crate::board::{Position, mix_bits};
use crate::types::{Bitboard, Color, PieceType, Score};

/// How much the engine avoids closed positions and early queen exchanges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AntiGm {
    /// Not at all.
    #[default]
    Off,
    /// A little.
    Active,
    /// Much.
    Strong,
    /// Much in even and worse positions, less the more the engine is ahead: then exchanges win.
    Smart,
}

/// The term of the evaluation for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AntiGmStyle {
    level: AntiGm,
    /// The engine's side.
    side: Color,
}

/// Each malus in centipawns with all pieces on the board.
struct Weights {
    /// A side has no queen.
    queens: i32,
    /// Each ram: two pawns that block each other.
    ram: i32,
    /// Each ram on the files c to f, in addition.
    central_ram: i32,
}

const ACTIVE: Weights = Weights {
    queens: 25,
    ram: 5,
    central_ram: 5,
};

const STRONG: Weights = Weights {
    queens: 60,
    ram: 10,
    central_ram: 10,
};

/// Knights, bishops and rooks of both sides at the start of a game.
const ALL_PIECES: i32 = 12;

/// The engine's advantages in centipawns between which the smart style fades.
const SMART_FADE: std::ops::Range<i32> = 100..250;

impl AntiGmStyle {
    /// The style of a search in which the engine plays `side`; `None` if it is off.
    pub fn new(level: AntiGm, side: Color) -> Option<AntiGmStyle> {
        (level != AntiGm::Off).then_some(AntiGmStyle { level, side })
    }

    /// Keeps the entries of this style in the transposition table apart from all others: their scores
    /// contain its term.
    pub(crate) fn tt_salt(self) -> u64 {
        mix_bits(0x616e_7469_676d_0000 | (self.level as u64) << 1 | self.side.index() as u64)
    }

    /// Adds the malus to an evaluation from the view of the side to move.
    pub(crate) fn adjust(self, position: &Position, score: Score) -> Score {
        let sign = if position.side_to_move() == self.side {
            1
        } else {
            -1
        };
        let malus = match self.level {
            AntiGm::Off => 0,
            AntiGm::Active => malus(position, &ACTIVE),
            AntiGm::Strong => malus(position, &STRONG),
            AntiGm::Smart => {
                let range = SMART_FADE.end - SMART_FADE.start;
                let kept = (SMART_FADE.end - sign * score.raw()).clamp(0, range);
                malus(position, &STRONG) * kept / range
            }
        };
        Score::cp(score.raw() - sign * malus)
    }
}

/// The malus of a position, in centipawns.
fn malus(position: &Position, weights: &Weights) -> i32 {
    let pieces = position.of_type(PieceType::Knight)
        | position.of_type(PieceType::Bishop)
        | position.of_type(PieceType::Rook);
    let rams = rams(position);
    let mut malus = weights.ram * rams.count() as i32;
    malus += weights.central_ram * (rams & central_files()).count() as i32;
    let is_without_queen = |color| position.pieces(color, PieceType::Queen).is_empty();
    if is_without_queen(Color::White) || is_without_queen(Color::Black) {
        malus += weights.queens;
    }
    malus * (pieces.count() as i32).min(ALL_PIECES) / ALL_PIECES
}

/// The white pawns with a black pawn right before them.
fn rams(position: &Position) -> Bitboard {
    let pawns = |color| position.pieces(color, PieceType::Pawn);
    pawns(Color::White) & pawns(Color::Black).forward(Color::Black)
}

/// The files c to f.
fn central_files() -> Bitboard {
    (2..=5).map(Bitboard::file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::test_util::position;

    const CLOSED: &str = "r1bq1rk1/pp1n1pp1/2n1p2p/2ppP3/3P1P2/2PB1N2/PP4PP/RNBQ1RK1 w - - 0 1";
    const NO_QUEENS: &str = "rnb1kbnr/ppp2ppp/8/4p3/4P3/8/PPP2PPP/RNB1KBNR w KQkq - 0 1";

    /// The change of a score by a style of this side, from the view of White, who is on move.
    fn added(level: AntiGm, side: Color, fen: &str, score: i32) -> i32 {
        let style = AntiGmStyle::new(level, side).unwrap();
        style.adjust(&position(fen), Score::cp(score)).raw() - score
    }

    #[test]
    fn the_start_of_a_game_is_neither_closed_nor_without_queens() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(added(AntiGm::Strong, Color::White, start, 20), 0);
        assert_eq!(AntiGmStyle::new(AntiGm::Off, Color::White), None);
    }

    #[test]
    fn closed_positions_and_missing_queens_are_disliked_by_the_engines_side() {
        for fen in [CLOSED, NO_QUEENS] {
            let active = added(AntiGm::Active, Color::White, fen, 0);
            let strong = added(AntiGm::Strong, Color::White, fen, 0);
            assert!(strong < active && active < 0, "{fen}: {strong} {active}");
            assert_eq!(added(AntiGm::Strong, Color::Black, fen, 0), -strong);
        }
        // Two rams on the central files, 11 of 12 pieces.
        assert_eq!(
            added(AntiGm::Active, Color::White, CLOSED, 0),
            -20 * 11 / 12
        );
    }

    #[test]
    fn the_malus_fades_as_pieces_are_exchanged() {
        let fewer = "r3kb1r/ppp2ppp/8/4p3/4P3/8/PPP2PPP/R3KB1R w KQkq - 0 1";
        let none = "4k3/ppp2ppp/8/4p3/4P3/8/PPP2PPP/4K3 w - - 0 1";
        let [all, fewer, none] =
            [NO_QUEENS, fewer, none].map(|fen| added(AntiGm::Strong, Color::White, fen, 0));
        assert!(all < fewer && fewer < none);
        assert_eq!(none, 0);
    }

    #[test]
    fn the_smart_style_welcomes_exchanges_when_it_is_ahead() {
        let at = |score| added(AntiGm::Smart, Color::White, NO_QUEENS, score);
        assert_eq!(at(0), added(AntiGm::Strong, Color::White, NO_QUEENS, 0));
        assert_eq!(at(-500), at(0));
        assert!(at(0) < at(175) && at(175) < 0);
        assert_eq!(at(250), 0);
        // A better position never becomes a worse one.
        assert!((-100..400).all(|score| score + at(score) <= score + 1 + at(score + 1)));
    }

    #[test]
    fn styles_have_their_own_entries_in_the_transposition_table() {
        let mut salts = Vec::new();
        for level in [AntiGm::Active, AntiGm::Strong, AntiGm::Smart] {
            for side in [Color::White, Color::Black] {
                let salt = AntiGmStyle::new(level, side).map_or(0, AntiGmStyle::tt_salt);
                assert!(salt != 0 && !salts.contains(&salt));
                salts.push(salt);
            }
        }
    }
}
