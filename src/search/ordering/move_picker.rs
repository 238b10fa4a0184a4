//! Hands out the moves of a node one by one, the most promising first, and generates them only when
//! they are wanted: most nodes are cut off by the first few.

use arrayvec::ArrayVec;

use crate::board::{Generate, Position, see_value};
use crate::search::ordering::history::{
    Histories, Killers, QuietContext, captured_type, moving_piece,
};
use crate::search::ordering::quiet_order::QuietOrder;
use crate::types::{MAX_MOVES, Move, MoveList, PieceType};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TableMove,
    GenerateNoisy,
    GoodNoisy,
    FirstKiller,
    SecondKiller,
    GenerateQuiets,
    Quiets,
    BadNoisy,
    Done,
}

/// The bits of a rank below the score, for the place.
const PLACE_BITS: u32 = 10;
const PLACE_MASK: i32 = (1 << PLACE_BITS) - 1;
const _: () = assert!(MAX_MOVES <= 1 << PLACE_BITS);
/// The rank of a move that has been handed out.
const TAKEN: i32 = i32::MIN;

/// One number to choose a move by: its score, and among equals its place, the first before the others.
#[inline]
fn rank(score: i32, place: usize) -> i32 {
    debug_assert!(score.abs() < i32::MAX >> PLACE_BITS);
    score << PLACE_BITS | !(place as i32) & PLACE_MASK
}

/// An iterator over the legal moves of a position.
pub(crate) struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    killers: [Option<Move>; 2],
    context: QuietContext,
    /// What a capture must win at least to count as good, in centipawns.
    threshold: i32,
    moves: MoveList,
    /// Beside each move its [`rank`], or [`TAKEN`].
    ranks: ArrayVec<i32, MAX_MOVES>,
    bad_noisy: MoveList,
    /// How many of the captures that lose material have been handed out.
    bad_taken: usize,
    noisy_only: bool,
    skips_quiets: bool,
}

impl MovePicker {
    /// All legal moves: the table's, captures that do not lose material, killers, quiet moves by
    /// history, losing captures.
    pub(crate) fn new(
        tt_move: Option<Move>,
        killers: Killers,
        context: QuietContext,
    ) -> MovePicker {
        MovePicker {
            stage: Stage::TableMove,
            tt_move,
            killers: killers.moves(),
            context,
            threshold: 0,
            moves: MoveList::new(),
            ranks: ArrayVec::new(),
            bad_noisy: MoveList::new(),
            bad_taken: 0,
            noisy_only: false,
            skips_quiets: false,
        }
    }

    /// Captures and promotions that win at least `threshold` centipawns.
    pub(crate) fn good_noisy(
        tt_move: Option<Move>,
        context: QuietContext,
        threshold: i32,
    ) -> MovePicker {
        let mut picker = MovePicker::new(tt_move, Killers::default(), context);
        picker.noisy_only = true;
        picker.threshold = threshold;
        picker
    }

    /// Leaves out the quiet moves that have not had their turn.
    pub(crate) fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// The next move, if there is one.
    pub(crate) fn next(&mut self, position: &Position, histories: &Histories) -> Option<Move> {
        if self.stage == Stage::TableMove {
            self.stage = Stage::GenerateNoisy;
            self.tt_move = self.tt_move.filter(|&m| is_playable(position, m));
            if self.tt_move.is_some() && !(self.noisy_only && self.is_quiet_table_move()) {
                return self.tt_move;
            }
        }
        if self.stage == Stage::GenerateNoisy {
            self.stage = Stage::GoodNoisy;
            self.generate(position, Generate::Noisy, |m| {
                noisy_score(position, histories, m)
            });
        }
        if self.stage == Stage::GoodNoisy {
            while let Some(m) = self.best_remaining() {
                if position.see_at_least(m, self.threshold) {
                    return Some(m);
                }
                self.bad_noisy.push(m);
            }
            self.stage = match self.noisy_only {
                true => Stage::Done,
                false => Stage::FirstKiller,
            };
        }
        self.next_quiet(position, histories)
    }

    fn is_quiet_table_move(&self) -> bool {
        self.tt_move.is_some_and(Move::is_quiet)
    }

