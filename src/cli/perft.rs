//! Counting positions from the command line.

use std::time::Instant;

use crate::board::{CastlingMode, FenStyle, MAX_PERFT_DEPTH, Position, divide, perft};

/// What to count.
#[derive(clap::Args)]
pub(super) struct Arguments {
    /// How many plies to go
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PERFT_DEPTH)))]
    depth: u32,

    /// The position to start from, in quotes or not [default: the start position]
    fen: Vec<String>,

    /// Tell the count of each move
    #[arg(long)]
    divide: bool,

    /// KQkq means the outermost rooks, and castling is written as king takes rook
    #[arg(long)]
    chess960: bool,
}

/// Counts, and tells how many and how fast.
pub(super) fn run(arguments: &Arguments) -> Result<Vec<String>, String> {
    let mode = match arguments.chess960 {
        true => CastlingMode::Chess960,
        false => CastlingMode::Standard,
    };
    let (position, warnings) = match arguments.fen.is_empty() {
        true => (Position::startpos(), Vec::new()),
        false => {
            Position::from_fen(&arguments.fen.join(" "), mode).map_err(|error| error.to_string())?
        }
    };
    let mut lines: Vec<String> = warnings.iter().map(|warning| warning.to_string()).collect();
    let started = Instant::now();
    let nodes = if arguments.divide && arguments.depth > 0 {
        let counts = divide(&position, arguments.depth, &|| false).unwrap_or_default();
        let text = |(m, count)| format!("{}: {count}", arguments.notation(m));
        let nodes = counts.iter().map(|&(_, count)| count).sum();
        lines.extend(counts.into_iter().map(text));
        nodes
    } else {
        perft(&position, arguments.depth)
    };
    let seconds = started.elapsed().as_secs_f64();
    lines.extend([
        format!("position: {}", position.to_fen(FenStyle::XFen)),
        format!("nodes: {nodes}"),
        format!("time: {seconds:.3} s"),
        format!("speed: {:.0} nps", nodes as f64 / seconds.max(1e-6)),
    ]);
    Ok(lines)
}

impl Arguments {
    fn notation(&self, m: crate::types::Move) -> String {
        m.to_coordinate(self.chess960)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(depth: u32, fen: &str, divide: bool, chess960: bool) -> Result<Vec<String>, String> {
        run(&Arguments {
            depth,
            fen: fen.split_ascii_whitespace().map(str::to_owned).collect(),
            divide,
            chess960,
        })
    }

    #[test]
    fn counts_with_and_without_division() {
        let has = |lines: Vec<String>, line: &str| lines.contains(&line.to_owned());
        assert!(has(count(3, "", false, false).unwrap(), "nodes: 8902"));
        assert!(has(count(0, "", true, false).unwrap(), "nodes: 1"));
        let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert!(has(count(1, castling, true, false).unwrap(), "e1g1: 1"));
        assert!(has(count(1, castling, true, true).unwrap(), "e1h1: 1"));
        assert!(count(1, "8/8 w", false, false).is_err());
    }
}
