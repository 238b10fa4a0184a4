//! Chess variants: `UCI_Variant`, their positions and moves.

use diglot::board::{AnyPosition, CastlingMode, VARIANT_NAMES, VARIANTS, Variant, variant};

use crate::support::uci::{Gui, assert_best_line_first, fen, last_multipv_lines, number, pv};

fn select(gui: &mut Gui, name: &str) {
    let answer = gui.answer(&format!("setoption name UCI_Variant value {name}"));
    assert!(answer.is_empty(), "{name}: {answer:?}");
}

/// Sends a command that has no answer.
fn accept(gui: &mut Gui, command: &str) {
    let answer = gui.answer(command);
    assert!(answer.is_empty(), "{command}: {answer:?}");
}

fn of_fen(name: &str, fen: &str) -> AnyPosition {
    let found = AnyPosition::from_fen(variant(name), fen, CastlingMode::Chess960);
    found
        .unwrap_or_else(|error| panic!("{name} {fen}: {error}"))
        .0
}

/// Checks that the moves are legal and in the notation of the variant.
fn assert_legal(position: &AnyPosition, moves: &[&str], chess960: bool) {
    let mut position = *position;
    for text in moves {
        let m = position.parse_coordinate(text);
        let m = m.unwrap_or_else(|error| panic!("{error}: {text} of {moves:?} in {position:?}"));
        assert_eq!(position.to_coordinate(m, chess960), *text);
        position = position.after(m);
    }
}

#[test]
fn the_variants_are_listed_from_the_first_answer_on() {
    let mut gui = Gui::new();
    let line = format!(
        "option name UCI_Variant type combo default chess var {}",
        VARIANT_NAMES.join(" var ")
    );
    assert!(gui.answer("uci").contains(&line), "{line}");
}

#[test]
fn every_variant_is_played_from_its_start_position() {
    let mut gui = Gui::new();
    for variant in &VARIANTS {
        select(&mut gui, variant.name);
        let start = AnyPosition::start_of(Some(variant));
        for command in ["isready", "position startpos"] {
            gui.answer(command);
            assert_eq!(
                fen(&mut gui),
                start.to_fen(Default::default()),
                "{}",
                variant.name
            );
        }
        let search = gui.go("go depth 4");
        assert_legal(&start, &[search.best()], false);
        for line in search.infos() {
            assert_legal(&start, &pv(line), false);
        }
    }
}

#[test]
fn every_variant_counts_its_moves() {
    let mut gui = Gui::new();
    let epd = include_str!("../../data/perft_variants.epd");
    let mut current = "";
    let mut counted = 0;
    for line in epd.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(';');
        let (name, fen) = (fields.next().unwrap(), fields.next().unwrap());
        let field = fields.next().unwrap();
        let (depth, nodes) = field.trim_start_matches('D').split_once(' ').unwrap();
        if name != "chess" && name != current {
            select(&mut gui, name);
            current = name;
        }
        if name == current {
            accept(&mut gui, &format!("position fen {fen}"));
            gui.send(&format!("go perft {depth}"));
            let lines = gui.wait_for("Nodes searched");
            assert_eq!(
                lines.last(),
                Some(&format!("Nodes searched: {nodes}")),
                "{line}"
            );
            counted += 1;
        }
    }
    assert!(counted >= 150, "{counted}");
}

#[test]
fn fens_of_lichess_and_fairy_stockfish_are_read() {
    let mut gui = Gui::new();
    for (name, given, shown) in [
        (
            "3check",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +2+1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1+2 0 1",
        ),
        (
            "threecheck",
            "4k3/8/8/8/8/8/8/4K3 b - - 1+2 7 30",
            "4k3/8/8/8/8/8/8/4K3 b - - 1+2 7 30",
        ),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/Q~3K3/NPpp w - - 0 1",
            "4k3/8/8/8/8/8/8/Q~3K3[NPpp] w - - 0 1",
        ),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K2R[PPq] w K - 4 9",
            "4k3/8/8/8/8/8/8/4K2R[PPq] w K - 4 9",
        ),
        (
            "antichess",
            "k7/8/8/8/8/8/8/KK6 w - - 0 1",
            "k7/8/8/8/8/8/8/KK6 w - - 0 1",
        ),
        (
            "horde",
            "4k3/8/8/8/8/8/8/PPPP4 w - - 0 1",
            "4k3/8/8/8/8/8/8/PPPP4 w - - 0 1",
        ),
        (
            "atomic",
            "8/8/8/8/8/8/8/4K3 w - - 0 1",
            "8/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        (
            "knightmate",
            "m3k3/8/8/8/8/8/8/M3K3 w - - 0 1",
            "m3k3/8/8/8/8/8/8/M3K3 w - - 0 1",
        ),
    ] {
        select(&mut gui, name);
        accept(&mut gui, &format!("position fen {given}"));
        assert_eq!(fen(&mut gui), shown, "{name} {given}");
    }
}

