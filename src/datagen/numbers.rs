//! Which games are still to be played.

use std::ops::Range;

/// Hands out the numbers of games, the smallest first.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Numbers that an earlier run has left out, the greatest first: as ranges, for a file may begin with any number.
    gaps: Vec<Range<u64>>,
    /// All from here on are free.
    next: u64,
    /// No number is as great as this.
    end: u64,
}

impl Numbers {
    /// All numbers below `end` but those in `taken`.
    pub fn new(mut taken: Vec<u64>, end: u64) -> Numbers {
        taken.sort_unstable();
        let mut gaps = Vec::new();
        let mut next = 0;
        for number in taken {
            if next < number {
                gaps.push(next..number);
            }
            next = next.max(number.saturating_add(1));
        }
        gaps.reverse();
        Numbers { gaps, next, end }
    }
}

impl Numbers {
    fn below_end(&self, number: u64) -> Option<u64> {
        (number < self.end).then_some(number)
    }
}

impl Iterator for Numbers {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        while let Some(gap) = self.gaps.last_mut() {
            if let Some(number) = gap.next() {
                return self.below_end(number);
            }
            self.gaps.pop();
        }
        let number = self.next;
        self.next = number.saturating_add(1);
        self.below_end(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_come_first() {
        let numbers = |taken: &[u64], end| Numbers::new(taken.to_vec(), end).collect::<Vec<_>>();
        assert_eq!(numbers(&[], 3), [0, 1, 2]);
        assert_eq!(numbers(&[5, 0, 2], 8), [1, 3, 4, 6, 7]);
        assert_eq!(numbers(&[1, 1, 7], 4), [0, 2, 3]);
        assert!(numbers(&[0, 1], 2).is_empty());
        assert_eq!(Numbers::new(vec![], u64::MAX).nth(9), Some(9));
        let last = u64::MAX - 1;
        assert_eq!(numbers(&[last, u64::MAX, 1], 3), [0, 2]);
    }
}
