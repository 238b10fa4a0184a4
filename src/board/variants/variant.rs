//! The rules of a variant as data.

use super::movement::Movement;
use crate::types::PieceType;

/// Whose king is royal: it must not be left in check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Royalty {
    /// The only king of each side.
    Both,
    /// The king of Black; White has none (horde).
    BlackOnly,
    /// The first king of each side in the order a1, a2, … h8 (two kings). The others are ordinary pieces.
    First,
    /// No king: kings are ordinary pieces (antichess).
    Neither,
}

/// How a side castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingRule {
    /// There is no castling.
    Never,
    /// As in chess and Chess960.
    Standard,
    /// The king stands on the d-file or the e-file and moves two squares towards the rook (wild castle).
    TwoSquares,
}

/// From where a pawn may make a double step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoubleStep {
    /// From nowhere.
    Never,
    /// From its second rank.
    SecondRank,
    /// From its first and second rank (horde). One from the first rank cannot be captured en passant.
    FirstTwoRanks,
}

/// Where captured pieces go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pocket {
    /// Out of the game.
    Never,
    /// To the pocket of the side that captures, which may drop them (crazyhouse).
    Own,
    /// To the partner on another board, who may drop them (bughouse).
    Partner,
}

/// A place for the king that wins the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// No place does.
    Never,
    /// The squares d4, e4, d5 and e5 (king of the hill).
    Center,
    /// The eighth rank for both sides; Black may draw level at once (racing kings).
    LastRank,
}

/// Value of a stalemate for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalemate {
    /// A draw.
    Draw,
    /// The stalemated side loses.
    Loss,
    /// The stalemated side wins.
    Win,
    /// The side with fewer pieces wins; equal numbers are a draw (suicide).
    FewerPieces,
}

/// The meaning of the loss of the last pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastPiece {
    /// Nothing.
    Nothing,
    /// A side without pieces loses (horde).
    NoPiecesLoses,
    /// A side without pieces wins (antichess).
    NoPiecesWins,
    /// A side with only its king wins (losers).
    BareKingWins,
    /// A side with only its king loses, unless it can at once leave the opponent with only its king (shatranj).
    BareKingLoses,
}

/// When neither side can win any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadPosition {
    /// Never.
    Never,
    /// With the material with which nobody can mate in chess.
    Chess,
    /// With two kings and nothing else.
    BareKings,
    /// With the material with which nobody can explode or mate a king (atomic).
    Atomic,
    /// With no more than three pieces, of which none is a pawn, rook or queen, pockets included (crazyhouse).
    Crazyhouse,
    /// With bishops that can never meet (antichess).
    Bishops,
}

/// A chess variant on the board of 8×8 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Name in UCI (`UCI_Variant`) and mostly in CECP.
    pub name: &'static str,
    /// Other names, in lower case and without spaces and punctuation.
    pub aliases: &'static [&'static str],
    /// FEN of the start position.
    pub start_fen: &'static str,
    /// Upper-case letters of the piece types, by [`PieceType::index`].
    pub letters: [char; 6],
    /// How the piece types move, by [`PieceType::index`].
    pub movements: [Movement; 6],
    /// The a-file and the h-file are neighbours.
    pub is_cylinder: bool,
    /// Whose king is royal.
    pub royalty: Royalty,
    /// How a side castles.
    pub castling: CastlingRule,
    /// The piece types to which a pawn promotes, the most valuable first.
    pub promotions: &'static [PieceType],
    /// From where a pawn may make a double step.
    pub double_step: DoubleStep,
    /// Where captured pieces go.
    pub pocket: Pocket,
    /// A capture removes the capturing piece and all pieces but pawns around it (atomic).
    pub explodes: bool,
    /// A side that can capture has to.
    pub must_capture: bool,
    /// A move may give check.
    pub may_check: bool,
    /// Number of checks that win the game; 0 if none do.
    pub checks: u8,
    /// A place for the king that wins the game.
    pub goal: Goal,
    /// Value of a stalemate.
    pub stalemate: Stalemate,
    /// The checkmated side wins (losers).
    pub checkmate_wins: bool,
    /// The meaning of the loss of the last pieces.
    pub last_piece: LastPiece,
    /// When neither side can win any more.
    pub dead_position: DeadPosition,
    /// Plies without capture or pawn move after which the game is drawn; `None` if it never is.
    pub move_rule: Option<u16>,
    /// Piece values in exchanges, in centipawns, by [`PieceType::index`].
    pub see_values: [i32; 6],
}

impl Variant {
    /// Whether pieces can be dropped.
    pub fn has_drops(&self) -> bool {
        self.pocket != Pocket::Never
    }

    /// Whether `name`, in lower case, is the name or another name of the variant.
    pub(super) fn is_named(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// The piece type of a letter in either case.
    pub fn piece_type(&self, letter: char) -> Option<PieceType> {
        let letter = letter.to_ascii_uppercase();
        let index = self.letters.iter().position(|&own| own == letter)?;
        PieceType::from_index(index)
    }

    /// How a piece type moves.
    #[inline]
    pub fn movement(&self, piece_type: PieceType) -> Movement {
        self.movements[piece_type.index()]
    }
}
