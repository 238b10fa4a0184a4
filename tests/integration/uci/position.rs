//! Setting up positions.

use crate::support::uci::{Gui, fen};

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
fn a_bad_position_line_is_rejected_as_a_whole() {
    let mut gui = Gui::new();
    gui.send("position startpos moves e2e4 c7c5");
    let before = fen(&mut gui);
    for line in [
        "position",
        "position e2e4",
        "position fen",
        "position fen moves e2e4",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e2e4",
        "position startpos moves e2e4 e7e5 0000",
        "position startpos moves e2e4 xyzzy g1f3",
        "position startpos moves e2e4 e7e5 e1g1",
    ] {
        let answer = gui.answer(line);
        assert_eq!(answer.len(), 1, "{line}: {answer:?}");
        assert!(
            answer[0].starts_with("info string position refused: "),
            "{answer:?}"
        );
        assert_eq!(fen(&mut gui), before, "{line}");
    }
    gui.go("go depth 1");
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
    ] {
        gui.send_all(&["ucinewgame", command]);
        let search = gui.go(go);
        let line = search.last_info();
        let is_drawn = line.contains(" score cp 0 ");
        assert_eq!(is_drawn, drawn, "{command}: {line}");
    }
}
