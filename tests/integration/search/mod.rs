//! The search finds mates, obeys its limits and reports legal PVs.

mod mate;
mod variants;

use std::sync::Arc;
use std::time::{Duration, Instant};

use diglot::board::{CastlingMode, KeyHistory, Position};
use diglot::search::{
    Bound, Info, Limits, Report, SearchConfig, SearchJob, SearchQueue, SearchResult, Signal,
    search_to_completion,
};
use diglot::types::{Score, ScoreKind};

fn search(fen: &str, limit: impl FnOnce(&mut Limits)) -> (Position, SearchResult) {
    let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
    let mut limits = Limits::none(Instant::now());
    limit(&mut limits);
    (
        position,
        search_to_completion(&SearchJob::new(position, limits), 1, 1).unwrap(),
    )
}

#[test]
fn mates_are_found_with_the_right_distance() {
    for (fen, kind) in [
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", ScoreKind::Mate(1)),
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", ScoreKind::Mate(3)),
        ("6k1/8/8/8/8/8/R7/1R5K w - - 0 1", ScoreKind::Mate(3)),
        ("8/8/8/8/8/5k2/4q3/7K w - - 0 1", ScoreKind::Mated(2)),
    ] {
        let (_, result) = search(fen, |limits| limits.depth = Some(12));
        assert_eq!(result.score.kind(), kind, "{fen}");
    }
}

#[test]
fn mate_limit_ends_the_search() {
    let fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let (position, result) = search(fen, |limits| limits.mate = Some(3));
    assert_eq!(position.to_san(result.best.unwrap()), "Ra6");
}

#[test]
fn stalemate_and_mate_at_the_root_have_no_move() {
    let (_, mated) = search("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", |l| l.depth = Some(5));
    assert_eq!(mated.best, None);
    assert_eq!(mated.score, Score::mated_in(0));
    let (_, stalemate) = search("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", |l| l.depth = Some(5));
    assert_eq!(stalemate.best, None);
    assert_eq!(stalemate.score, Score::DRAW);
}

#[test]
fn node_limits_are_kept_to_the_node() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    // The first iteration, which is always completed, takes about 300 nodes.
    for nodes in [1000, 5000] {
        let (position, result) = search(fen, |limits| limits.nodes = Some(nodes));
        assert!(result.nodes <= nodes, "{} of {nodes}", result.nodes);
        assert!(position.legal_moves().contains(&result.best.unwrap()));
    }
}

#[test]
fn node_limits_hold_for_all_threads_together() {
    let limits = Limits {
        nodes: Some(3000),
        ..Limits::none(Instant::now())
    };
    for _ in 0..20 {
        let job = SearchJob::new(Position::startpos(), limits.clone());
        let result = search_to_completion(&job, 1, 4).unwrap();
        assert!(result.nodes <= 3000, "{}", result.nodes);
    }
}

#[test]
fn single_threaded_search_is_deterministic() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    let run = || search(fen, |limits| limits.depth = Some(9)).1;
    let (first, second) = (run(), run());
    assert_eq!(first.nodes, second.nodes);
    assert_eq!(first.best, second.best);
}

#[test]
fn absurd_positions_are_searched() {
    for fen in [
        "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
        "QQQQQQQQ/QQQQQQQQ/8/8/8/pppp4/kppp3K/8 w - - 0 1",
        "k7/1p1p1p1p/pPpPpPpP/P1P1P1P1/2RRRR2/BRBRBRBR/KBRBRBRB/B1BRBRBR w - - 0 1",
        "nnnnknnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNKNNN w - - 0 1",
    ] {
        let (position, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::none(Instant::now())
        };
        let best = search_to_completion(&SearchJob::new(position, limits), 1, 2)
            .unwrap()
            .best;
        let legal = position.legal_moves();
        assert_eq!(best.is_some(), !legal.is_empty(), "{fen}");
    }
}

/// The info of a search to a fixed depth.
fn infos_to_depth(position: Position, depth: u32) -> Vec<Info> {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::none(Instant::now())
    };
    reports_of(position, limits, 1)
}

