//! Parses a line into a command, without regard to the position and the options. Nothing fails: UCI
//! requires that unknown words be skipped.

use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::protocol::parse_leading_number;
use crate::search::BenchConfig;
use crate::types::MAX_PLY;

/// A parsed command. Its arguments are not checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UciCommand<'a> {
    /// `uci`
    Uci,
    /// `debug on`, `debug off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name … [value …]`
    SetOption {
        /// The name, with single spaces between its words.
        name: String,
        /// The text after the word `value`, if it is present.
        value: Option<&'a str>,
    },
    /// `register …`, with whether a name or a code is given.
    Register(bool),
    /// `ucinewgame`
    NewGame,
    /// `position …`
    Position(PositionArgs<'a>),
    /// `go …`
    Go(GoArgs<'a>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `go perft N`, `perft N`
    Perft(u32),
    /// `d`
    Display,
    /// `eval`
    Eval,
    /// `bench [DEPTH [THREADS [HASH]]]`
    Bench(BenchConfig),
    /// `help`
    Help,
    /// `compiler`
    Compiler,
}

impl UciCommand<'_> {
    /// Whether it stops a running search and waits for its end.
    pub(super) fn replaces_search(&self) -> bool {
        matches!(
            self,
            UciCommand::Go(_) | UciCommand::Perft(_) | UciCommand::Bench(_)
        )
    }
}

/// The arguments of `position`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PositionArgs<'a> {
    /// The FEN; `None` for `startpos`, empty if neither is given.
    pub fen: Option<&'a str>,
    /// The words after `moves`.
    pub moves: Vec<&'a str>,
}

/// The arguments of `go`. Numbers saturate at 64 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GoArgs<'a> {
    /// The moves after `searchmoves`.
    pub search_moves: Vec<&'a str>,
    /// The word after `searchmoves` if it is not a move.
    pub not_a_move: Option<&'a str>,
    /// Whether `ponder` is present.
    pub ponder: bool,
    /// Whether `infinite` is present.
    pub infinite: bool,
    /// `wtime` and `btime` in milliseconds.
    pub time: [Option<i64>; 2],
    /// `winc` and `binc` in milliseconds.
    pub increment: [Option<i64>; 2],
    /// `movestogo`
    pub moves_to_go: Option<i64>,
    /// `depth` in plies
    pub depth: Option<i64>,
    /// `nodes`
    pub nodes: Option<i64>,
    /// `mate` in moves
    pub mate: Option<i64>,
    /// `movetime` in milliseconds
    pub move_time: Option<i64>,
    /// The keywords whose number is missing or malformed.
    pub without_number: Vec<&'a str>,
}

/// Whether a line is a command, perhaps after unknown words.
pub(in crate::protocol) fn is_command(line: &str) -> bool {
    parse(line).is_some()
}

/// Parses a line. Unknown words before a command of UCI are skipped.
pub(super) fn parse(line: &str) -> Option<UciCommand<'_>> {
    let (first, arguments) = split_word(line)?;
    if let Some(command) = parse_extra(first, arguments) {
        return Some(command);
    }
    let mut rest = line;
    while let Some((word, arguments)) = split_word(rest) {
        if let Some(command) = parse_standard(word, arguments) {
            return Some(command);
        }
        rest = arguments;
    }
    None
}

/// The commands of UCI.
fn parse_standard<'a>(word: &str, arguments: &'a str) -> Option<UciCommand<'a>> {
    Some(match word {
        "uci" => UciCommand::Uci,
        "debug" => UciCommand::Debug(words(arguments).find_map(|word| match word {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        })?),
        "isready" => UciCommand::IsReady,
        "setoption" => parse_set_option(arguments),
        "register" => {
            UciCommand::Register(words(arguments).any(|word| matches!(word, "name" | "code")))
        }
        "ucinewgame" => UciCommand::NewGame,
        "position" => UciCommand::Position(parse_position(arguments)),
        "go" => parse_go(arguments),
        "stop" => UciCommand::Stop,
        "ponderhit" => UciCommand::PonderHit,
        "quit" => UciCommand::Quit,
        _ => return None,
    })
}

/// The debugging commands. They are no part of UCI, so only the first word of a line counts.
fn parse_extra<'a>(word: &str, arguments: &'a str) -> Option<UciCommand<'a>> {
    Some(match word {
        "d" => UciCommand::Display,
        "eval" => UciCommand::Eval,
        "bench" => UciCommand::Bench(bench_settings(arguments)),
        "perft" => UciCommand::Perft(perft_depth(arguments)),
        "help" | "--help" => UciCommand::Help,
        "compiler" => UciCommand::Compiler,
        _ => return None,
    })
}

fn parse_set_option(arguments: &str) -> UciCommand<'_> {
    let mut name = Vec::new();
    let mut value = None;
    let mut rest = arguments;
    while let Some((word, after)) = split_word(rest) {
        rest = after;
        match word {
            "name" if name.is_empty() => {}
            "value" if !name.is_empty() => {
                value = Some(after.trim_ascii());
                break;
            }
            _ => name.push(word),
        }
    }
    UciCommand::SetOption {
        name: name.join(" "),
        value,
    }
}

