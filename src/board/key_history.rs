//! History of position keys, for detecting threefold and upcoming repetitions.

use super::cuckoo::reversible_move;
use super::position::Position;
use super::rules::Rules;
use super::zobrist;
use crate::types::attacks::between;

/// Zobrist keys of the positions before the current one, oldest first.
#[derive(Clone, Debug, Default)]
pub struct KeyHistory {
    keys: Vec<u64>,
    /// Number of keys after each null move of the search. Positions before a null move do not count as
    /// repeated by positions after it, since passing is illegal.
    null_moves: Vec<usize>,
}

impl KeyHistory {
    /// Pushes the key of a position before a move is made.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Pushes the key of a position before a null move is made.
    pub fn push_null(&mut self, key: u64) {
        self.keys.push(key);
        self.null_moves.push(self.keys.len());
    }

    /// Pops the newest key, undoing [`KeyHistory::push_null`].
    pub fn pop_null(&mut self) {
        self.keys.pop();
        self.null_moves.pop();
    }

    /// Pops the newest key, undoing [`KeyHistory::push`].
    #[inline]
    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns whether there are no keys.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Number of earlier occurrences of `position` since the last capture or pawn move.
    pub fn occurrences<R: Rules>(&self, position: &Position<R>) -> usize {
        self.distances(position).count()
    }

    /// The keys of positions, including the current `position`, that have occurred twice since the last capture or pawn
    /// move: one more occurrence is a draw.
    pub(crate) fn repeated_keys<R: Rules>(&self, position: &Position<R>) -> Vec<u64> {
        let count = R::reversible_plies(position).min(self.keys.len());
        let mut keys = self.keys[self.keys.len() - count..].to_vec();
        keys.push(position.key());
        keys.sort_unstable();
        let pairs = keys.windows(2).filter(|pair| pair[0] == pair[1]);
        let mut repeated: Vec<u64> = pairs.map(|pair| pair[0]).collect();
        repeated.dedup();
        repeated
    }

    /// Returns whether any position, including the current `position`, has been repeated since the last
    /// capture or pawn move.
    pub fn has_repetition<R: Rules>(&self, position: &Position<R>) -> bool {
        !self.repeated_keys(position).is_empty()
    }

    /// Returns whether the search may score `position` at `ply` as a draw by repetition: it has occurred
    /// once since the root (a side that can repeat once can repeat again) or twice in all.
    #[inline]
    pub fn is_search_draw<R: Rules>(&self, position: &Position<R>, ply: usize) -> bool {
        // A repetition takes at least four plies.
        if R::reversible_plies(position) < 4 {
            return false;
        }
        let mut distances = self.distances(position);
        match distances.next() {
            None => false,
            Some(distance) => distance < ply || distances.next().is_some(),
        }
    }

    /// Returns whether the side to move can reach, by one reversible move, a position that has occurred
    /// since the root of the search or more than once before it (upcoming repetition by cuckoo tables).
    /// Since the root it is enough that such a move of either side leads from one position to the other: the opponent
    /// could have made it then. `ply` is the distance from the root.
    pub fn has_upcoming_repetition(&self, position: &Position, ply: usize) -> bool {
        let first_reachable = self.null_moves.last().copied().unwrap_or(0);
        let keys = &self.keys[first_reachable..];
        let plies = usize::from(position.halfmove_clock()).min(keys.len());
        let key = position.key();
        // The key after the opponent's move of a pair of plies.
        let mut after = key;
        // What the opponent's moves since the earlier position have changed in the key.
        let mut opponent_change = 0;
        let mut pairs = keys[keys.len() - plies..].rchunks(2).enumerate();
        pairs.any(|(i, pair)| {
            let [.., earlier] = *pair else {
                return false;
            };
            opponent_change ^= after ^ earlier ^ zobrist::black_to_move();
            after = pair[0];
            let change = key ^ earlier;
            // One move tells the positions apart only if one side's pieces stand as they stood. Most do not, and a
            // look at the table would miss the cache (after Stockfish).
            let own_change = change ^ opponent_change ^ zobrist::black_to_move();
            if opponent_change != 0 && own_change != 0 || i == 0 {
                return false;
            }
            let Some((from, to)) = reversible_move(change) else {
                return false;
            };
            let distance = 2 * i + 1;
            let is_open = (between(from, to) & position.occupied()).is_empty();
            let is_repeated = || self.is_repeated(earlier, keys.len() - distance);
            is_open && (distance < ply || opponent_change == 0 && is_repeated())
        })
    }

    /// Returns whether the key at `index` also occurs before it.
    fn is_repeated(&self, key: u64, index: usize) -> bool {
        let first_reachable = self.null_moves.last().copied().unwrap_or(0);
        self.keys[first_reachable..][..index].contains(&key)
    }

