//! Limited strength: it plays weaker, obeys every limit and is off in analysis.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use diglot::board::{CastlingMode, Outcome, Position};
use diglot::engine::Game;
use diglot::types::Color;

use crate::support::AT_ONCE;
use crate::support::uci::{
    Gui, Search, assert_best_line_first, assert_legal, last_multipv_lines, number, position, pv,
};

/// More nodes than limited strength visits at the ratings of these tests, but few enough for a short search.
const MANY: i64 = 30_000;

/// A GUI that has limited the strength to this rating.
fn limited_to(elo: i32) -> Gui {
    let mut gui = Gui::new();
    let options = [
        "setoption name UCI_LimitStrength value true",
        &format!("setoption name UCI_Elo value {elo}"),
    ];
    gui.send_all(&options);
    gui
}

/// A GUI that has set this skill level.
fn with_skill_level(level: i32) -> Gui {
    let mut gui = Gui::new();
    gui.send(&format!("setoption name Skill Level value {level}"));
    gui
}

#[test]
fn skill_level_limits_the_strength_unless_a_rating_does() {
    let mut gui = Gui::new();
    let announced = "option name Skill Level type spin default 20 min 0 max 20".to_owned();
    assert!(gui.answer("uci").contains(&announced));
    let most = |gui: &mut Gui| {
        gui.send("ucinewgame");
        nodes(&gui.go(&format!("go nodes {MANY}")))
    };
    let level_4 = most(&mut with_skill_level(4));
    // The limits are the same; the last nodes depend on where the search stops.
    let are_same = |a: i64, b: i64| (a - b).abs() <= 50;
    assert!(are_same(level_4, most(&mut limited_to(1400))));
    let level_10 = most(&mut with_skill_level(10));
    assert!(are_same(level_10, most(&mut limited_to(2000))));
    assert!(!are_same(level_4, level_10));
    let full = most(&mut with_skill_level(20));
    assert!(level_4 < full && full > MANY / 2, "{level_4} {full}");
    let mut both = with_skill_level(4);
    both.send_all(&[
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_Elo value 2000",
    ]);
    assert!(are_same(most(&mut both), level_10));
    both.send("setoption name UCI_LimitStrength value false");
    assert!(are_same(most(&mut both), level_4));
    let answer = both.answer("setoption name Skill Level value 21");
    assert_eq!(answer, ["info string Skill Level: out of range, set to 20"]);
    let answer = both.answer("setoption name UCI_Elo value 150");
    assert_eq!(answer, ["info string UCI_Elo: out of range, set to 1000"]);
}

fn nodes(search: &Search) -> i64 {
    number(search.last_info(), "nodes")
}

/// A search with the lines that have been read before its end.
fn with_earlier(mut lines: Vec<String>, search: Search) -> Search {
    lines.extend(search.lines);
    Search { lines }
}

fn is_answered(lines: &[String]) -> bool {
    lines.iter().any(|line| line.starts_with("bestmove"))
}

/// Plays a game and returns the first player's points. The first player has White if `white`.
fn play(players: [&mut Gui; 2], fen: &str, white: bool) -> f64 {
    let [first, second] = players;
    let (start, _) = Position::from_fen(fen, CastlingMode::Standard).unwrap();
    let mut game = Game::new(start);
    let mut command = format!("position fen {fen} moves");
    for _ in 0..300 {
        let first_moves = (game.position().side_to_move() == Color::White) == white;
        match game.outcome() {
            // The side to move is checkmated.
            Some(Outcome::Checkmate { .. }) => return if first_moves { 0.0 } else { 1.0 },
            Some(_) => return 0.5,
            None => {}
        }
        let gui = if first_moves {
            &mut *first
        } else {
            &mut *second
        };
        gui.send(&command);
        let search = gui.go("go nodes 10000000");
        let m = game.position().parse_move(search.best()).unwrap();
        command.push_str(&format!(" {}", search.best()));
        game.play(m);
    }
    0.5
}

