//! The full-width mate search.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use diglot::board::{CastlingMode, KeyHistory, Position};
use diglot::search::{Info, Limits, Report, SearchJob, SearchResult, search_to_completion};
use diglot::types::{Move, ScoreKind};

use crate::support::AT_ONCE;
use crate::support::cecp::{check, is_thinking};
use crate::support::uci::{Gui, last_multipv_lines, number, pv};

fn position(fen: &str) -> Position {
    Position::from_fen(fen, CastlingMode::Standard).unwrap().0
}

/// Searches for a mate within `plies`. Returns the result and the last line.
fn search(position: &Position, plies: u32, threads: usize) -> (SearchResult, Info) {
    let last = Arc::new(Mutex::new(None));
    let sink = Arc::clone(&last);
    let limits = Limits {
        mate: Some(plies),
        ..Limits::none(Instant::now())
    };
    let job = SearchJob {
        report: Some(Arc::new(move |report| {
            if let Report::Progress(info) = report {
                *sink.lock().unwrap() = Some(info);
            }
        })),
        ..SearchJob::new(*position, limits)
    };
    let result = search_to_completion(&job, 16, threads).unwrap();
    let info = last.lock().unwrap().take().unwrap();
    (result, info)
}

/// The mate within `plies` that a search finds: its length, negative for the side to move.
fn mate_within(position: &Position, plies: u32, threads: usize) -> Option<i32> {
    let (result, info) = search(position, plies, threads);
    let (length, signed) = match result.score.kind() {
        ScoreKind::Mate(length) => (length, length),
        ScoreKind::Mated(length) => (length, -length),
        _ => return None,
    };
    if length > plies as i32 {
        return None;
    }
    let end = play(position, &info.pv);
    assert_eq!(info.pv.len(), length as usize, "{position:?} {:?}", info.pv);
    assert!(end.in_check() && !end.has_legal_move(), "{position:?}");
    assert_eq!(info.pv.first().copied(), result.best, "{position:?}");
    Some(signed)
}

/// The position after a line, every move of which is legal.
fn play(position: &Position, line: &[Move]) -> Position {
    line.iter().fold(*position, |position, &m| {
        assert!(position.legal_moves().contains(&m));
        position.after(m)
    })
}

#[test]
fn mate_problems_are_solved_with_the_shortest_mate() {
    for (fen, plies, san) in [
        // Underpromotion, en passant, castling.
        ("6nr/5Ppk/7p/5K2/8/8/8/8 w - - 0 1", 1, "f8=N#"),
        ("6bk/7p/8/3pP3/8/8/8/B5K1 w - d6 0 1", 1, "exd6#"),
        ("4R3/8/8/8/8/1P1k4/1P6/R3K3 w Q - 0 1", 1, "O-O-O#"),
        // A queen would stalemate.
        ("8/5P1k/5K2/8/8/8/8/8 w - - 0 1", 3, "f8=R"),
        // Quiet moves.
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, "Ra6"),
        ("8/8/8/2P3R1/5B2/2rP1p2/p1P1PP2/RnQ1K2k w Q - 5 3", 3, "Qb2"),
        ("8/1B6/8/5p2/8/8/5Qrq/1K1R2bk w - - 0 1", 5, "Qa7"),
        ("1B2n3/8/2R5/5p2/3kp1n1/4p3/B3K3/8 w - - 0 1", 7, "Be6"),
        // Sacrifices and checks.
        (
            "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1",
            3,
            "Qh6+",
        ),
        (
            "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
            5,
            "Bc5+",
        ),
        ("1r4k1/8/5PP1/K7/6NR/7B/1r6/7R w - - 0 1", 5, "Nh6+"),
        (
            "2rB4/1b1n1pp1/pn4Rp/1Q2NB2/2pK1k1r/3RN1pr/4P3/8 w - - 0 1",
            5,
            "Bxh3",
        ),
    ] {
        let position = position(fen);
        assert_eq!(
            mate_within(&position, plies, 1),
            Some(plies as i32),
            "{fen}"
        );
        let best = search(&position, plies, 1).0.best.unwrap();
        assert_eq!(position.to_san(best), san, "{fen}");
        // A greater limit finds no longer mate, a smaller one none.
        assert_eq!(
            mate_within(&position, plies + 2, 1),
            Some(plies as i32),
            "{fen}"
        );
        if plies > 1 {
            assert_eq!(mate_within(&position, plies - 1, 1), None, "{fen}");
        }
    }
}

