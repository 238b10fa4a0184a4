//! Scores in the comments of PGN moves, as match programs and analysis tools write them.

use crate::types::{Color, MAX_PLY, Score, TABLEBASE_CENTIPAWNS};

/// Reads the score that a match program wrote after a move: that of the position before the move, for the side that
/// made it, in pawns or in plies to mate. The forms are `+0.35/12 0.45s` (cutechess-cli, fastchess), `-M4/20, 0.450s,
/// n=9000` (fastchess), and `+0.35 12/18 450 9000`, `+0.35` and `M5` (OpenBench). There is no score in `book`,
/// `unknown`, `0.45s`, or at depth 0, which fastchess writes for an engine that has sent none.
pub(super) fn score_before_move(comment: &str) -> Option<Score> {
    let comment = comment.trim_start();
    let end = comment
        .find(|c: char| c.is_whitespace() || c == '/' || c == ',')
        .unwrap_or(comment.len());
    let (word, rest) = comment.split_at(end);
    if let Some(rest) = rest.strip_prefix('/') {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if rest[..digits].bytes().all(|digit| digit == b'0') {
            return None;
        }
    }
    let unsigned = word.strip_prefix(['+', '-']).unwrap_or(word);
    let wins = !word.starts_with('-');
    if let Some(plies) = unsigned.strip_prefix('M') {
        return mate(number(plies)?, wins);
    }
    // A word such as `12` in a comment of another kind is no score.
    if unsigned.len() == word.len() && !word.contains('.') {
        return None;
    }
    pawns(unsigned, wins)
}

/// Reads the score of the position after a move, as analysis tools write it: `[%eval 0.35]`, `[%eval 0.35,20]` or
/// `[%eval #-3]`, in pawns or moves to mate from White's view. The score is that of `side_to_move`.
pub(super) fn score_after_move(comment: &str, side_to_move: Color) -> Option<Score> {
    let (_, value) = comment.split_once("[%eval")?;
    let value = value.trim_start();
    let (value, _) = value.split_at(value.find([',', ']', ' '])?);
    let (value, is_mate) = match value.strip_prefix('#') {
        Some(moves) => (moves, true),
        None => (value, false),
    };
    let wins = value.starts_with('-') == (side_to_move == Color::Black);
    let unsigned = value.strip_prefix(['+', '-']).unwrap_or(value);
    if is_mate {
        let plies = 2 * number(unsigned)?;
        return mate(plies.saturating_sub(u32::from(wins)), wins);
    }
    pawns(unsigned, wins)
}

/// Parses digits; a greater number than any distance to mate is cut.
fn number(digits: &str) -> Option<u32> {
    let is_number = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
    is_number.then(|| digits.parse().unwrap_or(u32::MAX).min(MAX_PLY as u32))
}

/// A mate; none if there is no ply to it, since the score belongs to a position in which a move was made.
fn mate(plies: u32, wins: bool) -> Option<Score> {
    let plies = (plies > 0).then_some(plies as usize)?.min(MAX_PLY);
    Some(if wins {
        Score::mate_in(plies)
    } else {
        Score::mated_in(plies)
    })
}

/// Parses an absolute score in pawns. The scores that UCI has for tablebase wins become such.
fn pawns(digits: &str, wins: bool) -> Option<Score> {
    let is_decimal = |c: u8| c.is_ascii_digit() || c == b'.';
    let pawns: f64 = digits.parse().ok()?;
    if !digits.bytes().all(is_decimal) {
        return None;
    }
    let centipawns = (100.0 * pawns).round() as i32;
    let plies = TABLEBASE_CENTIPAWNS.saturating_sub(centipawns);
    let score = match usize::try_from(plies) {
        Ok(plies) if plies <= MAX_PLY => Score::tablebase_win_in(plies),
        _ => Score::cp(centipawns),
    };
    Some(if wins { score } else { -score })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_match_programs() {
        for (comment, score) in [
            // fastchess, in its older and newer forms
            ("+0.35/12 0.450s", Score::cp(35)),
            ("-1.07/9, 0.450s, n=12345, sd=14", Score::cp(-107)),
            ("0.00/30, 0.001s", Score::DRAW),
            ("+M5/20, 0.010s", Score::mate_in(5)),
            ("-M4/7, 0.010s, Black mates", Score::mated_in(4)),
            // cutechess-cli
            ("+12.00/1 0.05s", Score::cp(1200)),
            ("-0.05/17 1.2s, White resigns", Score::cp(-5)),
            // OpenBench
            ("+0.35 12/18 450 12345", Score::cp(35)),
            ("-0.35", Score::cp(-35)),
            ("M3", Score::mate_in(3)),
            // Diglot's tablebase scores over UCI, and large ones
            ("+199.95/11 0s", Score::tablebase_win_in(5)),
            ("-200.00/11 0s", -Score::tablebase_win_in(0)),
            ("+197.59/11 0s", Score::cp(19_759)),
            ("+327.67/11 0s", Score::MAX_EVAL),
            ("-M999/11 0s", Score::mated_in(MAX_PLY)),
        ] {
            assert_eq!(score_before_move(comment), Some(score), "{comment}");
        }
    }

    #[test]
    fn other_comments_have_no_score() {
        for comment in [
            "",
            "book",
            "unknown",
            "0s",
            "0.45s",
            "12",
            "0.00/0, 0.001s",
            "ERR/5, 0.1s",
            "-M0/1 0s",
            "+",
            "-",
            "M",
            "+M",
            "+.",
            "+1e5",
            "+inf",
            "+NaN",
            "--1",
            "12 good moves",
            "+-",
            "[%eval 0.3]",
            "+0.35é",
        ] {
            assert_eq!(score_before_move(comment), None, "{comment}");
        }
        for comment in [
            "",
            "+0.35/12",
            "[%eval]",
            "[%eval #0]",
            "[%eval #]",
            "[%eval 1.2",
            "[%evalx 1]",
        ] {
            assert_eq!(score_after_move(comment, Color::White), None, "{comment}");
        }
    }

    #[test]
    fn scores_of_analyses_are_whites() {
        for (comment, white, black) in [
            ("[%eval 0.35]", Score::cp(35), Score::cp(-35)),
            (
                "[%clk 0:01:00] [%eval -1.5,20]",
                Score::cp(-150),
                Score::cp(150),
            ),
            ("[%eval 0.0] fine", Score::DRAW, Score::DRAW),
            // White to move mates in three moves with his third, Black to move is mated after his third.
            ("[%eval #3]", Score::mate_in(5), Score::mated_in(6)),
            ("[%eval #-2]", Score::mated_in(4), Score::mate_in(3)),
        ] {
            assert_eq!(
                score_after_move(comment, Color::White),
                Some(white),
                "{comment}"
            );
            assert_eq!(
                score_after_move(comment, Color::Black),
                Some(black),
                "{comment}"
            );
        }
    }
}
