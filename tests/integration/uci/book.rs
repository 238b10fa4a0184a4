//! Moves from an opening book.

use std::time::Duration;

use diglot::board::{CastlingMode, Position};

use crate::support::uci::{Gui, Search, assert_legal, number, position, pv};

const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/book.bin");

fn with_book() -> Gui {
    let mut gui = Gui::new();
    let set = format!("setoption name Book File value {BOOK}");
    assert!(gui.answer(&set).is_empty());
    gui.send("setoption name OwnBook value true");
    gui
}

fn is_from_book(search: &Search) -> bool {
    let last = search.infos().next_back();
    last.is_some_and(|info| number(info, "nodes") == 0)
}

#[test]
fn the_book_is_off_by_default() {
    let mut gui = Gui::new();
    let announced = gui.answer("uci");
    for option in [
        "option name OwnBook type check default false",
        "option name Book File type string default <empty>",
        "option name Book Depth type spin default 255 min 1 max 1000",
        "option name Book Selection type combo default weighted var weighted var best var uniform",
        "option name Book Seed type spin default 0 min 0 max 2147483647",
    ] {
        assert!(announced.iter().any(|line| line == option), "{option}");
    }
    gui.send(&format!("setoption name Book File value {BOOK}"));
    assert!(number(gui.go("go depth 4").last_info(), "nodes") > 20);
    gui.send("setoption name OwnBook value true");
    assert!(is_from_book(&gui.go("go depth 4")));
    gui.send("setoption name Book File value <empty>");
    assert!(!is_from_book(&gui.go("go depth 4")));
    // The position is not in the book.
    gui.send(&format!("setoption name Book File value {BOOK}"));
    gui.send("position startpos moves h2h4 h7h5");
    assert!(!is_from_book(&gui.go("go depth 4")));
}

#[test]
fn a_book_move_comes_at_once_with_an_info_line() {
    let mut gui = with_book();
    for go in [
        "go depth 30",
        "go nodes 100000000",
        "go movetime 100000",
        "go wtime 1000000 btime 1000000 winc 10000 binc 10000",
        "go wtime 1 btime 1",
    ] {
        gui.send("ucinewgame");
        let search = gui.go(go);
        assert_eq!(search.lines.len(), 2, "{:?}", search.lines);
        let info = search.last_info();
        assert!(
            info.contains(" score cp 0 ") && is_from_book(&search),
            "{info}"
        );
        let line = pv(info);
        assert_legal(&Position::startpos(), &line, CastlingMode::Standard);
        assert_eq!(line[0], search.best());
        assert_eq!(line.get(1).copied(), search.ponder());
        assert!(gui.listen(Duration::from_millis(2)).is_empty(), "{go}");
    }
    // Book moves leave no state that disturbs later searches.
    gui.send_all(&["stop", "ponderhit", "position startpos moves h2h4"]);
    assert!(!is_from_book(&gui.go("go depth 4")));
    gui.send_all(&["debug on", "position startpos"]);
    let lines = gui.go("go depth 4").lines;
    assert!(lines.iter().any(|line| line == "info string from the book"));
}

#[test]
fn the_book_is_used_only_in_games() {
    let mut gui = with_book();
    for go in ["go infinite", "go", "go mate 1"] {
        gui.send(go);
        gui.wait_for("info depth 4");
        gui.send("stop");
        assert!(!is_from_book(&gui.finish()), "{go}");
    }
    let search = gui.go("go depth 4 searchmoves e2e4 a2a3");
    assert!(!is_from_book(&search));
    gui.send("setoption name UCI_AnalyseMode value true");
    assert!(!is_from_book(&gui.go("go depth 4")));
    gui.send("setoption name UCI_AnalyseMode value false");
    assert!(is_from_book(&gui.go("go depth 4")));
    gui.send("go perft 2");
    gui.wait_for("Nodes searched: 400");
}

#[test]
fn pondering_searches_and_ponderhit_plays_a_book_move() {
    let mut gui = with_book();
    gui.send("position startpos moves e2e4");
    gui.send("go ponder wtime 100000 btime 100000");
    let infos = gui.wait_for("info depth 4");
    let nodes = number(infos.last().unwrap(), "nodes");
    assert!(nodes > 20);
    gui.send("ponderhit");
    let search = gui.finish();
    let book_line = search.infos().next_back().unwrap();
    assert_eq!(number(book_line, "depth"), 1, "{:?}", search.lines);
    assert!(number(book_line, "nodes") >= nodes);
    assert!(gui.listen(Duration::from_millis(30)).is_empty());
    // Without a ponder hit the book is not used.
    gui.send("go ponder wtime 100000 btime 100000");
    gui.wait_for("info depth 4");
    gui.send("stop");
    assert!(!is_from_book(&gui.finish()));
    // A book that has been switched off is not used either.
    gui.send("go ponder depth 5");
    gui.wait_for("info depth 5");
    gui.send_all(&["setoption name OwnBook value false", "ponderhit"]);
    assert!(!is_from_book(&gui.finish()));
}

