//! The results of the speed test: nodes per second and their spread.

use std::time::Duration;

/// A round of the speed test: all positions once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpeedtestRound {
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Duration of the searches.
    pub time: Duration,
}

/// The result of the speed test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpeedtestResult {
    /// The rounds, without the warm-up.
    pub rounds: Vec<SpeedtestRound>,
    /// Number of positions in a round.
    pub positions: usize,
    /// Number of games that they come from.
    pub games: usize,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Hash full at its highest, in permille.
    pub hash_full: u32,
}

impl SpeedtestRound {
    /// Nodes per second.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-6)
    }
}

impl SpeedtestResult {
    /// All rounds together.
    pub fn total(&self) -> SpeedtestRound {
        SpeedtestRound {
            nodes: self.rounds.iter().map(|round| round.nodes).sum(),
            time: self.rounds.iter().map(|round| round.time).sum(),
        }
    }

    /// Spread of the rounds: the standard deviation of their nodes per second, in percent of the mean.
    pub fn spread(&self) -> f64 {
        let speeds = self.rounds.iter().map(SpeedtestRound::nodes_per_second);
        let speeds: Vec<f64> = speeds.collect();
        let count = speeds.len() as f64;
        let mean = speeds.iter().sum::<f64>() / count.max(1.0);
        let squares: f64 = speeds.iter().map(|speed| (speed - mean).powi(2)).sum();
        100.0 * (squares / (count - 1.0).max(1.0)).sqrt() / mean.max(1e-6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_is_the_standard_deviation_of_the_rounds() {
        let round = |nodes| SpeedtestRound {
            nodes,
            time: Duration::from_secs(2),
        };
        let result = SpeedtestResult {
            rounds: [180, 200, 220].map(round).to_vec(),
            positions: 1,
            games: 1,
            hash: 1,
            hash_full: 0,
        };
        assert_eq!(result.total().nodes_per_second(), 100.0);
        assert!((result.spread() - 10.0).abs() < 1e-9, "{}", result.spread());
        let one = SpeedtestResult {
            rounds: vec![round(5)],
            ..result
        };
        assert_eq!(one.spread(), 0.0);
    }
}
