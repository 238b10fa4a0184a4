//! Castling in both notations.

use diglot::board::CastlingMode;

use crate::support::uci::{Gui, assert_legal, fen, position, pv};

#[test]
fn both_castling_notations_are_read_and_the_option_selects_the_written_one() {
    let mut gui = Gui::new();
    let start = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (value, castled, mode) in [
        ("false", "e1g1", CastlingMode::Standard),
        ("true", "e1h1", CastlingMode::Chess960),
    ] {
        gui.send(&format!("setoption name UCI_Chess960 value {value}"));
        for moves in ["e1g1 e8c8", "e1h1 e8a8"] {
            assert!(gui.answer(&format!("{start} moves {moves}")).is_empty());
            assert!(fen(&mut gui).starts_with("2kr3r/8/8/8/8/8/8/R4RK1 w "));
        }
        gui.send(start);
        let search = gui.go("go depth 1 searchmoves e1h1");
        assert_eq!(search.best(), castled);
        for line in search.infos() {
            assert_legal(&position(start, mode), &pv(line), mode);
        }
    }
}

#[test]
fn a_running_search_keeps_its_notation_when_the_option_changes() {
    let mut gui = Gui::new();
    gui.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    gui.send("go infinite searchmoves e1g1");
    gui.send("setoption name UCI_Chess960 value true");
    gui.send("stop");
    assert_eq!(gui.finish().best(), "e1g1");
}

#[test]
fn chess960_is_off_by_default_and_can_be_switched() {
    let mut gui = Gui::new();
    let announced = "option name UCI_Chess960 type check default false".to_owned();
    assert!(gui.answer("uci").contains(&announced));
    gui.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for (value, castled) in [("true", "e1a1"), ("false", "e1c1"), ("true", "e1a1")] {
        gui.send(&format!("setoption name UCI_Chess960 value {value}"));
        assert_eq!(gui.go("go depth 1 searchmoves e1a1").best(), castled);
    }
}

#[test]
fn castling_with_an_unmoved_king_or_rook() {
    let mut gui = Gui::new();
    gui.send("setoption name UCI_Chess960 value true");
    for (start, m, end) in [
        // The king is already on g1.
        (
            "4k3/8/8/8/8/8/8/6KR w H - 0 1",
            "g1h1",
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
        ),
        // The rook is already on f1.
        (
            "4k3/8/8/8/8/8/8/4KR2 w F - 0 1",
            "e1f1",
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
        ),
        (
            "4k3/8/8/8/8/8/8/2KR4 w D - 0 1",
            "c1d1",
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
        ),
        (
            "4k3/8/8/8/8/8/8/1RK5 w B - 0 1",
            "c1b1",
            "4k3/8/8/8/8/8/8/2KR4 b - - 1 1",
        ),
    ] {
        gui.send(&format!("position fen {start}"));
        let search = gui.go(&format!("go depth 1 searchmoves {m}"));
        assert_eq!(search.best(), m, "{start}");
        let answer = gui.answer(&format!("position fen {start} moves {m}"));
        assert!(answer.is_empty(), "{answer:?}");
        assert_eq!(fen(&mut gui), end);
    }
}

#[test]
fn castling_rights_name_a_file_or_the_outermost_rook() {
    let mut gui = Gui::new();
    gui.send("setoption name UCI_Chess960 value true");
    for (given, expected) in [
        ("rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1", "EAea"),
        ("rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1", "EAea"),
        // With two rooks on one side K means the outermost; a file letter can name the inner one.
        ("4k3/8/8/8/8/8/8/1K1R1R2 w K - 0 1", "F"),
        ("4k3/8/8/8/8/8/8/1K1R1R2 w D - 0 1", "D"),
    ] {
        let answer = gui.answer(&format!("position fen {given}"));
        assert!(answer.is_empty(), "{given}: {answer:?}");
        assert_eq!(fen(&mut gui).split(' ').nth(2), Some(expected), "{given}");
    }
    // File letters are accepted without the option too; `d` prints K for the outermost rook.
    gui.send("setoption name UCI_Chess960 value false");
    for (rights, expected) in [("F", "K"), ("D", "D")] {
        gui.send(&format!(
            "position fen 4k3/8/8/8/8/8/8/1K1R1R2 w {rights} - 0 1"
        ));
        assert_eq!(fen(&mut gui).split(' ').nth(2), Some(expected), "{rights}");
    }
}

