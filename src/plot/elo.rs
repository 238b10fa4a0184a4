//! Elo differences with error bars from match results, by single games or pentanomial error bars by pairs of games
//! (<https://www.chessprogramming.org/Match_Statistics>).

/// Wins, draws and losses of the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GameCounts {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// An Elo difference with the ends of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EloEstimate {
    pub elo: f64,
    pub low: f64,
    pub high: f64,
}

/// Standard deviations of a 95 % confidence interval.
const DEVIATIONS: f64 = 1.959_964;
/// Differences beyond this are cut off: a match without a loss has no upper limit.
pub(super) const MAX_ELO: f64 = 800.0;

impl GameCounts {
    pub(super) fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Counts a game by the points of the first engine in half points.
    pub(super) fn add(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The estimate from single games; `None` without games.
    pub(super) fn elo(&self) -> Option<EloEstimate> {
        estimate(&[self.losses, self.draws, self.wins])
    }
}

/// The estimate from pairs of games with the same opening and colours reversed: numbers of pairs with 0, ½, 1, 1½ and 2
/// points (pentanomial). `None` without pairs.
pub(super) fn pentanomial_elo(pairs: &[u32; 5]) -> Option<EloEstimate> {
    estimate(pairs)
}

/// The estimate from numbers of equally spaced results, the worst first.
fn estimate(counts: &[u32]) -> Option<EloEstimate> {
    let total: f64 = counts.iter().map(|&count| f64::from(count)).sum();
    if total == 0.0 {
        return None;
    }
    let steps = (counts.len() - 1) as f64;
    let moment = |f: &dyn Fn(f64) -> f64| {
        let terms = counts.iter().enumerate();
        let terms = terms.map(|(i, &count)| f64::from(count) * f(i as f64 / steps));
        terms.sum::<f64>() / total
    };
    let mean = moment(&|score| score);
    let variance = moment(&|score| (score - mean).powi(2));
    let margin = DEVIATIONS * (variance / total).sqrt();
    Some(EloEstimate {
        elo: elo(mean),
        low: elo(mean - margin),
        high: elo(mean + margin),
    })
}

/// The Elo difference of an expected score of 0 to 1.
fn elo(score: f64) -> f64 {
    let score = score.clamp(1e-9, 1.0 - 1e-9);
    let elo = -400.0 * (1.0 / score - 1.0).log10();
    // An even score has the logarithm -0.
    elo.clamp(-MAX_ELO, MAX_ELO) + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(wins: u32, draws: u32, losses: u32) -> GameCounts {
        GameCounts {
            wins,
            draws,
            losses,
        }
    }

    #[test]
    fn an_even_match_has_elo_zero_and_symmetric_error_bars() {
        let even = counts(30, 40, 30).elo().unwrap();
        assert_eq!(even.elo, 0.0);
        assert!((even.low + even.high).abs() < 1e-6 && even.high > 0.0);
        // Standard deviation of the mean: sqrt(0.15 / 100) = 0.0387, times 1.96 is 0.0759, 53.1 Elo.
        assert!((even.high - 53.1).abs() < 0.1, "{even:?}");
    }

    #[test]
    fn three_quarters_of_the_points_are_191_elo() {
        let ahead = counts(75, 0, 25).elo().unwrap();
        assert!((ahead.elo - 190.85).abs() < 0.01, "{ahead:?}");
        assert_eq!(counts(9, 0, 0).elo().unwrap().elo, MAX_ELO);
        assert_eq!(counts(0, 0, 0).elo(), None);
    }

    #[test]
    fn pairs_narrow_the_error_bars_if_openings_decide() {
        // All openings are won by White: each pair scores one point.
        let pairs = pentanomial_elo(&[0, 0, 50, 0, 0]).unwrap();
        assert_eq!((pairs.low, pairs.high), (0.0, 0.0));
        assert!(counts(50, 0, 50).elo().unwrap().high > 60.0);
        assert_eq!(pentanomial_elo(&[0; 5]), None);
    }
}