#[test]
fn book_selection_seed_and_depth_are_obeyed() {
    let mut gui = with_book();
    gui.send("setoption name Book Selection value best");
    for _ in 0..5 {
        assert_eq!(gui.go("go movetime 1").best(), "e2e4");
    }
    gui.send("setoption name Book Selection value Uniform");
    let mut choices = |seed| -> Vec<String> {
        gui.send(&format!("setoption name Book Seed value {seed}"));
        (0..12)
            .map(|_| gui.go("go movetime 1").best().to_owned())
            .collect()
    };
    let first = choices(5);
    assert_eq!(choices(5), first);
    assert_ne!(choices(6), first);
    gui.send("setoption name Book Depth value 2");
    for (moves, from_book) in [("e2e4", true), ("e2e4 c7c5", false)] {
        gui.send(&format!("position startpos moves {moves}"));
        assert_eq!(is_from_book(&gui.go("go depth 3")), from_book, "{moves}");
    }
}

#[test]
fn an_invalid_book_is_rejected_and_the_current_one_stays() {
    let mut gui = with_book();
    let folder = env!("CARGO_TARGET_TMPDIR");
    let file = |name: &str, bytes: &[u8]| {
        let path = format!("{folder}/uci-{}-{name}", std::process::id());
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let bytes = std::fs::read(BOOK).unwrap();
    let swapped = [&bytes[3200..], &bytes[..3200]].concat();
    for (path, reason) in [
        (format!("{folder}/no/such.bin"), "there is no book "),
        (folder.to_owned(), " is not a regular file"),
        (
            file("cut.bin", &bytes[..1000]),
            "1000 bytes is not a multiple of 16",
        ),
        (file("swapped.bin", &swapped), " is out of order"),
    ] {
        let answer = gui.answer(&format!("setoption name Book File value {path}"));
        assert_eq!(answer.len(), 1, "{answer:?}");
        assert!(answer[0].starts_with("info string "), "{answer:?}");
        assert!(
            answer[0].contains(&path) && answer[0].contains(reason),
            "{answer:?}"
        );
        assert!(is_from_book(&gui.go("go depth 4")));
    }
    // An empty file is a valid, empty book.
    let empty = file("empty.bin", b"");
    assert!(
        gui.answer(&format!("setoption name Book File value {empty}"))
            .is_empty()
    );
    assert!(!is_from_book(&gui.go("go depth 4")));
}

#[test]
fn a_book_file_that_disappears_or_changes_is_harmless() {
    let mut gui = Gui::new();
    let path = format!(
        "{}/uci-{}-going.bin",
        env!("CARGO_TARGET_TMPDIR"),
        std::process::id()
    );
    std::fs::copy(BOOK, &path).unwrap();
    gui.send_all(&[
        &format!("setoption name Book File value {path}"),
        "setoption name OwnBook value true",
    ]);
    assert!(is_from_book(&gui.go("go depth 4")));
    let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.set_len(100).unwrap();
    drop(file);
    assert!(!is_from_book(&gui.go("go depth 4")));
    std::fs::remove_file(&path).unwrap();
    assert!(!is_from_book(&gui.go("go depth 4")));
}

#[test]
fn book_castling_is_legal_and_in_the_notation_of_the_gui() {
    // The only book move here is e1g1.
    let set = "position fen rnbq1rk1/pp2ppbp/2p3pn/3p4/3PP3/3B1N1P/PPPN1PP1/R1BQK2R w KQ - 3 7";
    let mut gui = with_book();
    gui.send(set);
    assert_eq!(gui.go("go depth 4").best(), "e1g1");
    gui.send_all(&["setoption name UCI_Chess960 value true", set]);
    let search = gui.go("go depth 4");
    assert_eq!(search.best(), "e1h1");
    assert_legal(
        &position(set, CastlingMode::Chess960),
        &pv(search.last_info()),
        CastlingMode::Chess960,
    );
    // Other Chess960 start positions are not in the book.
    gui.send("position fen bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1");
    assert!(!is_from_book(&gui.go("go depth 4")));
}
