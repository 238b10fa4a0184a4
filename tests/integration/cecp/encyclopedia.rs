//! The encyclopedia of openings (`setvar ecofile`, `setvar eocuse`).

use crate::support::cecp::{check, is_thinking, run_script};
use crate::support::gui::Gui;

/// It has 13 moves at the start of a game.
const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/book.bin");

/// A GUI that uses the encyclopedia.
fn with_use(eocuse: u32) -> Gui {
    check(&format!(
        "> setvar ecofile {BOOK}\n < var:ecofile={BOOK}\n
         > setvar eocuse {eocuse}\n < var:eocuse={eocuse}\n > post"
    ))
}

/// The moves of the book with their weights.
fn book_moves() -> Vec<(String, u32)> {
    let mut gui = check(&format!("> setvar bookfile {BOOK}\n < var:*"));
    gui.send("getvar bookmoves\nping 1");
    let lines = gui.lines_until(|line| line == "pong 1");
    let moves = lines.iter().filter_map(|line| {
        let (m, weight) = line.split_once("]=")?.1.split_once(" Priority=")?;
        Some((m.to_owned(), weight.parse().unwrap()))
    });
    moves.collect()
}

/// Sends `go` and returns the number of root moves, as `curmov` names it, and the move played.
fn think(gui: &mut Gui) -> (usize, String) {
    gui.send("setlevel 2 60\ngo");
    // It comes after the first second.
    let current = gui.wait_for(|line| line.starts_with("var:curmov="));
    let count = current.split(' ').nth(2).and_then(|n| n.parse().ok());
    gui.send("?");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let m = lines.last().map(|line| line["move ".len()..].to_owned());
    (count.unwrap_or_default(), m.unwrap_or_default())
}

#[test]
fn the_search_chooses_among_the_moves_of_the_encyclopedia() {
    let all = book_moves();
    let largest = all[0].1;
    let main: Vec<_> = all
        .iter()
        .filter(|(_, weight)| 4 * weight >= largest)
        .cloned()
        .collect();
    assert!((2..all.len()).contains(&main.len()));
    for (eocuse, moves) in [(1, &all), (2, &main)] {
        let mut gui = with_use(eocuse);
        let (count, played) = think(&mut gui);
        assert_eq!(count, moves.len(), "{gui}");
        assert!(moves.iter().any(|(m, _)| *m == played), "{gui}");
    }
    assert_eq!(think(&mut with_use(0)).0, 20);
}

#[test]
fn the_encyclopedia_is_played_like_a_book() {
    let mut gui = with_use(3);
    gui.send("setlevel 2 60\ngo");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let thinking: Vec<_> = lines.iter().filter(|line| is_thinking(line)).collect();
    assert_eq!(thinking.len(), 1, "{gui}");
    assert!(thinking[0].contains(" ("), "{gui}");
}

#[test]
fn analysis_and_positions_outside_of_the_encyclopedia_are_searched_in_full() {
    let mut gui = with_use(2);
    gui.send("force\nsetboard 4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
    assert_eq!(think(&mut gui).0, 18, "{gui}");
    gui.send("new\nanalyze");
    gui.wait_for(|line| line.starts_with("var:curmov=") && line.contains(" 20 "));
}

#[test]
fn an_encyclopedia_that_cannot_be_used_is_refused() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let text = format!("{folder}/names {}.eco", std::process::id());
    std::fs::write(&text, "A00 Polish opening: b2b4").unwrap();
    check(&format!(
        "> setvar ecofile {text}\n < Error ({text} is not a Polyglot book: *\n
         > setvar ecofile {folder}/none.bin\n < Error (there is no book {folder}/none.bin): *\n
         > getvar ecofile\n < var:ecofile="
    ));
}

#[test]
fn the_use_of_no_encyclopedia_is_refused() {
    let mut gui = check(
        "> setvar eocuse 2\n < Error (no encyclopedia: eocuse needs an ecofile): setvar eocuse 2\n
         > getvar eocuse\n < var:eocuse=0\n > setvar eocuse 0\n < var:eocuse=0",
    );
    // Inside a group the file may follow.
    run_script(
        &mut gui,
        &format!(
            "> begin\n > setvar eocuse 2\n < var:eocuse=2\n > setvar ecofile {BOOK}\n < var:ecofile={BOOK}\n
             > end\n > getvar eocuse\n < var:eocuse=2\n
             > setvar ecofile\n < var:ecofile=\n > getvar eocuse\n < var:eocuse=0\n
             > begin\n > setvar eocuse 1\n < var:eocuse=1\n
             > end\n < Error (no encyclopedia: eocuse needs an ecofile): end\n > getvar eocuse\n < var:eocuse=0"
        ),
    );
}
