//! JSON lines: one object per game or position.

use serde::Serialize;

use super::annotation::Annotation;
use super::game::MainLine;
use super::input::Item;
use super::judgement::Judgement;
use super::line_text::sans;
use super::position::{Line, PositionAnalysis};
use super::score::WhiteScore;
use crate::board::{AnyPosition, CastlingMode, FenStyle};
use crate::types::{Color, Move};

#[derive(Serialize)]
struct JsonGame<'a> {
    file: &'a str,
    line: usize,
    game: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    tags: &'a [(String, String)],
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<JsonPosition>,
    white_accuracy: Option<f64>,
    black_accuracy: Option<f64>,
    moves: Vec<JsonMove>,
}

/// The analysis of a position.
#[derive(Serialize)]
struct JsonPosition {
    fen: String,
    /// From White's point of view.
    score: JsonScore,
    depth: u32,
    nodes: u64,
    lines: Vec<JsonLine>,
}

#[derive(Serialize)]
struct JsonLine {
    score: JsonScore,
    pv: String,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum JsonScore {
    Cp(i32),
    Mate(i32),
}

/// A move with the analysis of the position after it.
#[derive(Serialize)]
struct JsonMove {
    ply: usize,
    san: String,
    uci: String,
    best: Option<String>,
    best_uci: Option<String>,
    loss: f64,
    judgement: Option<Judgement>,
    #[serde(flatten)]
    after: JsonPosition,
}

/// The line of an annotated game, or of one that was skipped for a reason.
pub(super) fn json_line(
    item: &Item,
    game: Option<(&MainLine, &Annotation)>,
    error: Option<&str>,
) -> String {
    let accuracy = |color: Color| {
        let accuracy = game.and_then(|(_, annotation)| annotation.accuracy[color.index()]);
        accuracy.map(|accuracy| rounded(accuracy, 1))
    };
    let json = JsonGame {
        file: &item.file,
        line: item.line,
        game: item.number,
        error: error.map(str::to_owned),
        tags: game.map_or(&[], |(game, _)| &game.tags),
        start: game
            .filter(|(_, annotation)| !annotation.positions.is_empty())
            .map(|(game, annotation)| position(game, annotation, 0)),
        white_accuracy: accuracy(Color::White),
        black_accuracy: accuracy(Color::Black),
        moves: game.map_or_else(Vec::new, |(game, annotation)| moves(game, annotation)),
    };
    // Only maps with keys other than strings cannot be written.
    let mut line = serde_json::to_string(&json).unwrap_or_default();
    line.push('\n');
    line
}

fn moves(game: &MainLine, annotation: &Annotation) -> Vec<JsonMove> {
    let chess960 = game.mode == CastlingMode::Chess960;
    let json = |(ply, &m): (usize, &Move)| {
        let before = &game.positions[ply];
        let annotated = &annotation.moves[ply];
        // King takes rook, too, where the king's squares alone could denote a plain king move.
        let is_plain = |m: Move| !m.is_castling() || m.castles_from_standard_squares();
        let uci = |m: Move| before.to_coordinate(m, chess960 || !is_plain(m));
        JsonMove {
            ply: ply + 1,
            san: before.to_san(m),
            uci: uci(m),
            best: annotated.best.map(|best| before.to_san(best)),
            best_uci: annotated.best.map(uci),
            loss: rounded(annotated.loss, 3),
            judgement: annotated.judgement,
            after: position(game, annotation, ply + 1),
        }
    };
    game.moves.iter().enumerate().map(json).collect()
}

fn position(game: &MainLine, annotation: &Annotation, ply: usize) -> JsonPosition {
    let position = &game.positions[ply];
    let analysis: &PositionAnalysis = &annotation.positions[ply];
    JsonPosition {
        fen: position.to_fen(FenStyle::XFen),
        score: score(annotation.scores[ply]),
        depth: analysis.depth,
        nodes: analysis.nodes,
        lines: analysis.lines.iter().map(|l| line(position, l)).collect(),
    }
}

fn line(position: &AnyPosition, line: &Line) -> JsonLine {
    JsonLine {
        score: score(WhiteScore::new(line.score, position.side_to_move())),
        pv: sans(position, &line.pv),
    }
}

fn score(score: WhiteScore) -> JsonScore {
    match score {
        WhiteScore::Centipawns(centipawns) => JsonScore::Cp(centipawns),
        WhiteScore::Mate(moves) => JsonScore::Mate(moves),
        WhiteScore::Checkmate(_) => JsonScore::Mate(0),
    }
}

fn rounded(value: f64, decimals: i32) -> f64 {
    let factor = 10_f64.powi(decimals);
    (value * factor).round() / factor
}
