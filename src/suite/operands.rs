//! The operands of the opcodes that tell the solution.

use super::error::TestPositionError;
use super::goal::MateGoal;
use crate::board::{AnyPosition, Epd};
use crate::types::Move;

/// The legal moves of an opcode. A lone sign of check or mate, and a lone evaluation of the move, are skipped: the
/// Bratko-Kopec test is often written with `bm Qd1 +`.
pub(super) fn moves(
    epd: &Epd<AnyPosition>,
    opcode: &'static str,
) -> Result<(Vec<Move>, Option<MateGoal>), TestPositionError> {
    let mut moves = Vec::new();
    let mut mate = None;
    for operand in epd.operands(opcode) {
        for word in operand.split([' ', ',']) {
            if let Some(moves) = word.strip_prefix('#').filter(|moves| !moves.is_empty()) {
                mate = Some(mate_goal(opcode, moves)?);
            } else if !word.chars().all(|c| "+#!?".contains(c)) {
                moves.push(legal_move(&epd.position, opcode, word)?);
            }
        }
    }
    Ok((moves, mate))
}

/// The operand of `dm`.
pub(super) fn direct_mate(epd: &Epd<AnyPosition>) -> Result<Option<MateGoal>, TestPositionError> {
    let operand = epd.operands("dm").first();
    operand.map(|moves| mate_goal("dm", moves)).transpose()
}

fn mate_goal(opcode: &'static str, text: &str) -> Result<MateGoal, TestPositionError> {
    let moves = text.parse().ok().filter(|&moves| moves != 0);
    moves.map(MateGoal).ok_or_else(|| TestPositionError::Mate {
        opcode,
        text: text.to_owned(),
    })
}

/// The points of moves, as the Strategic Test Suite writes them: `c8` has the points of the moves in `c9` (coordinate
/// notation) or `c7` (SAN), older files have `c0 "Nf3=10, e4=4"`. Other uses of these opcodes, which are comments by the
/// standard, are ignored.
pub(super) fn scored_moves(epd: &Epd<AnyPosition>) -> Result<Vec<(Move, u32)>, TestPositionError> {
    let words = |opcode: &str| -> Vec<String> {
        let words = epd.operands(opcode).iter();
        words
            .flat_map(|operand| operand.split_ascii_whitespace().map(str::to_owned))
            .collect()
    };
    let points: Option<Vec<u32>> = words("c8").iter().map(|word| word.parse().ok()).collect();
    let points = points.unwrap_or_default();
    for opcode in ["c9", "c7"] {
        let moves = words(opcode);
        if !points.is_empty() && moves.len() == points.len() {
            let scored = moves.iter().map(String::as_str).zip(points);
            return legal_moves(&epd.position, opcode, scored);
        }
    }
    let comment = epd.operands("c0").first().map_or("", String::as_str);
    let pair = |text: &str| {
        let (m, points) = text.trim().rsplit_once('=')?;
        Some((m.trim().to_owned(), points.trim().parse().ok()?))
    };
    let pairs: Option<Vec<(String, u32)>> = comment.split(',').map(pair).collect();
    let pairs = pairs.unwrap_or_default();
    if !pairs
        .iter()
        .any(|(m, _)| epd.position.parse_move(m).is_ok())
    {
        return Ok(Vec::new());
    }
    let scored = pairs.iter().map(|(m, points)| (m.as_str(), *points));
    legal_moves(&epd.position, "c0", scored)
}

fn legal_moves<'a>(
    position: &AnyPosition,
    opcode: &'static str,
    scored: impl Iterator<Item = (&'a str, u32)>,
) -> Result<Vec<(Move, u32)>, TestPositionError> {
    scored
        .map(|(text, points)| Ok((legal_move(position, opcode, text)?, points)))
        .collect()
}

fn legal_move(
    position: &AnyPosition,
    opcode: &'static str,
    text: &str,
) -> Result<Move, TestPositionError> {
    position
        .parse_move(text)
        .map_err(|error| TestPositionError::Move {
            opcode,
            text: text.to_owned(),
            error,
        })
}