#[test]
fn moves_of_the_variants_are_played() {
    let mut gui = Gui::new();
    for (name, moves, board) in [
        (
            "crazyhouse",
            "e2e4 d7d5 e4d5 d8d5 b1c3 d5d8 P@d5 p@e5",
            "rnbqkbnr/ppp1pppp/8/3Pp3/8/2N5/PPPP1PPP/R1BQKBNR[] w KQkq - 4 5",
        ),
        (
            "atomic",
            "e2e4 d7d5 e4d5",
            "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2",
        ),
        (
            "3check",
            "e2e4 e7e5 f1c4 b8c6 c4f7",
            "r1bqkbnr/pppp1Bpp/2n5/4p3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 2+3 0 3",
        ),
        (
            "horde",
            "a4a5 a7a6",
            "rnbqkbnr/1ppppppp/p7/PPP2PP1/1PPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 2",
        ),
    ] {
        select(&mut gui, name);
        accept(&mut gui, &format!("position startpos moves {moves}"));
        assert_eq!(fen(&mut gui), board, "{name}");
    }
}

#[test]
fn illegal_moves_end_the_line_with_a_reason() {
    let mut gui = Gui::new();
    for (name, moves, bad) in [
        ("chess", "P@e4", "illegal move: \"P@e4\", number 1"),
        ("crazyhouse", "P@e4", "illegal move: \"P@e4\", number 1"),
        (
            "crazyhouse",
            "e2e4 d7d5 e4d5 d8d5 P@d8",
            "illegal move: \"P@d8\", number 5",
        ),
        (
            "crazyhouse",
            "e2e4 d7d5 e4d5 d8d5 K@a3",
            "illegal move: \"K@a3\", number 5",
        ),
        (
            "antichess",
            "e2e3 b7b5 g1f3",
            "illegal move: \"g1f3\", number 3",
        ),
        ("racingkings", "h2a8", "illegal move: \"h2a8\", number 1"),
        (
            "nocastle",
            "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 e1g1",
            "illegal move: \"e1g1\", number 7",
        ),
        (
            "kingofthehill",
            "e2e4 e7e5 e1e2 a7a6 e2e3 a6a5 e3d4 a5a4",
            "illegal move: \"e3d4\", number 7",
        ),
        ("shatranj", "e2e4", "illegal move: \"e2e4\", number 1"),
    ] {
        select(&mut gui, name);
        let answer = gui.answer(&format!("position startpos moves {moves}"));
        let expected = format!("info string {bad} of the line; it and all later moves are ignored");
        assert_eq!(answer, [expected], "{name} {moves}");
    }
}

#[test]
fn nothing_can_be_played_after_the_end_of_a_game() {
    let mut gui = Gui::new();
    select(&mut gui, "kingofthehill");
    let start = "position fen 7k/8/8/8/8/3K4/p7/8 w - - 0 1 moves d3d4";
    accept(&mut gui, start);
    let search = gui.go("go depth 3");
    assert_eq!(
        search.lines,
        ["info depth 0 score mate 0", "bestmove (none)"]
    );
    let answer = gui.answer(&format!("{start} a2a1q"));
    assert!(
        answer[0].contains("illegal move: \"a2a1q\", number 2"),
        "{answer:?}"
    );
    // The side to move has won: it has no pieces left.
    select(&mut gui, "antichess");
    accept(
        &mut gui,
        "position fen 8/8/8/8/8/5p2/4P3/8 w - - 0 1 moves e2f3",
    );
    let search = gui.go("go depth 3");
    assert_eq!(
        search.lines,
        ["info depth 0 score mate 1", "bestmove (none)"]
    );
}

#[test]
fn a_drawn_position_is_played_on() {
    let mut gui = Gui::new();
    select(&mut gui, "shatranj");
    accept(&mut gui, "position fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1");
    let search = gui.go("go depth 3");
    assert_ne!(search.best(), "(none)");
}