#[test]
fn a_side_that_is_mated_is_told_so_with_the_longest_line() {
    for (fen, plies) in [
        ("8/8/8/8/8/5k2/4q3/7K w - - 0 1", 2),
        ("8/8/8/8/8/5k2/r7/7K w - - 0 1", 6),
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", 2),
    ] {
        let position = position(fen);
        assert_eq!(
            mate_within(&position, plies, 1),
            Some(-(plies as i32)),
            "{fen}"
        );
        assert_eq!(mate_within(&position, plies - 1, 1), None, "{fen}");
        assert_eq!(
            mate_within(&position, plies + 3, 2),
            Some(-(plies as i32)),
            "{fen}"
        );
    }
}

#[test]
fn without_a_mate_the_search_ends_with_a_move() {
    for (fen, plies) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            4,
        ),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            4,
        ),
        // Any move but a loss of the pawn stalemates, and a bare king mates nobody.
        ("7k/5K1P/8/8/8/8/8/8 w - - 0 1", 20),
        ("8/8/8/1k1p4/3P4/1K6/8/8 w - - 0 1", 12),
    ] {
        let position = position(fen);
        let (result, _) = search(&position, plies, 1);
        assert!(
            position.legal_moves().contains(&result.best.unwrap()),
            "{fen}"
        );
        assert_eq!(mate_within(&position, plies, 2), None, "{fen}");
    }
}

#[test]
fn the_fifty_move_rule_ends_a_mate_search() {
    let mate_in_two = |clock| format!("7k/8/5K2/8/8/8/8/6R1 w - - {clock} 100");
    // The mate on the hundredth ply counts.
    assert_eq!(mate_within(&position(&mate_in_two(97)), 4, 1), Some(3));
    assert_eq!(mate_within(&position(&mate_in_two(98)), 4, 1), None);
}

#[test]
fn a_mate_does_not_pass_through_a_third_repetition() {
    let mut current = position("7k/8/4K3/8/8/8/8/6R1 w - - 0 1");
    let mut history = KeyHistory::default();
    // The only mate in two begins with Kf7, after which the position has been on the board three times.
    for text in [
        "e6f7", "h8h7", "f7e6", "h7h8", "e6f7", "h8h7", "f7f6", "h7h8",
    ] {
        history.push(current.key());
        current = current.after(current.parse_move(text).unwrap());
    }
    let limits = Limits {
        mate: Some(3),
        ..Limits::none(Instant::now())
    };
    let job = SearchJob {
        history,
        ..SearchJob::new(current, limits)
    };
    let result = search_to_completion(&job, 1, 1).unwrap();
    assert!(!matches!(result.score.kind(), ScoreKind::Mate(length) if length <= 3));
    assert_eq!(mate_within(&current, 3, 1), Some(3));
}

/// Whether the side to move mates within `plies`, by brute force.
fn mates(position: &Position, plies: u32) -> bool {
    let moves = position.legal_moves();
    plies > 0
        && moves
            .iter()
            .any(|&m| is_mated(&position.after(m), plies - 1))
}

/// Whether the side to move is mated within `plies`, by brute force.
fn is_mated(position: &Position, plies: u32) -> bool {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return position.in_check();
    }
    plies > 0 && moves.iter().all(|&m| mates(&position.after(m), plies - 1))
}

fn brute_force(position: &Position, plies: u32) -> Option<i32> {
    (1..=plies).find_map(|length| match length % 2 {
        1 => mates(position, length).then_some(length as i32),
        _ => is_mated(position, length).then_some(-(length as i32)),
    })
}

/// A pseudo-random number below `bound` (a linear congruential generator).
fn random(seed: &mut u64, bound: usize) -> usize {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % bound
}

/// Random pieces on random squares, if that is a legal position.
fn random_endgame(pieces: &str, seed: &mut u64) -> Option<Position> {
    let mut board = [[None; 8]; 8];
    for piece in pieces.chars() {
        board[random(seed, 8)][random(seed, 8)] = Some(piece);
    }
    let rank = |rank: &[Option<char>; 8]| -> String {
        let text: String = rank.iter().map(|square| square.unwrap_or(' ')).collect();
        let empty = (1..=8).rev();
        empty.fold(text, |text, n| text.replace(&" ".repeat(n), &n.to_string()))
    };
    let ranks: Vec<String> = board.iter().map(rank).collect();
    let side = ["w", "b"][random(seed, 2)];
    let fen = format!("{} {side} - - 0 1", ranks.join("/"));
    Position::from_fen(&fen, CastlingMode::Standard)
        .ok()
        .map(|(position, _)| position)
}

