//! Which games are still to be played.

use std::iter::Flatten;
use std::ops::Range;
use std::vec;

/// The numbers of games, the smallest first: as ranges, for a file may begin with any number.
pub(super) type Numbers = Flatten<vec::IntoIter<Range<u64>>>;

/// All numbers below `end` but those in `taken`.
pub(super) fn numbers(mut taken: Vec<u64>, end: u64) -> Numbers {
    taken.sort_unstable();
    let mut left = Vec::new();
    let mut next = 0;
    for number in taken {
        if next < number {
            left.push(next..number.min(end));
        }
        next = next.max(number.saturating_add(1));
    }
    left.push(next..end);
    left.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_come_first() {
        let left = |taken: &[u64], end| numbers(taken.to_vec(), end).collect::<Vec<_>>();
        assert_eq!(left(&[], 3), [0, 1, 2]);
        assert_eq!(left(&[5, 0, 2], 8), [1, 3, 4, 6, 7]);
        assert_eq!(left(&[1, 1, 7], 4), [0, 2, 3]);
        assert!(left(&[0, 1], 2).is_empty());
        assert_eq!(numbers(vec![], u64::MAX).nth(9), Some(9));
        let last = u64::MAX - 1;
        assert_eq!(left(&[last, u64::MAX, 1], 3), [0, 2]);
    }
}
