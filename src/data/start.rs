//! Start positions of games in a compact encoding.

use super::error::PackedGameError;
use crate::board::{
    CHESS960_POSITIONS, CastlingMode, CastlingSide, Position, Setup, SetupCastlingRight,
};
use crate::types::{Bitboard, Color, Piece, Square};

/// The start position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a game has but one of it")]
pub enum StartPosition {
    /// The start position of standard chess.
    Standard,
    /// A Chess960 start position: the numbers of White's and Black's arrangements (see [`Position::chess960`]).
    Chess960(u16, u16),
    /// Any other position.
    Position(Position),
}

/// Tags of the encoding.
const STANDARD: u8 = 0;
const CHESS960: u8 = 1;
const POSITION: u8 = 2;

/// Encodes a missing square.
const NO_SQUARE: u8 = 0xff;

impl StartPosition {
    /// The shortest form of a position.
    pub fn of(position: Position) -> StartPosition {
        if position == Position::startpos() {
            return StartPosition::Standard;
        }
        match position.chess960_numbers() {
            Some((white, black)) => StartPosition::Chess960(white, black),
            None => StartPosition::Position(position),
        }
    }

    /// The position; `None` if a Chess960 number is out of range.
    pub fn position(&self) -> Option<Position> {
        match *self {
            StartPosition::Standard => Some(Position::startpos()),
            StartPosition::Chess960(white, black) => Position::chess960(white, black),
            StartPosition::Position(position) => Some(position),
        }
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        match self {
            StartPosition::Standard => bytes.push(STANDARD),
            StartPosition::Chess960(white, black) => {
                bytes.push(CHESS960);
                bytes.extend(white.to_le_bytes());
                bytes.extend(black.to_le_bytes());
            }
            StartPosition::Position(position) => {
                bytes.push(POSITION);
                write_position(position, bytes);
            }
        }
    }

    pub(super) fn read(bytes: &mut &[u8]) -> Result<StartPosition, PackedGameError> {
        match take(bytes)? {
            [STANDARD] => Ok(StartPosition::Standard),
            [CHESS960] => {
                let white = u16::from_le_bytes(take(bytes)?);
                let black = u16::from_le_bytes(take(bytes)?);
                if white.max(black) < CHESS960_POSITIONS {
                    Ok(StartPosition::Chess960(white, black))
                } else {
                    Err(PackedGameError::Start)
                }
            }
            [POSITION] => read_position(bytes).map(StartPosition::Position),
            _ => Err(PackedGameError::Start),
        }
    }
}

/// Splits bytes off the front.
pub(super) fn take<const N: usize>(bytes: &mut &[u8]) -> Result<[u8; N], PackedGameError> {
    let (first, rest) = bytes
        .split_first_chunk::<N>()
        .ok_or(PackedGameError::Short)?;
    *bytes = rest;
    Ok(*first)
}

fn write_position(position: &Position, bytes: &mut Vec<u8>) {
    let occupied = position.occupied();
    let squares: u64 = occupied.into_iter().map(|square| 1 << square.index()).sum();
    bytes.extend(squares.to_le_bytes());
    let pieces: Vec<u8> = occupied
        .into_iter()
        .filter_map(|square| position.piece_on(square))
        .map(|piece| piece.index() as u8)
        .collect();
    let pair = |pair: &[u8]| pair[0] | pair.get(1).copied().unwrap_or(0) << 4;
    bytes.extend(pieces.chunks(2).map(pair));
    bytes.push(position.side_to_move().index() as u8);
    for (color, side) in castling_slots() {
        let rook = position.castling().rook(color, side);
        bytes.push(rook.map_or(NO_SQUARE, |square| square.index() as u8));
    }
    let en_passant = position.en_passant();
    bytes.push(en_passant.map_or(NO_SQUARE, |square| square.index() as u8));
    bytes.extend(position.halfmove_clock().to_le_bytes());
    bytes.extend(position.fullmove_number().to_le_bytes());
}

fn read_position(bytes: &mut &[u8]) -> Result<Position, PackedGameError> {
    let all = *bytes;
    let mut setup = Setup::empty();
    let occupied = Bitboard(u64::from_le_bytes(take(bytes)?));
    let mut next = None;
    for square in occupied {
        let code = match next.take() {
            Some(code) => code,
            None => {
                let [pair] = take(bytes)?;
                next = Some(pair >> 4);
                pair & 15
            }
        };
        let piece = Piece::ALL
            .get(usize::from(code))
            .ok_or(PackedGameError::Start)?;
        setup.squares[square.index()] = Some(*piece);
    }
    setup.side_to_move = match take(bytes)? {
        [0] => Color::White,
        [1] => Color::Black,
        _ => return Err(PackedGameError::Start),
    };
    for (color, _) in castling_slots() {
        if let Some(rook) = read_square(bytes)? {
            setup
                .castling
                .push(SetupCastlingRight::RookFile(color, rook.file()));
        }
    }
    setup.en_passant = read_square(bytes)?;
    setup.halfmove_clock = u16::from_le_bytes(take(bytes)?);
    setup.fullmove_number = u16::from_le_bytes(take(bytes)?);
    let valid = setup.validate(CastlingMode::Chess960);
    let (position, _) = valid.map_err(|_| PackedGameError::Start)?;
    // Each position has exactly one encoding: reject what validation had to correct.
    let mut written = Vec::new();
    write_position(&position, &mut written);
    if all.len() - bytes.len() == written.len() && all.starts_with(&written) {
        Ok(position)
    } else {
        Err(PackedGameError::Start)
    }
}

fn castling_slots() -> impl Iterator<Item = (Color, CastlingSide)> {
    let of_color = |color| CastlingSide::ALL.map(|side| (color, side));
    Color::ALL.into_iter().flat_map(of_color)
}

fn read_square(bytes: &mut &[u8]) -> Result<Option<Square>, PackedGameError> {
    match take(bytes)? {
        [NO_SQUARE] => Ok(None),
        [index @ 0..64] => Ok(Some(Square::from_index(usize::from(index)))),
        _ => Err(PackedGameError::Start),
    }
}