#[test]
fn broken_positions_are_refused_until_another_is_set() {
    let mut gui = Gui::new();
    for (name, fen, reason) in [
        ("chess", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "not a board"),
        (
            "nocastle",
            "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1",
            "pieces in hand",
        ),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1",
            "not a pocket",
        ),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/4K3[P w - - 0 1",
            "not a pocket",
        ),
        (
            "3check",
            "4k3/8/8/8/8/8/8/4K3 w - - 9+9 0 1",
            "more than 3 checks",
        ),
        ("horde", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "White has a king"),
        (
            "racingkings",
            "8/8/8/8/8/8/k6K/R7 b - - 0 1",
            "Black is in check",
        ),
        ("antichess", "8/8/8/8/8/8/8/8 w - - 0 1", "no pieces"),
    ] {
        select(&mut gui, name);
        let answer = gui.answer(&format!("position fen {fen}"));
        let is_refused = |line: &String| {
            line.starts_with("info string position refused: ") && line.contains(reason)
        };
        assert!(
            answer.len() == 1 && is_refused(&answer[0]),
            "{name} {fen}: {answer:?}"
        );
        let search = gui.go("go depth 1");
        assert_eq!(search.best(), "(none)", "{name} {fen}");
    }
    // The new game of another variant has a position.
    select(&mut gui, "suicide");
    assert_ne!(gui.go("go depth 1").best(), "(none)");
}

#[test]
fn other_names_are_read_and_unknown_ones_refused() {
    let mut gui = Gui::new();
    for (name, shown) in [
        ("threecheck", "Variant: 3check"),
        ("King-of-the-Hill", "Variant: kingofthehill"),
        ("ANTICHESS", "Variant: antichess"),
        ("giveaway", "Variant: giveaway"),
    ] {
        select(&mut gui, name);
        assert!(gui.answer("d").contains(&shown.to_owned()), "{name}");
    }
    accept(&mut gui, "position startpos moves e2e3 b7b5 f1b5");
    let before = fen(&mut gui);
    let answer = gui.answer("setoption name UCI_Variant value xiangqi");
    let reason =
        "info string invalid value \"xiangqi\" for option UCI_Variant: expected one of chess, ";
    let is_refused = answer[0].starts_with(reason);
    assert!(answer.len() == 1 && is_refused, "{answer:?}");
    // The game goes on, also if its variant is set once more.
    select(&mut gui, "giveaway");
    assert_eq!(fen(&mut gui), before);
    select(&mut gui, "standard");
    let answer = gui.answer("d");
    assert!(
        answer.iter().all(|line| !line.starts_with("Variant")),
        "{answer:?}"
    );
}

#[test]
fn a_running_search_ends_in_its_own_variant() {
    let mut gui = Gui::new();
    select(&mut gui, "crazyhouse");
    let start = "6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1";
    accept(&mut gui, &format!("position fen {start}"));
    gui.send("go infinite");
    gui.wait_for("info depth 3");
    gui.send("setoption name UCI_Variant value horde");
    gui.send("stop");
    let search = gui.finish();
    assert!(search.best().starts_with("R@"), "{}", search.best());
    let start = of_fen("crazyhouse", start);
    for line in search.infos() {
        assert_legal(&start, &pv(line), false);
    }
    assert!(fen(&mut gui).ends_with("/PPPPPPPP/PPPPPPPP w kq - 0 1"));
    let search = gui.go("go depth 3");
    assert_legal(
        &AnyPosition::start_of(variant("horde")),
        &[search.best()],
        false,
    );
}

#[test]
fn a_ponder_search_goes_on_through_a_change_of_the_variant() {
    let mut gui = Gui::new();
    select(&mut gui, "atomic");
    accept(&mut gui, "position startpos moves g1f3 f7f6");
    gui.send("go ponder wtime 1000 btime 1000");
    gui.send("setoption name UCI_Variant value chess");
    gui.send("ponderhit");
    let search = gui.finish();
    let start = AnyPosition::start_of(variant("atomic"));
    assert_legal(&start, &["g1f3", "f7f6", search.best()], false);
}

#[test]
fn castling_of_chess960_starts_is_king_takes_rook() {
    let mut gui = Gui::new();
    gui.send("setoption name UCI_Chess960 value true");
    for (name, extra) in [
        ("crazyhouse", "[]"),
        ("3check", ""),
        ("kingofthehill", ""),
        ("atomic", ""),
        ("giveaway", ""),
    ] {
        select(&mut gui, name);
        let start = format!("nrk2r1b/pppppppp/8/8/8/8/PPPPPPPP/NRK2R1B{extra} w FBfb - 0 1");
        for moves in ["c1f1 c8b8", "e1f1"] {
            let legal = gui
                .answer(&format!("position fen {start} moves {moves}"))
                .is_empty();
            assert_eq!(legal, moves.starts_with("c1"), "{name} {moves}");
        }
        accept(&mut gui, &format!("position fen {start} moves c1f1 c8b8"));
        assert!(
            fen(&mut gui).starts_with("n1kr1r1b/pppppppp/8/8/8/8/PPPPPPPP/NR3RKB"),
            "{name}"
        );
        accept(&mut gui, &format!("position fen {start}"));
        assert!(fen(&mut gui).contains(" FBfb "), "{name}");
        let search = gui.go("go depth 2 searchmoves c1f1");
        assert_eq!(search.best(), "c1f1", "{name}");
    }
}

