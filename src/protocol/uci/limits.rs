//! Converts the arguments of `go` into the limits of a search.

use std::time::{Duration, Instant};

use super::parse::GoArgs;
use crate::board::{AnyPosition, excerpt};
use crate::search::{Clock, Limits};
use crate::types::{Color, Move};

/// Cap of a time (one year), so that no sum of times overflows.
const MAX_MILLISECONDS: i64 = 365 * 24 * 60 * 60 * 1000;

/// Time of a search whose limit cannot be read: short enough for any clock.
const BRIEF_SEARCH: Duration = Duration::from_millis(100);

/// The limits of a search of `position` requested at the time `received`, and messages about what is
/// ignored. A number out of range is replaced by the nearest valid one, and a limit without a number by a
/// brief search: a search that is too short is better than one without end.
pub(super) fn limits(
    go: &GoArgs,
    position: &AnyPosition,
    received: Instant,
) -> (Limits, Vec<String>) {
    let positive = |number: i64| number.max(1);
    let mut limits = Limits {
        depth: go.depth.map(|n| narrow(positive(n))),
        nodes: go.nodes.map(|n| positive(n).unsigned_abs()),
        // A mate in N moves takes 2N - 1 plies, to be mated in N moves 2N.
        mate: go.mate.map(|n| narrow(positive(n).saturating_mul(2))),
        move_time: go.move_time.map(milliseconds),
        clock: clock(go, position),
        infinite: go.infinite,
        ponder: go.ponder,
        ..Limits::none(received)
    };
    let mut messages = Vec::new();
    if !go.without_number.is_empty() {
        let keywords = go.without_number.join(", ");
        let is_brief = lacks_limit(go, position, &limits);
        if is_brief {
            let time = limits.move_time.unwrap_or(BRIEF_SEARCH);
            limits.move_time = Some(time.min(BRIEF_SEARCH));
        }
        let consequence = if is_brief { ": brief search" } else { "" };
        messages.push(format!("no number after {keywords}{consequence}"));
    }
    limits.infinite |= !limits.is_bounded();
    let (moves, dropped) = search_moves(&go.search_moves, position);
    limits.search_moves = (!moves.is_empty()).then_some(moves);
    if !dropped.is_empty() {
        messages.push(format!("searchmoves dropped: {}", dropped.join(" ")));
    }
    if let Some(word) = go.not_a_move {
        let word = excerpt(word);
        messages.push(format!(
            "all moves are searched: no move in coordinate notation after searchmoves, but {word:?}"
        ));
    }
    (limits, messages)
}

/// Whether a search needs a limit in place of those that have no number.
fn lacks_limit(go: &GoArgs, position: &AnyPosition, limits: &Limits) -> bool {
    let own_clock = match position.side_to_move() {
        Color::White => "wtime",
        Color::Black => "btime",
    };
    let is_limit = |&keyword: &&str| {
        keyword == own_clock || matches!(keyword, "depth" | "nodes" | "mate" | "movetime")
    };
    !limits.infinite && (go.without_number.iter().any(is_limit) || !limits.is_bounded())
}

/// The moves of `searchmoves`, and the words that are dropped because they are illegal or repeated.
fn search_moves<'a>(words: &[&'a str], position: &AnyPosition) -> (Vec<Move>, Vec<&'a str>) {
    let mut moves = Vec::new();
    let mut dropped = Vec::new();
    for &text in words {
        match position.parse_coordinate(text) {
            Ok(m) if !moves.contains(&m) => moves.push(m),
            // Some GUIs write an empty list as a null move.
            _ if text == "0000" => {}
            _ => dropped.push(text),
        }
    }
    (moves, dropped)
}

/// The clock of the side to move. If only the other side's clock is given, it counts for both; if only
/// increments are given, the clocks count as empty.
fn clock(go: &GoArgs, position: &AnyPosition) -> Option<Clock> {
    let us = position.side_to_move();
    let of_us = |both: [Option<i64>; 2]| both[us.index()].or(both[(!us).index()]);
    let increment = milliseconds(of_us(go.increment).unwrap_or(0));
    let remaining = match of_us(go.time) {
        Some(time) => milliseconds(time),
        None if increment.is_zero() => return None,
        None => Duration::ZERO,
    };
    Some(Clock {
        remaining,
        increment,
        moves_to_go: go.moves_to_go.filter(|&n| n > 0).map(narrow),
    })
}

fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, MAX_MILLISECONDS).unsigned_abs())
}

