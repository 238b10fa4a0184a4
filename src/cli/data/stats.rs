//! `diglot data stats`: statistics of the games and their positions.

use std::path::PathBuf;

use super::inspect::visit_games;
use crate::data::{ResultCounts, SCORE_BOUNDS, Statistics, Termination};

pub(super) fn stats(files: &[PathBuf]) -> Result<Vec<String>, String> {
    let mut statistics = Statistics::default();
    visit_games(files, |game| statistics.add(game))?;
    Ok(describe(&statistics))
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn describe(statistics: &Statistics) -> Vec<String> {
    let games = statistics.games;
    let (total, positions) = (games.total(), statistics.positions());
    let mean = statistics.plies as f64 / total.max(1) as f64;
    let bytes = statistics.bytes as f64 / statistics.plies.max(1) as f64;
    let share = |name: &str, part, whole| format!("{name}: {part} ({:.1}%)", percent(part, whole));
    let mut lines = vec![
        format!("games: {total}"),
        share(
            "not from the start position",
            statistics.other_starts,
            total,
        ),
        share(
            "same first position as an earlier game",
            statistics.duplicate_starts,
            total,
        ),
        share("won by White", games.wins, total),
        share("drawn", games.draws, total),
        share("won by Black", games.losses, total),
    ];
    for (termination, &count) in Termination::ALL.iter().zip(&statistics.terminations) {
        lines.push(share(
            &format!("ended by {}", ending_name(*termination)),
            count,
            total,
        ));
    }
    lines.extend([
        format!(
            "plies: {} ({mean:.1} a game, at most {})",
            statistics.plies, statistics.longest
        ),
        format!("bytes: {} ({bytes:.3} a ply)", statistics.bytes),
        format!("positions with a score: {positions}"),
        share("in check", statistics.checks, positions),
        share(
            "with a capture or promotion played",
            statistics.tactical,
            positions,
        ),
        share("with a mate score", statistics.mates, positions),
        "score of the side to move: positions, wins, draws, losses".to_owned(),
    ]);
    lines.extend(score_lines(statistics));
    lines.push("pieces on the board: positions".to_owned());
    lines.extend(piece_lines(statistics));
    lines
}

fn score_lines(statistics: &Statistics) -> Vec<String> {
    let positions = statistics.positions();
    let mut from = String::new();
    let mut lines = Vec::new();
    for (class, split) in statistics.scores.iter().enumerate() {
        let bound = SCORE_BOUNDS.get(class);
        let to = bound.map_or(String::new(), |bound| (bound - 1).to_string());
        let class = format!("{from:>5} to {to:>5}");
        lines.push(score_line(&class, split, positions));
        from = bound.map_or(String::new(), i32::to_string);
    }
    lines
}

fn piece_lines(statistics: &Statistics) -> impl Iterator<Item = String> {
    let positions = statistics.positions();
    let counts = statistics.pieces.iter().enumerate();
    let counts = counts.filter(|&(_, &count)| count > 0);
    counts.map(move |(pieces, &count)| {
        let share = percent(count, positions);
        format!("{pieces:>5}: {count:>10} {share:5.1}%")
    })
}

fn score_line(class: &str, split: &ResultCounts, positions: u64) -> String {
    let total = split.total();
    format!(
        "{class}: {total:>10} {:5.1}%  {:5.1}% {:5.1}% {:5.1}%",
        percent(total, positions),
        percent(split.wins, total),
        percent(split.draws, total),
        percent(split.losses, total)
    )
}

fn ending_name(termination: Termination) -> &'static str {
    match termination {
        Termination::Checkmate => "mate",
        Termination::Stalemate => "stalemate",
        Termination::Repetition => "repetition",
        Termination::FiftyMoves => "the fifty-move rule",
        Termination::InsufficientMaterial => "insufficient material",
        Termination::WinAdjudicated => "adjudication as won",
        Termination::DrawAdjudicated => "adjudication as drawn",
        Termination::TooLong => "the length limit",
    }
}
