//! Butterfly, continuation, pawn and capture history of one thread.

use bytemuck::Zeroable;

use super::continuation_key::ContinuationKey;
use super::move_pieces::{captured_piece_type, moved_piece};
use super::piece_to::PieceTo;
use super::table::HistoryTable;
use crate::board::{Position, RuleSet, Rules};
use crate::search::large_pages::LargeBox;
use crate::search::params;
use crate::types::{Bitboard, Color, Move, Piece, PieceType, SideAttacks};

/// Pawn structures distinguished by the pawn history.
const PAWN_STRUCTURES: usize = 512;
/// Plies from the root that the low-ply history covers.
const LOW_PLIES: usize = 4;

const SQUARES: usize = 64;
const LOW_PLY_SIZE: usize = LOW_PLIES * SQUARES * SQUARES;
const BUTTERFLY_SIZE: usize = 2 * 4 * SQUARES * SQUARES;
const CAPTURE_SIZE: usize = PieceTo::COUNT * 6;

/// The histories of all moves of a position, by piece and target.
type PieceToHistory = HistoryTable<{ PieceTo::COUNT }>;

/// The earlier moves that index the continuation history, in plies before the move.
pub(crate) const CONTINUATION_PLIES: [usize; 5] = [1, 2, 3, 4, 6];

/// The part of the keys of quiet histories that is common to all moves of a position.
#[derive(Clone, Copy)]
pub(crate) struct QuietHistoryKey {
    color: Color,
    threats: SideAttacks,
    ply: usize,
    pawn_structure: usize,
    /// The moves [`CONTINUATION_PLIES`] plies ago.
    continuations: [ContinuationKey; CONTINUATION_PLIES.len()],
}

impl QuietHistoryKey {
    /// The key of a position at `ply` plies from the root, given the squares that the opponent attacks and the
    /// moves [`CONTINUATION_PLIES`] plies ago.
    #[inline]
    pub(crate) fn new<R: RuleSet>(
        position: &Position<R>,
        threats: SideAttacks,
        ply: usize,
        continuations: [ContinuationKey; CONTINUATION_PLIES.len()],
    ) -> QuietHistoryKey {
        QuietHistoryKey {
            color: position.side_to_move(),
            threats,
            ply,
            pawn_structure: position.keys().pawns as usize % PAWN_STRUCTURES,
            continuations,
        }
    }

    #[inline]
    pub(crate) fn threats(&self) -> &SideAttacks {
        &self.threats
    }
}

/// All histories of moves.
#[derive(Zeroable)]
pub(crate) struct Histories {
    /// Butterfly history of quiet moves, by side, origin and target, and whether the opponent attacks these
    /// (<https://www.chessprogramming.org/Butterfly_Boards>).
    butterfly: HistoryTable<BUTTERFLY_SIZE>,
    /// Butterfly history of the first plies of the current search (from Stockfish).
    low_ply: HistoryTable<LOW_PLY_SIZE>,
    /// Continuation history of quiet moves, by earlier move, piece and target
    /// (<https://www.chessprogramming.org/History_Heuristic#Continuation_History>, from Stockfish).
    continuation: [PieceToHistory; ContinuationKey::COUNT],
    /// Pawn history of quiet moves, by pawn structure, piece and target (from Stockfish).
    pawn: [PieceToHistory; PAWN_STRUCTURES],
    /// Capture history, by piece, target and captured piece type.
    capture: HistoryTable<CAPTURE_SIZE>,
}

impl Histories {
    /// Empty histories.
    pub(crate) fn allocate() -> LargeBox<Histories> {
        LargeBox::zeroed()
    }

    /// Empties all histories.
    pub(crate) fn clear(&mut self) {
        self.butterfly.clear();
        self.low_ply.clear();
        for table in self.continuation.iter_mut().chain(&mut self.pawn) {
            table.clear();
        }
        self.capture.clear();
    }

    /// Forgets what holds only for the first plies of one search.
    pub(crate) fn new_search(&mut self) {
        self.low_ply.clear();
    }

