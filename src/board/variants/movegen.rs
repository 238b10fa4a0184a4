//! Move generation of the variants: pseudo-legal moves, each tested for legality.

use super::fairy::{Fairy, POCKET_TYPES};
use super::legality::is_legal;
use super::movement::Movement;
use super::variant::DoubleStep;
use crate::board::castling::CastlingSide;
use crate::board::movegen::Generate;
use crate::board::position::Position;
use crate::types::attacks::between;
use crate::types::{Bitboard, Color, Move, MoveKind, MoveList, Piece, PieceType, Square};

/// Appends legal moves to `list`.
pub(super) fn generate(position: &Position<Fairy>, what: Generate, list: &mut MoveList) {
    if position.end_by_rule().is_some() {
        return;
    }
    if !position.variant().must_capture {
        push_legal(position, &pseudo_legal_moves(position, what), list);
        return;
    }
    let mut captures = pseudo_legal_moves(position, Generate::Noisy);
    captures.retain(|m| m.is_capture());
    let mut legal = MoveList::new();
    push_legal(position, &captures, &mut legal);
    if legal.is_empty() {
        let mut others = pseudo_legal_moves(position, what);
        others.retain(|m| !m.is_capture());
        push_legal(position, &others, list);
    } else if what.noisy() {
        push_all(&legal, list);
    }
}

/// Whether a side that has to capture can do so.
pub(super) fn has_legal_capture(position: &Position<Fairy>) -> bool {
    let noisy = pseudo_legal_moves(position, Generate::Noisy);
    noisy
        .iter()
        .any(|&m| m.is_capture() && is_legal(position, m))
}

/// Whether there is exactly one legal capture.
pub(super) fn has_single_capture(position: &Position<Fairy>) -> bool {
    let noisy = pseudo_legal_moves(position, Generate::Noisy);
    let captures = noisy.iter().filter(|m| m.is_capture());
    captures.filter(|&&m| is_legal(position, m)).take(2).count() == 1
}

/// Pseudo-legal moves of the piece on a square, or, for a drop, all drops.
pub(super) fn pseudo_legal_moves_like(position: &Position<Fairy>, m: Move) -> MoveList {
    let mut generator = Generator::new(position, Generate::All);
    if m.is_drop() {
        generator.drops();
    } else if m.is_castling() {
        generator.castling_moves();
    } else {
        generator.moves_from(m.from());
    }
    generator.list
}

fn push_legal(position: &Position<Fairy>, moves: &[Move], list: &mut MoveList) {
    for &m in moves.iter().filter(|&&m| is_legal(position, m)) {
        push(m, list);
    }
}

fn push_all(moves: &[Move], list: &mut MoveList) {
    for &m in moves {
        push(m, list);
    }
}

/// Drops can make the list longer than in any position of chess; moves beyond its capacity are left out.
fn push(m: Move, list: &mut MoveList) {
    let _ = list.try_push(m);
}

fn pseudo_legal_moves(position: &Position<Fairy>, what: Generate) -> MoveList {
    let mut generator = Generator::new(position, what);
    for from in position.of_color(position.side_to_move) {
        generator.moves_from(from);
    }
    if what.quiet() {
        generator.castling_moves();
        generator.drops();
    }
    generator.list
}

struct Generator<'a> {
    position: &'a Position<Fairy>,
    what: Generate,
    us: Color,
    occupied: Bitboard,
    enemies: Bitboard,
    list: MoveList,
}

