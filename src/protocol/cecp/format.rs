//! The lines that answer the GUI. Only this file and `notation` know how a score or a move is written.

use std::fmt::{Display, Write};
use std::time::Duration;

use super::notation::Notation;
use super::rebel::known_scores::KnownScore;
use super::version::Version;
use super::xboard_words::{error_line, harmless, illegal_move_line, on_one_line};
use crate::board::{AnyPosition, DrawReason, FenError, Outcome};
use crate::search::{Bound, Info};
use crate::types::{
    Color, Score, ScoreKind, displayed_centipawns, mate_moves, score_from_displayed,
};

/// Added to the number of moves to mate.
const MATE: i64 = 100_000;
/// A tablebase win: above every evaluation that is shown and below every mate. XBoard shows +98.99. Cute Chess takes more
/// than 9900 for a mate as old engines wrote it, 10000 less the number of plies.
const TABLEBASE_WIN: i64 = 9_899;

/// Centipawns, or 100000 plus the number of moves to mate.
fn score_number(score: Score) -> i64 {
    let moves = |plies: i32| i64::from(mate_moves(plies));
    match score.kind() {
        ScoreKind::Centipawns(centipawns) => i64::from(displayed_centipawns(centipawns)),
        ScoreKind::Mate(plies) => MATE + moves(plies),
        ScoreKind::Mated(plies) => -MATE - moves(plies),
        ScoreKind::TablebaseWin(plies) => TABLEBASE_WIN - i64::from(plies),
        ScoreKind::TablebaseLoss(plies) => i64::from(plies) - TABLEBASE_WIN,
    }
}

/// The score that a number in thinking output means (`setscore`).
pub(super) fn score_from_number(number: i64) -> Score {
    // No search sees further.
    let moves = |number: i64| number.saturating_sub(MATE).clamp(0, 100) as usize;
    if number > MATE {
        Score::mate_in(2 * moves(number) - 1)
    } else if number <= -MATE {
        Score::mated_in(2 * moves(number.saturating_neg()))
    } else {
        score_from_displayed(number as i32)
    }
}

fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

/// A line of thinking output, with or without the columns that the protocol leaves to the engine.
pub(super) fn thinking(
    info: &Info,
    root: &AnyPosition,
    notation: Notation,
    columns: bool,
) -> String {
    let mut line = thinking_numbers(info, columns);
    line.push_str(&notation.write_line(root, &info.pv));
    line.push_str(match info.bound {
        Bound::Exact => "",
        Bound::Lower => " !",
        Bound::Upper => " ?",
    });
    line
}

/// A line of thinking output for book moves. By the parenthesis XBoard knows that there is no search.
pub(super) fn book_line(
    line: &Info,
    root: &AnyPosition,
    notation: Notation,
    columns: bool,
) -> String {
    let numbers = thinking_numbers(line, columns);
    let moves = notation.write_line(root, &line.pv);
    format!("{numbers}({moves})")
}

/// A book move in the answer to `bk`, with its share of all weights in percent and its weight.
pub(super) fn book_move(text: &str, percent: f64, weight: u16) -> String {
    format!(" {text:<7} {percent:5.1}% {weight:6}")
}

/// An element of the variable `bookmoves`: the weight, and what a search has found out.
pub(super) fn rebel_book_move(text: &str, weight: u16, known: Option<KnownScore>) -> String {
    let mut line = format!("{text} Priority={weight}");
    if let Some(KnownScore { score, depth }) = known {
        // Writing to a String cannot fail.
        let _ = write!(line, " Score={} Plydepth={depth}", score_number(score));
    }
    line
}