#[test]
fn root_moves_lines_and_scores_of_variants() {
    let mut gui = Gui::new();
    select(&mut gui, "crazyhouse");
    let start = "r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R[NNp] w KQkq - 0 1";
    accept(&mut gui, &format!("position fen {start}"));
    let search = gui.go("go depth 4 searchmoves N@f6 P@d7 N@c7");
    assert!(
        search.lines[0].contains("searchmoves dropped: P@d7 N@c7"),
        "{:?}",
        search.lines
    );
    assert_eq!(search.best(), "N@f6");
    gui.send("setoption name MultiPV value 3");
    let search = gui.go("go depth 4");
    let lines = last_multipv_lines(&search, 3);
    assert_best_line_first(&lines);
    for line in lines {
        assert_legal(&of_fen("crazyhouse", start), &pv(line), false);
    }
    gui.send("setoption name MultiPV value 1");
    for (name, fen, mate) in [
        ("kingofthehill", "7k/8/8/8/8/8/3K4/8 w - - 0 1", 2_i32),
        ("3check", "4k3/8/8/8/8/8/7P/R3K3 w - - 1+3 0 1", 1),
        ("atomic", "4k3/3p4/8/8/8/8/8/3RK3 w - - 0 1", 1),
        ("racingkings", "8/7K/8/8/8/8/k7/8 w - - 0 1", 1),
        ("crazyhouse", "6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1", 1),
        ("antichess", "8/8/8/8/8/5p2/4P3/8 w - - 0 1", -1),
    ] {
        select(&mut gui, name);
        accept(&mut gui, &format!("position fen {fen}"));
        let search = gui.go(&format!("go mate {}", mate.abs()));
        let found = search.last_info();
        assert!(
            found.contains(&format!(" score mate {mate} ")),
            "{name}: {found}"
        );
    }
}

#[test]
fn values_are_assigned_to_positions_of_the_variant() {
    let mut gui = Gui::new();
    select(&mut gui, "crazyhouse");
    let after = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR[] b KQkq - 0 1";
    accept(
        &mut gui,
        &format!("setoption name UCI_SetPositionValue value 2000 + {after}"),
    );
    assert_eq!(gui.go("go depth 3").best(), "a2a3");
    accept(
        &mut gui,
        "setoption name UCI_SetPositionValue value clearall",
    );
    let answer = gui.answer("setoption name UCI_SetPositionValue value 5 + 8/8 w");
    assert!(
        answer.len() == 1 && answer[0].contains("not a board"),
        "{answer:?}"
    );
}

#[test]
fn weak_play_is_legal_in_every_variant() {
    let mut gui = Gui::new();
    for (i, variant) in VARIANTS.iter().enumerate() {
        select(&mut gui, variant.name);
        gui.send(&format!("setoption name Skill Level value {}", i % 20));
        play(&mut gui, variant, 12);
    }
}

/// Plays moves of short searches, checked by the rules.
fn play(gui: &mut Gui, variant: &'static Variant, plies: usize) {
    let mut position = AnyPosition::start_of(Some(variant));
    let mut moves = String::new();
    for _ in 0..plies {
        if !position.has_legal_move() {
            break;
        }
        accept(gui, &format!("position startpos moves{moves}"));
        let search = gui.go("go nodes 200 wtime 1000 btime 1000");
        let text = search.best();
        let m = position.parse_coordinate(text);
        let m = m.unwrap_or_else(|error| panic!("{error}: {text} in {position:?}"));
        position = position.after(m);
        moves.push_str(&format!(" {text}"));
    }
}

#[test]
fn books_of_chess_are_not_used_in_variants() {
    let mut gui = Gui::new();
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/book.bin");
    for option in ["Book File", "ECO File"] {
        accept(&mut gui, &format!("setoption name {option} value {book}"));
    }
    gui.send("setoption name OwnBook value true");
    gui.send("setoption name ECO Use value book");
    assert_eq!(number(gui.go("go depth 4").last_info(), "nodes"), 0);
    for name in ["nocastle", "crazyhouse"] {
        select(&mut gui, name);
        assert!(
            number(gui.go("go depth 4").last_info(), "nodes") > 20,
            "{name}"
        );
    }
}

#[test]
fn the_evaluation_of_a_variant_is_shown() {
    let mut gui = Gui::new();
    for variant in &VARIANTS {
        select(&mut gui, variant.name);
        let answer = gui.answer("eval");
        let last = answer.last().unwrap();
        assert!(
            last.starts_with("Final evaluation: "),
            "{}: {answer:?}",
            variant.name
        );
    }
}