    /// The pawn and continuation histories of the quiet moves of a position.
    #[inline]
    pub(crate) fn piece_to_histories(&self, key: &QuietHistoryKey) -> PieceToHistories<'_> {
        PieceToHistories {
            pawn: &self.pawn[key.pawn_structure],
            continuations: key.continuations.map(|key| &self.continuation[key.index()]),
        }
    }

    /// Butterfly and low-ply history of a quiet move for move ordering, beside [`PieceToHistories`]: up to three times
    /// the bound of a [`HistoryTable`].
    // Both searches, that of chess and that of the variants, call it for every quiet move.
    #[inline(always)]
    pub(crate) fn butterfly_score(&self, key: &QuietHistoryKey, m: Move) -> i32 {
        let mut score = self
            .butterfly
            .get(butterfly_index(key.color, key.threats.all, m));
        if key.ply < LOW_PLIES {
            let low_ply = self.low_ply.get(low_ply_index(key.ply, m));
            score += params::low_ply_weight() * low_ply / (4 * (1 + key.ply as i32));
        }
        score
    }

    /// The history of a quiet move for pruning and reductions, without pawn history: up to three times the bound
    /// of a [`HistoryTable`].
    #[inline]
    pub(crate) fn quiet_stat_score(&self, key: &QuietHistoryKey, piece: Piece, m: Move) -> i32 {
        let piece_to = PieceTo::new(piece, m.to()).index();
        self.butterfly
            .get(butterfly_index(key.color, key.threats.all, m))
            + self.continuation[key.continuations[0].index()].get(piece_to)
            + self.continuation[key.continuations[1].index()].get(piece_to)
    }

    /// Adds a bonus, or a malus if negative, to all histories of a quiet move.
    pub(crate) fn update_quiet(
        &mut self,
        key: &QuietHistoryKey,
        piece: Piece,
        m: Move,
        bonus: i32,
    ) {
        let piece_to = PieceTo::new(piece, m.to());
        self.update_butterfly(key.color, key.threats.all, m, bonus);
        if key.ply < LOW_PLIES {
            self.low_ply.update(low_ply_index(key.ply, m), bonus);
        }
        self.pawn[key.pawn_structure].update(piece_to.index(), bonus);
        self.update_continuations(&key.continuations, piece_to, bonus);
    }

    /// Adds a bonus to the butterfly history of a quiet move, given the squares that the opponent attacks.
    pub(crate) fn update_butterfly(
        &mut self,
        color: Color,
        threats: Bitboard,
        m: Move,
        bonus: i32,
    ) {
        self.butterfly
            .update(butterfly_index(color, threats, m), bonus);
    }

    /// Adds a bonus to the continuation history of a quiet move after the moves [`CONTINUATION_PLIES`] plies ago. The
    /// entries have a common gravity, since their sum orders moves.
    pub(crate) fn update_continuations(
        &mut self,
        continuations: &[ContinuationKey; CONTINUATION_PLIES.len()],
        piece_to: PieceTo,
        bonus: i32,
    ) {
        let weights = [
            16,
            16,
            params::conthist_3_update(),
            params::conthist_4_update(),
            params::conthist_6_update(),
        ];
        let index = piece_to.index();
        let [one, two, three, four, six] =
            continuations.map(|earlier| self.continuation[earlier.index()].get(index));
        let base = (one + two + (three + four + six) / 2) / 2;
        for (earlier, weight) in continuations.iter().zip(weights) {
            if earlier.is_move() {
                let table = &self.continuation[earlier.index()];
                table.update_with_base(index, base, bonus * weight / 16);
            }
        }
    }

    /// The capture history of a capture or promotion: up to the bound of a [`HistoryTable`].
    #[inline]
    pub(crate) fn capture_score<R: Rules>(&self, position: &Position<R>, m: Move) -> i32 {
        self.capture.get(capture_index(position, m))
    }

    /// Adds a bonus to the capture history of a capture or promotion.
    pub(crate) fn update_capture<R: Rules>(&mut self, position: &Position<R>, m: Move, bonus: i32) {
        self.capture.update(capture_index(position, m), bonus);
    }
}

/// The pawn and continuation histories of the quiet moves of a position.
pub(crate) struct PieceToHistories<'a> {
    pawn: &'a PieceToHistory,
    /// After the moves [`CONTINUATION_PLIES`] plies ago.
    continuations: [&'a PieceToHistory; CONTINUATION_PLIES.len()],
}

impl PieceToHistories<'_> {
    /// The history of a quiet move for move ordering: up to seven times the bound of a [`HistoryTable`].
    #[inline(always)]
    pub(crate) fn score(&self, piece: Piece, m: Move) -> i32 {
        let piece_to = PieceTo::new(piece, m.to()).index();
        let [one, two, three, four, six] = self.continuations.map(|table| table.get(piece_to));
        let weighted = params::conthist_1_weight() * one
            + params::conthist_3_weight() * three
            + params::conthist_4_weight() * four
            + params::conthist_6_weight() * six;
        self.pawn.get(piece_to) + two + weighted / 16
    }
}