    /// Distances in plies to the earlier occurrences of `position`, nearest first.
    fn distances<R: Rules>(
        &self,
        position: &Position<R>,
    ) -> impl Iterator<Item = usize> + use<'_, R> {
        let key = position.key();
        let first_reachable = self.null_moves.last().copied().unwrap_or(0);
        let keys = &self.keys[first_reachable..];
        let plies = R::reversible_plies(position).min(keys.len());
        // The nearest pair of plies cannot lead back to the position.
        let pairs = keys[keys.len() - plies..].rchunks_exact(2).enumerate();
        pairs
            .skip(1)
            .filter(move |(_, pair)| pair[0] == key)
            .map(|(i, _)| 2 * i + 2)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;
    use rand::seq::IndexedRandom;

    use super::*;

    #[test]
    fn a_repetition_is_seen_one_ply_before() {
        let mut history = KeyHistory::default();
        let mut position = Position::startpos();
        for (plies, text) in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().enumerate() {
            assert_eq!(history.has_upcoming_repetition(&position, 9), plies == 3);
            // Before the root once is not enough.
            assert!(!history.has_upcoming_repetition(&position, 2));
            history.push(position.key());
            position = position.after(position.parse_move(text).unwrap());
        }
        // Now both sides can repeat.
        assert!(history.has_upcoming_repetition(&position, 4));
    }

    /// As [`KeyHistory::has_upcoming_repetition`], with a look at the table for every earlier position.
    fn has_upcoming_repetition_slow(history: &KeyHistory, position: &Position, ply: usize) -> bool {
        let plies = usize::from(position.halfmove_clock()).min(history.keys.len());
        let moves = position.legal_moves();
        (3..=plies).step_by(2).any(|distance| {
            let index = history.keys.len() - distance;
            let earlier = history.keys[index];
            let is_one_move_away = reversible_move(position.key() ^ earlier)
                .is_some_and(|(from, to)| (between(from, to) & position.occupied()).is_empty());
            let is_reachable = || moves.iter().any(|&m| position.after(m).key() == earlier);
            is_one_move_away
                && (distance < ply || history.is_repeated(earlier, index) && is_reachable())
        })
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes too long when interpreted")]
    fn no_upcoming_repetition_is_missed() {
        let mut random = StdRng::seed_from_u64(3);
        let mut found = [0; 2];
        for fen in [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "4k3/1n6/8/8/8/8/6B1/4K2R w K - 0 1",
        ] {
            for _ in 0..40 {
                let (mut position, _) = Position::from_fen(fen, Default::default()).unwrap();
                let mut history = KeyHistory::default();
                for _ in 0..60 {
                    for ply in [2, 30] {
                        let slow = has_upcoming_repetition_slow(&history, &position, ply);
                        assert_eq!(history.has_upcoming_repetition(&position, ply), slow);
                        found[usize::from(slow)] += 1;
                    }
                    let mut moves = position.legal_moves();
                    moves.retain(|m| m.is_quiet());
                    let Some(&m) = moves.choose(&mut random) else {
                        break;
                    };
                    history.push(position.key());
                    position = position.after(m);
                }
            }
        }
        assert!(found.iter().all(|&count| count > 200), "{found:?}");
    }

    #[test]
    fn positions_that_have_occurred_twice_are_listed_until_a_capture_or_pawn_move() {
        let mut history = KeyHistory::default();
        let mut position = Position::startpos();
        let start = position.key();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            assert!(history.repeated_keys(&position).is_empty());
            history.push(position.key());
            position = position.after(position.parse_move(text).unwrap());
        }
        assert_eq!(history.repeated_keys(&position), [start]);
        history.push(position.key());
        position = position.after(position.parse_move("e2e4").unwrap());
        assert!(history.repeated_keys(&position).is_empty());
    }

    #[test]
    fn nothing_is_repeated_across_a_null_move() {
        let play = |position: &Position, text| {
            let m = position.parse_move(text);
            m.map_or(*position, |m| position.after(m))
        };
        let start = Position::startpos();
        let mut history = KeyHistory::default();
        // Knight out, pass, knight home, pass: the board is the same, but nobody may pass.
        history.push(start.key());
        let mut position = play(&start, "g1f3");
        history.push_null(position.key());
        position = position.after_null();
        history.push(position.key());
        position = play(&position, "f3g1");
        history.push_null(position.key());
        position = position.after_null();
        assert_eq!(position.key(), start.key());
        assert!(!history.is_search_draw(&position, 10));
        assert_eq!(history.occurrences(&position), 0);
        history.pop_null();
        history.pop();
        history.pop_null();
        history.pop();
        assert!(history.is_empty());
    }
}
