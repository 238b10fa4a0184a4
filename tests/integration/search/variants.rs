//! Searches of the variants: wins by their own rules, forced captures, drops, and several threads.

use std::time::Instant;

use diglot::board::{CastlingMode, Fairy, Outcome, Position, VARIANTS, variant};
use diglot::search::{Limits, SearchJob, SearchResult, search_to_completion};
use diglot::types::{Score, ScoreKind};

fn position(name: &str, fen: &str) -> Position<Fairy> {
    let found = Position::of_variant(variant(name).unwrap(), fen, CastlingMode::Standard);
    found
        .unwrap_or_else(|error| panic!("{name} {fen}: {error}"))
        .0
}

fn search(position: Position<Fairy>, depth: u32, nodes: u64, threads: usize) -> SearchResult {
    let mut limits = Limits::none(Instant::now());
    limits.depth = Some(depth);
    limits.nodes = Some(nodes);
    search_to_completion(&SearchJob::new(position, limits), 4, threads).unwrap()
}

#[test]
fn the_shortest_win_is_found_in_every_variant() {
    for (name, fen, best, plies) in [
        ("nocastle", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1),
        ("wildcastle", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1),
        ("3check", "4k3/8/8/8/8/8/7P/R3K3 w - - 1+3 0 1", "", 1),
        ("3check", "k7/8/8/8/8/8/P7/3QK3 w - - 2+3 0 1", "", 3),
        ("kingofthehill", "7k/8/8/8/8/3K4/8/8 w - - 0 1", "", 1),
        ("kingofthehill", "7k/8/8/8/8/8/3K4/8 w - - 0 1", "", 3),
        ("crazyhouse", "6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1", "", 1),
        ("bughouse", "6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1", "", 1),
        ("antichess", "1k6/8/8/8/8/8/8/R7 w - - 0 1", "", 2),
        ("giveaway", "1k6/8/8/8/8/8/8/R7 w - - 0 1", "", 2),
        ("suicide", "1k6/8/8/8/8/8/8/R7 w - - 0 1", "", 2),
        ("losers", "k7/8/8/8/8/7r/8/1K5R w - - 0 1", "h1h3", 0),
        ("atomic", "4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", "d1d7", 1),
        ("horde", "4k3/8/8/8/8/8/8/q6P b - - 0 1", "a1h1", 1),
        ("racingkings", "8/7K/8/8/8/8/k7/8 w - - 0 1", "", 1),
        ("knightmate", "k7/8/1R6/2Q5/8/8/8/4K2R w - - 0 1", "h1h8", 1),
        ("shatranj", "4k3/R7/8/8/8/7p/8/1R2K3 w - - 0 1", "b1b8", 1),
        ("berolina", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1),
        ("cylinder", "3k4/8/3K4/8/8/8/8/R7 w - - 0 1", "a1a8", 1),
        ("twokings", "6k1/5ppp/8/8/8/8/8/R3KK2 w - - 0 1", "a1a8", 1),
    ] {
        let position = position(name, fen);
        let result = search(position, 8, 100_000, 1);
        let m = result.best.unwrap();
        assert!(position.legal_moves().contains(&m), "{name} {fen}");
        if plies > 0 {
            assert_eq!(result.score, Score::mate_in(plies), "{name} {fen}: {m:?}");
        }
        if !best.is_empty() {
            assert_eq!(position.to_coordinate(m, false), best, "{name} {fen}");
        }
    }
}

#[test]
fn a_lost_game_is_seen_as_lost() {
    for (name, fen) in [
        // The only move captures the last black piece.
        ("antichess", "8/8/8/8/8/5p2/4P3/8 w - - 0 1"),
        ("kingofthehill", "7k/8/8/8/8/3K4/8/8 b - - 0 1"),
        ("racingkings", "8/7K/8/8/8/8/k7/8 b - - 0 1"),
    ] {
        let result = search(position(name, fen), 6, 50_000, 1);
        let is_lost = matches!(result.score.kind(), ScoreKind::Mated(_));
        assert!(is_lost, "{name} {fen}: {:?}", result.score);
    }
}