/// Whether origin and target are attacked distinguishes moves that flee and moves that hang a piece.
#[inline]
fn butterfly_index(color: Color, threats: Bitboard, m: Move) -> usize {
    let from_threatened = usize::from(threats.contains(m.from()));
    let to_threatened = usize::from(threats.contains(m.to()));
    let table = (color.index() * 2 + from_threatened) * 2 + to_threatened;
    (table * SQUARES + m.from().index()) * SQUARES + m.to().index()
}

#[inline]
fn low_ply_index(ply: usize, m: Move) -> usize {
    (ply * SQUARES + m.from().index()) * SQUARES + m.to().index()
}

/// A promotion without capture takes the place of the capture of a king.
#[inline]
fn capture_index<R: Rules>(position: &Position<R>, m: Move) -> usize {
    let victim = captured_piece_type(position, m).unwrap_or(PieceType::King);
    let piece_to = PieceTo::new(moved_piece(position, m), m.to());
    piece_to.index() * 6 + victim.index()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{MoveKind, Square};

    fn quiet_score(histories: &Histories, key: &QuietHistoryKey, piece: Piece, m: Move) -> i32 {
        histories.piece_to_histories(key).score(piece, m) + histories.butterfly_score(key, m)
    }

    #[test]
    fn continuation_history_depends_on_earlier_moves() {
        let mut histories = Histories::allocate();
        let position = Position::startpos();
        let before = PieceTo::new(Piece::BlackKnight, Square::new(5, 5));
        let before = ContinuationKey::new(before, false, false);
        let none = ContinuationKey::NONE;
        let key = |continuations| {
            QuietHistoryKey::new(&position, SideAttacks::default(), 9, continuations)
        };
        let elsewhere = key([none; 5]);
        let key = key([before, none, before, none, none]);
        let m = Move::new(Square::G1, Square::new(5, 2), MoveKind::Quiet);
        let other = Move::new(Square::new(1, 0), Square::new(2, 2), MoveKind::Quiet);
        histories.update_quiet(&key, Piece::WhiteKnight, m, 1000);
        let here = quiet_score(&histories, &key, Piece::WhiteKnight, m);
        let there = quiet_score(&histories, &elsewhere, Piece::WhiteKnight, m);
        assert!(here > there && there > 0, "{here} {there}");
        assert_eq!(quiet_score(&histories, &key, Piece::WhiteKnight, other), 0);
    }

    #[test]
    fn butterfly_history_distinguishes_threatened_moves() {
        let mut histories = Histories::allocate();
        let m = Move::new(Square::G1, Square::new(5, 2), MoveKind::Quiet);
        histories.update_butterfly(Color::White, Bitboard::EMPTY, m, 1000);
        let key = |threats| {
            let mut attacks = SideAttacks::default();
            attacks.add(PieceType::Rook, threats);
            QuietHistoryKey::new(&Position::startpos(), attacks, 9, Default::default())
        };
        let score = |threats| quiet_score(&histories, &key(threats), Piece::WhiteKnight, m);
        assert_eq!(score(Bitboard::EMPTY), 1000);
        assert_eq!(score(m.from().into()), 0);
        assert_eq!(score(m.to().into()), 0);
    }

    #[test]
    fn low_ply_history_holds_near_the_root_for_one_search() {
        let mut histories = Histories::allocate();
        let m = Move::new(Square::G1, Square::new(5, 2), MoveKind::Quiet);
        let position = Position::startpos();
        let score = |histories: &Histories, ply| {
            let key =
                QuietHistoryKey::new(&position, SideAttacks::default(), ply, Default::default());
            quiet_score(histories, &key, Piece::WhiteKnight, m)
        };
        let key = QuietHistoryKey::new(&position, SideAttacks::default(), 1, Default::default());
        histories.update_quiet(&key, Piece::WhiteKnight, m, 1000);
        assert!(score(&histories, 1) > score(&histories, 0));
        assert_eq!(score(&histories, 0), score(&histories, LOW_PLIES));
        histories.new_search();
        assert_eq!(score(&histories, 1), score(&histories, LOW_PLIES));
    }
}