#[test]
fn the_lower_rating_loses() {
    // Games at limited strength are random: chance may bring a few draws and losses, but not many.
    let openings = [
        "rnbqkbnr/pppp1ppp/4p3/8/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
        "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 2",
        "rnbqkbnr/pppp1ppp/8/4p3/2P5/2N5/PP1PPPPP/R1BQKBNR b KQkq - 1 2",
    ];
    for (low, high) in [(1000, 1600), (1600, 2200)] {
        let (mut weak, mut strong) = (limited_to(low), limited_to(high));
        let mut points = 0.0;
        for fen in openings {
            for white in [true, false] {
                points += play([&mut strong, &mut weak], fen, white);
            }
        }
        assert!(points >= 5.0, "{high} scored {points} of 8 against {low}");
    }
}

#[test]
fn the_rating_counts_only_when_the_strength_is_limited() {
    let run = |options: &[&str]| {
        let mut gui = Gui::new();
        gui.send_all(options);
        nodes(&gui.go("go depth 9"))
    };
    let full = run(&[]);
    assert_eq!(run(&["setoption name UCI_Elo value 1000"]), full);
    let back = [
        "setoption name UCI_Elo value 1000",
        "setoption name UCI_LimitStrength value true",
        "setoption name UCI_LimitStrength value false",
    ];
    assert_eq!(run(&back), full);
    assert_ne!(run(&back[..2]), full);
}

#[test]
fn limited_strength_ignores_time_and_threads() {
    for elo in [1000, 1800] {
        let mut gui = limited_to(elo);
        gui.send("setoption name Threads value 4");
        for go in [
            "go nodes 10000000",
            "go depth 40",
            "go mate 20",
            "go movetime 300",
        ] {
            let visited = nodes(&gui.go(go));
            assert!(visited < MANY, "{elo}, {go}: {visited}");
        }
    }
}

#[test]
fn the_score_shown_is_that_of_a_search_at_full_strength() {
    let mut full = Gui::new();
    for elo in [1000, 1600, 2400] {
        let mut gui = limited_to(elo);
        for command in [
            "position startpos",
            "position startpos moves e2e4 c7c5 g1f3",
        ] {
            for _ in 0..5 {
                gui.send_all(&["ucinewgame", command]);
                let search = gui.go("go nodes 10000000");
                full.send_all(&["ucinewgame", command]);
                let depth = number(search.last_info(), "depth");
                let honest = full.go(&format!("go searchmoves {} depth {depth}", search.best()));
                let shown = search.last_info();
                let error = number(shown, "cp") - number(honest.last_info(), "cp");
                assert!(
                    error.abs() <= 50,
                    "{elo}: {shown}, but {}",
                    honest.last_info()
                );
            }
        }
    }
}

#[test]
fn a_small_node_limit_leaves_nodes_for_the_score() {
    let mut gui = limited_to(3000);
    // The queen takes a pawn and is taken.
    gui.send("position fen r3k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1");
    let search = gui.go("go nodes 100 searchmoves d1d6");
    let shown = search.last_info();
    assert!(number(shown, "cp") < 0, "{shown}");
}

#[test]
fn all_multipv_scores_are_those_of_a_search_at_full_strength() {
    let mut gui = limited_to(1000);
    gui.send("setoption name MultiPV value 3");
    gui.send("position fen 4k3/pp6/8/8/8/8/PP6/Q3K3 w - - 0 1");
    for _ in 0..5 {
        let search = gui.go("go nodes 10000000");
        let lines = last_multipv_lines(&search, 3);
        assert_best_line_first(&lines);
        assert!(lines.iter().any(|line| pv(line)[0] == search.best()));
    }
}

#[test]
fn every_limit_is_kept() {
    let mut gui = limited_to(2400);
    assert!(nodes(&gui.go("go nodes 50")) <= 50);
    assert!(number(gui.go("go depth 2").last_info(), "depth") <= 2);
    let search = gui.go("go searchmoves a2a3 depth 3");
    assert_eq!(search.best(), "a2a3");
    for (go, least, most) in [
        ("go movetime 200", 150, 10_000),
        ("go wtime 0 btime 0", 0, 10_000),
        ("go wtime 1000 btime 1000", 0, 10_000),
        ("go wtime 3600000 btime 3600000 movetime 200", 0, 10_000),
        ("go depth 1 movetime 60000", 0, 10_000),
    ] {
        let started = Instant::now();
        gui.go(go);
        let taken = started.elapsed().as_millis();
        assert!((least..most).contains(&taken), "{go}: {taken} ms");
    }
}

