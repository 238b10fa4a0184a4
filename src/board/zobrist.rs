//! Zobrist keys (<https://www.chessprogramming.org/Zobrist_Hashing>), computed at compile time from a
//! fixed seed, so that keys are the same in every build.

use crate::types::{Color, File, Piece, Square};

struct ZobristTable {
    pieces: [[u64; 64]; 12],
    castling: [[u64; 8]; 2],
    en_passant: [u64; 8],
    black_to_move: u64,
}

static KEYS: ZobristTable = draw_keys();

/// Key of a piece on a square.
#[inline]
pub(super) fn piece(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.index()][square.index()]
}

/// Key of the right to castle with the rook on a file.
#[inline]
pub(super) fn castling(color: Color, rook_file: File) -> u64 {
    KEYS.castling[color.index()][(rook_file & 7) as usize]
}

/// Key of a legal en passant capture on a file.
#[inline]
pub(super) fn en_passant(file: File) -> u64 {
    KEYS.en_passant[(file & 7) as usize]
}

/// Key of Black to move.
#[inline]
pub(super) fn black_to_move() -> u64 {
    KEYS.black_to_move
}

/// SplitMix64 (Steele, Lea, Flood 2014): returns the next state and the random number.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    (state, mix_bits(state))
}

/// Mixes the bits of `z` so that each output bit depends on all of them: the finalizer of SplitMix64.
#[inline]
pub(crate) const fn mix_bits(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn draw<const N: usize>(mut state: u64) -> (u64, [u64; N]) {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        (state, keys[i]) = split_mix(state);
        i += 1;
    }
    (state, keys)
}

const fn draw_keys() -> ZobristTable {
    let mut state = 0x6469_676c_6f74;
    let mut pieces = [[0; 64]; 12];
    let mut i = 0;
    while i < 12 {
        (state, pieces[i]) = draw(state);
        i += 1;
    }
    let mut castling = [[0; 8]; 2];
    (state, castling[0]) = draw(state);
    (state, castling[1]) = draw(state);
    let en_passant;
    (state, en_passant) = draw(state);
    ZobristTable {
        pieces,
        castling,
        en_passant,
        black_to_move: split_mix(state).1,
    }
}