fn parse_position(arguments: &str) -> PositionArgs<'_> {
    let mut fen = Some("");
    let mut rest = arguments;
    while let Some((word, after)) = split_word(rest) {
        rest = after;
        match word {
            "startpos" => {
                fen = None;
                break;
            }
            "fen" => {
                let end = find_word(after, "moves").unwrap_or(after.len());
                let (text, moves) = after.split_at(end);
                fen = Some(text.trim_ascii());
                rest = moves;
                break;
            }
            _ => {}
        }
    }
    let mut moves = words(rest).skip_while(|&word| word != "moves");
    moves.next();
    PositionArgs {
        fen,
        moves: moves.collect(),
    }
}

fn parse_go(arguments: &str) -> UciCommand<'_> {
    let mut go = GoArgs::default();
    let mut rest = arguments;
    while let Some((word, after)) = split_word(rest) {
        rest = after;
        let field = match word {
            "infinite" => {
                go.infinite = true;
                continue;
            }
            "ponder" => {
                go.ponder = true;
                continue;
            }
            "searchmoves" => {
                rest = take_moves(after, &mut go.search_moves);
                if go.search_moves.is_empty() {
                    go.not_a_move = split_word(rest).map(|(word, _)| word);
                }
                continue;
            }
            "perft" => return UciCommand::Perft(perft_depth(after)),
            "wtime" => &mut go.time[0],
            "btime" => &mut go.time[1],
            "winc" => &mut go.increment[0],
            "binc" => &mut go.increment[1],
            "movestogo" => &mut go.moves_to_go,
            "depth" => &mut go.depth,
            "nodes" => &mut go.nodes,
            "mate" => &mut go.mate,
            "movetime" => &mut go.move_time,
            _ => continue,
        };
        match split_word(after).map(|(number, after)| (parse_leading_number(number), after)) {
            Some((Some(number), after)) => {
                *field = Some(number);
                rest = after;
            }
            // The next word may be the next keyword.
            _ => go.without_number.push(word),
        }
    }
    UciCommand::Go(go)
}

/// Parses depth, threads and hash size of a benchmark. An invalid word stands for the default.
fn bench_settings(arguments: &str) -> BenchConfig {
    let mut numbers = words(arguments).map(parse_leading_number);
    let mut next = |max: i64| {
        let number = numbers.next().flatten()?;
        (1..=max).contains(&number).then_some(number)
    };
    let default = BenchConfig::default();
    BenchConfig {
        depth: next(MAX_PLY as i64).map_or(default.depth, |n| n as u32),
        threads: next(MAX_THREADS).map_or(default.threads, |n| n as usize),
        hash: next(MAX_HASH).map_or(default.hash, |n| n as usize),
        network: default.network,
    }
}

/// Takes the leading words of `text` that look like moves. Returns the rest.
fn take_moves<'a>(text: &'a str, moves: &mut Vec<&'a str>) -> &'a str {
    let mut rest = text;
    while let Some((word, after)) = split_word(rest) {
        if !looks_like_move(word) {
            break;
        }
        moves.push(word);
        rest = after;
    }
    rest
}

/// Whether a word has the form of `e2e4`, `e7e8q`, `N@f3` or the null move `0000`.
fn looks_like_move(word: &str) -> bool {
    let is_square = |square: &[u8]| matches!(square, [file, rank] if matches!(file | 0x20, b'a'..=b'h') && matches!(rank, b'1'..=b'8'));
    let bytes = word.as_bytes();
    word == "0000"
        || matches!(bytes, [piece, b'@', to @ ..] if piece.is_ascii_alphabetic() && is_square(to))
        || (matches!(bytes.len(), 4 | 5)
            && is_square(&bytes[..2])
            && is_square(&bytes[2..4])
            && bytes[4..].iter().all(u8::is_ascii_alphabetic))
}

/// The depth of a perft; 1 if it is missing.
fn perft_depth(arguments: &str) -> u32 {
    let depth = words(arguments).next();
    let depth = depth.and_then(parse_leading_number).unwrap_or(1);
    u32::try_from(depth.max(0)).unwrap_or(u32::MAX)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_ascii_whitespace()
}

/// Splits off the first word.
fn split_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_ascii_start();
    let end = text
        .find(|c: char| c.is_ascii_whitespace())
        .unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// Finds the start of a word.
