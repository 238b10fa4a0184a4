//! The engine wins and holds endgames with few pieces without tablebases.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Instant;

use diglot::board::{CastlingMode, KeyHistory, Outcome, Position};
use diglot::search::{
    Limits, Report, SearchConfig, SearchJob, SearchQueue, Signal, search_to_completion,
};

fn position(fen: &str) -> Position {
    Position::from_fen(fen, CastlingMode::Standard).unwrap().0
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::none(Instant::now())
    }
}

/// The greatest score of a drawn endgame, in centipawns.
const DRAWISH: i32 = 220;
/// The least score of a won endgame, in centipawns.
const WON: i32 = 300;

/// The scores of a short search agree with the tablebases on at least 95 % of the endgames.
#[test]
fn a_short_search_distinguishes_won_from_drawn_endgames() {
    let mut wrong = Vec::new();
    let mut count = 0;
    let text = include_str!("../../data/endgames.epd");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (fen, result) = line.split_once(" ; ").unwrap();
        let job = SearchJob::new(position(fen), nodes(20_000));
        let score = search_to_completion(&job, 1, 1).unwrap().score;
        let right = match result {
            "win" => score.raw() >= WON,
            "draw" => score.raw().abs() <= DRAWISH,
            _ => panic!("{line}"),
        };
        count += 1;
        if !right {
            wrong.push(format!("{line}: {score:?}"));
        }
    }
    assert!(wrong.len() * 20 <= count, "{wrong:#?}");
}

/// Plays both sides until the game ends; returns its outcome.
fn play_out(fen: &str, nodes_per_move: u64) -> Option<Outcome> {
    let queue = SearchQueue::new(16, 1).unwrap();
    let mut history = KeyHistory::default();
    let mut position = position(fen);
    loop {
        if let Some(outcome) = position.outcome(&history) {
            return Some(outcome);
        }
        let (sender, reports) = channel();
        queue.search(SearchJob {
            position,
            history: history.clone(),
            limits: nodes(nodes_per_move),
            config: SearchConfig::default(),
            signal: Arc::new(Signal::new(false)),
            progress: Arc::default(),
            report: Some(Arc::new(move |report| sender.send(report).unwrap())),
        });
        let best = reports.iter().find_map(|report| match report {
            Report::Done(best, _) => best.best,
            _ => None,
        });
        history.push(position.key());
        position.make_move(best?, &mut ());
    }
}

#[test]
fn elementary_mates_are_won_within_fifty_moves() {
    for fen in [
        "8/8/8/3k4/8/8/8/QK6 w - - 0 1",
        "8/8/8/3k4/8/8/8/RK6 w - - 0 1",
        "8/8/3K4/8/3k4/8/8/6r1 w - - 0 1",
        "8/8/8/3k4/8/8/8/KBB5 w - - 0 1",
        "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
        "n1bk4/8/8/8/4K3/8/8/8 w - - 0 1",
    ] {
        let outcome = play_out(fen, 40_000);
        assert!(
            matches!(outcome, Some(Outcome::Checkmate { .. })),
            "{fen}: {outcome:?}"
        );
    }
}
