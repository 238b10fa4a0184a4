//! Playing below full strength.
//!
//! Three things weaken a search: it may visit only so many nodes, it misjudges positions, and it does
//! not see some of the moves. All errors are drawn from hashes of the search's seed, so that within one
//! search the same position is always misjudged in the same way and the same move always overlooked:
//! the player is wrong about something, not undecided. Another seed gives another game.
//!
//! At the root, in check, and where nothing else is to be played every move is seen. So a mate in one
//! is always found and an attacked king always noticed; what a weak player misses is what the opponent
//! may answer, and where a line of its own leads.

use std::time::Duration;

use crate::board::{Position, mix_bits};
use crate::types::{Color, Move, Score};

/// How a search is weakened. The default is not at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skill {
    /// Tells this search's errors from those of others.
    pub seed: u64,
    /// Nodes that each line shown may cost in a position with all pieces, however much time there is and
    /// while pondering too; some more where few pieces are left. The first iteration is finished in any
    /// case. `None` for as many as the limits allow.
    pub nodes: Option<u64>,
    /// By how many centipawns the evaluation of a position with all pieces is wrong at most, up to 1000.
    /// Small errors are more frequent than great ones.
    pub misjudgement: i32,
    /// How many of 1000 ordinary quiet moves are not seen in a position with all pieces.
    pub blindness: u32,
    /// Which part of the time planned for the move to take, in thousandths, if the nodes are spent
    /// earlier.
    pub pace: u32,
}

impl Skill {
    /// What tells the entries of a weakened search in the transposition table from those of others: it
    /// is not to profit from what a stronger one has found, nor to mislead it.
    pub(crate) fn tt_salt(&self) -> u64 {
        mix_bits(self.seed ^ 0x5bd1_e995_9d1b_54a3)
    }

    /// An evaluation as a player with this handicap makes it. A loss may look like a win, but not like
    /// a mate.
    #[inline]
    pub(crate) fn misjudge(&self, position: &Position, score: Score) -> Score {
        let bits = mix_bits(position.key() ^ self.seed);
        // The sum of two even distributions is a triangle.
        let spread = (bits & 0x7fff) as i32 + (bits >> 32 & 0x7fff) as i32 - 0x7fff;
        let most = self.misjudgement * piece_count(position) / ALL_PIECES;
        Score::cp(score.raw() + most * spread / 0x8000)
    }

    /// Whether a legal move is not seen. `last` is the move that led to the position, if one did.
    pub(crate) fn overlooks(&self, position: &Position, m: Move, last: Option<Move>) -> bool {
        if self.blindness == 0 || position.in_check() {
            return false;
        }
        let chance = self.blindness as i32 * piece_count(position) * hiddenness(position, m, last);
        let draw = mix_bits(position.key() ^ self.seed.rotate_left(32) ^ u64::from(m.bits()) << 24);
        (draw % 100_000) as i32 * ALL_PIECES < chance
    }

    /// The nodes that a search of this position may cost when so many lines are shown.
    pub(crate) fn budget(&self, position: &Position, lines: usize) -> u64 {
        let Some(nodes) = self.nodes else {
            return u64::MAX;
        };
        let gone = (ALL_PIECES - piece_count(position)).max(0) as u64;
        let more = SIMPLE_NODES * gone.pow(6) / (ALL_PIECES as u64).pow(6);
        (nodes + more).saturating_mul(lines as u64)
    }

    /// How long to take for a move for which `planned` was to be had.
    pub(crate) fn pause(&self, planned: Duration) -> Duration {
        planned * self.pace.min(1000) / 1000
    }
}

/// How many pieces are on the board. Where few are left there is less to be wrong about, and the technique
/// of simple endgames would drown in errors.
fn piece_count(position: &Position) -> i32 {
    position.occupied().count() as i32
}

const ALL_PIECES: i32 = 32;

/// Nodes that even the weakest player sees of an almost empty board, where lines are easy to follow:
/// enough to avoid stalemate and to mate with a queen.
const SIMPLE_NODES: u64 = 4000;

