//! Legal move generation from checkers and pins (a pin keeps a piece on its line), without making moves to test legality.
//!
//! The generator passes sets of target squares to a `MoveSink`: one sink expands them into a list, another
//! only counts them, which makes perft fast.

use super::castling::CastlingSide;
use super::position::Position;
use crate::types::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, rook_attacks,
};
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, PieceType, Square};

/// Kind of moves to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generate {
    /// Every legal move.
    All,
    /// Captures and promotions.
    Noisy,
    /// All other moves.
    Quiet,
}

impl Generate {
    pub(super) const fn noisy(self) -> bool {
        !matches!(self, Generate::Quiet)
    }

    pub(super) const fn quiet(self) -> bool {
        !matches!(self, Generate::Noisy)
    }
}

/// Appends legal moves to `list`; in check only evasions are legal.
pub(super) fn generate(position: &Position, what: Generate, list: &mut MoveList) {
    match what {
        Generate::All => Generator::<_, true, true>::new(position, list).run(),
        Generate::Noisy => Generator::<_, true, false>::new(position, list).run(),
        Generate::Quiet => Generator::<_, false, true>::new(position, list).run(),
    }
}

/// Number of legal moves.
pub(super) fn count_legal_moves(position: &Position) -> usize {
    let mut counter = Counter(0);
    Generator::<_, true, true>::new(position, &mut counter).run();
    counter.0
}

/// Receives the generated moves.
trait MoveSink {
    /// Moves of a non-pawn piece to each of these squares.
    fn piece(&mut self, from: Square, quiets: Bitboard, captures: Bitboard);
    /// Pawn moves to these squares; each origin is the target index minus `shift`.
    fn pawns(&mut self, targets: Bitboard, shift: i32, kind: MoveKind);
    /// Promotions on these squares of the last rank.
    fn promotions(&mut self, targets: Bitboard, shift: i32, capture: bool);
    /// A single move.
    fn single(&mut self, m: Move);
}

impl MoveSink for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, quiets: Bitboard, captures: Bitboard) {
        self.extend(
            captures
                .into_iter()
                .map(|to| Move::new(from, to, MoveKind::Capture)),
        );
        self.extend(
            quiets
                .into_iter()
                .map(|to| Move::new(from, to, MoveKind::Quiet)),
        );
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, shift: i32, kind: MoveKind) {
        self.extend(
            targets
                .into_iter()
                .map(|to| Move::new(pawn_origin(to, shift), to, kind)),
        );
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, shift: i32, capture: bool) {
        for to in targets {
            let from = pawn_origin(to, shift);
            let kinds = PieceType::PROMOTIONS
                .into_iter()
                .filter_map(|piece| MoveKind::promotion(piece, capture));
            self.extend(kinds.map(|kind| Move::new(from, to, kind)));
        }
    }

    #[inline]
    fn single(&mut self, m: Move) {
        self.push(m);
    }
}

#[inline]
fn pawn_origin(to: Square, shift: i32) -> Square {
    Square::from_index((to.index() as i32 - shift) as usize)
}

struct Counter(usize);

impl MoveSink for Counter {
    #[inline]
    fn piece(&mut self, _: Square, quiets: Bitboard, captures: Bitboard) {
        self.0 += (quiets | captures).count() as usize;
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i32, _: MoveKind) {
        self.0 += targets.count() as usize;
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i32, _: bool) {
        self.0 += 4 * targets.count() as usize;
    }

    #[inline]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Generates captures and promotions if `NOISY`, and all other moves if `QUIET`.
struct Generator<'a, S, const NOISY: bool, const QUIET: bool> {
    position: &'a Position,
    sink: &'a mut S,
    us: Color,
    king: Square,
    occupied: Bitboard,
    enemies: Bitboard,
    /// Allowed targets of pieces other than the king: in check, captures of the checker and interpositions.
    evasions: Bitboard,
}

impl<'a, S: MoveSink, const NOISY: bool, const QUIET: bool> Generator<'a, S, NOISY, QUIET> {
    #[inline]
    fn new(position: &'a Position, sink: &'a mut S) -> Self {
        let us = position.side_to_move;
        let king = position.king(us);
        let evasions = match position.checkers.first() {
            None => Bitboard::ALL,
            Some(checker) => between(king, checker) | checker.into(),
        };
        Generator {
            position,
            sink,
            us,
            king,
            occupied: position.occupied(),
            enemies: position.of_color(!us),
            evasions,
        }
    }

    fn run(&mut self) {
        self.king_moves();
        if self.position.checkers.more_than_one() {
            return;
        }
        self.pawn_moves();
        self.knight_moves();
        self.slider_moves();
        if QUIET && self.position.checkers.is_empty() {
            self.castling_moves();
        }
    }

