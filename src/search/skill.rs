//! Limited strength (skill levels).
//!
//! Three things weaken a search: a node limit, noise on the evaluation, and move noise, which hides some
//! moves from the search. The noise is drawn from hashes of the search's seed, so that within one search
//! the same position always has the same error and the same move is always missed. Another seed gives
//! another game.
//!
//! No move is hidden at the root or in check, and a node of which all moves are hidden gets its evaluation. So a mate
//! in one is always found and an attacked king always noticed; a weak player misses replies of the opponent and
//! continuations of its own lines.

use std::time::Duration;

use crate::board::{Position, RuleSet, Rules, mix_bits};
use crate::types::{Color, Move, Score};

/// How a search is weakened. The default is full strength.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Skill {
    /// Seed of the noise of this search.
    pub seed: u64,
    /// Node limit per PV line in a position with all pieces, also while pondering. It grows as pieces are
    /// exchanged. The first iteration is always completed. `None` for no limit.
    pub nodes: Option<u64>,
    /// Largest evaluation error in centipawns in a position with all pieces, from 0 to 1000. Small errors
    /// are more frequent than large ones.
    pub eval_noise: i32,
    /// Permille of ordinary quiet moves that the search misses in a position with all pieces.
    pub move_noise: u32,
    /// Permille of the planned time to use for a move even if the node limit is reached earlier.
    pub time_permille: u32,
}

impl Skill {
    /// Keeps the entries of a weakened search in the transposition table apart from all others, so that it
    /// neither profits from a stronger search nor misleads it.
    pub(crate) fn tt_salt(&self) -> u64 {
        mix_bits(self.seed ^ 0x5bd1_e995_9d1b_54a3)
    }

    /// Whether noise makes a search with a node limit err, in its moves and in its scores.
    pub(crate) fn is_weakening(&self) -> bool {
        self.nodes.is_some() && self.has_noise()
    }

    /// Whether this is a search without noise that scores the move of a weakened search.
    pub(crate) fn is_score_search(&self) -> bool {
        self.nodes.is_some() && !self.has_noise()
    }

    fn has_noise(&self) -> bool {
        self.eval_noise > 0 || self.move_noise > 0
    }

    /// The limits of the search that scores the move of this weakened search: as many nodes, but enough to see
    /// short tactics, and no noise.
    pub(crate) fn score_search(&self) -> Skill {
        Skill {
            nodes: self.nodes.map(|nodes| nodes.max(SCORE_SEARCH_NODES)),
            eval_noise: 0,
            move_noise: 0,
            ..self.clone()
        }
    }

    /// Adds the evaluation noise to a score. A loss may look like a win, but not like a mate.
    #[inline]
    pub(crate) fn noisy_eval<R: RuleSet>(&self, position: &Position<R>, score: Score) -> Score {
        let bits = mix_bits(position.key() ^ self.seed);
        // The sum of two uniform distributions is triangular.
        let noise = (bits & 0x7fff) as i32 + (bits >> 32 & 0x7fff) as i32 - 0x7fff;
        let max_noise = self.eval_noise * piece_count(position) / ALL_PIECES;
        Score::cp(score.raw() + max_noise * noise / 0x8000)
    }

    /// Whether the search misses a legal move. `previous` is the move that led to the position, if any.
    pub(crate) fn misses_move<R: Rules>(
        &self,
        position: &Position<R>,
        m: Move,
        previous: Option<Move>,
    ) -> bool {
        if self.move_noise == 0 || position.in_check() {
            return false;
        }
        let chance =
            self.move_noise as i32 * piece_count(position) * miss_percent(position, m, previous);
        let draw = mix_bits(position.key() ^ self.seed.rotate_left(32) ^ u64::from(m.bits()) << 24);
        (draw % 100_000) as i32 * ALL_PIECES < chance
    }

    /// The node limit of a search of this position with `multi_pv` lines.
    pub(crate) fn node_limit<R: RuleSet>(&self, position: &Position<R>, multi_pv: usize) -> u64 {
        let Some(nodes) = self.nodes else {
            return u64::MAX;
        };
        let exchanged = (ALL_PIECES - piece_count(position)).max(0) as u64;
        let bonus = ENDGAME_NODES * exchanged.pow(6) / (ALL_PIECES as u64).pow(6);
        (nodes + bonus).saturating_mul(multi_pv as u64)
    }

    /// The time to use for a move for which `planned` is available.
    pub(crate) fn thinking_time(&self, planned: Duration) -> Duration {
        planned * self.time_permille.min(1000) / 1000
    }

    /// The share of the planned time to use for a move.
    pub(crate) fn time_share(&self) -> f64 {
        f64::from(self.time_permille.min(1000)) / 1000.0
    }
}

/// The number of pieces on the board. All noise is proportional to it: with few pieces there is less to
/// be wrong about, and the technique of simple endgames would drown in errors.
fn piece_count<R: RuleSet>(position: &Position<R>) -> i32 {
    position.occupied().count() as i32
}

const ALL_PIECES: i32 = 32;

/// Fewest nodes of a search that scores the move of a weakened search: some milliseconds.
const SCORE_SEARCH_NODES: u64 = 5000;

/// Additional nodes on an almost empty board, where lines are easy to calculate: enough for the weakest
/// level to avoid stalemate and to mate with a queen.
const ENDGAME_NODES: u64 = 4000;

