//! Validation of a [`Setup`]: an illegal position is an error, a minor defect is ignored with a warning.

use thiserror::Error;

use super::castling::{CastlingMode, CastlingRights, CastlingSide, back_rank};
use super::placement::Placement;
use super::position::Position;
use super::rule_set::RuleSet;
use super::setup::{Setup, SetupCastlingRight, SetupWarning};
use crate::types::{Bitboard, Color, File, Piece, PieceType, Square};

/// Error: the set-up is not a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidPosition {
    /// A side has no king.
    #[error("{0} has no king")]
    NoKing(Color),
    /// A side has several kings.
    #[error("{0} has more than one king")]
    ManyKings(Color),
    /// A side has a king but must have none.
    #[error("{0} has a king")]
    ForbiddenKing(Color),
    /// The board is empty.
    #[error("there are no pieces")]
    NoPieces,
    /// Neither side may be in check.
    #[error("{0} is in check")]
    Check(Color),
    /// There are pieces in hand in a variant without drops.
    #[error("there are pieces in hand, but the variant has no drops")]
    ForbiddenPocket,
    /// More checks are left than the variant asks for.
    #[error("{0} has more than {1} checks to give")]
    TooManyChecks(Color, u8),
    /// A pawn on the first or last rank.
    #[error("a pawn on {0}")]
    PawnOnBackRank(Square),
    /// The side not to move is in check.
    #[error("{0} is in check but not on move")]
    OpponentInCheck(Color),
}

/// The seventy-five-move rule ends a game, so a greater halfmove clock is a mistake.
const MAX_HALFMOVE_CLOCK: u16 = 150;

impl Setup {
    /// Returns the legal position, with warnings about what was ignored.
    pub fn validate(
        &self,
        mode: CastlingMode,
    ) -> Result<(Position, Vec<SetupWarning>), InvalidPosition> {
        let placement = Placement::from_squares(&self.squares);
        for color in Color::ALL {
            let kings = placement.of_color(color) & placement.of_type(PieceType::King);
            match kings.count() {
                0 => return Err(InvalidPosition::NoKing(color)),
                1 => {}
                _ => return Err(InvalidPosition::ManyKings(color)),
            }
        }
        let back_ranks = Bitboard::rank(0) | Bitboard::rank(7);
        if let Some(square) = (placement.of_type(PieceType::Pawn) & back_ranks).first() {
            return Err(InvalidPosition::PawnOnBackRank(square));
        }
        let us = self.side_to_move;
        let mut position = Position {
            placement,
            side_to_move: us,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            key: 0,
            state: (),
        };
        if position.is_attacked(position.king(!us), us, position.occupied()) {
            return Err(InvalidPosition::OpponentInCheck(!us));
        }
        position.update_checkers_and_pins();
        let mut warnings = Vec::new();
        self.grant_castling(mode, &mut position, &mut warnings);
        self.grant_en_passant(&mut position, &mut warnings);
        check_counters(&mut position, &mut warnings);
        position.update_key();
        Ok((position, warnings))
    }

    /// The pieces of a position, with White to move and default values for everything else.
    pub fn with_pieces_of<R: RuleSet>(position: &Position<R>) -> Setup {
        let mut setup = Setup::empty();
        for square in Square::all() {
            setup.squares[square.index()] = position.piece_on(square);
        }
        setup
    }

    /// The set-up of a position.
    pub fn of<R: RuleSet>(position: &Position<R>) -> Setup {
        let mut setup = Setup {
            side_to_move: position.side_to_move(),
            en_passant: position.en_passant(),
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
            ..Setup::with_pieces_of(position)
        };
        for color in Color::ALL {
            let rooks = CastlingSide::ALL.map(|side| position.castling().rook(color, side));
            let right = |rook: Square| SetupCastlingRight::RookFile(color, rook.file());
            setup
                .castling
                .extend(rooks.into_iter().flatten().map(right));
        }
        setup
    }

