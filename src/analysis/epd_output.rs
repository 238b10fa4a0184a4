//! Annotated EPD: best move, score, depth, nodes and principal variation are added to the operations.

use super::annotation::Annotation;
use super::game::MainLine;
use super::line_text::sans;
use crate::board::EpdText;
use crate::types::{ScoreKind, displayed_centipawns, mate_moves};

/// Score of a mate in 0 plies in the operation `ce`.
const MATE: i32 = 32_767;

/// Operations that are replaced. An existing `bm` or `am` stays: it is the solution of a test.
const REPLACED: [&str; 6] = ["acd", "acn", "ce", "dm", "pv", "pm"];

/// The line of a position with the annotations.
pub(super) fn annotated_epd(line: &str, game: &MainLine, annotation: &Annotation) -> String {
    let (fields, operations) = split(line);
    let has = |opcode: &str| operations.iter().any(|other| self::opcode(other) == opcode);
    let mut output = fields;
    let kept = operations
        .iter()
        .filter(|op| !REPLACED.contains(&opcode(op)));
    for operation in kept {
        output.push_str(&format!(" {operation};"));
    }
    let position = &game.positions[0];
    let analysis = &annotation.positions[0];
    if let Some(best) = analysis.best_move() {
        // The predicted move, if the best one is given.
        let opcode = if has("bm") || has("am") { "pm" } else { "bm" };
        output.push_str(&format!(" {opcode} {};", position.to_san(best)));
    }
    let (score, mate) = match analysis.score.kind() {
        ScoreKind::Centipawns(centipawns) => (displayed_centipawns(centipawns), None),
        ScoreKind::Mate(0) => (MATE, None),
        ScoreKind::Mate(plies) => (MATE - plies, Some(mate_moves(plies))),
        ScoreKind::Mated(plies) => (plies - MATE, None),
        ScoreKind::TablebaseWin(_) | ScoreKind::TablebaseLoss(_) => (analysis.score.raw(), None),
    };
    output.push_str(&format!(" ce {score};"));
    if let Some(moves) = mate {
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

/// The fields of the position and the operations as they are written. The counters of a FEN become operations.
fn split(line: &str) -> (String, Vec<String>) {
    let text = EpdText::split(line);
    let mut operations = Vec::new();
    if let Some([clock, number]) = text.counters {
        operations = vec![format!("hmvc {clock}"), format!("fmvn {number}")];
    }
    operations.extend(split_operations(text.operations));
    (text.fields.join(" "), operations)
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
        ] {
            let output = annotated(&format!("{fields}{line}"), score);
            assert_eq!(output, format!("{fields} {expected}\n"), "{line}");
            assert_eq!(
                annotated(output.trim_end(), score).matches("ce ").count(),
                1
            );
        }
    }
}
