//! `diglot eval`: the evaluation of a position taken apart.

use super::eval_file::EvalFileArg;
use crate::board::{CastlingMode, FenStyle, Position};
use crate::eval::evaluate_for_display;

#[derive(clap::Args)]
pub(super) struct EvalArgs {
    /// Position as FEN, in quotes or not [default: the start position]
    fen: Vec<String>,

    #[command(flatten)]
    eval_file: EvalFileArg,

    /// Use Chess960 rules: KQkq means the outermost rooks
    #[arg(long)]
    chess960: bool,
}

/// Returns the lines to print.
pub(super) fn run(args: &EvalArgs) -> Result<Vec<String>, String> {
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
    let network = args.eval_file.network();
    let network = network.map_err(|error| error.to_string())?;
    let mut lines: Vec<String> = warnings.iter().map(|warning| warning.to_string()).collect();
    lines.push(format!("Position: {}", position.to_fen(FenStyle::XFen)));
    lines.extend(evaluate_for_display(&position, network.as_ref()));
    Ok(lines)
}
