//! Attack tables, computed at compile time, so that no lookup checks for their initialisation.
//!
//! Sliding attacks use PEXT bitboards where `pext` says so, otherwise fancy magic bitboards
//! (<https://www.chessprogramming.org/Magic_Bitboards>). In a portable build the branch of each lookup costs less than
//! PEXT gains: see docs/experiments.md.

use super::bitboard::Bitboard;
use super::color::Color;
use super::magics::{BISHOP_MAGICS, ROOK_MAGICS};
use super::pext;
use super::square::Square;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK_1: u64 = 0xff;
const RANK_8: u64 = RANK_1 << 56;

/// Moves of a knight, in files and ranks.
pub(crate) const KNIGHT_STEPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// Squares attacked by a knight on `square`.
#[inline]
pub fn knight_attacks(square: Square) -> Bitboard {
    static TABLE: [Bitboard; 64] = leaper_table(&KNIGHT_STEPS);
    TABLE[square.index()]
}

/// Squares attacked by a king on `square`.
#[inline]
pub fn king_attacks(square: Square) -> Bitboard {
    static TABLE: [Bitboard; 64] = leaper_table(&[
        (1, 0),
        (1, 1),
        (0, 1),
        (-1, 1),
        (-1, 0),
        (-1, -1),
        (0, -1),
        (1, -1),
    ]);
    TABLE[square.index()]
}

/// Squares attacked by a pawn of `color` on `square`.
#[inline]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    static TABLE: [[Bitboard; 64]; 2] = [
        leaper_table(&[(-1, 1), (1, 1)]),
        leaper_table(&[(-1, -1), (1, -1)]),
    ];
    TABLE[color.index()][square.index()]
}

/// Squares attacked by any of the `pawns` of `color`.
#[inline]
pub fn pawn_set_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    ahead.east() | ahead.west()
}

/// Squares attacked by a bishop given the `occupied` squares, blockers included.
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    slider_attacks(&BISHOP_LINES[square.index()], occupied)
}

/// Squares attacked by a rook given the `occupied` squares, blockers included.
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    slider_attacks(&ROOK_LINES[square.index()], occupied)
}

/// Squares attacked by a queen given the `occupied` squares, blockers included.
#[inline]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// Squares strictly between two squares on one rank, file or diagonal; otherwise empty.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    static TABLE: [[Bitboard; 64]; 64] = pair_table(false);
    TABLE[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares, edge to edge; otherwise empty.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    static TABLE: [[Bitboard; 64]; 64] = pair_table(true);
    TABLE[a.index()][b.index()]
}

/// Lookup data of a slider on one square for [`MAGIC_TABLE`] and [`PEXT_TABLE`].
struct SliderLookup {
    /// Relevant occupancy: the lines without their last squares.
    mask: u64,
    magic: u64,
    offset: u32,
}

impl SliderLookup {
    /// # Safety
    /// [`pext::is_used`] returns true.
    #[inline(always)]
    unsafe fn pext_index(&self, occupied: u64) -> usize {
        // SAFETY: upheld by the caller.
        let packed = unsafe { pext::pext(occupied, self.mask) };
        self.offset as usize + packed as usize
    }

    #[inline]
    const fn magic_index(&self, occupied: u64) -> usize {
        let hash = (occupied & self.mask).wrapping_mul(self.magic);
        self.offset as usize + (hash >> self.mask.count_zeros()) as usize
    }
}

const ROOK_ENTRIES: usize = 102_400;
const BISHOP_ENTRIES: usize = 5_248;

static ROOK_LINES: [SliderLookup; 64] = slider_lines(true);
static BISHOP_LINES: [SliderLookup; 64] = slider_lines(false);

/// Attacks in the order of the magic indices.
#[allow(long_running_const_eval)]
static MAGIC_TABLE: SliderTable = slider_table(false);

/// Attacks in the order of the PEXT indices.
#[allow(long_running_const_eval)]
static PEXT_TABLE: SliderTable = slider_table(true);