#[test]
fn endgame_mates_agree_with_brute_force() {
    let mut seed = 1;
    let materials = ["KQk", "KRRk", "KRPk", "KQkr", "KPPkp", "KRBkn", "KQPkqp"];
    let (mut mates, mut others) = (0, 0);
    for pieces in materials.iter().cycle() {
        let Some(position) = random_endgame(pieces, &mut seed) else {
            continue;
        };
        if !position.has_legal_move() {
            continue;
        }
        let expected = brute_force(&position, 5);
        let count = if expected.is_some() {
            &mut mates
        } else {
            &mut others
        };
        *count += 1;
        if *count <= 20 {
            assert_eq!(mate_within(&position, 5, 1), expected, "{position:?}");
        }
        if mates >= 20 && others >= 20 {
            return;
        }
    }
}

#[test]
fn mates_of_random_games_agree_with_brute_force() {
    let mut seed = 7;
    let mut found = 0;
    while found < 25 {
        let mut position = Position::startpos();
        for ply in 0..100 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.halfmove_clock() > 90 {
                break;
            }
            let expected = brute_force(&position, 3);
            if expected.is_some() || ply == 30 {
                assert_eq!(mate_within(&position, 3, 1), expected, "{position:?}");
                found += usize::from(expected.is_some());
            }
            position = position.after(moves[random(&mut seed, moves.len())]);
        }
    }
}

const MATE_IN_TWO: &str = "position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

#[test]
fn go_mate_counts_moves_and_ends_when_the_engine_is_mated() {
    let mut gui = Gui::new();
    gui.send(MATE_IN_TWO);
    let search = gui.go("go mate 2");
    assert_eq!(search.best(), "a1a6");
    assert_eq!(number(search.last_info(), "mate"), 2);
    gui.send("position fen 8/8/8/8/8/5k2/r7/7K w - - 0 1");
    let search = gui.go("go mate 3");
    assert_eq!(number(search.last_info(), "mate"), -3);
    assert_eq!(pv(search.last_info()).len(), 6);
}

#[test]
fn go_mate_keeps_to_searchmoves_and_multipv() {
    let mut gui = Gui::new();
    gui.send("position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    let search = gui.go("go mate 2 searchmoves g1g2 f6e6");
    assert_eq!(search.best(), "g1g2");
    assert_eq!(number(search.last_info(), "mate"), 2);
    gui.send("setoption name MultiPV value 4");
    let search = gui.go("go mate 2");
    let lengths: Vec<i64> = last_multipv_lines(&search, 4)
        .iter()
        .map(|line| number(line, "mate"))
        .collect();
    assert_eq!(lengths, [1, 2, 2, 2]);
}

#[test]
fn a_deep_mate_search_stops_at_once_and_keeps_to_time_and_nodes() {
    let mut gui = Gui::new();
    gui.send("go mate 40");
    gui.pump(Duration::from_millis(300));
    let started = Instant::now();
    gui.send("stop");
    gui.finish();
    assert!(started.elapsed() < AT_ONCE);
    let started = Instant::now();
    gui.go("go mate 40 movetime 200");
    assert!(started.elapsed() < Duration::from_millis(200) + AT_ONCE);
    let search = gui.go("go mate 40 nodes 30000");
    assert!(number(search.last_info(), "nodes") <= 30_000);
}

#[test]
fn a_mate_that_is_found_while_pondering_waits_for_the_ponderhit() {
    let mut gui = Gui::new();
    for (go, end) in [
        ("go ponder mate 2", "ponderhit"),
        ("go infinite mate 2", "stop"),
    ] {
        gui.send(MATE_IN_TWO);
        gui.send(go);
        let lines = gui.listen(Duration::from_millis(100));
        assert!(
            !lines.iter().any(|line| line.starts_with("bestmove")),
            "{lines:?}"
        );
        gui.send(end);
        assert_eq!(gui.finish().best(), "a1a6");
    }
}

#[test]
fn setlevel_3_counts_plies() {
    for plies in [3, 4, 7] {
        check(&format!(
            "> force\n > setboard kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\n > setlevel 3 {plies}\n
             > go\n < move a1a6"
        ));
    }
    let mut gui = crate::support::cecp::gui();
    gui.send("post\nforce\nsetboard kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\nsetlevel 3 2\ngo");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let mut thinking = lines.iter().filter(|line| is_thinking(line));
    assert!(thinking.all(|line| !line.contains(" 100001 ")), "{lines:?}");
}