/// The numbers before the pv: depth, score, time and nodes. The further columns are selective depth, nodes
/// per second and tablebase hits, which XBoard's window Engine Output recognises by the tab before the pv.
/// Its main window shows them as part of the pv.
fn thinking_numbers(info: &Info, columns: bool) -> String {
    let mut line = format!(
        "{} {} {} {}",
        info.depth,
        score_number(info.score),
        centiseconds(info.time),
        info.nodes,
    );
    // Writing to a String cannot fail.
    let _ = if columns {
        write!(
            line,
            " {} {} {}\t",
            info.selective_depth,
            info.nodes_per_second(),
            info.tablebase_hits,
        )
    } else {
        write!(line, " ")
    };
    line
}

/// How far a search is (`.`).
#[derive(Clone, Debug, Default)]
pub(super) struct SearchStatus {
    pub(super) time: Duration,
    pub(super) nodes: u64,
    pub(super) depth: u32,
    /// Root moves that this iteration has not searched yet.
    pub(super) moves_left: usize,
    /// Number of root moves.
    pub(super) move_count: usize,
    /// The root move being searched, as it is written.
    pub(super) current_move: Option<String>,
}

/// The answer to `.`. The move being searched came with version 2.
pub(super) fn status(status: &SearchStatus, version: Version) -> String {
    let mut line = format!(
        "stat01: {} {} {} {} {}",
        centiseconds(status.time),
        status.nodes,
        status.depth,
        status.moves_left,
        status.move_count,
    );
    if let (Some(m), Version::Two) = (&status.current_move, version) {
        // Writing to a String cannot fail.
        let _ = write!(line, " {m}");
    }
    line
}

/// The claim of a result: `1-0 {White mates}`.
pub(super) fn result(outcome: Outcome) -> String {
    let score = match outcome.winner() {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    let reason = match outcome {
        Outcome::Checkmate { winner } => format!("{winner} mates"),
        Outcome::Win { winner, reason } => format!("{winner} wins: {reason}"),
        Outcome::Draw(reason) => draw_reason(reason).to_owned(),
    };
    format!("{score} {{{reason}}}")
}

fn draw_reason(reason: DrawReason) -> &'static str {
    match reason {
        DrawReason::Stalemate => "Stalemate",
        DrawReason::Repetition => "Draw by repetition",
        DrawReason::FiftyMoves => "Fifty move rule",
        DrawReason::InsufficientMaterial => "Insufficient material",
        DrawReason::BothReachedGoal => "Both kings on the last rank",
    }
}

/// A command that is refused: `Error (REASON): COMMAND`.
pub(super) fn error(reason: impl Display, command: &str, version: Version) -> String {
    let line = format!("Error ({reason}): {}", on_one_line(command));
    error_line(&line, version)
}

/// A move that is refused: `Illegal move: MOVE`.
pub(super) fn illegal_move(reason: Option<&str>, text: &str, version: Version) -> String {
    let text = on_one_line(text);
    let line = match reason {
        Some(reason) => format!("Illegal move ({reason}): {text}"),
        None => format!("Illegal move: {text}"),
    };
    illegal_move_line(&line, version)
}

/// A position that is refused: `tellusererror Illegal position: REASON (FEN)`. PyChess sends the empty board to end
/// an analysis, and keeps the refusal from the user if it finds that FEN in it.
pub(super) fn illegal_position(error: &FenError, fen: Option<&str>) -> String {
    user_error(match (error, fen) {
        (FenError::Invalid(reason), Some(fen)) => {
            format!("Illegal position: {reason} ({})", on_one_line(fen))
        }
        (FenError::Invalid(reason), None) => format!("Illegal position: {reason}"),
        // These quote the malformed field.
        (other, _) => format!("Illegal position: {other}"),
    })
}

/// A message that the GUI shows the user: `tellusererror MESSAGE`.
pub(super) fn user_error(message: impl Display) -> String {
    format!("tellusererror {message}")
}

/// News that the GUI shows the user: `telluser MESSAGE`.
pub(super) fn user_info(message: impl Display) -> String {
    format!("telluser {message}")
}