/// Forced captures go on for many plies here, with several to choose from.
#[test]
fn forced_captures_do_not_explode_the_quiescence_search() {
    let fen = "rnbqkbnr/pppppp1p/8/6P1/8/8/PPPPPPP1/RNBQKBNR b - - 0 2";
    for name in ["antichess", "giveaway", "suicide"] {
        let result = search(position(name, fen), 1, 1_000_000, 1);
        assert!(result.nodes < 10_000, "{name}: {}", result.nodes);
    }
}

/// Depth 1 is enough, because the quiescence search knows quiet moves that end the game.
#[test]
fn a_win_by_a_quiet_move_is_seen_at_the_horizon() {
    for (name, fen) in [
        // Any move of Black lets the king step to the centre, give the last check or reach the last rank.
        ("kingofthehill", "7k/7p/8/8/8/3K4/8/8 b - - 0 1"),
        ("3check", "k7/7p/8/8/8/8/8/1Q2K2R b - - 1+3 0 1"),
        ("racingkings", "8/k7/8/8/8/8/8/6K1 w - - 0 1"),
    ] {
        let result = search(position(name, fen), 1, 10_000, 1);
        assert_eq!(result.score, Score::mated_in(2), "{name} {fen}");
    }
}

#[test]
fn null_moves_and_standing_pat_end_where_captures_are_forced() {
    // The rook must capture the pawn, and is then captured: White has lost its last piece and wins.
    let fen = "k7/8/8/8/8/1p6/p7/R7 w - - 0 1";
    let antichess = position("antichess", fen);
    assert!(antichess.has_single_capture() && antichess.is_forced_to_capture());
    assert!(!antichess.may_pass());
    let result = search(antichess, 2, 10_000, 1);
    assert_eq!(result.score, Score::mate_in(2));
    // A side that has nothing to move wins.
    let fen = "8/8/8/8/8/p7/P7/8 w - - 0 1";
    assert!(position("antichess", fen).is_decided_by_stalemate());
    assert!(!position("antichess", "8/8/8/8/p7/8/P7/8 w - - 0 1").is_decided_by_stalemate());
}

#[test]
fn a_position_in_which_the_game_has_ended_has_no_best_move() {
    for (name, fen, winner_moves) in [
        ("kingofthehill", "8/8/8/3k4/8/8/8/K7 w - - 0 1", false),
        ("antichess", "8/8/8/8/8/8/8/R7 b - - 0 1", true),
        ("atomic", "8/8/8/8/8/8/8/R3K3 b - - 0 1", false),
    ] {
        let result = search(position(name, fen), 4, 10_000, 1);
        assert_eq!(result.best, None, "{name}");
        assert_eq!(result.score.is_win(), winner_moves, "{name}");
        assert!(result.score.is_decisive(), "{name}");
    }
}

/// Whole games of short searches come to an end or go on with legal moves, on one thread and on two.
#[test]
fn games_of_searches_are_legal_in_every_variant() {
    for (i, variant) in VARIANTS.iter().enumerate() {
        let mut position = Position::start_of(variant);
        let mut history = diglot::board::KeyHistory::default();
        for _ in 0..60 {
            let outcome = position.outcome(&history);
            let mut limits = Limits::none(Instant::now());
            limits.nodes = Some(400);
            let mut job = SearchJob::new(position, limits);
            job.history = history.clone();
            let result = search_to_completion(&job, 1, 1 + i % 2).unwrap();
            match (outcome, result.best) {
                (Some(Outcome::Draw(_)), _) => break,
                (Some(_), best) => {
                    assert_eq!(best, None, "{} {position:?}", variant.name);
                    break;
                }
                (None, best) => {
                    let m = best.unwrap();
                    assert!(position.legal_moves().contains(&m), "{position:?}");
                    history.push(position.key());
                    position.make_move(m, &mut ());
                }
            }
        }
    }
}
