//! Set-up and validation of positions of the variants.

use super::fairy::{Fairy, FairyState, POCKET_TYPES, Pockets};
use super::movement::Movement;
use super::variant::{CastlingRule, DoubleStep, Royalty, Variant};
use crate::board::castling::{CastlingMode, CastlingRights};
use crate::board::placement::Placement;
use crate::board::position::Position;
use crate::board::rules::Rules;
use crate::board::setup::{Setup, SetupCastlingRight, SetupWarning};
use crate::board::validate::{InvalidPosition, check_counters, grant_castling_right};
use crate::types::{Bitboard, Color, File, Piece, PieceType, Square};

/// An unchecked position of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FairySetup {
    /// The variant.
    pub variant: &'static Variant,
    /// The fields shared with chess.
    pub setup: Setup,
    /// Pieces in hand by side and type, at most 31 of a type.
    pub pockets: Pockets,
    /// Promoted pieces.
    pub promoted: Bitboard,
    /// Checks that each side still has to give.
    pub checks_left: [u8; 2],
    /// The pawn that can be captured en passant, if the target square does not tell (Berolina).
    pub en_passant_pawn: Option<Square>,
}

impl FairySetup {
    /// A set-up with nothing in hand and all checks still to give.
    pub fn new(variant: &'static Variant, setup: Setup) -> FairySetup {
        FairySetup {
            variant,
            setup,
            pockets: [[0; POCKET_TYPES]; 2],
            promoted: Bitboard::EMPTY,
            checks_left: [variant.checks; 2],
            en_passant_pawn: None,
        }
    }

    /// A set-up with what a position has in hand and the checks that it has seen.
    pub fn with_state_of(position: &Position<Fairy>, setup: Setup) -> FairySetup {
        FairySetup {
            pockets: position.state.pockets,
            promoted: position.state.promoted,
            checks_left: position.state.checks_left,
            en_passant_pawn: position.state.berolina_victim,
            ..FairySetup::new(position.variant(), setup)
        }
    }

    /// Returns the legal position, with warnings about what was ignored. A game may have ended in it.
    pub fn validate(
        &self,
        mode: CastlingMode,
    ) -> Result<(Position<Fairy>, Vec<SetupWarning>), InvalidPosition> {
        let placement = Placement::from_squares(&self.setup.squares);
        let mut state = FairyState::new(self.variant);
        state.pockets = self.pockets;
        state.promoted = self.promoted;
        state.checks_left = self.checks_left;
        let mut position = Position {
            placement,
            side_to_move: self.setup.side_to_move,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: self.setup.halfmove_clock,
            fullmove_number: self.setup.fullmove_number,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            key: 0,
            state,
        };
        self.check_kings(&position)?;
        self.check_pawns(&position)?;
        self.check_extras()?;
        check_checks(&position)?;
        Fairy::update_checkers_and_pins(&mut position);
        let mut warnings = Vec::new();
        self.grant_castling(mode, &mut position, &mut warnings);
        self.grant_en_passant(&mut position, &mut warnings);
        check_counters(&mut position, &mut warnings);
        position.update_key();
        Ok((position, warnings))
    }

    fn check_kings(&self, position: &Position<Fairy>) -> Result<(), InvalidPosition> {
        let count = |color| position.pieces(color, PieceType::King).count();
        let (white, black) = (count(Color::White), count(Color::Black));
        for (color, kings) in [(Color::White, white), (Color::Black, black)] {
            let has_exploded = self.variant.explodes && white + black > 0;
            let (least, most) = match self.variant.royalty {
                Royalty::Both if has_exploded => (0, 1),
                Royalty::Both => (1, 1),
                Royalty::BlackOnly if color == Color::White => (0, 0),
                Royalty::BlackOnly => (1, 1),
                Royalty::First => (1, 2),
                Royalty::Neither => (0, 64),
            };
            if kings < least {
                return Err(InvalidPosition::NoKing(color));
            }
            if kings > most {
                return Err(match most {
                    0 => InvalidPosition::ForbiddenKing(color),
                    _ => InvalidPosition::ManyKings(color),
                });
            }
        }
        if position.occupied().is_empty() {
            return Err(InvalidPosition::NoPieces);
        }
        Ok(())
    }