/// The info of a search on a number of threads.
fn reports_of(position: Position, limits: Limits, threads: usize) -> Vec<Info> {
    let (sender, reports) = std::sync::mpsc::channel();
    let queue = SearchQueue::new(1, threads).unwrap();
    queue.search(SearchJob {
        position,
        history: KeyHistory::default(),
        limits,
        config: SearchConfig::with_default_network(),
        signal: Arc::new(Signal::new(false)),
        progress: Arc::default(),
        report: Some(Arc::new(move |report| sender.send(report).unwrap())),
    });
    let mut found = Vec::new();
    for report in reports {
        match report {
            Report::Progress(info) => found.push(info),
            Report::Done(..) => break,
            _ => {}
        }
    }
    found
}

/// Checks that every move of the PV is legal.
fn assert_playable(start: Position, info: &Info) {
    let mut position = start;
    for &m in &info.pv {
        assert!(position.legal_moves().contains(&m), "{start:?} {info:?}");
        position = position.after(m);
    }
}

#[test]
fn pvs_are_legal_to_their_end() {
    let epd = include_str!("../../data/perft_standard.epd");
    let fens = epd.lines().filter(|line| !line.starts_with('#'));
    for line in fens.step_by(3) {
        let fen = line.split(';').next().unwrap();
        let (start, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        for info in infos_to_depth(start, 6) {
            assert!(!info.pv.is_empty(), "{fen}");
            assert_playable(start, &info);
        }
    }
}

/// Any thread can complete an iteration first, but the info must look like that of a single thread.
#[test]
fn info_of_many_threads_is_consistent() {
    let epd = include_str!("../../data/perft_standard.epd");
    let fens = epd.lines().filter(|line| !line.starts_with('#'));
    for line in fens.step_by(9) {
        let fen = line.split(';').next().unwrap();
        let (start, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let limits = Limits {
            depth: Some(10),
            multi_pv: 2,
            ..Limits::none(Instant::now())
        };
        let infos = reports_of(start, limits, 3);
        // After three seconds, finished lines of an iteration follow those of the one before.
        let early = infos.iter();
        let early = early.take_while(|info| info.time < Duration::from_secs(3));
        assert!(early.is_sorted_by_key(|info| info.depth), "{fen} {infos:?}");
        assert_eq!(infos.last().map(|info| info.depth), Some(10), "{fen}");
        for info in &infos {
            assert_playable(start, info);
        }
        let last: Vec<_> = infos.iter().rev().take(2).collect();
        if last.len() == 2 && start.legal_moves().len() > 1 {
            assert_ne!(last[0].pv[0], last[1].pv[0], "{fen}");
            assert!(last[0].score <= last[1].score, "{fen} {last:?}");
        }
    }
}

#[test]
fn reported_mates_are_real() {
    let mut found = 0;
    for line in include_str!("../../data/mates.epd").lines() {
        let Some((fen, shortest)) = line.split_once(';').filter(|_| !line.starts_with('#')) else {
            continue;
        };
        let shortest: i32 = shortest.trim().parse().unwrap();
        let (start, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
        let limits = Limits {
            nodes: Some(100_000),
            ..Limits::none(Instant::now())
        };
        for info in reports_of(start, limits, 1) {
            let (plies, wins) = match info.score.kind() {
                ScoreKind::Mate(plies) => (plies, true),
                ScoreKind::Mated(plies) => (plies, false),
                _ => continue,
            };
            // A side that is mated late may have missed the best attack.
            let is_possible = if wins {
                (plies + 1) / 2 >= shortest
            } else {
                shortest < 0
            };
            assert!(is_possible, "{fen}: {info:?}");
            found += i32::from(wins);
            if info.bound == Bound::Exact {
                let end = info.pv.iter().fold(start, |at, &m| at.after(m));
                assert_eq!(info.pv.len() as i32, plies, "{fen}: {info:?}");
                assert!(
                    end.in_check() && end.legal_moves().is_empty(),
                    "{fen}: {info:?}"
                );
            }
        }
    }
    assert!(found >= 20, "{found}");
}