/// How easily a player misses a move, in percent of an ordinary quiet move. People look at recaptures,
/// checks and captures first, and last at retreats and at moves across the whole board.
fn miss_percent<R: Rules>(position: &Position<R>, m: Move, previous: Option<Move>) -> i32 {
    let is_recapture = m.is_capture() && previous.is_some_and(|previous| previous.to() == m.to());
    if m.is_promotion() || is_recapture {
        return 10;
    }
    let mut percent = if m.is_capture() { 40 } else { 100 };
    if !m.is_drop() && m.from().distance(m.to()) > 3 {
        percent += 15;
    }
    if !m.is_drop() && is_retreat(position.side_to_move(), m) {
        percent += 15;
    }
    if position.after(m).in_check() {
        percent / 2
    } else {
        percent
    }
}

fn is_retreat(side: Color, m: Move) -> bool {
    m.to().relative_rank(side) < m.from().relative_rank(side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::test_util::position;

    fn weak(seed: u64) -> Skill {
        Skill {
            seed,
            eval_noise: 300,
            move_noise: 500,
            ..Skill::default()
        }
    }

    /// How often a move is missed, in percent.
    fn missed_percent(position: &Position, text: &str, previous: Option<&str>) -> usize {
        let m = position.parse_move(text).unwrap();
        let previous = previous.map(|text| {
            let square = crate::types::Square::parse(text).unwrap();
            Move::new(square.flipped(), square, crate::types::MoveKind::Quiet)
        });
        let count =
            (0..2000).filter(|&seed| weak(mix_bits(seed)).misses_move(position, m, previous));
        count.count() / 20
    }

    #[test]
    fn eval_noise_is_bounded_centred_and_fixed_within_a_search() {
        let start = Position::startpos();
        let errors: Vec<i32> = (0..4000)
            .map(|seed| weak(mix_bits(seed)).noisy_eval(&start, Score::cp(20)).raw() - 20)
            .collect();
        assert!(errors.iter().all(|error| error.abs() <= 300));
        assert!(errors.iter().any(|error| error.abs() > 200));
        let mean = errors.iter().sum::<i32>() / 4000;
        assert!(mean.abs() < 10, "{mean}");
        let again = weak(mix_bits(7)).noisy_eval(&start, Score::cp(20)).raw() - 20;
        assert_eq!(again, errors[7]);
        let none = Skill::default().noisy_eval(&start, Score::cp(20));
        assert_eq!(none, Score::cp(20));
        let winning = weak(3).noisy_eval(&start, Score::MAX_EVAL);
        assert!(!winning.is_decisive());
    }

    #[test]
    fn fewer_pieces_make_smaller_errors() {
        let bare = position("4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1");
        let error = |seed| {
            weak(mix_bits(seed))
                .noisy_eval(&bare, Score::DRAW)
                .raw()
                .abs()
        };
        assert!((0..4000).map(error).max() < Some(100));
    }

    #[test]
    fn conspicuous_moves_are_seldom_missed() {
        let open = position("r3k2r/1bp2ppp/p1n2n2/1p6/4P3/1BN2N2/PPP2PPP/R1B1R1K1 w kq - 0 1");
        let quiet = missed_percent(&open, "a2a3", None);
        let retreat = missed_percent(&open, "f3d2", None);
        let capture = missed_percent(&open, "b3f7", None);
        let recapture = missed_percent(&open, "b3f7", Some("f7"));
        let check = missed_percent(&open, "e4e5", None);
        assert!(retreat > quiet && quiet > check && check > recapture);
        assert!(quiet > capture && capture > recapture);
    }

    #[test]
    fn no_move_is_missed_in_check_or_without_move_noise() {
        let check = position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
        assert_eq!(missed_percent(&check, "e1e2", None), 0);
        let m = Position::startpos().parse_move("e2e4").unwrap();
        let without_noise = Skill {
            move_noise: 0,
            ..weak(1)
        };
        assert!(!without_noise.misses_move(&Position::startpos(), m, None));
    }

    #[test]
    fn a_score_search_has_no_noise_and_enough_nodes() {
        let skill = Skill {
            nodes: Some(29),
            ..weak(1)
        };
        let score_search = skill.score_search();
        assert!(skill.is_weakening() && !skill.is_score_search());
        assert!(score_search.is_score_search() && !score_search.is_weakening());
        assert_eq!(score_search.nodes, Some(SCORE_SEARCH_NODES));
        let start = Position::startpos();
        assert_eq!(
            score_search.noisy_eval(&start, Score::cp(20)),
            Score::cp(20)
        );
        let strong = Skill {
            nodes: Some(40_000),
            ..skill
        };
        assert_eq!(strong.score_search().nodes, Some(40_000));
        // Without a node limit the noise only makes games differ.
        assert!(!weak(1).is_weakening() && !weak(1).is_score_search());
    }

    #[test]
    fn thinking_time_is_a_part_of_the_planned_time() {
        let skill = |time_permille| Skill {
            time_permille,
            ..Skill::default()
        };
        let planned = Duration::from_secs(2);
        assert_eq!(
            skill(250).thinking_time(planned),
            Duration::from_millis(500)
        );
        assert_eq!(skill(9999).thinking_time(planned), planned);
    }
}
