//! `diglot perft`: counts leaf nodes.

use std::time::Instant;

use super::rules::RulesArgs;
use crate::board::{
    AnyPosition, CastlingMode, FenStyle, KeyHistory, MAX_PERFT_DEPTH, NamedGame, Position, Rules,
    SetupWarning, divide, perft, with_position,
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

    #[command(flatten)]
    rules: RulesArgs,
}

/// Counts and returns the node count and the speed.
pub(super) fn run(args: &PerftArgs) -> Result<Vec<String>, String> {
    let NamedGame { variant, mode } = args.rules.game();
    let (position, warnings) = if args.fen.is_empty() {
        (AnyPosition::start_of(variant), Vec::new())
    } else {
        let fen = args.fen.join(" ");
        AnyPosition::from_fen(variant, &fen, mode).map_err(|error| error.to_string())?
    };
    Ok(with_position!(&position, position => count(args, position, &warnings)))
}

fn count<R: Rules>(
    args: &PerftArgs,
    position: &Position<R>,
    warnings: &[SetupWarning],
) -> Vec<String> {
    let chess960 = args.rules.game().mode == CastlingMode::Chess960;
    let mut lines: Vec<String> = warnings.iter().map(|warning| warning.to_string()).collect();
    let started = Instant::now();
    let nodes = if args.divide && args.depth > 0 {
        let counts = divide(position, args.depth, &|| false).unwrap_or_default();
        let text =
            |(m, count): (Move, u64)| format!("{}: {count}", position.to_coordinate(m, chess960));
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
    use crate::board::game_by_name;

    fn count(depth: u32, fen: &str, divide: bool, chess960: bool) -> Result<Vec<String>, String> {
        run(&PerftArgs {
            depth,
            fen: fen.split_ascii_whitespace().map(str::to_owned).collect(),
            divide,
            rules: RulesArgs {
                variant: None,
                chess960,
            },
        })
    }

    #[test]
    fn variants_are_counted_by_their_rules() {
        let crazyhouse = |fen: &str| {
            run(&PerftArgs {
                depth: 1,
                fen: vec![fen.to_owned()],
                divide: true,
                rules: RulesArgs {
                    variant: game_by_name("Crazyhouse"),
                    chess960: false,
                },
            })
        };
        let lines = crazyhouse("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1").unwrap();
        assert!(lines.contains(&"N@a8: 1".to_owned()));
        assert!(lines.contains(&"nodes: 67".to_owned()));
        assert!(crazyhouse("4k3/8/8/8/8/8/8/4K3[X] w - - 0 1").is_err());
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