fn find_word(text: &str, target: &str) -> Option<usize> {
    let mut rest = text;
    while let Some((word, after)) = split_word(rest) {
        if word == target {
            return Some(text.len() - after.len() - word.len());
        }
        rest = after;
    }
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;

    fn go(line: &str) -> GoArgs<'_> {
        match parse(line) {
            Some(UciCommand::Go(go)) => go,
            other => panic!("{line:?}: {other:?}"),
        }
    }

    fn position(line: &str) -> (Option<&str>, Vec<&str>) {
        match parse(line) {
            Some(UciCommand::Position(position)) => (position.fen, position.moves),
            other => panic!("{line:?}: {other:?}"),
        }
    }

    fn set_option(line: &str) -> (String, Option<&str>) {
        match parse(line) {
            Some(UciCommand::SetOption { name, value }) => (name, value),
            other => panic!("{line:?}: {other:?}"),
        }
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert_eq!(parse("joho debug on"), Some(UciCommand::Debug(true)));
        assert_eq!(parse("debug joho off"), Some(UciCommand::Debug(false)));
        assert_eq!(parse("  \t isready  "), Some(UciCommand::IsReady));
        assert_eq!(parse("debug"), None);
        for nonsense in ["", "   ", "joho", "UCI", "joho d", "joho bench 5"] {
            assert_eq!(parse(nonsense), None, "{nonsense:?}");
        }
    }

    #[test]
    fn positions_in_any_spacing() {
        assert_eq!(position("position startpos"), (None, vec![]));
        assert_eq!(
            position("position\t startpos  moves  e2e4\te7e5 "),
            (None, vec!["e2e4", "e7e5"])
        );
        assert_eq!(
            position("position fen  8/8/8/8 w  moves a1a2"),
            (Some("8/8/8/8 w"), vec!["a1a2"])
        );
        assert_eq!(position("position fen 8/8 w -"), (Some("8/8 w -"), vec![]));
        assert_eq!(position("position joho startpos"), (None, vec![]));
        assert_eq!(position("position"), (Some(""), vec![]));
    }

    #[test]
    fn parameters_of_go_in_any_order() {
        let limits =
            go("go binc 5 searchmoves e2e4 a7a8q N@f3 0000 wtime 1000 btime -3 ponder depth 7");
        assert_eq!(limits.search_moves, ["e2e4", "a7a8q", "N@f3", "0000"]);
        assert_eq!(limits.time, [Some(1000), Some(-3)]);
        assert_eq!(limits.increment, [None, Some(5)]);
        assert_eq!(limits.depth, Some(7));
        assert!(limits.ponder && !limits.infinite);
        assert_eq!(parse("go perft 5"), Some(UciCommand::Perft(5)));
        assert_eq!(parse("perft"), Some(UciCommand::Perft(1)));
    }

    #[test]
    fn words_of_a_bench_are_numbers_or_defaults() {
        for (line, numbers) in [
            ("bench", (13, 1, 16)),
            ("bench 5", (5, 1, 16)),
            ("bench  5 2\t64 ", (5, 2, 64)),
            ("bench x 0 99999999999 7", (13, 1, 16)),
        ] {
            let Some(UciCommand::Bench(settings)) = parse(line) else {
                panic!("{line:?}");
            };
            let read = (settings.depth, settings.threads, settings.hash);
            assert_eq!(read, numbers, "{line:?}");
        }
    }

    #[test]
    fn missing_wrong_huge_and_repeated_values_of_go() {
        let limits = go("go depth nodes 99999999999999999999 movetime x mate 2 mate 3 infinite");
        assert_eq!(limits.depth, None);
        assert_eq!(limits.nodes, Some(i64::MAX));
        assert_eq!(limits.move_time, None);
        assert_eq!(limits.mate, Some(3));
        assert!(limits.infinite);
        assert_eq!(go("go nodes -99999999999999999999").nodes, Some(-i64::MAX));
        assert_eq!(limits.without_number, ["depth", "movetime"]);
        let limits = go("go wtime + btime - depth");
        assert_eq!(limits.time, [None, None]);
        assert_eq!(limits.without_number, ["wtime", "btime", "depth"]);
    }

    #[test]
    fn numbers_of_go_end_at_the_first_other_character() {
        let limits = go("go wtime 1000.5 btime 2000, winc 1e3 movetime 100.0 depth 5.0 nodes -7x");
        assert_eq!(limits.time, [Some(1000), Some(2000)]);
        assert_eq!(limits.increment, [Some(1), None]);
        assert_eq!(limits.move_time, Some(100));
        assert_eq!((limits.depth, limits.nodes), (Some(5), Some(-7)));
        assert!(limits.without_number.is_empty());
        assert_eq!(parse("go perft 3."), Some(UciCommand::Perft(3)));
    }

    #[test]
    fn option_names_and_values_may_contain_spaces() {
        for (line, name, value) in [
            ("setoption name Hash value 32", "Hash", Some("32")),
            ("setoption name Clear Hash", "Clear Hash", None),
            ("setoption  name  clear   hash ", "clear hash", None),
            (
                "setoption name A value  c:\\my  games\\x ",
                "A",
                Some("c:\\my  games\\x"),
            ),
            ("setoption name A value", "A", Some("")),
            ("setoption name A value name value", "A", Some("name value")),
            ("setoption Hash value 3", "Hash", Some("3")),
            ("setoption", "", None),
            ("setoption name value 3", "value 3", None),
        ] {
            assert_eq!(set_option(line), (name.to_owned(), value), "{line:?}");
        }
    }

    #[test]
    fn register_later_is_not_a_registration() {
        assert_eq!(parse("register later"), Some(UciCommand::Register(false)));
        assert_eq!(
            parse("register name A B code 1"),
            Some(UciCommand::Register(true))
        );
    }
}
