//! Castling in both notations.

use diglot::board::CastlingMode;

use super::uci_support::{Gui, assert_legal, fen, position, variation};

#[test]
fn row_165_castling_is_understood_in_both_spellings_and_written_as_the_option_says() {
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
            assert_legal(&position(start, mode), &variation(line), mode);
        }
    }
}

#[test]
fn row_165_the_notation_of_a_search_stays_when_the_option_changes() {
    let mut gui = Gui::new();
    gui.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    gui.send("go infinite searchmoves e1g1");
    gui.send("setoption name UCI_Chess960 value true");
    gui.send("stop");
    assert_eq!(gui.finish().best(), "e1g1");
}
