//! The variants: one row each, with what differs from chess.

use super::movement::Movement;
use super::variant::{
    CastlingRule, DeadPosition, DoubleStep, Goal, LastPiece, Pocket, Royalty, Stalemate, Variant,
};
use crate::board::ending::FIFTY_MOVES;
use crate::types::PieceType;

const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Chess, from which the rows differ.
const CHESS: Variant = Variant {
    name: "chess",
    aliases: &[],
    start_fen: START_FEN,
    letters: ['P', 'N', 'B', 'R', 'Q', 'K'],
    movements: [
        Movement::Pawn,
        Movement::Knight,
        Movement::Bishop,
        Movement::Rook,
        Movement::Queen,
        Movement::King,
    ],
    is_cylinder: false,
    royalty: Royalty::Both,
    castling: CastlingRule::Standard,
    promotions: &PieceType::PROMOTIONS,
    double_step: DoubleStep::SecondRank,
    pocket: Pocket::Never,
    explodes: false,
    must_capture: false,
    may_check: true,
    checks: 0,
    goal: Goal::Never,
    stalemate: Stalemate::Draw,
    checkmate_wins: false,
    last_piece: LastPiece::Nothing,
    dead_position: DeadPosition::Chess,
    move_rule: Some(FIFTY_MOVES),
    see_values: [100, 320, 330, 500, 950, 0],
};

/// Antichess, from which its relatives differ.
const ANTICHESS: Variant = Variant {
    name: "antichess",
    aliases: &["anti"],
    start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
    royalty: Royalty::Neither,
    castling: CastlingRule::Never,
    promotions: &[
        PieceType::Queen,
        PieceType::Rook,
        PieceType::Bishop,
        PieceType::Knight,
        PieceType::King,
    ],
    must_capture: true,
    stalemate: Stalemate::Win,
    last_piece: LastPiece::NoPiecesWins,
    dead_position: DeadPosition::Bishops,
    ..CHESS
};

const CRAZYHOUSE: Variant = Variant {
    name: "crazyhouse",
    aliases: &["house", "zh"],
    start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    pocket: Pocket::Own,
    dead_position: DeadPosition::Crazyhouse,
    move_rule: None,
    // On the board: captures change hands, so that the difference is twice as much.
    see_values: [200, 480, 480, 600, 1000, 0],
    ..CHESS
};

/// All variants but chess.
pub static VARIANTS: [Variant; 18] = [
    Variant {
        name: "nocastle",
        castling: CastlingRule::Never,
        start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        ..CHESS
    },
    Variant {
        name: "wildcastle",
        castling: CastlingRule::TwoSquares,
        ..CHESS
    },
    Variant {
        name: "3check",
        aliases: &["threecheck"],
        start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
        checks: 3,
        dead_position: DeadPosition::BareKings,
        ..CHESS
    },
    Variant {
        name: "kingofthehill",
        aliases: &["koth"],
        goal: Goal::Center,
        dead_position: DeadPosition::Never,
        ..CHESS
    },
    CRAZYHOUSE,
    Variant {
        name: "bughouse",
        aliases: &[],
        pocket: Pocket::Partner,
        dead_position: DeadPosition::Never,
        ..CRAZYHOUSE
    },
    ANTICHESS,
    Variant {
        name: "giveaway",
        aliases: &[],
        castling: CastlingRule::Standard,
        start_fen: START_FEN,
        ..ANTICHESS
    },
    Variant {
        name: "suicide",
        aliases: &[],
        stalemate: Stalemate::FewerPieces,
        ..ANTICHESS
    },
    Variant {
        name: "losers",
        must_capture: true,
        stalemate: Stalemate::Win,
        checkmate_wins: true,
        last_piece: LastPiece::BareKingWins,
        dead_position: DeadPosition::Never,
        ..CHESS
    },
    Variant {
        name: "atomic",
        explodes: true,
        dead_position: DeadPosition::Atomic,
        ..CHESS
    },
    Variant {
        name: "horde",
        start_fen: "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
        royalty: Royalty::BlackOnly,
        double_step: DoubleStep::FirstTwoRanks,
        last_piece: LastPiece::NoPiecesLoses,
        dead_position: DeadPosition::Never,
        ..CHESS
    },
    Variant {
        name: "racingkings",
        start_fen: "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
        castling: CastlingRule::Never,
        may_check: false,
        goal: Goal::LastRank,
        dead_position: DeadPosition::Never,
        ..CHESS
    },
    // The royal king moves like a knight; the pieces in the places of the knights move like a king.
    Variant {
        name: "knightmate",
        start_fen: "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1",
        letters: ['P', 'M', 'B', 'R', 'Q', 'K'],
        movements: [
            Movement::Pawn,
            Movement::King,
            Movement::Bishop,
            Movement::Rook,
            Movement::Queen,
            Movement::Knight,
        ],
        dead_position: DeadPosition::BareKings,
        ..CHESS
    },
    // The bishops are elephants (alfils), the queen is a ferz.
    Variant {
        name: "shatranj",
        start_fen: "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1",
        movements: [
            Movement::Pawn,
            Movement::Knight,
            Movement::Alfil,
            Movement::Rook,
            Movement::Ferz,
            Movement::King,
        ],
        castling: CastlingRule::Never,
        promotions: &[PieceType::Queen],
        double_step: DoubleStep::Never,
        stalemate: Stalemate::Loss,
        last_piece: LastPiece::BareKingLoses,
        dead_position: DeadPosition::BareKings,
        move_rule: Some(140),
        see_values: [100, 400, 140, 650, 180, 0],
        ..CHESS
    },
    Variant {
        name: "berolina",
        movements: [
            Movement::BerolinaPawn,
            Movement::Knight,
            Movement::Bishop,
            Movement::Rook,
            Movement::Queen,
            Movement::King,
        ],
        ..CHESS
    },
    Variant {
        name: "cylinder",
        is_cylinder: true,
        dead_position: DeadPosition::BareKings,
        ..CHESS
    },
    Variant {
        name: "twokings",
        start_fen: "rnbqkknr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKKNR w KQkq - 0 1",
        royalty: Royalty::First,
        dead_position: DeadPosition::BareKings,
        see_values: [100, 320, 330, 500, 950, 350],
        ..CHESS
    },
];

/// Chess by the table of rules, to compare it with [`Standard`](crate::board::Standard).
pub static FAIRY_CHESS: Variant = CHESS;