    fn grant_castling(
        &self,
        mode: CastlingMode,
        position: &mut Position,
        warnings: &mut Vec<SetupWarning>,
    ) {
        for &right in &self.castling {
            let color = right.color();
            let king = position.king(color);
            let files = [Square::E1.file()];
            if !grant_castling_right(position, right, mode, king, &files) {
                warnings.push(SetupWarning::Castling(right.to_string()));
            }
        }
    }

    fn grant_en_passant(&self, position: &mut Position, warnings: &mut Vec<SetupWarning>) {
        let Some(target) = self.en_passant else {
            return;
        };
        if self.en_passant_target().is_some() {
            position.en_passant = position.legal_en_passant_square(target);
        } else {
            warnings.push(SetupWarning::EnPassant(target.to_string()));
        }
    }

    /// En passant target square if the last move can have been that double push, whether or not a capture is
    /// legal: a [`Position`] keeps the square only for a legal capture.
    pub fn en_passant_target(&self) -> Option<Square> {
        let target = self.en_passant?;
        let us = self.side_to_move;
        let piece_on = |square: Square| self.squares[square.index()];
        let is_possible = target.relative_rank(us) == 5
            && piece_on(target).is_none()
            && piece_on(target.forward(us)).is_none()
            && piece_on(target.forward(!us)) == Some(Piece::new(!us, PieceType::Pawn));
        is_possible.then_some(target)
    }
}

impl Position {
    /// The start position of chess.
    pub fn startpos() -> Position {
        match Setup::startpos().validate(Default::default()) {
            Ok((position, _)) => position,
            Err(_) => unreachable!("the start position is legal"),
        }
    }
}

/// Grants a castling right of the king on `king` if its rook is there. In standard mode the king must be on one of
/// `files` and the rook in a corner. Returns whether the right exists.
pub(super) fn grant_castling_right<R: RuleSet>(
    position: &mut Position<R>,
    right: SetupCastlingRight,
    mode: CastlingMode,
    king: Square,
    files: &[File],
) -> bool {
    let color = right.color();
    let Some(rook) = find_castling_rook(position, right, mode, king, files) else {
        return false;
    };
    let side = CastlingSide::of(king.file(), rook.file());
    let before = position.castling.rook(color, side);
    if before.is_none() {
        position.castling.grant(color, side, rook.file());
    }
    before.is_none_or(|square| square == rook)
}

/// The rook of a castling right, if king and rook are on squares for which the right can exist.
fn find_castling_rook<R: RuleSet>(
    position: &Position<R>,
    right: SetupCastlingRight,
    mode: CastlingMode,
    king: Square,
    files: &[File],
) -> Option<Square> {
    let color = right.color();
    let rank = back_rank(color);
    if king.rank() != rank {
        return None;
    }
    let rooks = position.pieces(color, PieceType::Rook) & Bitboard::rank(rank);
    let rook = match (right, mode) {
        (SetupCastlingRight::RookFile(_, file), _) => Square::new(file, rank),
        (SetupCastlingRight::Side(_, side), CastlingMode::Standard) => {
            if !files.contains(&king.file()) {
                return None;
            }
            Square::new(if side == CastlingSide::KingSide { 7 } else { 0 }, rank)
        }
        (SetupCastlingRight::Side(_, side), CastlingMode::Chess960) => {
            let mut on_side = rooks
                .into_iter()
                .filter(|rook| CastlingSide::of(king.file(), rook.file()) == side);
            match side {
                CastlingSide::KingSide => on_side.last()?,
                CastlingSide::QueenSide => on_side.next()?,
            }
        }
    };
    rooks.contains(rook).then_some(rook)
}

pub(super) fn check_counters<R: RuleSet>(
    position: &mut Position<R>,
    warnings: &mut Vec<SetupWarning>,
) {
    if position.halfmove_clock > MAX_HALFMOVE_CLOCK {
        let text = position.halfmove_clock.to_string();
        warnings.push(SetupWarning::HalfmoveClock(text));
        position.halfmove_clock = 0;
    }
    if position.fullmove_number == 0 {
        warnings.push(SetupWarning::FullmoveNumber("0".to_owned()));
        position.fullmove_number = 1;
    }
}
