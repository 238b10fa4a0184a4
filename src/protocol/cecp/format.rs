//! How answers are written. The only place in this protocol that knows what a score or a move looks
//! like.

use std::fmt::{Display, Write};
use std::time::Duration;

use super::features::Version;
use super::notation::Notation;
use crate::board::{DrawReason, Outcome, Position, excerpt};
use crate::search::{Bound, Info};
use crate::types::{Color, Move, Score, ScoreKind};

/// Added to the moves until mate.
const MATE: i64 = 100_000;
/// A proven win without a known mate: above every estimate and below every mate.
const PROVEN_WIN: i64 = 50_000;

/// Coordinate notation; castling in fischerandom, or with king or rook away from its place in standard
/// chess, is `O-O` or `O-O-O`: the king's movement alone could be a plain king move.
pub(super) fn move_text(m: Move, fischerandom: bool) -> String {
    if m.is_castling() && (fischerandom || !m.castles_from_standard_squares()) {
        let king_side = m.to().file() > m.from().file();
        return if king_side { "O-O" } else { "O-O-O" }.to_owned();
    }
    m.to_coordinate(false)
}

/// Centipawns, or 100000 and the number of moves until mate.
fn score_number(score: Score) -> i64 {
    let moves = |plies: i32| i64::from((plies + 1) / 2);
    match score.kind() {
        ScoreKind::Centipawns(centipawns) => i64::from(centipawns),
        ScoreKind::Mate(plies) => MATE + moves(plies),
        ScoreKind::Mated(plies) => -MATE - moves(plies),
        ScoreKind::TablebaseWin(plies) => PROVEN_WIN - i64::from(plies),
        ScoreKind::TablebaseLoss(plies) => i64::from(plies) - PROVEN_WIN,
    }
}

/// The score that a number of thinking output stands for.
pub(super) fn score_from_number(number: i64) -> Score {
    // No search sees further.
    let moves = |number: i64| number.saturating_sub(MATE).clamp(0, 100) as usize;
    if number > MATE {
        Score::mate_in(2 * moves(number) - 1)
    } else if number <= -MATE {
        Score::mated_in(2 * moves(number.saturating_neg()))
    } else {
        Score::cp(number as i32)
    }
}

fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}

/// A line of thinking output.
pub(super) fn thinking(
    info: &Info,
    root: &Position,
    notation: Notation,
    version: Version,
) -> String {
    let mut line = thinking_numbers(info, version);
    line.push_str(&notation.write_line(root, &info.pv));
    line.push_str(match info.bound {
        Bound::Exact => "",
        Bound::Lower => " !",
        Bound::Upper => " ?",
    });
    line
}

/// A line of thinking output for moves of the book: by the parenthesis XBoard sees that nothing is thought
/// about.
pub(super) fn book_line(
    line: &Info,
    root: &Position,
    notation: Notation,
    version: Version,
) -> String {
    let numbers = thinking_numbers(line, version);
    let moves = notation.write_line(root, &line.pv);
    format!("{numbers}({moves})")
}

/// A move that the book has, with its part of all weights, and its weight.
pub(super) fn book_move(text: &str, percent: f64, weight: u16) -> String {
    format!(" {text:<7} {percent:5.1}% {weight:6}")
}

/// What comes before the moves of a line: four numbers. In version 2 more numbers follow them:
/// depth of the longest line, nodes per second and tablebase hits, which XBoard believes because a tab
/// comes before the moves. To a GUI of version 1 they would be moves.
fn thinking_numbers(info: &Info, version: Version) -> String {
    let mut line = format!(
        "{} {} {} {}",
        info.depth,
        score_number(info.score),
        centiseconds(info.time),
        info.nodes,
    );
    // Writing to a String cannot fail.
    let _ = match version {
        Version::One => write!(line, " "),
        Version::Two => write!(
            line,
            " {} {} {}\t",
            info.selective_depth,
            info.nodes_per_second(),
            info.tablebase_hits,
        ),
    };
    line
}

/// How far a search is.
#[derive(Clone, Debug, Default)]
pub(super) struct Status {
    /// Since it began.
    pub(super) time: Duration,
    /// Positions visited.
    pub(super) nodes: u64,
    /// The iteration.
    pub(super) depth: u32,
    /// Root moves of the iteration that have not had their turn.
    pub(super) moves_left: usize,
    /// Root moves.
    pub(super) moves: usize,
    /// The root move that has its turn, as it is written.
    pub(super) current: Option<String>,
}

/// The answer to `.`.
pub(super) fn status(status: &Status) -> String {
    let mut line = format!(
        "stat01: {} {} {} {} {}",
        centiseconds(status.time),
        status.nodes,
        status.depth,
        status.moves_left,
        status.moves,
    );
    if let Some(m) = &status.current {
        // Writing to a String cannot fail.
        let _ = write!(line, " {m}");
    }
    line
}

/// The claim of a result.
pub(super) fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Checkmate {
            winner: Color::White,
        } => "1-0 {White mates}",
        Outcome::Checkmate {
            winner: Color::Black,
        } => "0-1 {Black mates}",
        Outcome::Draw(DrawReason::Stalemate) => "1/2-1/2 {Stalemate}",
        Outcome::Draw(DrawReason::Repetition) => "1/2-1/2 {Draw by repetition}",
        Outcome::Draw(DrawReason::FiftyMoves) => "1/2-1/2 {Fifty move rule}",
        Outcome::Draw(DrawReason::InsufficientMaterial) => "1/2-1/2 {Insufficient material}",
    }
}

