//! Staged move picker (<https://www.chessprogramming.org/Move_Ordering>): returns the moves of a node one by one, the
//! most promising first, and generates each stage only when it is reached, because most nodes fail high early.

use arrayvec::ArrayVec;

use crate::board::{Generate, Position, Rules, see_value};
use crate::search::ordering::history::{Histories, Killers, QuietHistoryKey, moved_piece};
use crate::search::ordering::quiet_scorer::QuietScorer;
use crate::types::{MAX_MOVES, Move, MoveList, PieceType};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    TtMove,
    NoisyInit,
    GoodNoisy,
    FirstKiller,
    SecondKiller,
    QuietInit,
    Quiet,
    BadNoisy,
    Done,
}

/// Bits of a sort key below the score, for the index of the move.
const INDEX_BITS: u32 = 10;
const INDEX_MASK: i32 = (1 << INDEX_BITS) - 1;
const _: () = assert!(MAX_MOVES <= 1 << INDEX_BITS);
/// The number of sort keys of quiet moves is a multiple of this, so that the vectorised maximum leaves no remainder.
const GROUP: usize = 32;
const _: () = assert!(MAX_MOVES.is_multiple_of(GROUP));
/// The sort key of a move that has been picked.
const PICKED: i32 = i32::MIN;

/// The sort key of a move: its score, and for equal scores the lower index first.
#[inline]
fn sort_key(score: i32, index: usize) -> i32 {
    debug_assert!(score.abs() < i32::MAX >> INDEX_BITS);
    (score << INDEX_BITS) + (INDEX_MASK - index as i32)
}

/// Picks the legal moves of a position in order.
pub(crate) struct MovePicker {
    stage: Stage,
    tt_move: Option<Move>,
    killers: [Option<Move>; 2],
    /// The key of the quiet histories; `None` if quiet moves are not picked.
    history_key: Option<QuietHistoryKey>,
    /// Material that a good capture wins at least by static exchange evaluation, in centipawns.
    threshold: i32,
    moves: MoveList,
    /// The [`sort_key`] of each move, or [`PICKED`].
    sort_keys: ArrayVec<i32, MAX_MOVES>,
    bad_noisy: MoveList,
    /// Number of bad captures picked so far.
    bad_picked: usize,
    skip_quiets: bool,
}

impl MovePicker {
    /// Picks all legal moves: the TT move, good captures and promotions, killer moves, quiet moves by history, bad
    /// captures.
    pub(crate) fn new(
        tt_move: Option<Move>,
        killers: Killers,
        history_key: QuietHistoryKey,
    ) -> MovePicker {
        MovePicker::with_key(tt_move, killers, Some(history_key), 0)
    }

    /// Picks the captures and promotions that win at least `threshold` centipawns by static exchange evaluation.
    pub(crate) fn good_noisy(tt_move: Option<Move>, threshold: i32) -> MovePicker {
        MovePicker::with_key(tt_move, Killers::default(), None, threshold)
    }

    #[inline]
    fn with_key(
        tt_move: Option<Move>,
        killers: Killers,
        history_key: Option<QuietHistoryKey>,
        threshold: i32,
    ) -> MovePicker {
        MovePicker {
            stage: Stage::TtMove,
            tt_move,
            killers: killers.moves(),
            history_key,
            threshold,
            moves: MoveList::new(),
            sort_keys: ArrayVec::new(),
            bad_noisy: MoveList::new(),
            bad_picked: 0,
            skip_quiets: false,
        }
    }

    /// Skips the remaining quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Picks the next move.
    pub(crate) fn next<R: Rules>(
        &mut self,
        position: &Position<R>,
        histories: &Histories,
    ) -> Option<Move> {
        if self.stage == Stage::TtMove {
            self.stage = Stage::NoisyInit;
            self.tt_move = self.tt_move.filter(|&m| is_legal_move(position, m));
            if self.tt_move.is_some() && !(self.is_noisy_only() && self.is_tt_move_quiet()) {
                return self.tt_move;
            }
        }
        if self.stage == Stage::NoisyInit {
            self.stage = Stage::GoodNoisy;
            self.generate_noisy(position, histories);
        }
        if self.stage == Stage::GoodNoisy {
            while let Some(m) = self.pick_best() {
                if position.see_at_least(m, self.threshold) {
                    return Some(m);
                }
                self.bad_noisy.push(m);
            }
            self.stage = if self.is_noisy_only() {
                Stage::Done
            } else {
                Stage::FirstKiller
            };
        }
        self.next_quiet(position, histories)
    }

    fn is_noisy_only(&self) -> bool {
        self.history_key.is_none()
    }

    fn is_tt_move_quiet(&self) -> bool {
        self.tt_move.is_some_and(Move::is_quiet)
    }

    fn next_quiet<R: Rules>(
        &mut self,
        position: &Position<R>,
        histories: &Histories,
    ) -> Option<Move> {
        if self.skip_quiets && self.stage < Stage::BadNoisy {
            self.stage = Stage::BadNoisy;
        }
        if self.stage == Stage::FirstKiller {
            self.stage = Stage::SecondKiller;
            if let Some(m) = self.pick_killer(0, position) {
                return Some(m);
            }
        }
        if self.stage == Stage::SecondKiller {
            self.stage = Stage::QuietInit;
            if let Some(m) = self.pick_killer(1, position) {
                return Some(m);
            }
        }
        if self.stage == Stage::QuietInit
            && let Some(history_key) = self.history_key
        {
            self.stage = Stage::Quiet;
            self.generate_quiets(position, histories, &history_key);
        }
        if self.stage == Stage::Quiet {
            if let Some(m) = self.pick_best() {
                return Some(m);
            }
            self.stage = Stage::BadNoisy;
        }
        if self.stage == Stage::BadNoisy {
            let m = self.bad_noisy.get(self.bad_picked).copied();
            self.bad_picked += 1;
            if m.is_some() {
                return m;
            }
            self.stage = Stage::Done;
        }
        None
    }