    fn next_quiet(&mut self, position: &Position, histories: &Histories) -> Option<Move> {
        if self.skips_quiets && self.stage < Stage::BadNoisy {
            self.stage = Stage::BadNoisy;
        }
        if self.stage == Stage::FirstKiller {
            self.stage = Stage::SecondKiller;
            if let Some(m) = self.take_killer(0, position) {
                return Some(m);
            }
        }
        if self.stage == Stage::SecondKiller {
            self.stage = Stage::GenerateQuiets;
            if let Some(m) = self.take_killer(1, position) {
                return Some(m);
            }
        }
        if self.stage == Stage::GenerateQuiets {
            self.stage = Stage::Quiets;
            let context = self.context;
            let order = QuietOrder::new(position);
            let score = |m| {
                let piece = moving_piece(position, m);
                histories.quiet(&context, piece, m) + order.value(piece.piece_type(), m)
            };
            self.generate(position, Generate::Quiet, score);
        }
        if self.stage == Stage::Quiets {
            if let Some(m) = self.best_remaining() {
                return Some(m);
            }
            self.stage = Stage::BadNoisy;
        }
        if self.stage == Stage::BadNoisy {
            let m = self.bad_noisy.get(self.bad_taken).copied();
            self.bad_taken += 1;
            if m.is_some() {
                return m;
            }
            self.stage = Stage::Done;
        }
        None
    }

    /// The killer in this slot if it can be played here and has not been handed out; else it is
    /// forgotten, so that it comes in its turn among the quiet moves.
    fn take_killer(&mut self, slot: usize, position: &Position) -> Option<Move> {
        let tt_move = self.tt_move;
        let usable = |&m: &Move| Some(m) != tt_move && m.is_quiet() && is_playable(position, m);
        self.killers[slot] = self.killers[slot].filter(usable);
        self.killers[slot]
    }

    fn generate(&mut self, position: &Position, what: Generate, score: impl Fn(Move) -> i32) {
        self.moves.clear();
        position.generate(what, &mut self.moves);
        let mut handed_out = [self.tt_move, None, None];
        if what == Generate::Quiet {
            handed_out[1..].copy_from_slice(&self.killers);
        }
        self.ranks.clear();
        for (place, &m) in self.moves.iter().enumerate() {
            self.ranks.push(match handed_out.contains(&Some(m)) {
                true => TAKEN,
                false => rank(score(m), place),
            });
        }
    }

    /// One step of a selection sort: cheaper than sorting, since few moves are asked for. Looking for the
    /// greatest of plain numbers takes no branches, and the processor does several at once.
    #[inline]
    fn best_remaining(&mut self) -> Option<Move> {
        let best = self.ranks.iter().copied().max()?;
        if best == TAKEN {
            return None;
        }
        let place = (!best & PLACE_MASK) as usize;
        *self.ranks.get_mut(place)? = TAKEN;
        self.moves.get(place).copied()
    }
}

/// Whether a move from elsewhere is legal here.
pub(crate) fn is_playable(position: &Position, m: Move) -> bool {
    position.is_pseudo_legal(m) && position.is_legal(m)
}

/// The most valuable victim first (<https://www.chessprogramming.org/MVV-LVA>), and among like victims
/// the capture that has done best; promotions to less than a queen last.
fn noisy_score(position: &Position, histories: &Histories, m: Move) -> i32 {
    let victim = captured_type(position, m).map_or(0, see_value);
    let promotion = match m.promotion() {
        None => 0,
        Some(PieceType::Queen) => see_value(PieceType::Queen),
        Some(_) => -4 * see_value(PieceType::Queen),
    };
    16 * (victim + promotion) + histories.noisy(position, m)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;

    fn all(position: &Position, tt_move: Option<Move>, killers: Killers) -> Vec<Move> {
        let histories = Histories::new();
        let context = QuietContext::new(position, Default::default());
        let mut picker = MovePicker::new(tt_move, killers, context);
        std::iter::from_fn(|| picker.next(position, &histories)).collect()
    }

    #[test]
    fn every_legal_move_comes_once_whatever_the_hints() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
        ] {
            let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
            let legal = position.legal_moves();
            let foreign = Move::from_bits(0x1234);
            for hint in legal.iter().copied().map(Some).chain([None, foreign]) {
                let mut killers = Killers::default();
                killers.add(legal[0]);
                killers.add(hint.unwrap_or(legal[legal.len() - 1]));
                let mut picked = all(&position, hint, killers);
                if let Some(first) = hint.filter(|m| legal.contains(m)) {
                    assert_eq!(picked[0], first, "{fen}");
                }
                let mut wanted = legal.to_vec();
                picked.sort_by_key(|m| m.bits());
                wanted.sort_by_key(|m| m.bits());
                assert_eq!(picked, wanted, "{fen} {hint:?}");
            }
        }
    }

    #[test]
    fn winning_captures_come_before_losing_ones() {
        let fen = "4k3/3p4/2q1p3/3p4/4P3/8/6B1/3QK3 w - - 0 1";
        let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let moves = all(&position, None, Killers::default());
        let place = |text| {
            let m = position.parse_move(text).unwrap();
            moves.iter().position(|&other| other == m).unwrap()
        };
        assert_eq!(place("e4d5"), 0);
        assert_eq!(place("d1d5"), moves.len() - 1);
    }
}
