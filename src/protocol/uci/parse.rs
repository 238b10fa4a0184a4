//! A line of text → a command. Nothing in here knows the position or the options, and nothing fails:
//! what is not understood is skipped, as UCI wants it.

use crate::engine::{MAX_HASH, MAX_THREADS};
use crate::protocol::parse_number;
use crate::search::BenchConfig;
use crate::types::MAX_PLY;

/// A command, taken apart but not yet judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    /// `uci`
    Uci,
    /// `debug on`, `debug off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name … [value …]`
    SetOption {
        /// The name; several blanks are one.
        name: String,
        /// The text after `value`, if that word was there.
        value: Option<&'a str>,
    },
    /// `register …`; whether a name or code was given.
    Register(bool),
    /// `ucinewgame`
    NewGame,
    /// `position …`
    Position(PositionCommand<'a>),
    /// `go …`
    Go(Go<'a>),
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
}

impl Command<'_> {
    /// Whether it must wait for the end of a running search, which is to be stopped for it.
    pub(super) fn replaces_search(&self) -> bool {
        matches!(self, Command::Go(_) | Command::Perft(_) | Command::Bench(_))
    }
}

/// The position to start from and the moves made since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PositionCommand<'a> {
    /// The FEN; `None` for the start position. Nothing at all was given if it is empty.
    pub fen: Option<&'a str>,
    /// The words after `moves`.
    pub moves: Vec<&'a str>,
}

/// The parameters of a search, numbers cut to what fits 64 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go<'a> {
    /// Words that look like moves after `searchmoves`.
    pub search_moves: Vec<&'a str>,
    /// `ponder` was there.
    pub ponder: bool,
    /// `infinite` was there.
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
}

/// Finds the command of a line: its first word, or the first word that is one of UCI's commands, for
/// unknown words before it are to be skipped.
pub(super) fn parse(line: &str) -> Option<Command<'_>> {
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
fn parse_standard<'a>(word: &str, arguments: &'a str) -> Option<Command<'a>> {
    Some(match word {
        "uci" => Command::Uci,
        "debug" => Command::Debug(words(arguments).find_map(|word| match word {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        })?),
        "isready" => Command::IsReady,
        "setoption" => parse_set_option(arguments),
        "register" => {
            Command::Register(words(arguments).any(|word| matches!(word, "name" | "code")))
        }
        "ucinewgame" => Command::NewGame,
        "position" => Command::Position(parse_position(arguments)),
        "go" => parse_go(arguments),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        _ => return None,
    })
}

/// What people type who look for bugs. No part of UCI, so understood only as the first word.
fn parse_extra<'a>(word: &str, arguments: &'a str) -> Option<Command<'a>> {
    Some(match word {
        "d" => Command::Display,
        "eval" => Command::Eval,
        "bench" => Command::Bench(bench_settings(arguments)),
        "perft" => Command::Perft(perft_depth(arguments)),
        _ => return None,
    })
}

fn parse_set_option(arguments: &str) -> Command<'_> {
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
    Command::SetOption {
        name: name.join(" "),
        value,
    }
}

fn parse_position(arguments: &str) -> PositionCommand<'_> {
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
    PositionCommand {
        fen,
        moves: moves.collect(),
    }
}

fn parse_go(arguments: &str) -> Command<'_> {
    let mut go = Go::default();
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
                continue;
            }
            "perft" => return Command::Perft(perft_depth(after)),
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
        // A word that is no number may be the next parameter: the value has been left out.
        if let Some((number, after)) = split_word(after)
            && let Some(number) = parse_number(number)
        {
            *field = Some(number);
            rest = after;
        }
    }
    Command::Go(go)
}

/// Depth, threads and hash size of a benchmark. A word that makes no sense stands for its default.
fn bench_settings(arguments: &str) -> BenchConfig {
    let mut numbers = words(arguments).map(parse_number);
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

/// Moves words from the front of `text` to `moves` while they look like moves; gives back the rest.
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

/// Whether a word has the form of `e2e4`, `e7e8q` or the null move `0000`.
fn looks_like_move(word: &str) -> bool {
    let is_square = |square: &[u8]| matches!(square, [file, rank] if matches!(file | 0x20, b'a'..=b'h') && matches!(rank, b'1'..=b'8'));
    let bytes = word.as_bytes();
    word == "0000"
        || (matches!(bytes.len(), 4 | 5)
            && is_square(&bytes[..2])
            && is_square(&bytes[2..4])
            && bytes[4..].iter().all(u8::is_ascii_alphabetic))
}

/// The depth of a perft; 1 if it is missing.
fn perft_depth(arguments: &str) -> u32 {
    let depth = words(arguments).next().and_then(parse_number).unwrap_or(1);
    u32::try_from(depth.max(0)).unwrap_or(u32::MAX)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_ascii_whitespace()
}

/// The first word and what follows it.
fn split_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_ascii_start();
    let end = text
        .find(|c: char| c.is_ascii_whitespace())
        .unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// Where a word begins that equals `wanted`.
fn find_word(text: &str, wanted: &str) -> Option<usize> {
    let mut rest = text;
    while let Some((word, after)) = split_word(rest) {
        if word == wanted {
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

    fn go(line: &str) -> Go<'_> {
        match parse(line) {
            Some(Command::Go(go)) => go,
            other => panic!("{line:?}: {other:?}"),
        }
    }

    fn position(line: &str) -> (Option<&str>, Vec<&str>) {
        match parse(line) {
            Some(Command::Position(position)) => (position.fen, position.moves),
            other => panic!("{line:?}: {other:?}"),
        }
    }

    fn set_option(line: &str) -> (String, Option<&str>) {
        match parse(line) {
            Some(Command::SetOption { name, value }) => (name, value),
            other => panic!("{line:?}: {other:?}"),
        }
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert_eq!(parse("joho debug on"), Some(Command::Debug(true)));
        assert_eq!(parse("debug joho off"), Some(Command::Debug(false)));
        assert_eq!(parse("  \t isready  "), Some(Command::IsReady));
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
        let limits = go("go binc 5 searchmoves e2e4 a7a8q 0000 wtime 1000 btime -3 ponder depth 7");
        assert_eq!(limits.search_moves, ["e2e4", "a7a8q", "0000"]);
        assert_eq!(limits.time, [Some(1000), Some(-3)]);
        assert_eq!(limits.increment, [None, Some(5)]);
        assert_eq!(limits.depth, Some(7));
        assert!(limits.ponder && !limits.infinite);
        assert_eq!(parse("go perft 5"), Some(Command::Perft(5)));
        assert_eq!(parse("perft"), Some(Command::Perft(1)));
    }

    #[test]
    fn words_of_a_bench_are_numbers_or_defaults() {
        for (line, numbers) in [
            ("bench", (13, 1, 16)),
            ("bench 5", (5, 1, 16)),
            ("bench  5 2\t64 ", (5, 2, 64)),
            ("bench x 0 99999999999 7", (13, 1, 16)),
        ] {
            let Some(Command::Bench(settings)) = parse(line) else {
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
        assert_eq!(go("go depth"), Go::default());
        assert_eq!(go("go wtime + btime -"), Go::default());
    }

    #[test]
    fn options_with_blanks_in_name_and_value() {
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
    fn registering_is_told_from_putting_it_off() {
        assert_eq!(parse("register later"), Some(Command::Register(false)));
        assert_eq!(
            parse("register name A B code 1"),
            Some(Command::Register(true))
        );
    }
}