type SliderTable = [Bitboard; ROOK_ENTRIES + BISHOP_ENTRIES];

#[inline]
fn slider_attacks(lines: &SliderLookup, occupied: Bitboard) -> Bitboard {
    let (table, index) = if pext::is_used() {
        // SAFETY: PEXT is used.
        (&PEXT_TABLE, unsafe { lines.pext_index(occupied.0) })
    } else {
        (&MAGIC_TABLE, lines.magic_index(occupied.0))
    };
    debug_assert!(index < table.len());
    // SAFETY: the index is an offset plus a number below 2^(bits of the mask), and
    // `slider_lines` reserves that many entries after each offset.
    unsafe { *table.get_unchecked(index) }
}

const fn slider_lines(rook: bool) -> [SliderLookup; 64] {
    let mut lines = [const {
        SliderLookup {
            mask: 0,
            magic: 0,
            offset: 0,
        }
    }; 64];
    let magics = if rook { &ROOK_MAGICS } else { &BISHOP_MAGICS };
    let mut offset = if rook { 0 } else { ROOK_ENTRIES as u32 };
    let mut square = 0;
    while square < 64 {
        let [first, second] = lines_through(square, rook);
        let far_ranks = (RANK_1 | RANK_8) & !(RANK_1 << (8 * (square / 8)));
        let far_files = (FILE_A | FILE_H) & !(FILE_A << (square % 8));
        let mask = (first | second) & !(far_ranks | far_files);
        lines[square].mask = mask;
        lines[square].offset = offset;
        lines[square].magic = magics[square];
        offset += 1 << mask.count_ones();
        square += 1;
    }
    lines
}

const fn slider_table(pext: bool) -> SliderTable {
    let mut table = [Bitboard::EMPTY; ROOK_ENTRIES + BISHOP_ENTRIES];
    fill_slider_table(&mut table, true, pext);
    fill_slider_table(&mut table, false, pext);
    table
}

const fn fill_slider_table(table: &mut SliderTable, rook: bool, pext: bool) {
    let lines = slider_lines(rook);
    let mut square = 0;
    while square < 64 {
        let [first, second] = lines_through(square, rook);
        let entry = &lines[square];
        let mut subset = 0_u64;
        let mut nth = 0;
        loop {
            let attacks =
                line_attacks(square, subset, first) | line_attacks(square, subset, second);
            let index = if pext {
                entry.offset as usize + nth
            } else {
                entry.magic_index(subset)
            };
            table[index] = Bitboard(attacks);
            // Carry-Rippler: the next subset of the mask, in the order of PEXT results.
            subset = subset.wrapping_sub(entry.mask) & entry.mask;
            nth += 1;
            if subset == 0 {
                break;
            }
        }
        square += 1;
    }
}

/// The two lines of a rook or bishop through a square, excluding the square itself.
const fn lines_through(square: usize, rook: bool) -> [u64; 2] {
    if rook {
        [
            ray(square, 1, 0) | ray(square, -1, 0),
            ray(square, 0, 1) | ray(square, 0, -1),
        ]
    } else {
        [
            ray(square, 1, 1) | ray(square, -1, -1),
            ray(square, 1, -1) | ray(square, -1, 1),
        ]
    }
}

/// Squares from `square` (exclusive) to the edge in one direction.
const fn ray(square: usize, file_step: i32, rank_step: i32) -> u64 {
    let mut squares = 0;
    let mut distance = 1;
    while distance < 8 {
        squares |= offset_square(square, file_step * distance, rank_step * distance);
        distance += 1;
    }
    squares
}

/// Bitboard of the square at an offset in files and ranks; empty outside the board.
const fn offset_square(square: usize, files: i32, ranks: i32) -> u64 {
    let file = (square % 8) as i32 + files;
    let rank = (square / 8) as i32 + ranks;
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        0
    } else {
        1 << (8 * rank + file)
    }
}