impl<'a> Generator<'a> {
    fn new(position: &'a Position<Fairy>, what: Generate) -> Generator<'a> {
        let us = position.side_to_move;
        Generator {
            position,
            what,
            us,
            occupied: position.occupied(),
            enemies: position.of_color(!us),
            list: MoveList::new(),
        }
    }

    fn moves_from(&mut self, from: Square) {
        let Some(piece) = self.position.piece_on(from) else {
            return;
        };
        let attacks = self.position.piece_attacks(piece, from, self.occupied);
        if piece.piece_type() == PieceType::Pawn {
            self.pawn_moves(piece, from, attacks);
            return;
        }
        if self.what.noisy() {
            for to in attacks & self.enemies {
                push(Move::new(from, to, MoveKind::Capture), &mut self.list);
            }
        }
        if self.what.quiet() {
            for to in attacks & !self.occupied {
                push(Move::new(from, to, MoveKind::Quiet), &mut self.list);
            }
        }
    }

    fn pawn_moves(&mut self, pawn: Piece, from: Square, attacks: Bitboard) {
        for to in self.steps(from, Bitboard::from(from)) {
            self.pawn_move(from, to, false);
        }
        for to in attacks & self.enemies {
            self.pawn_move(from, to, true);
        }
        if self.what.quiet() && self.may_double_step(from) {
            for middle in self.steps(from, Bitboard::from(from)) {
                for to in self.steps(middle, Bitboard::from(from)) {
                    push(Move::new(from, to, MoveKind::DoublePush), &mut self.list);
                }
            }
        }
        if let Some(target) = self.position.en_passant
            && self.what.noisy()
            && pawn.color() == self.us
            && attacks.contains(target)
        {
            push(Move::new(from, target, MoveKind::EnPassant), &mut self.list);
        }
    }

    /// Empty squares one step ahead of `square`. A Berolina pawn that has come from `origin` goes straight on.
    fn steps(&self, square: Square, origin: Bitboard) -> Bitboard {
        let ahead = Bitboard::from(square).forward(self.us);
        let variant = self.position.variant();
        if variant.movement(PieceType::Pawn) != Movement::BerolinaPawn {
            return ahead & !self.occupied;
        }
        let sides = match origin.first() {
            Some(origin) if origin.file() < square.file() => ahead.east(),
            Some(origin) if origin.file() > square.file() => ahead.west(),
            _ => ahead.east() | ahead.west(),
        };
        sides & !self.occupied
    }

    fn may_double_step(&self, from: Square) -> bool {
        let rank = from.relative_rank(self.us);
        match self.position.variant().double_step {
            DoubleStep::Never => false,
            DoubleStep::SecondRank => rank == 1,
            DoubleStep::FirstTwoRanks => rank <= 1,
        }
    }

    fn pawn_move(&mut self, from: Square, to: Square, capture: bool) {
        if to.relative_rank(self.us) == 7 {
            if self.what.noisy() {
                let promotions = self.position.variant().promotions.iter();
                for kind in promotions.filter_map(|&piece| MoveKind::promotion(piece, capture)) {
                    push(Move::new(from, to, kind), &mut self.list);
                }
            }
        } else if capture && self.what.noisy() {
            push(Move::new(from, to, MoveKind::Capture), &mut self.list);
        } else if !capture && self.what.quiet() {
            push(Move::new(from, to, MoveKind::Quiet), &mut self.list);
        }
    }

    fn castling_moves(&mut self) {
        let Some(king) = self.position.castling_king(self.us) else {
            return;
        };
        for side in CastlingSide::ALL {
            if let Some(rook) = self.position.castling.rook(self.us, side) {
                push(Move::new(king, rook, MoveKind::Castling), &mut self.list);
            }
        }
    }

    /// Drops that leave no check: on any empty square, or between the king and the only piece that gives check.
    fn drops(&mut self) {
        if !self.position.variant().has_drops() {
            return;
        }
        let targets = !self.occupied & self.interpositions();
        let back_ranks = Bitboard::rank(0) | Bitboard::rank(7);
        for piece_type in PieceType::ALL.into_iter().take(POCKET_TYPES) {
            if self.position.pocket(self.us, piece_type) > 0 {
                let forbidden = if piece_type == PieceType::Pawn {
                    back_ranks
                } else {
                    Bitboard::EMPTY
                };
                for to in targets & !forbidden {
                    push(Move::drop(piece_type, to), &mut self.list);
                }
            }
        }
    }

    fn interpositions(&self) -> Bitboard {
        let checkers = self.position.checkers;
        match (checkers.first(), self.position.royal_king(self.us)) {
            (Some(checker), Some(king)) if !checkers.more_than_one() => between(king, checker),
            (Some(_), _) => Bitboard::EMPTY,
            (None, _) => Bitboard::ALL,
        }
    }
}