fn narrow(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::protocol::uci::parse::{UciCommand, parse};

    fn read(line: &str, moves: &[&str]) -> Limits {
        let mut position = AnyPosition::start_of(None);
        for text in moves {
            position = position.after(position.parse_move(text).unwrap());
        }
        match parse(line) {
            Some(UciCommand::Go(go)) => limits(&go, &position, Instant::now()).0,
            other => panic!("{line:?}: {other:?}"),
        }
    }

    #[test]
    fn without_limit_a_search_is_infinite() {
        for line in ["go", "go ponder", "go movestogo 3", "go winc 0 binc 0"] {
            assert!(read(line, &[]).infinite, "{line}");
        }
        for line in [
            "go depth 1",
            "go mate 1",
            "go wtime 0",
            "go binc 9",
            "go movetime -1",
        ] {
            assert!(!read(line, &[]).infinite, "{line}");
        }
        assert!(read("go infinite depth 3", &[]).infinite);
    }

    #[test]
    fn a_limit_without_number_is_replaced_by_a_brief_search() {
        for line in [
            "go depth",
            "go nodes x",
            "go ponder mate x",
            "go movetime x depth 60",
            "go depth x movetime 5000",
            "go wtime x btime 60000",
            "go wtime 60000 nodes x",
            "go winc x binc x",
            "go movestogo x",
        ] {
            let limits = read(line, &[]);
            assert!(!limits.infinite, "{line}");
            assert_eq!(limits.move_time, Some(BRIEF_SEARCH), "{line}");
        }
        assert_eq!(
            read("go movetime 5 depth x", &[]).move_time,
            Some(Duration::from_millis(5))
        );
        for line in [
            "go wtime 60000 btime x",
            "go wtime 60000 winc x movestogo x",
            "go depth 3 movestogo x",
            "go infinite depth x",
        ] {
            assert_eq!(read(line, &[]).move_time, None, "{line}");
        }
        assert!(read("go infinite depth x", &[]).infinite);
        assert_eq!(
            read("go btime x wtime 9", &["e2e4"]).move_time,
            Some(BRIEF_SEARCH)
        );
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let line = "go wtime 1000 btime 2000 winc 10 binc 20 movestogo 5";
        let white = read(line, &[]).clock.unwrap();
        assert_eq!(white.remaining, Duration::from_millis(1000));
        assert_eq!(white.increment, Duration::from_millis(10));
        assert_eq!(white.moves_to_go, Some(5));
        let black = read(line, &["e2e4"]).clock.unwrap();
        assert_eq!(black.remaining, Duration::from_millis(2000));
        assert_eq!(black.increment, Duration::from_millis(20));
        let other = read("go btime 100 binc 7", &[]).clock.unwrap();
        assert_eq!(other.remaining, Duration::from_millis(100));
        assert_eq!(other.increment, Duration::from_millis(7));
    }

    #[test]
    fn numbers_out_of_range_are_clamped() {
        let zero = read(
            "go depth 0 nodes 0 mate 0 movetime 0 wtime 0 movestogo 0",
            &[],
        );
        assert_eq!(
            (zero.depth, zero.nodes, zero.mate),
            (Some(1), Some(1), Some(2))
        );
        assert_eq!(zero.move_time, Some(Duration::ZERO));
        assert_eq!(zero.clock.unwrap().moves_to_go, None);
        let negative = read(
            "go depth -1 nodes -1 mate -1 movetime -1 wtime -9 winc -9",
            &[],
        );
        assert_eq!(
            (negative.depth, negative.nodes, negative.mate),
            (Some(1), Some(1), Some(2))
        );
        assert_eq!(negative.clock.unwrap().remaining, Duration::ZERO);
        let huge = "999999999999999999999999";
        let huge = read(
            &format!("go depth {huge} movetime {huge} wtime {huge} winc {huge} movestogo {huge}"),
            &[],
        );
        assert_eq!(huge.depth, Some(u32::MAX));
        let clock = huge.clock.unwrap();
        let sum = clock.remaining + clock.increment + huge.move_time.unwrap();
        assert!(huge.started.checked_add(sum).is_some());
    }

    #[test]
    fn illegal_searchmoves_are_dropped() {
        let moves = |line| -> Option<Vec<String>> {
            let text = |m: Move| m.to_coordinate(false);
            Some(
                read(line, &[])
                    .search_moves?
                    .into_iter()
                    .map(text)
                    .collect(),
            )
        };
        assert_eq!(
            moves("go searchmoves e2e4 e2e5 E2E4 d2d4 infinite"),
            Some(vec!["e2e4".to_owned(), "d2d4".to_owned()])
        );
        assert_eq!(moves("go searchmoves 0000 depth 1"), None);
        assert_eq!(moves("go searchmoves e7e5"), None);
        assert_eq!(moves("go searchmoves"), None);
        assert_eq!(moves("go searchmoves e4 depth 1"), None);
    }
}
