//! Evaluations as text for a reader.

use std::sync::Arc;

use super::evaluator::Evaluator;
use super::evaluators::Evaluators;
use super::hce::Breakdown;
use super::nnue::{Network, NetworkTrace, bucket_piece_counts};
use super::wdl::Wdl;
use crate::board::{AnyPosition, Fairy, Position};
use crate::types::{Color, Square};

/// The evaluation of a position taken apart, all from White's view: the output of the network by piece and by output
/// bucket, the terms of the HCE, the chances, and the final evaluation by the network, or without one by the HCE. A
/// position in check has no final evaluation: the search never asks for it, and a capture that decides the game may be
/// due.
pub fn evaluate_for_display(position: &AnyPosition, network: Option<&Arc<Network>>) -> Vec<String> {
    match position {
        AnyPosition::Standard(position) => chess_lines(position, network),
        AnyPosition::Fairy(position) => vec![variant_line(position, network)],
    }
}

fn chess_lines(position: &Position, network: Option<&Arc<Network>>) -> Vec<String> {
    let mut lines = Vec::new();
    let trace = network.map(|network| NetworkTrace::new(network, position));
    if let (Some(network), Some(trace)) = (network, &trace) {
        lines.push(format!("Network: {}", network.summary()));
        lines.extend(piece_lines(position, trace));
        lines.extend(bucket_lines(trace));
        lines.push(String::new());
    }
    lines.extend(Breakdown::new(position).lines());
    lines.push(String::new());
    if position.in_check() {
        lines.push("Final evaluation: none (in check)".to_owned());
        return lines;
    }
    let mut evaluator = Evaluator::new(network);
    evaluator.reset(position);
    let score = evaluator.evaluate(position, 0);
    let white = match position.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    };
    if let Some(trace) = &trace
        && trace.output() != white.raw()
    {
        lines.push(format!(
            "Tempo, endgame knowledge and halfmove clock: {:+.2} becomes {:+.2}",
            pawns(trace.output()),
            pawns(white.raw())
        ));
    }
    let wdl = Wdl::of(score, position);
    let (win, loss) = match position.side_to_move() {
        Color::White => (wdl.win, wdl.loss),
        Color::Black => (wdl.loss, wdl.win),
    };
    let [win, draw, loss] = [win, wdl.draw, loss].map(|permille| f64::from(permille) / 10.0);
    lines.push(format!(
        "White wins {win:.1} %, draw {draw:.1} %, Black wins {loss:.1} %"
    ));
    lines.push(format!(
        "Final evaluation: {:+.2} (White's view)",
        pawns(white.raw())
    ));
    lines
}

/// The board with the worth of each piece.
fn piece_lines(position: &Position, trace: &NetworkTrace) -> Vec<String> {
    let cell = |square: Square| match position.piece_on(square) {
        None => ".       ".to_owned(),
        Some(piece) => {
            let value = trace.piece_values[square.index()];
            let value = value.map_or_else(String::new, |value| format!("{:+.2}", pawns(value)));
            format!("{} {value:<6}", piece.letter())
        }
    };
    let rank = |rank: u8| {
        let cells: Vec<String> = (0..8).map(|file| cell(Square::new(file, rank))).collect();
        format!("{}  {}", rank + 1, cells.join(" ").trim_end())
    };
    let mut lines = vec![
        "NNUE piece values in pawns: the output with a piece minus the output without it"
            .to_owned(),
    ];
    lines.extend((0..8).rev().map(rank));
    let files: Vec<String> = ('a'..='h').map(|file| format!("{file:<8}")).collect();
    lines.push(format!("   {}", files.join(" ").trim_end()));
    lines
}

fn bucket_lines(trace: &NetworkTrace) -> Vec<String> {
    let mut lines = vec!["Output in pawns by output bucket".to_owned()];
    for (bucket, &output) in trace.by_bucket.iter().enumerate() {
        let (first, last) = bucket_piece_counts(bucket);
        let range = format!("{first}-{last}");
        let mark = if bucket == trace.bucket {
            "  this position"
        } else {
            ""
        };
        lines.push(format!(
            "{bucket}  {range:>5} pieces {:>7.2}{mark}",
            pawns(output)
        ));
    }
    lines
}

fn pawns(centipawns: i32) -> f64 {
    f64::from(centipawns) / 100.0
}

fn variant_line(position: &Position<Fairy>, network: Option<&Arc<Network>>) -> String {
    let mut evaluators = Evaluators::new();
    evaluators.set_network(network);
    evaluators.reset(position);
    let score = evaluators.evaluate(position, 0).raw();
    let white = match position.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    };
    format!("Final evaluation: {:+.2} (White's view)", pawns(white))
}