/// How easily a move is missed, in percent of an ordinary quiet one. People look at recaptures, checks
/// and captures first, and last at retreats and at moves across the whole board.
fn hiddenness(position: &Position, m: Move, last: Option<Move>) -> i32 {
    if m.is_promotion() || m.is_capture() && last.is_some_and(|last| last.to() == m.to()) {
        return 10;
    }
    let mut percent = if m.is_capture() { 40 } else { 100 };
    if m.from().distance(m.to()) > 3 {
        percent += 15;
    }
    if is_retreat(position.side_to_move(), m) {
        percent += 15;
    }
    match position.after(m).in_check() {
        true => percent / 2,
        false => percent,
    }
}

fn is_retreat(side: Color, m: Move) -> bool {
    m.to().relative_rank(side) < m.from().relative_rank(side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen, CastlingMode::Standard).unwrap().0
    }

    fn weak(seed: u64) -> Skill {
        Skill {
            seed,
            misjudgement: 300,
            blindness: 500,
            ..Skill::default()
        }
    }

    /// How often a move is overlooked, in percent.
    fn overlooked(position: &Position, text: &str, last: Option<&str>) -> usize {
        let m = position.parse_move(text).unwrap();
        let last = last.map(|text| {
            let square = crate::types::Square::parse(text).unwrap();
            Move::new(square.flipped(), square, crate::types::MoveKind::Quiet)
        });
        let count = (0..2000).filter(|&seed| weak(mix_bits(seed)).overlooks(position, m, last));
        count.count() / 20
    }

    #[test]
    fn errors_are_bounded_centred_and_the_same_within_a_search() {
        let start = Position::startpos();
        let errors: Vec<i32> = (0..4000)
            .map(|seed| weak(mix_bits(seed)).misjudge(&start, Score::cp(20)).raw() - 20)
            .collect();
        assert!(errors.iter().all(|error| error.abs() <= 300));
        assert!(errors.iter().any(|error| error.abs() > 200));
        let mean = errors.iter().sum::<i32>() / 4000;
        assert!(mean.abs() < 10, "{mean}");
        let again = weak(mix_bits(7)).misjudge(&start, Score::cp(20)).raw() - 20;
        assert_eq!(again, errors[7]);
        let none = Skill::default().misjudge(&start, Score::cp(20));
        assert_eq!(none, Score::cp(20));
        let winning = weak(3).misjudge(&start, Score::MAX_ESTIMATE);
        assert!(!winning.is_decisive());
    }

    #[test]
    fn the_fewer_pieces_the_smaller_the_errors() {
        let bare = position("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1");
        let error = |seed| {
            weak(mix_bits(seed))
                .misjudge(&bare, Score::DRAW)
                .raw()
                .abs()
        };
        assert!((0..4000).map(error).max() < Some(100));
    }

    #[test]
    fn what_stands_out_is_seldom_overlooked() {
        let open = position("r3k2r/1bp2ppp/p1n2n2/1p6/4P3/1BN2N2/PPP2PPP/R1B1R1K1 w kq - 0 1");
        let quiet = overlooked(&open, "a2a3", None);
        let retreat = overlooked(&open, "f3d2", None);
        let capture = overlooked(&open, "b3f7", None);
        let recapture = overlooked(&open, "b3f7", Some("f7"));
        let check = overlooked(&open, "e4e5", None);
        assert!(retreat > quiet && quiet > check && check > recapture);
        assert!(quiet > capture && capture > recapture);
    }

    #[test]
    fn nothing_is_overlooked_in_check_or_by_those_who_see_all() {
        let check = position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
        assert_eq!(overlooked(&check, "e1e2", None), 0);
        let m = Position::startpos().parse_move("e2e4").unwrap();
        let sees_all = Skill {
            blindness: 0,
            ..weak(1)
        };
        assert!(!sees_all.overlooks(&Position::startpos(), m, None));
    }

    #[test]
    fn a_pause_is_a_part_of_the_time() {
        let skill = |pace| Skill {
            pace,
            ..Skill::default()
        };
        let planned = Duration::from_secs(2);
        assert_eq!(skill(250).pause(planned), Duration::from_millis(500));
        assert_eq!(skill(9999).pause(planned), planned);
    }
}
