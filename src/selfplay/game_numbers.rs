//! The numbers of the games still to be played.

use std::iter::Flatten;
use std::ops::Range;
use std::vec;

/// Game numbers in ascending order. Stored as ranges, because a file may start at any number.
pub(super) type GameNumbers = Flatten<vec::IntoIter<Range<u64>>>;

/// Returns all numbers below `end` that are not in `played`.
pub(super) fn missing_games(mut played: Vec<u64>, end: u64) -> GameNumbers {
    played.sort_unstable();
    let mut missing = Vec::new();
    let mut next = 0;
    for number in played {
        if next < number {
            missing.push(next..number.min(end));
        }
        next = next.max(number.saturating_add(1));
    }
    missing.push(next..end);
    missing.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_come_before_new_numbers() {
        let missing = |played: &[u64], end| missing_games(played.to_vec(), end).collect::<Vec<_>>();
        assert_eq!(missing(&[], 3), [0, 1, 2]);
        assert_eq!(missing(&[5, 0, 2], 8), [1, 3, 4, 6, 7]);
        assert_eq!(missing(&[1, 1, 7], 4), [0, 2, 3]);
        assert!(missing(&[0, 1], 2).is_empty());
        assert_eq!(missing_games(vec![], u64::MAX).nth(9), Some(9));
        let last = u64::MAX - 1;
        assert_eq!(missing(&[last, u64::MAX, 1], 3), [0, 2]);
    }
}