    fn check_pawns(&self, position: &Position<Fairy>) -> Result<(), InvalidPosition> {
        for color in Color::ALL {
            let mut forbidden = Bitboard::rank(0) | Bitboard::rank(7);
            if self.variant.double_step == DoubleStep::FirstTwoRanks && color == Color::White {
                forbidden = Bitboard::rank(7);
            }
            let pawns = position.pieces(color, PieceType::Pawn);
            if let Some(square) = (pawns & forbidden).first() {
                return Err(InvalidPosition::PawnOnBackRank(square));
            }
        }
        Ok(())
    }

    fn check_extras(&self) -> Result<(), InvalidPosition> {
        let in_hand = self.pockets.as_flattened().iter().any(|&count| count > 0);
        if in_hand && !self.variant.has_drops() {
            return Err(InvalidPosition::ForbiddenPocket);
        }
        for color in Color::ALL {
            if self.checks_left[color.index()] > self.variant.checks {
                return Err(InvalidPosition::TooManyChecks(color, self.variant.checks));
            }
        }
        Ok(())
    }

    fn grant_castling(
        &self,
        mode: CastlingMode,
        position: &mut Position<Fairy>,
        warnings: &mut Vec<SetupWarning>,
    ) {
        const QUEEN_FILE: File = 3;
        let king_file = Square::E1.file();
        for &right in &self.setup.castling {
            let granted = position.castling_king(right.color()).is_some_and(|king| {
                let mut grant =
                    |mode, files: &[File]| grant_castling_right(position, right, mode, king, files);
                match self.variant.castling {
                    CastlingRule::Never => false,
                    CastlingRule::Standard => grant(mode, &[king_file]),
                    CastlingRule::TwoSquares => {
                        is_of_a_corner(right)
                            && [QUEEN_FILE, king_file].contains(&king.file())
                            && grant(CastlingMode::Standard, &[QUEEN_FILE, king_file])
                    }
                }
            });
            if !granted {
                warnings.push(SetupWarning::Castling(right.to_string()));
            }
        }
    }

    fn grant_en_passant(&self, position: &mut Position<Fairy>, warnings: &mut Vec<SetupWarning>) {
        let Some(target) = self.setup.en_passant else {
            return;
        };
        let victim = if self.variant.movement(PieceType::Pawn) == Movement::BerolinaPawn {
            self.berolina_victim(target)
        } else {
            let them = !self.setup.side_to_move;
            self.setup
                .en_passant_target()
                .map(|target| target.forward(them))
        };
        match victim {
            Some(victim) => position.set_en_passant(target, victim),
            None => warnings.push(SetupWarning::EnPassant(target.to_string())),
        }
    }

    /// The pawn that has just passed `target` diagonally; `None` if there is none or more than one.
    fn berolina_victim(&self, target: Square) -> Option<Square> {
        let us = self.setup.side_to_move;
        let piece_on = |square: Square| self.setup.squares[square.index()];
        if target.relative_rank(us) != 5 || piece_on(target).is_some() {
            return None;
        }
        let ahead = Bitboard::from(target).forward(!us);
        let passed = |&victim: &Square| {
            let origin_file = 2 * target.file() as i8 - victim.file() as i8;
            let is_on_board = (0..8).contains(&origin_file);
            let origin = Square::new(origin_file as File, target.forward(us).rank());
            piece_on(victim) == Some(Piece::new(!us, PieceType::Pawn))
                && is_on_board
                && piece_on(origin).is_none()
                && self.en_passant_pawn.is_none_or(|pawn| pawn == victim)
        };
        let mut victims = (ahead.east() | ahead.west()).into_iter().filter(passed);
        victims.next().filter(|_| victims.next().is_none())
    }
}

/// Whether a castling right is that of a rook in a corner.
fn is_of_a_corner(right: SetupCastlingRight) -> bool {
    match right {
        SetupCastlingRight::Side(..) => true,
        SetupCastlingRight::RookFile(_, file) => matches!(file, 0 | 7),
    }
}

/// A king must not be left in check, and in racing kings none may be in check at all.
fn check_checks(position: &Position<Fairy>) -> Result<(), InvalidPosition> {
    let variant = position.variant();
    let us = position.side_to_move;
    let is_exempt =
        variant.explodes && (position.kings_touch() || position.end_by_rule().is_some());
    let in_check = |color| {
        let king = position.royal_king(color);
        king.is_some_and(|king| position.attacks_square(king, !color, position.occupied()))
    };
    if !is_exempt && in_check(!us) {
        return Err(InvalidPosition::OpponentInCheck(!us));
    }
    if !variant.may_check && in_check(us) {
        return Err(InvalidPosition::Check(us));
    }
    Ok(())
}