#[test]
fn castling_letters_mean_the_same_with_and_without_the_option() {
    let mut gui = Gui::new();
    let positions = [
        // Kings and rooks on other squares than in standard chess, as X-FEN and as Shredder-FEN.
        ("rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1", "KQkq", "EAea"),
        ("rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1", "KQkq", "EAea"),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", "KQkq", "GBgb"),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "KQkq", "GBgb"),
        // Two rooks on a side: K means the outermost, and a file letter the inner one.
        ("4k3/8/8/8/8/8/8/1K1R1R2 w K - 0 1", "K", "F"),
        ("4k3/8/8/8/8/8/8/1K1R1R2 w D - 0 1", "D", "D"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq", "HAha"),
    ];
    for (given, x_fen, shredder) in positions {
        for (set_up, printed) in [("false", "true"), ("true", "false"), ("false", "false")] {
            gui.send(&format!("setoption name UCI_Chess960 value {set_up}"));
            let answer = gui.answer(&format!("position fen {given}"));
            assert!(answer.is_empty(), "{given}: {answer:?}");
            gui.send(&format!("setoption name UCI_Chess960 value {printed}"));
            let fen_1 = fen(&mut gui);
            let expected = if printed == "true" { shredder } else { x_fen };
            assert_eq!(fen_1.split(' ').nth(2), Some(expected), "{given}");
            // What `d` prints is read back in either mode.
            for mode in ["false", "true"] {
                gui.send(&format!("setoption name UCI_Chess960 value {mode}"));
                let answer = gui.answer(&format!("position fen {fen_1}"));
                assert!(answer.is_empty(), "{fen_1}: {answer:?}");
                gui.send(&format!("setoption name UCI_Chess960 value {printed}"));
                assert_eq!(fen(&mut gui), fen_1, "{given}");
            }
        }
    }
}

#[test]
fn illegal_castling_is_rejected() {
    let mut gui = Gui::new();
    gui.send("setoption name UCI_Chess960 value true");
    for (why, line) in [
        (
            "through check",
            "4k3/8/8/8/8/8/6r1/1K5R w H - 0 1 moves b1h1",
        ),
        ("in check", "1r2k3/8/8/8/8/8/8/1K5R w H - 0 1 moves b1h1"),
        ("blocked", "4k3/8/8/8/8/8/8/1K3N1R w H - 0 1 moves b1h1"),
        (
            "the rook's place is taken",
            "4k3/8/8/8/8/8/8/RN1K4 w A - 0 1 moves d1a1",
        ),
        (
            "the rook shields the king",
            "4k3/8/8/8/8/8/8/rR1K4 w B - 0 1 moves d1b1",
        ),
        ("no right", "4k3/8/8/8/8/8/8/1K5R w - - 0 1 moves b1h1"),
    ] {
        let answer = gui.answer(&format!("position fen {line}"));
        assert!(
            answer.len() == 1 && answer[0].starts_with("info string illegal move: "),
            "{why}: {answer:?}"
        );
    }
}

#[test]
fn pvs_are_legal_from_all_chess960_start_positions() {
    let mut gui = Gui::new();
    gui.send("setoption name UCI_Chess960 value true");
    let epd = include_str!("../../data/perft_chess960.epd");
    let starts = epd.lines().filter_map(|line| line.split(" ;").next());
    for fen in starts.filter(|fen| !fen.starts_with('#')).step_by(2) {
        let command = format!("position fen {fen}");
        let root = position(&command, CastlingMode::Chess960);
        gui.send(&command);
        let search = gui.go("go depth 2");
        if root.has_legal_move() {
            assert_legal(&root, &[search.best()], CastlingMode::Chess960);
        }
        for line in search.infos() {
            assert_legal(&root, &pv(line), CastlingMode::Chess960);
        }
    }
}
