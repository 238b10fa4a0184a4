//! Features that the GUI accepts or rejects, and what it says about the opponent, memory and cores.

use diglot::engine::{Engine, Opponent};
use diglot::protocol::cecp::CecpSession;
use diglot::protocol::{Input, Session};

use crate::support::cecp::{check, is_thinking, run_script, split_thinking};
use crate::support::gui::Gui;

/// The engine after a session has handled these lines.
fn engine_after(lines: &str) -> Engine {
    let mut session = Box::new(CecpSession::new(Engine::new()));
    for text in lines.lines().map(str::to_owned) {
        let received = std::time::Instant::now();
        let mut out = Vec::new();
        let _ = session.handle(Input::Line { text, received }, &mut out);
        assert!(out.is_empty(), "{out:?}");
    }
    session.into_engine()
}

const CASTLING: &str = "setboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn moves_are_sent_in_san_if_accepted() {
    let mut gui = check(
        "> accepted san\n > post\n > sd 4\n > force\n > setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1",
    );
    gui.send("go");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    assert_eq!(lines.last().unwrap(), "move Ra8#");
    assert!(split_thinking(&lines[0]).1.starts_with("Ra8#"), "{gui}");
    let mut gui = check("> accepted san\n > post\n > analyze");
    let line = gui.wait_for(|line| is_thinking(line) && split_thinking(line).1.contains(' '));
    let mut position = diglot::board::Position::startpos();
    for san in split_thinking(&line).1.split(' ') {
        let m = position.parse_san(san).unwrap();
        assert_eq!(position.to_san(m), san);
        position = position.after(m);
    }
    let hint = {
        gui.send("hint");
        gui.wait_for(|line| line.starts_with("Hint: "))
    };
    let m = hint.strip_prefix("Hint: ").unwrap();
    assert!(
        diglot::board::Position::startpos().parse_san(m).is_ok(),
        "{hint}"
    );
}

#[test]
fn moves_are_sent_in_coordinates_unless_san_was_accepted() {
    for answer in ["", "rejected san", "accepted san\nrejected san"] {
        let mut gui = check("");
        gui.send(answer);
        run_script(
            &mut gui,
            "> sd 2\n > force\n > setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\n > go\n < move a1a8\n < 1-0 *",
        );
    }
    let mut gui = Gui::new(CecpSession::new);
    run_script(
        &mut gui,
        "> xboard\n > new\n > sd 1\n > exclude all\n > include Nf3\n > go\n < move g1f3",
    );
}

#[test]
fn san_is_understood_in_any_case() {
    for answer in ["accepted san", "rejected san"] {
        let mut gui = check("");
        gui.send(answer);
        run_script(
            &mut gui,
            &format!(
                "> force\n > e4\n > usermove e7e5\n > usermove Nf3\n > Nc6\n > {CASTLING}\n > O-O\n > usermove e8c8\n
                 > usermove Rhd1\n < Illegal move: Rhd1\n > usermove Rfe1\n > ping 1\n < pong 1"
            ),
        );
    }
}

#[test]
fn castling_in_fischerandom_is_written_with_letters_both_ways() {
    for answer in ["accepted san", "rejected san"] {
        let mut gui = check("> variant fischerandom\n > force");
        gui.send(answer);
        run_script(
            &mut gui,
            &format!(
                "> {CASTLING}\n > exclude all\n > include O-O-O\n > sd 2\n > go\n < move O-O-O\n > O-O\n < move *"
            ),
        );
    }
}

#[test]
fn plain_moves_are_understood_if_usermove_was_rejected() {
    check(
        "> rejected usermove\n > force\n > e2e4\n > e5\n > Nf3\n > usermove b8c6\n > ping 1\n < pong 1",
    );
}

#[test]
fn edit_works_if_setboard_was_rejected() {
    check(
        "> rejected setboard\n > rejected ping\n > new\n > force\n > edit\n > #\n > Ke1\n > Qd1\n > c\n
         > Ke8\n > .\n > sd 1\n > go\n < move *",
    );
}

#[test]
fn the_opponent_is_remembered_until_the_next_game() {
    let opponent = |lines: &str| engine_after(lines).options().opponent.clone();
    let expected = Opponent {
        name: "A. Nother".to_owned(),
        rating: Some(2345),
        is_computer: Some(true),
        ..Opponent::default()
    };
    let lines = "ics freechess.org\nname A. Nother\nrating 2000 2345\ncomputer";
    assert_eq!(opponent(lines), expected);
    assert_eq!(opponent(&format!("{lines}\nnew")), Opponent::default());
    for unknown in [
        "rating 2000 0",
        "rating 2000",
        "rating",
        "rating a b",
        "ics -",
    ] {
        assert_eq!(opponent(unknown), Opponent::default(), "{unknown}");
    }
}

#[test]
fn memory_bounds_all_tables_together() {
    let hash = |lines: &str| engine_after(lines).options().hash();
    let one = hash("memory 64");
    assert!((54..62).contains(&one), "{one}");
    // More threads leave less memory for the TT, in either order of the commands.
    let many = hash("memory 64\ncores 4");
    assert!(many < one && many >= 30, "{many}");
    assert_eq!(hash("cores 4\nmemory 64"), many);
    for least in ["memory 1", "memory 0", "memory -7", "memory 2\ncores 1000"] {
        assert_eq!(hash(least), 1, "{least}");
    }
}

#[test]
fn too_much_memory_is_reported_once_and_the_largest_size_taken() {
    let mut gui = check("");
    gui.send("memory 4194304\nping 1");
    let lines = gui.lines_until(|line| line == "pong 1");
    if lines.len() == 1 {
        eprintln!("skipped: the system promises 4 TiB");
        return;
    }
    let sizes: Vec<u64> = lines[0]
        .strip_prefix("tellusererror There is no memory for a hash table of ")
        .unwrap_or_else(|| panic!("{gui}"))
        .split_ascii_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    assert_eq!(lines.len(), 2, "{gui}");
    assert!(sizes[0] > 4_000_000 && sizes[1] >= 64, "{sizes:?}");
    // GUIs repeat the command before each game.
    run_script(
        &mut gui,
        "> memory 4194304\n > cores 2\n > memory 4194304\n > ping 2\n < pong 2\n > memory 64\n > sd 1\n > go\n
         < move *\n > force\n > ping 3\n < pong 3",
    );
    gui.send("memory 4194304\nping 4");
    assert_eq!(gui.lines_until(|line| line == "pong 4").len(), 2, "{gui}");
    run_script(&mut gui, "> memory 8\n > ping 5\n < pong 5");
}

#[test]
fn cores_in_the_middle_of_a_search_disturb_nothing() {
    check(
        "> st 0.2\n > go\n > cores 2\n > memory 8\n < move *\n > a7a6\n > cores 1\n < move *\n > hard\n > easy",
    );
    let mut gui = check("> st 0.05\n > hard\n > go\n < move *");
    run_script(&mut gui, "> cores 2\n > ping 1\n < pong 1\n > easy");
}

#[test]
fn favourite_is_an_unknown_command_that_disturbs_nothing() {
    check(
        "> FAVOURITE blue\n < Error (unknown command): FAVOURITE blue\n ~ 30\n > sd 1\n > go\n < move *",
    );
}

#[test]
fn commands_of_crafty_turn_pondering_and_book_off() {
    check("> ponder on\n > ponder off\n > bk off\n > st 0.05\n > go\n < move *\n ~ 20\n > .\n ~ 0");
    check("> ponder on\n > st 0.05\n > go\n < move *\n > .\n < stat01: *");
}
