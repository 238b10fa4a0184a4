//! Statistics of packed games.

use std::collections::HashSet;

use super::error::PackedGameError;
use super::game::PackedGame;
use super::game_file::GAME_PREFIX;
use super::start::StartPosition;
use super::termination::Termination;
use crate::types::Color;

/// Lower bounds of the score bins except the first, in centipawns for the side to move.
pub const SCORE_BOUNDS: [i32; 14] = [
    -2500, -1000, -500, -250, -100, -50, -10, 11, 51, 101, 251, 501, 1001, 2501,
];

/// Number of piece counts, 0 to 32. Custom positions with more pieces count as 32.
pub const PIECE_COUNTS: usize = 33;

/// Results of games from one side's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultCounts {
    /// Wins.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
}

impl ResultCounts {
    /// Number of games.
    pub const fn total(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, winner: Option<Color>, side: Color) {
        match winner {
            None => self.draws += 1,
            Some(winner) if winner == side => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }
}

/// Statistics of packed games.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// Results for White.
    pub games: ResultCounts,
    /// Games by termination, in the order of [`Termination::ALL`].
    pub terminations: [u64; Termination::ALL.len()],
    /// Games that did not start from the standard start position.
    pub other_starts: u64,
    /// Games whose first position with a score occurred as such in an earlier game.
    pub duplicate_starts: u64,
    /// Plies, including the openings.
    pub plies: u64,
    /// Plies of the longest game.
    pub longest: usize,
    /// Size of the games in a file.
    pub bytes: u64,
    /// Results for the side to move of positions with scores, by score bin (see [`SCORE_BOUNDS`]).
    pub scores: [ResultCounts; SCORE_BOUNDS.len() + 1],
    /// Positions with scores by piece count.
    pub pieces: [u64; PIECE_COUNTS],
    /// Positions with scores in which the side to move is in check.
    pub checks: u64,
    /// Positions with scores whose move is a capture or promotion.
    pub tactical: u64,
    /// Positions with decisive scores.
    pub mates: u64,
    starts: HashSet<u64>,
}

impl Default for Statistics {
    fn default() -> Statistics {
        Statistics {
            games: ResultCounts::default(),
            terminations: [0; Termination::ALL.len()],
            other_starts: 0,
            duplicate_starts: 0,
            plies: 0,
            longest: 0,
            bytes: 0,
            scores: [ResultCounts::default(); SCORE_BOUNDS.len() + 1],
            pieces: [0; PIECE_COUNTS],
            checks: 0,
            tactical: 0,
            mates: 0,
            starts: HashSet::new(),
        }
    }
}

impl Statistics {
    /// Positions with scores.
    pub fn positions(&self) -> u64 {
        self.scores.iter().map(ResultCounts::total).sum()
    }

    /// Adds a game.
    pub fn add(&mut self, game: &PackedGame) -> Result<(), PackedGameError> {
        let winner = game.winner();
        self.games.add(winner, Color::White);
        self.terminations[game.termination() as usize] += 1;
        self.other_starts += u64::from(*game.start() != StartPosition::Standard);
        self.plies += game.plies() as u64;
        self.longest = self.longest.max(game.plies());
        self.bytes += (game.bytes().len() + GAME_PREFIX) as u64;
        let mut is_first = true;
        for ply in game.replay() {
            let ply = ply?;
            let Some(score) = ply.score else {
                continue;
            };
            let position = &ply.position;
            if std::mem::take(&mut is_first) && !self.starts.insert(position.key()) {
                self.duplicate_starts += 1;
            }
            let bin = SCORE_BOUNDS.partition_point(|&bound| bound <= score.raw());
            self.scores[bin].add(winner, position.side_to_move());
            let piece_count = position.occupied().count() as usize;
            self.pieces[piece_count.min(PIECE_COUNTS - 1)] += 1;
            self.checks += u64::from(position.in_check());
            self.tactical += u64::from(!ply.m.is_quiet());
            self.mates += u64::from(score.is_decisive());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{games, record};
    use super::*;
    use crate::types::Score;

    #[test]
    fn every_ply_counts_once() {
        let games = games(40);
        let mut statistics = Statistics::default();
        for game in &games {
            statistics.add(game).unwrap();
        }
        let sum = |of: fn(&PackedGame) -> usize| games.iter().map(of).sum::<usize>() as u64;
        let openings = sum(PackedGame::opening_plies);
        assert_eq!(statistics.games.total(), 40);
        assert_eq!(statistics.terminations.iter().sum::<u64>(), 40);
        assert_eq!(statistics.plies, sum(PackedGame::plies));
        assert_eq!(statistics.positions(), statistics.plies - openings);
        assert_eq!(
            statistics.pieces.iter().sum::<u64>(),
            statistics.positions()
        );
        assert_eq!(statistics.other_starts, 26);
        let repeated = statistics.duplicate_starts;
        statistics.add(&games[0]).unwrap();
        assert_eq!(statistics.duplicate_starts, repeated + 1);
    }

    #[test]
    fn score_bins_have_the_results_of_the_side_to_move() {
        let mut record = record(0);
        record.opening.clear();
        record.moves.truncate(2);
        record.winner = Some(Color::Black);
        record.termination = Termination::WinAdjudicated;
        let moves: Vec<_> = StartPosition::Standard
            .position()
            .map(|position| {
                let first = position.legal_moves()[0];
                [first, position.after(first).legal_moves()[0]]
            })
            .into_iter()
            .flatten()
            .collect();
        record.moves = vec![(moves[0], Score::cp(-10)), (moves[1], Score::mate_in(3))];
        let mut statistics = Statistics::default();
        statistics.add(&record.pack().unwrap()).unwrap();
        let (lost, won) = (statistics.scores[7], statistics.scores[14]);
        assert_eq!((lost.losses, lost.total()), (1, 1));
        assert_eq!((won.wins, won.total()), (1, 1));
        assert_eq!((statistics.mates, statistics.pieces[32]), (1, 2));
    }
}
