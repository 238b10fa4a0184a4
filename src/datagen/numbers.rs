//! Which games are still to be played.

/// Hands out the numbers of games, the smallest first.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Numbers that an earlier run has left out, the greatest first.
    gaps: Vec<u64>,
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
            gaps.extend(next..number);
            next = next.max(number + 1);
        }
        gaps.reverse();
        Numbers { gaps, next, end }
    }
}

impl Iterator for Numbers {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let number = self.gaps.pop().unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        });
        (number < self.end).then_some(number)
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
    }
}
