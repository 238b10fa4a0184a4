//! The line of a position.

use crate::board::AnyPosition;
use crate::suite::{Goal, TestPosition, TestResult};
use crate::types::{Move, Score, ScoreKind, displayed_centipawns, mate_moves};

/// Number, verdict, `id`, best move and score, the solution, what the search took, and when the solution was found.
pub(super) fn position_line(
    number: usize,
    count: usize,
    test: &TestPosition,
    result: &TestResult,
) -> String {
    let best = result.best.map(|m| test.position.to_san(m));
    let mut line = format!(
        "{number:>width$}/{count} {} {}: {} ({}), {}; depth {}, {} nodes, {:.3} s",
        if result.solution.is_some() { '+' } else { '-' },
        name(test),
        best.as_deref().unwrap_or("-"),
        score_text(result.score),
        goal_text(&test.position, &test.goal),
        result.depth,
        result.nodes,
        result.time.as_secs_f64(),
        width = count.to_string().len(),
    );
    if test.goal.max_points() > 0 {
        line.push_str(&format!("; {} points", result.points));
    }
    if let Some(solution) = result.solution {
        line.push_str(&format!(
            "; solved at depth {}, {} nodes, {:.3} s",
            solution.depth,
            solution.nodes,
            solution.time.as_secs_f64()
        ));
    }
    line
}

/// The `id`, or else the line in the file.
fn name(test: &TestPosition) -> String {
    if test.id.is_empty() {
        format!("line {}", test.line)
    } else {
        test.id.clone()
    }
}

/// The solution of the position, as in EPD.
fn goal_text(position: &AnyPosition, goal: &Goal) -> String {
    let moves = |opcode: &str, moves: &[Move]| {
        let san: Vec<String> = moves.iter().map(|&m| position.to_san(m)).collect();
        format!("{opcode} {}", san.join(" "))
    };
    let mut parts = Vec::new();
    if !goal.best_moves.is_empty() {
        parts.push(moves("bm", &goal.best_moves));
    }
    if !goal.avoided_moves.is_empty() {
        parts.push(moves("am", &goal.avoided_moves));
    }
    if let Some(mate) = goal.mate {
        parts.push(format!("mate in {}", mate.0));
    }
    parts.join(", ")
}

/// A score in pawns, or the moves to mate after `#`.
fn score_text(score: Score) -> String {
    match score.kind() {
        ScoreKind::Centipawns(centipawns) => {
            format!(
                "{:+.2}",
                f64::from(displayed_centipawns(centipawns)) / 100.0
            )
        }
        ScoreKind::Mate(plies) => format!("#{}", mate_moves(plies)),
        ScoreKind::Mated(plies) => format!("#-{}", mate_moves(plies)),
        ScoreKind::TablebaseWin(_) => "tablebase win".to_owned(),
        ScoreKind::TablebaseLoss(_) => "tablebase loss".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Solution;
    use std::time::Duration;

    #[test]
    fn a_line_tells_all_about_a_position() {
        let epd =
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8; dm 1; c0 \"Ra8=10, Ra7=2\"; id \"X.1\";";
        let test = TestPosition::parse(epd, 7, Default::default()).unwrap();
        let mut result = TestResult {
            best: test.position.parse_move("Ra8").ok(),
            score: Score::mate_in(1),
            depth: 9,
            nodes: 1234,
            time: Duration::from_millis(1500),
            solution: Some(Solution {
                depth: 2,
                nodes: 40,
                time: Duration::from_millis(3),
            }),
            points: 10,
            is_mate_found: true,
        };
        assert_eq!(
            position_line(3, 20, &test, &result),
            " 3/20 + X.1: Ra8# (#1), bm Ra8#, mate in 1; depth 9, 1234 nodes, 1.500 s; 10 points; \
             solved at depth 2, 40 nodes, 0.003 s"
        );
        result.solution = None;
        result.score = Score::cp(-120);
        let unnamed = TestPosition {
            id: String::new(),
            ..test
        };
        let line = position_line(3, 20, &unnamed, &result);
        assert!(line.starts_with(" 3/20 - line 7: Ra8# (-1.20), "), "{line}");
        assert!(line.ends_with("; 10 points"), "{line}");
    }
}