#[test]
fn limited_strength_uses_some_clock_time() {
    let mut gui = limited_to(1000);
    for _ in 0..3 {
        let started = Instant::now();
        gui.go("go wtime 20000 btime 20000");
        let taken = started.elapsed().as_millis();
        assert!((50..12_000).contains(&taken), "{taken} ms");
    }
    // A forced move takes no time.
    gui.send("position fen 7k/8/8/8/8/8/7r/K6r w - - 0 1");
    let started = Instant::now();
    gui.go("go wtime 3600000 btime 3600000");
    assert!(started.elapsed() < AT_ONCE);
}

#[test]
fn stop_ends_the_wait_at_once() {
    let mut gui = limited_to(1000);
    for go in ["go movetime 3600000", "go wtime 360000000 btime 360000000"] {
        gui.send(go);
        let lines = gui.listen(Duration::from_millis(100));
        assert!(!is_answered(&lines), "{go}: {lines:?}");
        let started = Instant::now();
        gui.send("isready\nstop");
        let search = with_earlier(lines, gui.finish());
        assert!(started.elapsed() < AT_ONCE, "{go}");
        assert!(nodes(&search) < MANY);
    }
    gui.send("go movetime 3600000");
    gui.send("quit");
    assert!(gui.has_ended());
}

#[test]
fn a_pondering_player_waits_and_is_no_stronger() {
    let mut gui = limited_to(1000);
    for go in [
        "go ponder wtime 4000 btime 4000",
        "go ponder movetime 50",
        "go ponder nodes 10000000",
    ] {
        gui.send(go);
        let lines = gui.listen(Duration::from_millis(60));
        assert!(!is_answered(&lines), "{go}: {lines:?}");
        let started = Instant::now();
        gui.send("ponderhit");
        let search = with_earlier(lines, gui.finish());
        assert!(started.elapsed() < AT_ONCE, "{go}");
        assert!(nodes(&search) < MANY);
    }
}

#[test]
fn analysis_is_made_at_full_strength() {
    let mut gui = limited_to(1000);
    gui.send("go infinite");
    gui.wait(|lines| {
        let infos = lines.iter().filter(|line| line.contains(" nodes "));
        infos.into_iter().any(|line| number(line, "nodes") > MANY)
    });
    gui.send("stop");
    gui.finish();
    gui.send("setoption name UCI_AnalyseMode value true");
    let search = gui.go(&format!("go nodes {MANY}"));
    assert!(nodes(&search) > MANY / 2);
    gui.send("setoption name UCI_AnalyseMode value false");
    assert!(nodes(&gui.go(&format!("go nodes {MANY}"))) < MANY / 2);
}

#[test]
fn games_differ() {
    let mut gui = limited_to(1400);
    let mut openings = HashSet::new();
    for _ in 0..30 {
        gui.send_all(&["ucinewgame", "position startpos"]);
        openings.insert(gui.go("go nodes 10000000").best().to_owned());
    }
    assert!(openings.len() > 1, "{openings:?}");
}

#[test]
fn the_weakest_level_mates_promotes_and_takes_a_queen() {
    let mut gui = limited_to(1000);
    for (fen, best) in [
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "e1e8"),
        ("6k1/P4ppp/8/8/8/8/8/6K1 w - - 0 1", "a7a8"),
        ("4k3/pp6/8/3q4/4P3/8/PP6/4K3 w - - 0 1", "e4d5"),
    ] {
        gui.send(&format!("position fen {fen}"));
        for _ in 0..20 {
            let search = gui.go("go nodes 10000000");
            assert!(search.best().starts_with(best), "{fen}: {}", search.best());
        }
    }
}

#[test]
fn the_last_info_line_is_the_chosen_legal_move() {
    let mut gui = limited_to(1200);
    for command in [
        "position startpos",
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ] {
        gui.send(command);
        for _ in 0..20 {
            let search = gui.go("go nodes 10000000");
            let line = pv(search.last_info());
            assert_eq!(line.first(), Some(&search.best()));
            for info in search.infos() {
                let start = position(command, CastlingMode::Standard);
                assert_legal(&start, &pv(info), CastlingMode::Standard);
            }
        }
    }
}
