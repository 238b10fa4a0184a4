//! Annotated EPD: best move, score, depth, nodes and principal variation are added to the operations.

use super::annotation::Annotation;
use super::game::MainLine;
use super::line_text::sans;
use crate::board::{AnyPosition, EpdText, FenStyle};
use crate::types::{ScoreKind, displayed_centipawns, mate_moves};

/// Score of a mate in 0 plies in the operation `ce`.
const MATE: i32 = 32_767;

/// Fields of a position, without the counters of a FEN.
const FIELDS: usize = 4;

/// Operations that are replaced. An existing `bm`, `am` or `dm` stays: it is the solution of a test. A shorter mate
/// replaces `dm`.
const REPLACED: [&str; 5] = ["acd", "acn", "ce", "pv", "pm"];

/// The line of a position with the annotations.
pub(super) fn annotated_epd(line: &str, game: &MainLine, annotation: &Annotation) -> String {
    let position = &game.positions[0];
    let (fields, operations) = split(line, position);
    let has = |opcode: &str| operations.iter().any(|other| self::opcode(other) == opcode);
    let analysis = &annotation.positions[0];
    let (score, mate) = match analysis.score.kind() {
        ScoreKind::Centipawns(centipawns) => (displayed_centipawns(centipawns), None),
        ScoreKind::Mate(0) => (MATE, None),
        ScoreKind::Mate(plies) => (MATE - plies, Some(mate_moves(plies))),
        ScoreKind::Mated(plies) => (plies - MATE, None),
        ScoreKind::TablebaseWin(_) | ScoreKind::TablebaseLoss(_) => (analysis.score.raw(), None),
    };
    let own_mate = operations.iter().find(|other| opcode(other) == "dm");
    let own_moves = own_mate.and_then(|own| own.split_ascii_whitespace().nth(1)?.parse().ok());
    let keeps_mate = mate.is_none_or(|moves| own_moves.is_some_and(|own: i32| own <= moves));
    let mut output = fields;
    for operation in &operations {
        let is_replaced =
            REPLACED.contains(&opcode(operation)) || opcode(operation) == "dm" && !keeps_mate;
        if !is_replaced {
            output.push_str(&format!(" {operation};"));
        }
    }
    if let Some(best) = analysis.best_move() {
        // The predicted move, if the best one is given.
        let opcode = if has("bm") || has("am") { "pm" } else { "bm" };
        output.push_str(&format!(" {opcode} {};", position.to_san(best)));
    }
    output.push_str(&format!(" ce {score};"));
    if let Some(moves) = mate.filter(|_| !keeps_mate) {
        output.push_str(&format!(" dm {moves};"));
    }
    output.push_str(&format!(" acd {}; acn {};", analysis.depth, analysis.nodes));
    if let Some(line) = analysis.lines.first() {
        output.push_str(&format!(" pv {};", sans(position, &line.pv)));
    }
    output.push('\n');
    output
}

fn opcode(operation: &str) -> &str {
    operation.split_ascii_whitespace().next().unwrap_or("")
}

/// The fields of the position and the operations as they are written. The counters of a FEN become operations, unless the
/// line has these too. If fields are left out, castling rights and en passant square are those of the position.
fn split(line: &str, position: &AnyPosition) -> (String, Vec<String>) {
    let text = EpdText::split(line);
    let given = split_operations(text.operations);
    let has = |wanted: &str| given.iter().any(|other| opcode(other) == wanted);
    let mut operations = Vec::new();
    for (name, number) in ["hmvc", "fmvn"]
        .into_iter()
        .zip(text.counters.into_iter().flatten())
    {
        operations.extend((!has(name)).then(|| format!("{name} {number}")));
    }
    operations.extend(given);
    let fen = position.to_fen(FenStyle::default());
    let is_complete = text.fields.len() >= FIELDS;
    let given_fields = if is_complete { text.fields.len() } else { 2 };
    let missing = fen.split(' ').take(FIELDS).skip(given_fields);
    let fields = text.fields.into_iter().take(given_fields);
    let fields: Vec<&str> = fields.chain(missing).collect();
    (fields.join(" "), operations)
}

/// The operations between semicolons that are not in quotes.
fn split_operations(text: &str) -> Vec<String> {
    let mut in_quotes = false;
    let parts = text.split(|c: char| {
        in_quotes ^= c == '"';
        c == ';' && !in_quotes
    });
    let parts = parts.map(|part| part.trim().to_owned());
    parts.filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::position::{Line, PositionAnalysis};
    use super::*;
    use crate::board::CastlingMode;
    use crate::types::Score;

    fn annotated(line: &str, score: Score) -> String {
        let mode = CastlingMode::Standard;
        let position = crate::board::Epd::parse(line, mode).unwrap().position;
        let game = MainLine::from_position(position.into(), mode);
        let m = position.parse_san("Kd2").unwrap();
        let analysis = PositionAnalysis {
            score,
            depth: 7,
            nodes: 55,
            lines: vec![Line { score, pv: vec![m] }],
        };
        let annotation = Annotation::new(&game, vec![analysis]);
        annotated_epd(line, &game, &annotation)
    }

    #[test]
    fn operations_are_added_and_old_ones_kept() {
        let fields = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        for (line, score, expected) in [
            ("", Score::cp(42), "bm Kd2; ce 42; acd 7; acn 55; pv Kd2;"),
            (
                " 3 40",
                Score::cp(-1),
                "hmvc 3; fmvn 40; bm Kd2; ce -1; acd 7; acn 55; pv Kd2;",
            ),
            (
                " 0 1;",
                Score::cp(0),
                "hmvc 0; fmvn 1; bm Kd2; ce 0; acd 7; acn 55; pv Kd2;",
            ),
            (
                " bm e4; id \"a; b\"; ce 5; pv e4",
                Score::mate_in(3),
                "bm e4; id \"a; b\"; pm Kd2; ce 32764; dm 2; acd 7; acn 55; pv Kd2;",
            ),
            (
                " dm 3;",
                Score::cp(7),
                "dm 3; bm Kd2; ce 7; acd 7; acn 55; pv Kd2;",
            ),
            (
                " dm 3;",
                Score::mate_in(3),
                "bm Kd2; ce 32764; dm 2; acd 7; acn 55; pv Kd2;",
            ),
            (
                " 0 1 hmvc 5;",
                Score::cp(7),
                "fmvn 1; hmvc 5; bm Kd2; ce 7; acd 7; acn 55; pv Kd2;",
            ),
        ] {
            let output = annotated(&format!("{fields}{line}"), score);
            assert_eq!(output, format!("{fields} {expected}\n"), "{line}");
            assert_eq!(
                annotated(output.trim_end(), score).matches("ce ").count(),
                1
            );
        }
    }

    #[test]
    fn fields_that_are_left_out_are_written() {
        for (tail, counters) in [
            ("w", ""),
            ("w 7 9", "hmvc 7; fmvn 9; "),
            ("w e3 7 9", "hmvc 7; fmvn 9; "),
            ("w - 7 9", "hmvc 7; fmvn 9; "),
        ] {
            let output = annotated(&format!("4k3/8/8/8/8/8/4P3/4K3 {tail}"), Score::cp(7));
            let expected = format!("4k3/8/8/8/8/8/4P3/4K3 w - - {counters}bm Kd2; ce 7;");
            assert!(output.starts_with(&expected), "{output}");
        }
    }
}
