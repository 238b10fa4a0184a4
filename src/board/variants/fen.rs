//! FEN of the variants: pockets, promoted pieces and checks in the forms that programs and servers use.

use super::fairy::{Fairy, MAX_POCKET, POCKET_TYPES, Pockets};
use super::fairy_setup::FairySetup;
use super::variant::{Pocket, Variant};
use crate::board::castling::CastlingMode;
use crate::board::notation::{FenError, excerpt};
use crate::board::position::Position;
use crate::board::rules::FenFields;
use crate::board::setup::{Setup, SetupWarning};
use crate::types::{Bitboard, Color, Piece, PieceType, Square};

impl FairySetup {
    /// Parses the FEN of a variant leniently, as [`Setup::from_fen`] does. The pieces in hand follow the board in
    /// brackets (`[Qpp]`) or as a ninth rank (`/Qpp`); `Q~` is a promoted queen. The checks left to give are the fifth
    /// field (`3+2`), or the checks given the last (`+0+1`).
    pub fn from_fen(
        variant: &'static Variant,
        fen: &str,
    ) -> Result<(FairySetup, Vec<SetupWarning>), FenError> {
        let mut fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let Some(&field) = fields.first() else {
            return Err(FenError::Board(String::new()));
        };
        let (board, pockets) = split_pockets(field)?;
        let (board, promoted) = standard_board(variant, board)?;
        let checks_left = take_checks(variant, &mut fields)?;
        let mut en_passant_pawn = None;
        if let Some(text) = fields.get_mut(3)
            && let Some((target, pawn)) = text.split_at_checked(2)
            && let Some(square) = Square::parse(pawn)
        {
            en_passant_pawn = Some(square);
            *text = target;
        }
        fields[0] = &board;
        let (setup, warnings) = Setup::from_fen(&fields.join(" "))?;
        let fairy_setup = FairySetup {
            pockets: parse_pockets(variant, pockets)?,
            promoted,
            checks_left,
            en_passant_pawn,
            ..FairySetup::new(variant, setup)
        };
        Ok((fairy_setup, warnings))
    }
}

impl Variant {
    /// The pieces in hand, from the letters of those of each side in either case.
    pub fn parse_pockets(&self, white: &str, black: &str) -> Result<Pockets, FenError> {
        let text = white.to_ascii_uppercase() + &black.to_ascii_lowercase();
        parse_pockets(self, &text)
    }
}

impl Position<Fairy> {
    /// The start position of a variant.
    pub fn start_of(variant: &'static Variant) -> Position<Fairy> {
        match Position::of_variant(variant, variant.start_fen, CastlingMode::Standard) {
            Ok((position, _)) => position,
            Err(_) => unreachable!("the start position is legal"),
        }
    }

    /// Parses the FEN of a legal position of a variant; the warnings say what was ignored or replaced.
    pub fn of_variant(
        variant: &'static Variant,
        fen: &str,
        mode: CastlingMode,
    ) -> Result<(Position<Fairy>, Vec<SetupWarning>), FenError> {
        let (setup, mut warnings) = FairySetup::from_fen(variant, fen)?;
        let (position, more_warnings) = setup.validate(mode)?;
        warnings.extend(more_warnings);
        Ok((position, warnings))
    }

    pub(super) fn fen_fields(&self) -> FenFields {
        let variant = self.variant();
        let checks = |color| self.checks_left(color);
        FenFields {
            promoted: self.promoted(),
            pockets: variant.has_drops().then(|| self.pockets_text()),
            checks: (variant.checks > 0)
                .then(|| format!("{}+{}", checks(Color::White), checks(Color::Black))),
            en_passant_pawn: self.state.berolina_victim,
        }
    }

    /// The pieces in hand, the most valuable first, those of White before those of Black.
    fn pockets_text(&self) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            for piece_type in PieceType::ALL.into_iter().take(POCKET_TYPES).rev() {
                let letter = color.letter_case(self.letter(piece_type));
                let count = usize::from(self.pocket(color, piece_type));
                text.extend(std::iter::repeat_n(letter, count));
            }
        }
        text
    }
}

/// Splits the first field into the board and the pieces in hand.
fn split_pockets(field: &str) -> Result<(&str, &str), FenError> {
    if let Some((board, rest)) = field.split_once('[') {
        let pockets = rest.strip_suffix(']');
        let pockets = pockets.ok_or_else(|| FenError::Pocket(excerpt(rest)))?;
        return Ok((board, pockets));
    }
    Ok(match field.match_indices('/').nth(7) {
        Some((end, _)) => (&field[..end], &field[end + 1..]),
        None => (field, ""),
    })
}

fn parse_pockets(variant: &Variant, text: &str) -> Result<Pockets, FenError> {
    let mut pockets = [[0_u8; POCKET_TYPES]; 2];
    // XBoard writes [-] for empty pockets.
    for letter in text.chars().filter(|&letter| letter != '-') {
        let color = color_of(letter);
        let count = variant
            .piece_type(letter)
            .and_then(|piece_type| pockets[color.index()].get_mut(piece_type.index()))
            .filter(|count| **count < MAX_POCKET)
            .ok_or_else(|| FenError::Pocket(excerpt(text)))?;
        *count += 1;
    }
    Ok(pockets)
}

/// The board with the letters of chess and without marks, and the squares of promoted pieces.
fn standard_board(variant: &Variant, board: &str) -> Result<(String, Bitboard), FenError> {
    let error = || FenError::Board(excerpt(board));
    let mut plain = String::with_capacity(board.len());
    let mut promoted = Bitboard::EMPTY;
    let (mut file, mut rank) = (0_usize, 7_usize);
    for letter in board.chars() {
        match letter {
            '/' => (file, rank) = (0, rank.checked_sub(1).ok_or_else(error)?),
            '1'..='8' => file += letter as usize - '0' as usize,
            '~' => {
                let is_piece =
                    file > 0 && plain.ends_with(['N', 'B', 'R', 'Q', 'n', 'b', 'r', 'q']);
                if !is_piece || file > 8 {
                    return Err(error());
                }
                if variant.pocket != Pocket::Never {
                    promoted |= Square::from_index(8 * rank + file - 1).into();
                }
                continue;
            }
            _ => {
                let piece_type = variant.piece_type(letter).ok_or_else(error)?;
                plain.push(Piece::new(color_of(letter), piece_type).letter());
                file += 1;
                continue;
            }
        }
        plain.push(letter);
    }
    Ok((plain, promoted))
}

/// Removes the field of checks and returns the checks that each side still has to give.
fn take_checks(variant: &Variant, fields: &mut Vec<&str>) -> Result<[u8; 2], FenError> {
    let is_checks = |text: &&str| text.contains('+');
    let found = fields
        .iter()
        .skip(4)
        .position(is_checks)
        .map(|index| index + 4);
    let Some(index) = found.filter(|_| variant.checks > 0) else {
        return Ok([variant.checks; 2]);
    };
    let field = fields.remove(index);
    let error = || FenError::Checks(excerpt(field));
    let given = field.strip_prefix('+');
    let (white, black) = given.unwrap_or(field).split_once('+').ok_or_else(error)?;
    let number = |text: &str| {
        let number: u8 = text.parse().map_err(|_| error())?;
        Ok::<u8, FenError>(match given {
            None => number,
            Some(_) => variant.checks.saturating_sub(number),
        })
    };
    Ok([number(white)?, number(black)?])
}

fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() {
        Color::White
    } else {
        Color::Black
    }
}
