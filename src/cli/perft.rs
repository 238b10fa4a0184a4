//! `diglot perft`: counts leaf nodes.

use std::time::Instant;

use super::value::parse_variant;
use crate::board::{
    CastlingMode, FenError, FenStyle, KeyHistory, MAX_PERFT_DEPTH, Position, Rules, SetupWarning,
    Variant, divide, perft,
};
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

    /// Count in a chess variant: crazyhouse, atomic, …
    #[arg(long, value_name = "NAME", value_parser = parse_variant)]
    variant: Option<&'static Variant>,

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
    let fen = args.fen.join(" ");
    match (args.variant, fen.as_str()) {
        (None, "") => Ok(count(args, &Position::startpos(), &[])),
        (None, fen) => {
            let (position, warnings) = Position::from_fen(fen, mode).map_err(text)?;
            Ok(count(args, &position, &warnings))
        }
        (Some(variant), "") => Ok(count(args, &Position::start_of(variant), &[])),
        (Some(variant), fen) => {
            let (position, warnings) = Position::of_variant(variant, fen, mode).map_err(text)?;
            Ok(count(args, &position, &warnings))
        }
    }
}

fn text(error: FenError) -> String {
    error.to_string()
}

fn count<R: Rules>(
    args: &PerftArgs,
    position: &Position<R>,
    warnings: &[SetupWarning],
) -> Vec<String> {
    let mut lines: Vec<String> = warnings.iter().map(|warning| warning.to_string()).collect();
    let started = Instant::now();
    let nodes = if args.divide && args.depth > 0 {
        let counts = divide(position, args.depth, &|| false).unwrap_or_default();
        let text = |(m, count): (Move, u64)| {
            format!("{}: {count}", position.to_coordinate(m, args.chess960))
        };
        let nodes = counts.iter().map(|&(_, count)| count).sum();
        lines.extend(counts.into_iter().map(text));
        nodes
    } else {
        perft(position, args.depth)
    };
    let seconds = started.elapsed().as_secs_f64();
    if let Some(outcome) = position.outcome(&KeyHistory::default()) {
        lines.push(format!("outcome: {outcome}"));
    }
    lines.extend([
        format!("position: {}", position.to_fen(FenStyle::XFen)),
        format!("nodes: {nodes}"),
        format!("time: {seconds:.3} s"),
        format!("speed: {:.0} nps", nodes as f64 / seconds.max(1e-6)),
    ]);
    lines
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
            variant: None,
        })
    }

    #[test]
    fn variants_are_counted_by_their_rules() {
        let crazyhouse = |fen: &str| {
            run(&PerftArgs {
                depth: 1,
                fen: vec![fen.to_owned()],
                divide: true,
                chess960: false,
                variant: parse_variant("Crazyhouse").ok(),
            })
        };
        let lines = crazyhouse("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1").unwrap();
        assert!(lines.contains(&"N@a8: 1".to_owned()));
        assert!(lines.contains(&"nodes: 67".to_owned()));
        assert!(crazyhouse("4k3/8/8/8/8/8/8/4K3[X] w - - 0 1").is_err());
        assert!(parse_variant("crazy").is_err());
    }

    #[test]
    fn the_end_of_a_game_is_told() {
        let lines = count(1, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", false, false).unwrap();
        assert!(lines.contains(&"outcome: White wins: checkmate".to_owned()));
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
