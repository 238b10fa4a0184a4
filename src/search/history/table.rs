//! A table of numbers that follow what happens.

/// The bound of all history values.
pub const HISTORY_MAX: i32 = 16_384;

/// Numbers from `-HISTORY_MAX` to `HISTORY_MAX`, at first 0.
pub struct HistoryTable<const N: usize>(Box<[i16]>);

impl<const N: usize> HistoryTable<N> {
    /// The memory it takes.
    pub const BYTES: usize = N * size_of::<i16>();

    /// All zeros.
    pub fn new() -> HistoryTable<N> {
        HistoryTable(vec![0; N].into_boxed_slice())
    }

    /// The value of a cell.
    #[inline]
    pub fn get(&self, cell: usize) -> i32 {
        i32::from(self.0[cell])
    }

    /// Rewards (or punishes) a cell. What it gains shrinks as it nears the bound, so that values
    /// follow the present part of the tree ("history gravity",
    /// <https://www.chessprogramming.org/History_Heuristic#History_Bonuses>).
    #[inline]
    pub fn update(&mut self, cell: usize, bonus: i32) {
        let value = &mut self.0[cell];
        let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_within_the_bound() {
        let mut table = HistoryTable::<2>::new();
        for bonus in [1600, -1600, 100_000, -100_000] {
            for _ in 0..1000 {
                table.update(1, bonus);
                assert!(table.get(1).abs() <= HISTORY_MAX);
            }
            assert_eq!(table.get(1).signum(), i32::signum(bonus));
        }
        assert_eq!(table.get(0), 0);
    }
}