/// A line for the log of a GUI that accepts `feature debug=1`.
pub(super) fn comment(message: impl Display) -> String {
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    let message = message.to_string();
    harmless(&format!(
        "# {}",
        message.chars().map(printable).collect::<String>()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;
    use crate::eval::Wdl;
    use crate::types::{MAX_PLY, Move, MoveKind, Square};

    #[test]
    fn mates_are_counted_in_moves() {
        for (score, number) in [
            (Score::mate_in(1), 100_001),
            (Score::mate_in(3), 100_002),
            (Score::mated_in(0), -100_000),
            (Score::mated_in(2), -100_001),
            (Score::mated_in(4), -100_002),
            (Score::cp(-37), -37),
            (Score::cp(10_867), 9_053),
            (Score::MAX_EVAL, 9_649),
            (Score::tablebase_win_in(240), 9_659),
            (Score::tablebase_win_in(10), 9_889),
            (-Score::tablebase_win_in(10), -9_889),
        ] {
            assert_eq!(score_number(score), number, "{score:?}");
            if number.abs() < TABLEBASE_WIN - 1000 || number.abs() >= MATE {
                assert_eq!(score_from_number(number), score);
            }
        }
        let last_win = Score::tablebase_win_in(MAX_PLY);
        assert!(score_number(Score::MAX_EVAL) < score_number(last_win));
    }

    #[test]
    fn setscore_takes_any_number() {
        for number in [i64::MIN, -MATE - 1000, MATE, MATE + 1000, i64::MAX] {
            assert_eq!(score_from_number(number).is_win(), number > MATE);
        }
        assert_eq!(score_from_number(-MATE), Score::mated_in(0));
        assert_eq!(score_from_number(99_999), Score::MAX_EVAL);
    }

    #[test]
    fn a_tab_comes_between_columns_and_pv_and_the_bound_after_it() {
        let castling = Move::new(Square::E1, Square::H1, MoveKind::Castling);
        let mut info = Info {
            depth: 9,
            selective_depth: 14,
            multi_pv: 1,
            line_count: 1,
            score: Score::cp(156),
            wdl: Wdl::of(Score::cp(156), &crate::board::Position::startpos()),
            bound: Bound::Exact,
            nodes: 48_000,
            time: Duration::from_millis(10_849),
            hash_full: 0,
            used: Duration::ZERO,
            cpu_load: None,
            tablebase_hits: 3,
            pv: vec![castling],
        };
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let Ok((root, _)) = AnyPosition::from_fen(None, fen, CastlingMode::Standard) else {
            unreachable!("a legal position");
        };
        let text = |info: &Info, fischerandom, columns| {
            let notation = Notation {
                fischerandom,
                san: false,
            };
            thinking(info, &root, notation, columns)
        };
        assert_eq!(text(&info, false, true), "9 156 1084 48000 14 4424 3\te1g1");
        assert_eq!(text(&info, false, false), "9 156 1084 48000 e1g1");
        info.bound = Bound::Lower;
        assert_eq!(text(&info, true, true), "9 156 1084 48000 14 4424 3\tO-O !");
        assert_eq!(text(&info, true, false), "9 156 1084 48000 O-O !");
        info.bound = Bound::Upper;
        info.time = Duration::ZERO;
        assert_eq!(
            text(&info, false, true),
            "9 156 0 48000 14 48000000 3\te1g1 ?"
        );
    }

    #[test]
    fn the_status_names_a_move_in_version_2_only() {
        let state = SearchStatus {
            time: Duration::from_millis(12_349),
            nodes: 30_000,
            depth: 7,
            moves_left: 5,
            move_count: 30,
            current_move: Some("Nf3".to_owned()),
        };
        assert_eq!(status(&state, Version::One), "stat01: 1234 30000 7 5 30");
        assert_eq!(
            status(&state, Version::Two),
            "stat01: 1234 30000 7 5 30 Nf3"
        );
    }
}