    /// The killer move in this slot if it is legal and has not been picked. Otherwise the slot is cleared, so that
    /// the move is picked among the quiet moves.
    fn pick_killer<R: Rules>(&mut self, slot: usize, position: &Position<R>) -> Option<Move> {
        let tt_move = self.tt_move;
        let usable = |&m: &Move| Some(m) != tt_move && m.is_quiet() && is_legal_move(position, m);
        self.killers[slot] = self.killers[slot].filter(usable);
        self.killers[slot]
    }

    fn generate_noisy<R: Rules>(&mut self, position: &Position<R>, histories: &Histories) {
        self.moves.clear();
        position.generate(Generate::Noisy, &mut self.moves);
        self.sort_keys.clear();
        for (index, &m) in self.moves.iter().enumerate() {
            self.sort_keys.push(if Some(m) == self.tt_move {
                PICKED
            } else {
                sort_key(noisy_score(position, histories, m), index)
            });
        }
    }

    fn generate_quiets<R: Rules>(
        &mut self,
        position: &Position<R>,
        histories: &Histories,
        history_key: &QuietHistoryKey,
    ) {
        self.moves.clear();
        position.generate(Generate::Quiet, &mut self.moves);
        // The entries of these histories are often not in the cache. In a loop of its own, without branches, the
        // processor waits for those of many moves at once.
        let piece_to_histories = histories.piece_to_histories(history_key);
        self.sort_keys.clear();
        self.sort_keys.extend(self.moves.iter().map(|&m| {
            let piece = moved_piece(position, m);
            piece_to_histories.score(piece, m)
        }));
        let scorer = QuietScorer::new(position, history_key.threats());
        let picked_before = [self.tt_move, self.killers[0], self.killers[1]];
        let scored = self.moves.iter().zip(&mut self.sort_keys);
        for (index, (&m, key)) in scored.enumerate() {
            *key = if picked_before.contains(&Some(m)) {
                PICKED
            } else {
                let piece_type = moved_piece(position, m).piece_type();
                let score = histories.butterfly_score(history_key, m) + scorer.bonus(piece_type, m);
                sort_key(*key + score, index)
            };
        }
        let padding = self.sort_keys.len().next_multiple_of(GROUP) - self.sort_keys.len();
        // The capacity is a multiple of the group, so that the padding fits.
        let _ = self
            .sort_keys
            .try_extend_from_slice(&[PICKED; GROUP][..padding]);
    }

    /// Picks the move with the highest sort key. One step of a selection sort is cheaper than sorting, since few
    /// moves are picked, and the maximum of integers is branchless and vectorised.
    #[inline]
    fn pick_best(&mut self) -> Option<Move> {
        let best = self.sort_keys.iter().copied().max()?;
        if best == PICKED {
            return None;
        }
        let index = (INDEX_MASK - (best & INDEX_MASK)) as usize;
        *self.sort_keys.get_mut(index)? = PICKED;
        self.moves.get(index).copied()
    }
}

/// Whether a move of any origin, such as a TT move or killer move, is legal in a position.
pub(crate) fn is_legal_move<R: Rules>(position: &Position<R>, m: Move) -> bool {
    position.is_pseudo_legal(m) && position.is_legal(m)
}

/// The score of a capture or promotion: the most valuable victim (<https://www.chessprogramming.org/MVV-LVA>), then
/// capture history. Underpromotions come last.
fn noisy_score<R: Rules>(position: &Position<R>, histories: &Histories, m: Move) -> i32 {
    let victim = position.capture_value(m);
    let promotion = match m.promotion() {
        None => 0,
        Some(PieceType::Queen) => see_value(PieceType::Queen),
        Some(_) => -4 * see_value(PieceType::Queen),
    };
    16 * (victim + promotion) + histories.capture_score(position, m)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;

    fn picked_moves(position: &Position, tt_move: Option<Move>, killers: Killers) -> Vec<Move> {
        let histories = Histories::allocate();
        let history_key = QuietHistoryKey::new(position, Default::default(), 0, Default::default());
        let mut picker = MovePicker::new(tt_move, killers, history_key);
        std::iter::from_fn(|| picker.next(position, &histories)).collect()
    }

    #[test]
    fn picks_each_legal_move_once_for_any_tt_move_and_killers() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1",
        ] {
            let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
            let legal = position.legal_moves();
            let other = Move::from_bits(0x1234);
            for hint in legal.iter().copied().map(Some).chain([None, other]) {
                let mut killers = Killers::default();
                killers.add(legal[0]);
                killers.add(hint.unwrap_or(legal[legal.len() - 1]));
                let mut picked = picked_moves(&position, hint, killers);
                if let Some(first) = hint.filter(|m| legal.contains(m)) {
                    assert_eq!(picked[0], first, "{fen}");
                }
                let mut expected = legal.to_vec();
                picked.sort_by_key(|m| m.bits());
                expected.sort_by_key(|m| m.bits());
                assert_eq!(picked, expected, "{fen} {hint:?}");
            }
        }
    }

    #[test]
    fn good_captures_come_before_bad_captures() {
        let fen = "4k3/3p4/2q1p3/3p4/4P3/8/6B1/3QK3 w - - 0 1";
        let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let moves = picked_moves(&position, None, Killers::default());
        let index_of = |text| {
            let m = position.parse_move(text).unwrap();
            moves.iter().position(|&other| other == m).unwrap()
        };
        assert_eq!(index_of("e4d5"), 0);
        assert_eq!(index_of("d1d5"), moves.len() - 1);
    }
}