    #[inline]
    fn emit(&mut self, from: Square, targets: Bitboard) {
        let quiets = if QUIET {
            targets & !self.occupied
        } else {
            Bitboard::EMPTY
        };
        let captures = if NOISY {
            targets & self.enemies
        } else {
            Bitboard::EMPTY
        };
        self.sink.piece(from, quiets, captures);
    }

    fn king_moves(&mut self) {
        // Sliders x-ray the king: it cannot retreat along their line.
        let occupied = self.occupied ^ self.king.into();
        let mut targets = king_attacks(self.king) & !self.position.of_color(self.us);
        if !NOISY {
            targets &= !self.enemies;
        } else if !QUIET {
            targets &= self.enemies;
        }
        let safe = targets
            .into_iter()
            .filter(|&to| !self.position.is_attacked(to, !self.us, occupied))
            .collect();
        self.emit(self.king, safe);
    }

    #[inline]
    fn knight_moves(&mut self) {
        // A pinned knight cannot move.
        let knights = self.position.pieces(self.us, PieceType::Knight) & !self.position.pinned;
        for from in knights {
            self.emit(from, knight_attacks(from) & self.evasions);
        }
    }

    #[inline]
    fn slider_moves(&mut self) {
        let pinned = self.position.pinned;
        let diagonal = self.position.diagonal_sliders(self.us);
        let orthogonal = self.position.orthogonal_sliders(self.us);
        for from in diagonal & !pinned {
            let attacks = bishop_attacks(from, self.occupied);
            self.emit(from, attacks & self.evasions);
        }
        for from in orthogonal & !pinned {
            let attacks = rook_attacks(from, self.occupied);
            self.emit(from, attacks & self.evasions);
        }
        for from in (diagonal | orthogonal) & pinned {
            let mut attacks = Bitboard::EMPTY;
            if diagonal.contains(from) {
                attacks |= bishop_attacks(from, self.occupied);
            }
            if orthogonal.contains(from) {
                attacks |= rook_attacks(from, self.occupied);
            }
            self.emit(from, attacks & self.evasions & line(self.king, from));
        }
    }

    #[inline]
    fn pawn_moves(&mut self) {
        let pawns = self.position.pieces(self.us, PieceType::Pawn);
        self.pawn_set(pawns & !self.position.pinned, self.evasions);
        for from in pawns & self.position.pinned {
            self.pawn_set(from.into(), self.evasions & line(self.king, from));
        }
        if NOISY {
            self.en_passant(pawns);
        }
    }

    fn pawn_set(&mut self, pawns: Bitboard, allowed: Bitboard) {
        let us = self.us;
        let last_rank = Bitboard::relative_rank(us, 7);
        let up = if us == Color::White { 8 } else { -8 };
        let empty = !self.occupied;
        let pushes = pawns.forward(us) & empty;
        if QUIET {
            let double_pushes =
                (pushes & Bitboard::relative_rank(us, 2)).forward(us) & empty & allowed;
            self.sink
                .pawns(pushes & allowed & !last_rank, up, MoveKind::Quiet);
            self.sink.pawns(double_pushes, 2 * up, MoveKind::DoublePush);
        }
        if NOISY {
            let targets = self.enemies & allowed;
            let east = pawns.forward(us).east() & targets;
            let west = pawns.forward(us).west() & targets;
            self.sink
                .pawns(east & !last_rank, up + 1, MoveKind::Capture);
            self.sink
                .pawns(west & !last_rank, up - 1, MoveKind::Capture);
            if (pawns & Bitboard::relative_rank(us, 6)).any() {
                self.sink
                    .promotions(pushes & allowed & last_rank, up, false);
                self.sink.promotions(east & last_rank, up + 1, true);
                self.sink.promotions(west & last_rank, up - 1, true);
            }
        }
    }

    #[inline]
    fn en_passant(&mut self, pawns: Bitboard) {
        let Some(target) = self.position.en_passant else {
            return;
        };
        let capturers = pawn_attacks(!self.us, target) & pawns;
        for from in capturers {
            if self.position.en_passant_is_safe(from, target) {
                self.sink
                    .single(Move::new(from, target, MoveKind::EnPassant));
            }
        }
    }

    #[inline]
    fn castling_moves(&mut self) {
        if !self.position.castling.any_for(self.us) {
            return;
        }
        for side in CastlingSide::ALL {
            if let Some(rook) = self.position.castling.rook(self.us, side) {
                let m = Move::new(self.king, rook, MoveKind::Castling);
                if self.position.castling_is_legal(m) {
                    self.sink.single(m);
                }
            }
        }
    }
}
