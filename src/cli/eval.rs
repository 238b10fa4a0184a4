//! `diglot eval`: the evaluation of a position taken apart.

use super::eval_file::EvalFileArg;
use super::rules::RulesArgs;
use crate::board::{AnyPosition, FenStyle, NamedGame};
use crate::eval::evaluate_for_display;

#[derive(clap::Args)]
pub(super) struct EvalArgs {
    /// Position as FEN, in quotes or not [default: the start position]
    fen: Vec<String>,

    #[command(flatten)]
    eval_file: EvalFileArg,

    #[command(flatten)]
    rules: RulesArgs,
}

/// Returns the lines to print.
pub(super) fn run(args: &EvalArgs) -> Result<Vec<String>, String> {
    let NamedGame { variant, mode } = args.rules.game();
    let (position, warnings) = if args.fen.is_empty() {
        (AnyPosition::start_of(variant), Vec::new())
    } else {
        let fen = args.fen.join(" ");
        AnyPosition::from_fen(variant, &fen, mode).map_err(|error| error.to_string())?
    };
    let network = args.eval_file.network();
    let network = network.map_err(|error| error.to_string())?;
    let mut lines: Vec<String> = warnings.iter().map(|warning| warning.to_string()).collect();
    lines.push(format!("Position: {}", position.to_fen(FenStyle::XFen)));
    lines.extend(evaluate_for_display(&position, network.as_ref()));
    Ok(lines)
}
