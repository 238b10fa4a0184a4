//! `diglot perft`: counts leaf nodes.

use std::time::Instant;

use crate::board::{CastlingMode, FenStyle, MAX_PERFT_DEPTH, Position, divide, perft};
use crate::types::Move;

#[derive(clap::Args)]
pub(super) struct PerftArgs {
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_PERFT_DEPTH)))]
    depth: u32,

    /// Position as FEN, in quotes or not [default: the start position]
    fen: Vec<String>,

    /// Print the count of each root move
    #[arg(long)]
    divide: bool,

    /// Use Chess960 rules: KQkq means the outermost rooks, castling is king takes rook
    #[arg(long)]
    chess960: bool,
}

/// Counts and returns the node count and the speed.
pub(super) fn run(args: &PerftArgs) -> Result<Vec<String>, String> {
    let mode = if args.chess960 {
        CastlingMode::Chess960
    } else {
        CastlingMode::Standard
    };
    let (position, warnings) = if args.fen.is_empty() {
        (Position::startpos(), Vec::new())
    } else {
        Position::from_fen(&args.fen.join(" "), mode).map_err(|error| error.to_string())?
    };
    let mut lines: Vec<String> = warnings.iter().map(|warning| warning.to_string()).collect();
    let started = Instant::now();
    let nodes = if args.divide && args.depth > 0 {
        let counts = divide(&position, args.depth, &|| false).unwrap_or_default();
        let text = |(m, count): (Move, u64)| format!("{}: {count}", m.to_coordinate(args.chess960));
        let nodes = counts.iter().map(|&(_, count)| count).sum();
        lines.extend(counts.into_iter().map(text));
        nodes
    } else {
        perft(&position, args.depth)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn count(depth: u32, fen: &str, divide: bool, chess960: bool) -> Result<Vec<String>, String> {
        run(&PerftArgs {
            depth,
            fen: fen.split_ascii_whitespace().map(str::to_owned).collect(),
            divide,
            chess960,
        })
    }

    #[test]
    fn nodes_are_counted_in_total_and_by_root_move() {
        let has = |lines: Vec<String>, line: &str| lines.contains(&line.to_owned());
        assert!(has(count(3, "", false, false).unwrap(), "nodes: 8902"));
        assert!(has(count(0, "", true, false).unwrap(), "nodes: 1"));
        let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert!(has(count(1, castling, true, false).unwrap(), "e1g1: 1"));
        assert!(has(count(1, castling, true, true).unwrap(), "e1h1: 1"));
        assert!(count(1, "8/8 w", false, false).is_err());
    }
}