/// Attacks along one line in both directions by o^(o-2r), hyperbola quintessence
/// (<https://www.chessprogramming.org/Hyperbola_Quintessence>).
const fn line_attacks(square: usize, occupied: u64, line: u64) -> u64 {
    let slider = 1_u64 << square;
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(slider.wrapping_mul(2));
    let down = blockers
        .reverse_bits()
        .wrapping_sub(slider.reverse_bits().wrapping_mul(2))
        .reverse_bits();
    (up ^ down) & line
}

const fn leaper_table(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            table[square].0 |= offset_square(square, steps[i].0 as i32, steps[i].1 as i32);
            i += 1;
        }
        square += 1;
    }
    table
}

const fn pair_table(whole_line: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let lines = [lines_through(a, true), lines_through(a, false)];
        let mut i = 0;
        while i < 4 {
            let line = lines[i / 2][i % 2];
            let mut rest = line;
            while rest != 0 {
                let b = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                table[a][b] = Bitboard(if whole_line {
                    line | 1 << a
                } else {
                    line_attacks(a, 1 << b, line) & line_attacks(b, 1 << a, line | 1 << a)
                });
            }
            i += 1;
        }
        a += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOK_STEPS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    const BISHOP_STEPS: [(i32, i32); 4] = [(1, 1), (-1, -1), (1, -1), (-1, 1)];

    /// Slow reference: walks each ray step by step.
    fn walk_rays(square: Square, occupied: Bitboard, steps: &[(i32, i32)]) -> Bitboard {
        let mut attacks = Bitboard::EMPTY;
        for &(file_step, rank_step) in steps {
            for distance in 1..8 {
                let next = Bitboard(offset_square(
                    square.index(),
                    file_step * distance,
                    rank_step * distance,
                ));
                attacks |= next;
                if next.is_empty() || (next & occupied).any() {
                    break;
                }
            }
        }
        attacks
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes too long when interpreted")]
    fn slider_lookups_match_ray_walking_with_and_without_pext() {
        check_slider_lookups();
        // Other tests may run at the same time; both ways give the same attacks.
        pext::select();
        check_slider_lookups();
    }

    fn check_slider_lookups() {
        for square in Square::all() {
            for (rook, steps) in [(true, ROOK_STEPS), (false, BISHOP_STEPS)] {
                let [first, second] = lines_through(square.index(), rook);
                let mask = first | second;
                let mut subset = 0_u64;
                loop {
                    let occupied = Bitboard(subset);
                    let attacks = if rook {
                        rook_attacks(square, occupied)
                    } else {
                        bishop_attacks(square, occupied)
                    };
                    assert_eq!(attacks, walk_rays(square, occupied, &steps), "{square}");
                    subset = subset.wrapping_sub(mask) & mask;
                    if subset == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn between_and_line_of_square_pairs() {
        let square = |text| Square::parse(text).unwrap();
        assert_eq!(between(square("a1"), square("d4")).count(), 2);
        assert_eq!(between(square("a1"), square("a2")), Bitboard::EMPTY);
        assert_eq!(between(square("a1"), square("b3")), Bitboard::EMPTY);
        assert_eq!(between(square("h4"), square("a4")).count(), 6);
        assert_eq!(line(square("b2"), square("d4")).count(), 8);
        assert_eq!(line(square("b2"), square("d5")), Bitboard::EMPTY);
        assert!(line(square("b2"), square("d4")).contains(square("h8")));
    }

    #[test]
    fn leapers_stay_on_the_board() {
        assert_eq!(knight_attacks(Square::A1).count(), 2);
        assert_eq!(king_attacks(Square::H8).count(), 3);
        assert_eq!(pawn_attacks(Color::White, Square::H1).count(), 1);
        assert_eq!(pawn_attacks(Color::White, Square::H8), Bitboard::EMPTY);
        let total: u32 = Square::all().map(|s| knight_attacks(s).count()).sum();
        assert_eq!(total, 336);
    }
}
