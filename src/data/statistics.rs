//! What games are like, in numbers.

use std::collections::HashSet;

use super::game::{PackedGame, Termination};
use super::game_file::FRAME_HEADER;
use super::{GameError, StartPosition};
use crate::types::Color;

/// Where the classes of scores begin, but for the first one: in centipawns, from the view of the side to move.
pub const SCORE_BOUNDS: [i32; 14] = [
    -2500, -1000, -500, -250, -100, -50, -10, 11, 51, 101, 251, 501, 1001, 2501,
];

/// How many numbers of pieces there are, from none to 32; positions that were set up may have more, which count as 32.
pub const PIECE_COUNTS: usize = 33;

/// How games have ended, from somebody's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultCounts {
    /// Won games.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Lost games.
    pub losses: u64,
}

impl ResultCounts {
    /// All together.
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

/// What some games are like.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// Games from White's view.
    pub games: ResultCounts,
    /// Games by the way they ended, in the order of [`Termination::ALL`].
    pub terminations: [u64; Termination::ALL.len()],
    /// Games that did not begin at the start position of chess.
    pub other_starts: u64,
    /// Games whose first position with a score is that of an earlier game.
    pub duplicate_starts: u64,
    /// Plies, those of openings included.
    pub plies: u64,
    /// Plies of the longest game.
    pub longest: usize,
    /// What the games take in a file.
    pub bytes: u64,
    /// Positions with scores by classes of scores, each with the results from the view of the side to move; the
    /// classes lie between [`SCORE_BOUNDS`].
    pub scores: [ResultCounts; SCORE_BOUNDS.len() + 1],
    /// Positions with scores by the number of pieces on the board.
    pub pieces: [u64; PIECE_COUNTS],
    /// Positions with scores in which the side to move is in check.
    pub checks: u64,
    /// Positions with scores in which the move made captures or promotes.
    pub tactical: u64,
    /// Positions with scores that announce a mate.
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

    /// Counts a game.
    pub fn add(&mut self, game: &PackedGame) -> Result<(), GameError> {
        let winner = game.winner();
        self.games.add(winner, Color::White);
        self.terminations[game.termination() as usize] += 1;
        self.other_starts += u64::from(*game.start() != StartPosition::Standard);
        self.plies += game.plies() as u64;
        self.longest = self.longest.max(game.plies());
        self.bytes += (game.bytes().len() + FRAME_HEADER) as u64;
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
            let class = SCORE_BOUNDS.partition_point(|&bound| bound <= score.raw());
            self.scores[class].add(winner, position.side_to_move());
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
    fn scores_are_classed_with_the_results_of_their_side() {
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
