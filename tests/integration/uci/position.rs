//! Setting up positions.

use std::time::Duration;

use diglot::board::{CastlingMode, FenStyle};

use crate::support::uci::{Gui, assert_legal, fen, position};

#[test]
fn positions_with_special_moves_and_short_fens() {
    let mut gui = Gui::new();
    for (command, expected) in [
        (
            "position startpos moves e2e4 a7a6 e4e5 d7d5 e5d6",
            "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3",
        ),
        (
            "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - moves e1g1 e8c8",
            "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2",
        ),
        (
            "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8n",
            "N7/7k/8/8/8/8/8/K7 b - - 0 1",
        ),
        (
            "position fen 4k3/8/8/8/8/8/8/4K3 b - -",
            "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
        ),
    ] {
        assert!(gui.answer(command).is_empty(), "{command}");
        assert_eq!(fen(&mut gui), expected);
    }
}

#[test]
fn a_game_of_800_plies() {
    let mut gui = Gui::new();
    let cycle = " g1f3 g8f6 f3g1 f6g8";
    gui.send(&format!("position startpos moves{}", cycle.repeat(200)));
    assert!(fen(&mut gui).ends_with(" w KQkq - 800 401"));
    gui.go("go depth 2");
}

#[test]
fn repairs_of_a_sloppy_fen_are_reported() {
    let mut gui = Gui::new();
    let answer = gui.answer("position fen 4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1");
    assert_eq!(answer.len(), 1);
    assert!(answer[0].starts_with("info string castling right K dropped; "));
    assert_eq!(fen(&mut gui), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

#[test]
fn a_position_that_cannot_be_read_is_refused_and_not_searched() {
    let mut gui = Gui::new();
    for line in REFUSED {
        gui.send("position startpos moves e2e4 c7c5");
        let answer = gui.answer(line);
        assert_eq!(answer.len(), 1, "{line}: {answer:?}");
        let reason = answer[0].strip_prefix("info string position refused: ");
        let reason = reason.unwrap_or_else(|| panic!("{answer:?}"));
        let message = format!("info string no valid position: {reason}");
        for go in [
            "go depth 1",
            "go movetime 100",
            "go wtime 1000 btime 1000",
            "go mate 2",
        ] {
            let search = gui.go(go);
            assert_eq!(search.lines, [&message, "bestmove (none)"], "{line}, {go}");
        }
        assert_eq!(gui.answer("eval"), [&message[..]]);
        assert_eq!(gui.answer("go perft 2"), [&message[..]]);
        // The board is shown together with the message that it is not searched.
        let shown = gui.answer("d");
        assert_eq!(shown[0], message);
        assert!(shown.contains(&format!("Fen: {AFTER_E4_C5}")), "{shown:?}");
    }
    // A valid position ends the state.
    gui.send("position startpos moves e2e4");
    let root = position("position startpos moves e2e4", CastlingMode::Standard);
    assert_legal(
        &root,
        &[gui.go("go depth 1").best()],
        CastlingMode::Standard,
    );
}

const AFTER_E4_C5: &str = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

const REFUSED: &[&str] = &[
    "position",
    "position e2e4",
    "position fen",
    "position fen moves e2e4",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1",
    "position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
];

#[test]
fn ucinewgame_neither_changes_the_position_nor_forgets_that_it_was_refused() {
    let mut gui = Gui::new();
    gui.send_all(&[
        "position startpos moves e2e4",
        "position fen x",
        "ucinewgame",
    ]);
    gui.take();
    assert_eq!(gui.go("go depth 1").best(), "(none)");
    gui.send_all(&["position startpos moves e2e4 c7c5", "ucinewgame"]);
    assert_eq!(fen(&mut gui), AFTER_E4_C5);
}

#[test]
fn without_a_valid_position_the_answer_waits_for_stop_and_ponderhit() {
    let mut gui = Gui::new();
    gui.send("position fen x");
    gui.take();
    let is_silent = |gui: &mut Gui| {
        let lines = gui.listen(Duration::from_millis(40));
        assert!(
            lines.iter().all(|line| line.starts_with("info string")),
            "{lines:?}"
        );
    };
    for (go, ends) in [
        ("go infinite", &["stop"][..]),
        ("go", &["stop"]),
        ("go ponder wtime 1000 btime 1000", &["ponderhit"]),
        ("go ponder depth 1", &["stop"]),
        ("go ponder infinite", &["ponderhit", "stop"]),
    ] {
        gui.send(go);
        let (last, others) = ends.split_last().unwrap();
        is_silent(&mut gui);
        for end in others {
            gui.send(end);
            is_silent(&mut gui);
        }
        assert_eq!(gui.answer("isready"), ["readyok"]);
        gui.send(last);
        assert_eq!(gui.finish().lines, ["bestmove (none)"], "{go}");
    }
    // Exactly one answer each: the next `go` or the end of the input brings those that are due later.
    gui.send_all(&[
        "stop",
        "ponderhit",
        "go infinite",
        "go depth 1",
        "go infinite",
    ]);
    gui.send_all(&["position startpos", "go depth 1"]);
    let best = |lines: &[String]| {
        let best = lines.iter().filter(|line| line.starts_with("bestmove"));
        best.map(|line| line.contains("(none)")).collect::<Vec<_>>()
    };
    let lines = gui.wait(|lines| best(lines).len() == 4);
    assert_eq!(best(&lines), [true, true, true, false]);
    gui.send_all(&["position fen x", "go infinite"]);
    assert_eq!(best(&gui.close()), [true]);
}

#[test]
fn the_moves_before_an_illegal_one_stand() {
    let mut gui = Gui::new();
    for (moves, legal, message) in [
        ("e2e5", "", "illegal move: \"e2e5\", number 1 of the line"),
        (
            "e2e4 e2e4",
            "e2e4",
            "illegal move: \"e2e4\", number 2 of the line",
        ),
        (
            "e2e4 e7e5 0000",
            "e2e4 e7e5",
            "not a move: \"0000\", number 3 of the line",
        ),
        (
            "e2e4 xyzzy g1f3",
            "e2e4",
            "not a move: \"xyzzy\", number 2 of the line",
        ),
        (
            "e2e4 e7e5 e1g1",
            "e2e4 e7e5",
            "illegal move: \"e1g1\", number 3 of the line",
        ),
    ] {
        gui.send("position startpos moves a2a3 a7a6");
        let answer = gui.answer(&format!("position startpos moves {moves}"));
        let message = format!("info string {message}; it and all later moves are ignored");
        assert_eq!(answer, [message], "{moves}");
        let command = format!("position startpos moves {legal}");
        let root = position(&command, CastlingMode::Standard);
        assert_eq!(fen(&mut gui), root.to_fen(FenStyle::XFen));
        let search = gui.go("go depth 1");
        assert_legal(&root, &[search.best()], CastlingMode::Standard);
    }
}

#[test]
fn a_move_list_ends_at_the_first_word_that_is_no_move() {
    let mut gui = Gui::new();
    let answer = gui.answer("position startpos moves e2e4 go depth 3");
    assert_eq!(
        answer,
        [
            "info string not a move: \"go\", number 2 of the line; it and all later moves are ignored"
        ]
    );
    assert!(fen(&mut gui).starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b "));
    assert!(gui.listen(Duration::from_millis(50)).is_empty());
}

#[test]
fn repetitions_and_the_fifty_move_rule_are_detected() {
    let mut gui = Gui::new();
    for (command, go, drawn) in [
        // Every move but a mate completes the fifty moves.
        (
            "position fen 7k/8/8/8/8/8/8/KQ6 w - - 99 100",
            "go depth 3",
            true,
        ),
        (
            "position fen 7k/8/8/8/8/8/8/KQ6 w - - 0 1",
            "go depth 3",
            false,
        ),
        // Mate takes precedence over the fifty-move rule.
        (
            "position fen 7k/8/6K1/8/8/8/8/1Q6 w - - 99 100",
            "go depth 3",
            false,
        ),
        // The queen has been on b2 twice.
        (
            "position fen 7k/8/8/8/8/8/8/KQ6 w - - 0 1 moves b1b2 h8g8 b2b1 g8h8 b1b2 h8g8 b2b1 g8h8",
            "go depth 3 searchmoves b1b2",
            true,
        ),
        (
            "position fen 7k/8/8/8/8/8/8/KQ6 w - - 0 1 moves b1b2 h8g8 b2b1 g8h8",
            "go depth 3 searchmoves b1b7",
            false,
        ),
        // The third occurrence of the root is no draw unless it is claimed, and Black cannot go back to it at once.
        (
            "position fen 8/8/8/8/3k4/8/8/KQ6 w - - 0 1 moves b1b2 d4d5 b2b1 d5d4 b1b2 d4d5 b2b1 d5d4",
            "go depth 8",
            false,
        ),
    ] {
        gui.send_all(&["ucinewgame", command]);
        let search = gui.go(go);
        let line = search.last_info();
        let is_drawn = line.contains(" score cp 0 ");
        assert_eq!(is_drawn, drawn, "{command}: {line}");
    }
}
