//! Matches as PGN: the results game by game.

use std::collections::{BTreeSet, HashMap};

use super::elo::{EloEstimate, GameCounts, pentanomial_elo};
use super::error::PlotError;
use super::match_log::MatchProgress;
use crate::pgn::{GameResult, PgnGame, PgnReader};

/// The games of one opponent so far.
#[derive(Default)]
struct Opponent {
    counts: GameCounts,
    /// Half points of the first game of each pair that is not complete, by round.
    open_pairs: HashMap<String, usize>,
    /// Complete pairs by half points.
    pairs: [u32; 5],
}

/// Reads the matches of `engine`, or else of White in the first game, against each opponent. Games of the same round form
/// a pair, which gives tighter error bars; single games of a round are taken alone.
pub(super) fn read_games(
    bytes: &[u8],
    engine: Option<&str>,
) -> Result<Vec<MatchProgress>, PlotError> {
    let games: Result<Vec<PgnGame>, _> = PgnReader::new(bytes).collect();
    let games = games.map_err(|error| PlotError::Games(error.to_string()))?;
    let first = games.first().and_then(|game| game.header("White"));
    let Some(engine) = engine.or(first) else {
        return Err(PlotError::Empty);
    };
    let mut opponents: HashMap<&str, Opponent> = HashMap::new();
    let mut matches: Vec<MatchProgress> = Vec::new();
    for game in &games {
        let Some((name, half_points)) = result_of(game, engine) else {
            continue;
        };
        let opponent = opponents.entry(name).or_default();
        let round = game.header("Round").unwrap_or_default();
        let Some(estimate) = opponent.add(round, half_points) else {
            continue;
        };
        let name = format!("{engine} vs {name}");
        let index = matches.iter().position(|m| m.name == name);
        let index = index.unwrap_or_else(|| {
            matches.push(MatchProgress {
                name,
                points: Vec::new(),
            });
            matches.len() - 1
        });
        matches[index]
            .points
            .push((opponent.counts.games(), estimate));
    }
    Ok(matches)
}

/// The error for a file without results: that of an engine that did not play names those that did.
pub(super) fn no_games(bytes: &[u8], engine: Option<&str>) -> PlotError {
    let games: Vec<PgnGame> = PgnReader::new(bytes).flatten().collect();
    let players = games
        .iter()
        .flat_map(|game| [game.header("White"), game.header("Black")]);
    let players: BTreeSet<&str> = players.flatten().collect();
    match engine {
        Some(engine) if !players.contains(engine) => PlotError::NoGames {
            engine: engine.to_owned(),
            players: Vec::from_iter(players).join(", "),
        },
        _ => PlotError::Empty,
    }
}

/// The opponent, and the half points of the engine; `None` if it did not play or there is no result.
fn result_of<'a>(game: &'a PgnGame, engine: &str) -> Option<(&'a str, usize)> {
    let (white, black) = (game.header("White")?, game.header("Black")?);
    let for_white = match game.result()? {
        GameResult::WhiteWins => 2,
        GameResult::Draw => 1,
        GameResult::BlackWins => 0,
    };
    if white == engine {
        Some((black, for_white))
    } else {
        (black == engine).then_some((white, 2 - for_white))
    }
}

impl Opponent {
    /// Counts a game and returns the estimate after it.
    fn add(&mut self, round: &str, half_points: usize) -> Option<EloEstimate> {
        self.counts.add(half_points);
        match self.open_pairs.remove(round) {
            Some(first) => self.pairs[first + half_points] += 1,
            None => {
                self.open_pairs.insert(round.to_owned(), half_points);
            }
        }
        // Error bars by pairs hold only if nearly all games belong to one.
        let paired = 2 * self.pairs.iter().sum::<u32>();
        if 10 * paired >= 9 * self.counts.games() {
            pentanomial_elo(&self.pairs)
        } else {
            self.counts.elo()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(white: &str, black: &str, round: u32, result: &str) -> String {
        format!(
            "[Event \"?\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Round \"{round}\"]\n[Result \"{result}\"]\n\n1. e4 {result}\n\n"
        )
    }

    #[test]
    fn games_are_counted_for_the_first_engine_by_opponent() {
        let text = [
            game("new", "old", 1, "1-0"),
            game("old", "new", 1, "0-1"),
            game("new", "other", 2, "1/2-1/2"),
            game("old", "other", 2, "1-0"),
            game("new", "old", 3, "*"),
        ]
        .concat();
        let matches = read_games(text.as_bytes(), None).unwrap();
        let names: Vec<&str> = matches.iter().map(|m| m.name.as_str()).collect();
        assert_eq!(names, ["new vs old", "new vs other"]);
        let games: Vec<u32> = matches[0].points.iter().map(|&(games, _)| games).collect();
        assert_eq!(games, [1, 2]);
        assert!(matches[0].points[1].1.elo > 700.0);
        let other = read_games(text.as_bytes(), Some("other")).unwrap();
        assert_eq!(other.len(), 2);
        assert!(read_games(b"", None).is_err());
    }

    #[test]
    fn games_of_a_round_are_a_pair() {
        let pair = |round| game("a", "b", round, "1-0") + &game("b", "a", round, "1-0");
        let text: String = (1..=10).map(pair).collect();
        let matches = read_games(text.as_bytes(), None).unwrap();
        let &(games, last) = matches[0].points.last().unwrap();
        assert_eq!(games, 20);
        assert_eq!((last.low, last.high), (0.0, 0.0));
        let single: String = (1..=20).map(|i| game("a", "b", i, "1-0")).collect();
        let single: String = single
            + &(21..=40)
                .map(|i| game("a", "b", i, "0-1"))
                .collect::<String>();
        let matches = read_games(single.as_bytes(), None).unwrap();
        let &(_, last) = matches[0].points.last().unwrap();
        assert!(last.high > 50.0, "{last:?}");
    }
}