/// A command that is not obeyed.
pub(super) fn error(reason: impl Display, command: &str) -> String {
    let command = without_misread_words(&on_one_line(command));
    harmless(&format!("Error ({reason}): {command}"))
}

/// A move that is not made.
pub(super) fn illegal_move(reason: Option<&str>, text: &str) -> String {
    let text = without_misread_words(&on_one_line(text));
    harmless(&match reason {
        Some(reason) => format!("Illegal move ({reason}): {text}"),
        None => format!("Illegal move: {text}"),
    })
}

/// Something the user should know.
pub(super) fn complaint(message: impl Display) -> String {
    harmless(&format!("tellusererror {message}"))
}

/// Wherever XBoard reads one of these, it takes it that the engine could not be started.
const FATAL: [&str; 6] = [
    "unknown host",
    "No remote directory",
    "not found",
    "No such file",
    "can't alloc",
    "Permission denied",
];

/// Where XBoard reads one of these in an error, it takes it that the engine has no such command, and
/// does without. There are no errors about them.
const MISREAD: [&str; 5] = ["analyze", "draw", "otim", "protover", "time"];

fn without_misread_words(text: &str) -> String {
    MISREAD.iter().fold(text.to_owned(), |text, &word| {
        let (start, end) = word.split_at(2);
        text.replace(word, &format!("{start}_{end}"))
    })
}

/// The line with no fatal words in it: their blanks become underscores.
pub(super) fn harmless(line: &str) -> String {
    FATAL.iter().fold(line.to_owned(), |line, &words| {
        line.replace(words, &words.replace(' ', "_"))
    })
}

/// Enough of an input to recognise it, on one line.
fn on_one_line(text: &str) -> String {
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    excerpt(&text.chars().map(printable).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::CastlingMode;
    use crate::board::Position;
    use crate::eval::Wdl;
    use crate::types::{MoveKind, Square};

    #[test]
    fn mates_are_counted_in_moves() {
        for (score, number) in [
            (Score::mate_in(1), 100_001),
            (Score::mate_in(3), 100_002),
            (Score::mated_in(0), -100_000),
            (Score::mated_in(2), -100_001),
            (Score::mated_in(4), -100_002),
            (Score::cp(-37), -37),
            (Score::tablebase_win_in(10), 49_990),
            (-Score::tablebase_win_in(10), -49_990),
        ] {
            assert_eq!(score_number(score), number, "{score:?}");
            if number.abs() < PROVEN_WIN - 1000 || number.abs() >= MATE {
                assert_eq!(score_from_number(number), score);
            }
        }
        assert!(score_number(Score::MAX_ESTIMATE) < PROVEN_WIN - 1000);
    }

    #[test]
    fn scores_of_the_user_may_be_anything() {
        for number in [i64::MIN, -MATE - 1000, MATE, MATE + 1000, i64::MAX] {
            assert_eq!(score_from_number(number).is_win(), number > MATE);
        }
        assert_eq!(score_from_number(-MATE), Score::mated_in(0));
        assert_eq!(score_from_number(99_999), Score::MAX_ESTIMATE);
    }

    #[test]
    fn a_tab_before_the_moves_and_the_bound_behind_them() {
        let castling = Move::new(Square::E1, Square::H1, MoveKind::Castling);
        let mut info = Info {
            depth: 9,
            selective_depth: 14,
            multi_pv: 1,
            score: Score::cp(156),
            wdl: Wdl::of(Score::cp(156), &Position::startpos()),
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
        let Ok((root, _)) = Position::from_fen(fen, CastlingMode::Standard) else {
            unreachable!("a legal position");
        };
        let text = |info: &Info, fischerandom| {
            let notation = Notation {
                fischerandom,
                san: false,
            };
            thinking(info, &root, notation, Version::Two)
        };
        assert_eq!(text(&info, false), "9 156 1084 48000 14 4424 3\te1g1");
        info.bound = Bound::Lower;
        assert_eq!(text(&info, true), "9 156 1084 48000 14 4424 3\tO-O !");
        info.bound = Bound::Upper;
        info.time = Duration::ZERO;
        assert_eq!(text(&info, false), "9 156 0 48000 14 48000000 3\te1g1 ?");
    }

    #[test]
    fn castling_that_could_be_a_king_step_is_never_written_as_one() {
        let castling = Move::new(Square::new(5, 0), Square::H1, MoveKind::Castling);
        assert_eq!(move_text(castling, false), "O-O");
        let standard = Move::new(Square::E1, Square::A1, MoveKind::Castling);
        assert_eq!(move_text(standard, false), "e1c1");
        assert_eq!(move_text(standard, true), "O-O-O");
    }

    #[test]
    fn fatal_words_are_never_written() {
        let line = error("unknown command", "xyz: No such file, file not found");
        assert_eq!(
            line,
            "Error (unknown command): xyz: No_such_file, file not_found"
        );
    }

    #[test]
    fn words_that_switch_commands_off_are_never_written_in_errors() {
        assert_eq!(
            error("unknown command", "xdraw sometimes analyze"),
            "Error (unknown command): xdr_aw someti_mes an_alyze"
        );
        assert_eq!(illegal_move(None, "protover"), "Illegal move: pr_otover");
    }

    #[test]
    fn long_and_strange_inputs_are_cut() {
        let line = error("x", &"é\t".repeat(1000));
        assert!(line.len() < 200 && !line.contains('\t') && line.ends_with("..."));
    }
}
