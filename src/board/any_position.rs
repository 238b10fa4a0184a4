//! A position of chess or of a variant, decided at run time: what a game is played with. Code that is called millions of
//! times is generic over the rules instead.

use std::fmt;

use super::castling::{CastlingMode, CastlingRights};
use super::ending::{DrawReason, Outcome};
use super::key_history::KeyHistory;
use super::movegen::Generate;
use super::notation::{FenError, FenStyle, MoveError};
use super::position::Position;
use super::setup::{Setup, SetupWarning};
use super::variants::{Fairy, FairySetup, Pockets, Variant};
use crate::types::{Bitboard, Color, Move, MoveList, Piece, PieceType, Square};

/// A position of chess or of a variant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum AnyPosition {
    /// A position of standard chess or Chess960.
    Standard(Position),
    /// A position of a variant.
    Fairy(Position<Fairy>),
}

/// Evaluates an expression for the position of either rule set.
macro_rules! with_position {
    ($any:expr, $position:ident => $value:expr) => {
        match $any {
            $crate::board::AnyPosition::Standard($position) => $value,
            $crate::board::AnyPosition::Fairy($position) => $value,
        }
    };
}

pub(crate) use with_position;

/// Methods that [`Position`] has, too.
macro_rules! same {
    ($($(#[$doc:meta])* fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $($(#[$doc])*
        pub fn $name(&self, $($argument: $type),*) -> $result {
            with_position!(self, position => position.$name($($argument),*))
        })*
    };
}

impl AnyPosition {
    /// The start position of a variant, or of chess.
    pub fn start_of(variant: Option<&'static Variant>) -> AnyPosition {
        match variant {
            None => Position::startpos().into(),
            Some(variant) => Position::start_of(variant).into(),
        }
    }

    /// Parses the FEN of a legal position of a variant, or of chess; the warnings say what was ignored or replaced.
    pub fn from_fen(
        variant: Option<&'static Variant>,
        fen: &str,
        mode: CastlingMode,
    ) -> Result<(AnyPosition, Vec<SetupWarning>), FenError> {
        Ok(match variant {
            None => {
                let (position, warnings) = Position::from_fen(fen, mode)?;
                (position.into(), warnings)
            }
            Some(variant) => {
                let (position, warnings) = Position::of_variant(variant, fen, mode)?;
                (position.into(), warnings)
            }
        })
    }

    /// The set-up of the position, without what only variants have.
    pub fn setup(&self) -> Setup {
        with_position!(self, position => Setup::of(position))
    }

    /// The pieces of the position, with White to move and default values for everything else.
    pub fn setup_of_pieces(&self) -> Setup {
        with_position!(self, position => Setup::with_pieces_of(position))
    }

    /// The same position with another side on move, if that is legal. En passant is not.
    pub fn with_side_to_move(&self, color: Color) -> Option<AnyPosition> {
        let setup = Setup {
            side_to_move: color,
            en_passant: None,
            ..self.setup()
        };
        Some(match self {
            AnyPosition::Standard(_) => setup.validate(CastlingMode::Chess960).ok()?.0.into(),
            AnyPosition::Fairy(position) => {
                let setup = FairySetup::with_state_of(position, setup);
                setup.validate(CastlingMode::Chess960).ok()?.0.into()
            }
        })
    }

    /// The same position with other pieces in hand; chess and variants without drops ignore them.
    #[must_use]
    pub fn with_pockets(self, pockets: Pockets) -> AnyPosition {
        match self {
            AnyPosition::Standard(_) => self,
            AnyPosition::Fairy(position) => position.with_pockets(pockets).into(),
        }
    }

    /// The variant; `None` for chess.
    pub fn variant(&self) -> Option<&'static Variant> {
        self.as_fairy().map(Position::variant)
    }

    /// The position if it is one of chess.
    pub fn as_standard(&self) -> Option<&Position> {
        match self {
            AnyPosition::Standard(position) => Some(position),
            AnyPosition::Fairy(_) => None,
        }
    }

    /// The position if it is one of a variant.
    pub fn as_fairy(&self) -> Option<&Position<Fairy>> {
        match self {
            AnyPosition::Standard(_) => None,
            AnyPosition::Fairy(position) => Some(position),
        }
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, m: Move) -> AnyPosition {
        with_position!(self, position => position.after(m).into())
    }

    /// The position after a null move. The side to move must not be in check.
    #[must_use]
    pub fn after_null(&self) -> AnyPosition {
        with_position!(self, position => position.after_null().into())
    }

    /// Number of earlier occurrences since the last capture or pawn move.
    pub fn occurrences(&self, history: &KeyHistory) -> usize {
        with_position!(self, position => history.occurrences(position))
    }

    /// Returns whether any position, including this one, has been repeated since the last capture or pawn move.
    pub fn has_repetition(&self, history: &KeyHistory) -> bool {
        with_position!(self, position => history.has_repetition(position))
    }

    /// Appends legal moves to `list`.
    pub fn generate(&self, what: Generate, list: &mut MoveList) {
        with_position!(self, position => position.generate(what, list));
    }

    same! {
        /// Pieces of a type, both sides.
        fn of_type(piece_type: PieceType) -> Bitboard;
        /// All pieces of a side.
        fn of_color(color: Color) -> Bitboard;
        /// Pieces of a side and type.
        fn pieces(color: Color, piece_type: PieceType) -> Bitboard;
        /// All occupied squares.
        fn occupied() -> Bitboard;
        /// The piece on a square.
        fn piece_on(square: Square) -> Option<Piece>;
        /// The side to move.
        fn side_to_move() -> Color;
        /// Castling rights.
        fn castling() -> CastlingRights;
        /// En passant target square, only if a legal en passant capture exists.
        fn en_passant() -> Option<Square>;
        /// Plies since the last capture or pawn move.
        fn halfmove_clock() -> u16;
        /// Move number, starting at 1.
        fn fullmove_number() -> u16;
        /// Pieces giving check to the side to move.
        fn checkers() -> Bitboard;
        /// Returns whether the side to move is in check.
        fn in_check() -> bool;
        /// The king of a side that can be in check.
        fn checked_king(color: Color) -> Option<Square>;
        /// Zobrist key.
        fn key() -> u64;
        /// All legal moves.
        fn legal_moves() -> MoveList;
        /// Number of legal moves.
        fn count_legal_moves() -> usize;
        /// Returns whether there is a legal move.
        fn has_legal_move() -> bool;
        /// King's target square of a castling move.
        fn castling_king_target(m: Move) -> Square;
        /// The piece that a move moves or drops.
        fn moved_piece(m: Move) -> Option<Piece>;
        /// The square of the piece that a capture captures.
        fn capture_square(m: Move) -> Square;
        /// The piece types to which a pawn promotes, the most valuable first.
        fn promotions() -> &'static [PieceType];
        /// Upper-case letter of a piece type in FEN and move notations.
        fn letter(piece_type: PieceType) -> char;
        /// The piece type of a letter in either case.
        fn piece_type_of_letter(letter: char) -> Option<PieceType>;
        /// Outcome of the game if it ends in this position; `history` holds the earlier positions.
        fn outcome(history: &KeyHistory) -> Option<Outcome>;
        /// The draw by repetition or the fifty-move rule that a player may claim; `history` holds the earlier positions.
        fn claimable_draw(history: &KeyHistory) -> Option<DrawReason>;
        /// The outcome if a rule of the variant has ended the game.
        fn end_by_rule() -> Option<Outcome>;
        /// Returns whether the fifty-move rule, or that of the variant, applies.
        fn is_fifty_move_draw() -> bool;
        /// Returns whether neither side can win by any sequence of moves.
        fn has_insufficient_material() -> bool;
        /// Returns whether a side has non-pawn material beside the king.
        fn has_non_pawn_material(color: Color) -> bool;
        /// Formats the position as FEN.
        fn to_fen(style: FenStyle) -> String;
        /// Formats a legal move in SAN.
        fn to_san(m: Move) -> String;
        /// Formats a legal move in coordinate notation; castling is king takes rook if `chess960` is set.
        fn to_coordinate(m: Move, chess960: bool) -> String;
        /// Parses a legal move in coordinate notation or SAN.
        fn parse_move(text: &str) -> Result<Move, MoveError>;
        /// Parses a legal move in coordinate notation.
        fn parse_coordinate(text: &str) -> Result<Move, MoveError>;
        /// Parses a legal move in SAN.
        fn parse_san(text: &str) -> Result<Move, MoveError>;
        /// The legal move between two squares with the given promotion.
        fn legal_move(from: Square, to: Square, promotion: Option<PieceType>) -> Option<Move>;
    }
}

impl From<Position> for AnyPosition {
    fn from(position: Position) -> AnyPosition {
        AnyPosition::Standard(position)
    }
}

impl From<Position<Fairy>> for AnyPosition {
    fn from(position: Position<Fairy>) -> AnyPosition {
        AnyPosition::Fairy(position)
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_position!(self, position => fmt::Debug::fmt(position, f))
    }
}
