//! Logs of match programs: lines with the results so far, as fastchess, cutechess-cli and similar scripts print them.

use super::elo::{EloEstimate, GameCounts, pentanomial_elo};

/// The progress of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MatchProgress {
    /// `A vs B`.
    pub name: String,
    /// Number of games and the estimate after them.
    pub points: Vec<(u32, EloEstimate)>,
}

/// Reads the matches of a log. Lines without results are skipped.
pub(super) fn read_matches(text: &str) -> Vec<MatchProgress> {
    let mut matches: Vec<MatchProgress> = Vec::new();
    let mut current = String::new();
    for line in text.lines() {
        if let Some(name) = match_name(line) {
            current = name.to_owned();
        }
        if let Some(counts) = game_counts(line) {
            let by_pairs = pairs(line).and_then(|pairs| pentanomial_elo(&pairs));
            if let Some(estimate) = by_pairs.or_else(|| counts.elo()) {
                add(&mut matches, &current, counts.games(), estimate);
            }
        } else if let Some(estimate) = pairs(line).and_then(|pairs| pentanomial_elo(&pairs)) {
            // fastchess prints the pairs on a line of their own after the games.
            let found = matches.iter_mut().find(|m| m.name == current);
            if let Some((_, last)) = found.and_then(|m| m.points.last_mut()) {
                *last = estimate;
            }
        }
    }
    matches
}

/// Adds a point; a result that is printed again replaces the earlier one.
fn add(matches: &mut Vec<MatchProgress>, name: &str, games: u32, estimate: EloEstimate) {
    let index = matches.iter().position(|m| m.name == name);
    let index = index.unwrap_or_else(|| {
        matches.push(MatchProgress {
            name: name.to_owned(),
            points: Vec::new(),
        });
        matches.len() - 1
    });
    let points = &mut matches[index].points;
    points.retain(|&(earlier, _)| earlier < games);
    points.push((games, estimate));
}

/// The engines of a line: `Score of A vs B: …`, `Results of A vs B (…):`, or `A vs B: games …`.
fn match_name(line: &str) -> Option<&str> {
    let line = line.trim();
    let rest = ["Score of ", "Results of ", "FINAL "]
        .iter()
        .find_map(|start| line.strip_prefix(start))
        .unwrap_or(line);
    let end = rest.find([':', '('])?;
    let name = rest[..end].trim();
    name.contains(" vs ").then_some(name)
}

/// Wins, draws and losses of a line: `+W =D -L`, `: W - L - D`, or `Wins: W, Losses: L, Draws: D`.
fn game_counts(line: &str) -> Option<GameCounts> {
    signed_counts(line)
        .or_else(|| score_counts(line))
        .or_else(|| named_counts(line))
        .filter(|counts| counts.games() > 0)
}

fn signed_counts(line: &str) -> Option<GameCounts> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    words.windows(3).find_map(|words| {
        let number = |index: usize, sign: char| words[index].strip_prefix(sign)?.parse().ok();
        Some(GameCounts {
            wins: number(0, '+')?,
            draws: number(1, '=')?,
            losses: number(2, '-')?,
        })
    })
}

fn score_counts(line: &str) -> Option<GameCounts> {
    let (_, counts) = line.trim().strip_prefix("Score of ")?.split_once(": ")?;
    let words: Vec<&str> = counts.split_ascii_whitespace().collect();
    let [wins, "-", losses, "-", draws, ..] = words[..] else {
        return None;
    };
    Some(GameCounts {
        wins: wins.parse().ok()?,
        draws: draws.parse().ok()?,
        losses: losses.parse().ok()?,
    })
}

fn named_counts(line: &str) -> Option<GameCounts> {
    let number = |name: &str| {
        let (_, rest) = line.split_once(name)?;
        let end = rest.find(|c: char| !c.is_ascii_digit());
        rest[..end.unwrap_or(rest.len())].parse().ok()
    };
    Some(GameCounts {
        wins: number("Wins: ")?,
        draws: number("Draws: ")?,
        losses: number("Losses: ")?,
    })
}

/// The pairs by points: `penta [a, b, c, d, e]` or `Ptnml(0-2): [a, b, c, d, e]`.
fn pairs(line: &str) -> Option<[u32; 5]> {
    let (_, rest) = line
        .split_once("penta [")
        .or_else(|| line.split_once("Ptnml(0-2): ["))?;
    let (numbers, _) = rest.split_once(']')?;
    let numbers: Option<Vec<u32>> = numbers.split(',').map(|n| n.trim().parse().ok()).collect();
    numbers?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(text: &str) -> Vec<(String, Vec<u32>)> {
        let numbers = |m: MatchProgress| {
            let games = m.points.iter().map(|&(games, _)| games).collect();
            (m.name, games)
        };
        read_matches(text).into_iter().map(numbers).collect()
    }

    #[test]
    fn all_formats_are_read() {
        let script = "new vs old: games 20: +5 =10 -5  score 0.500  Elo +0.0  penta [0, 2, 6, 2, 0]\n\
                      FORFEIT old: crash\n\
                      FINAL new vs old: games 40: +15 =20 -5  score 0.6\n";
        assert_eq!(games(script), [("new vs old".to_owned(), vec![20, 40])]);
        let cutechess = "Score of A vs B: 3 - 2 - 5  [0.550] 10\nElo difference: 34.9 +/- 120\n\
                         Score of A vs C: 1 - 0 - 0  [1.000] 1\n\
                         Score of A vs B: 3 - 2 - 6  [0.545] 11\n";
        let expected = [
            ("A vs B".to_owned(), vec![10, 11]),
            ("A vs C".to_owned(), vec![1]),
        ];
        assert_eq!(games(cutechess), expected);
        let fastchess = "Results of A vs B (8+0.08, 1t, 16MB, uho.epd):\nElo: 3.47 +/- 12.25\n\
                         Games: 100, Wins: 30, Losses: 29, Draws: 41, Points: 50.5 (50.50 %)\n\
                         Ptnml(0-2): [1, 10, 27, 11, 1], WL/DD Ratio: 1.5\n";
        let matches = read_matches(fastchess);
        assert_eq!(matches[0].name, "A vs B");
        let expected = pentanomial_elo(&[1, 10, 27, 11, 1]).unwrap();
        assert_eq!(matches[0].points, [(100, expected)]);
        assert!(read_matches("nothing here\n+1 = -2\n").is_empty());
    }

    #[test]
    fn pairs_decide_the_error_bars() {
        let line = |penta: &str| format!("a vs b: games 20: +5 =10 -5 {penta}\n");
        let width = |text: &str| {
            let (_, estimate) = read_matches(text)[0].points[0];
            estimate.high - estimate.low
        };
        assert_eq!(width(&line("penta [0, 0, 10, 0, 0]")), 0.0);
        assert!(width(&line("")) > 100.0);
    }
}
