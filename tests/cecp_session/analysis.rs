//! Analysis.

use std::time::Duration;

use super::{check, go_on, is_thinking};

/// The line of moves that comes first after a script in analysis.
fn first_line_after(script: &str) -> String {
    let mut gui = check("> post\n > analyze");
    gui.wait_for(is_thinking);
    gui.send(&format!("{script}\nping 99"));
    gui.wait_for(|line| line == "pong 99");
    let line = gui.wait_for(|line| line.starts_with("1 "));
    line.split('\t').nth(1).unwrap().to_owned()
}

#[test]
fn r028_r089_every_change_of_the_board_is_analysed_anew() {
    assert!(first_line_after("e2e4").as_bytes()[1] >= b'5');
    assert!(first_line_after("usermove e2e4\nundo").as_bytes()[1] <= b'2');
    assert!(first_line_after("usermove e2e4\nnew").as_bytes()[1] <= b'2');
    let mated = "setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    assert_eq!(first_line_after(mated), "a1a8");
    let edited = "edit\n#\nKh1\nRa1\nc\nKg8\nPf7\nPg7\nPh7\n.";
    assert_eq!(first_line_after(edited), "a1a8");
}

#[test]
fn r089_no_moves_are_made_and_nothing_is_claimed() {
    check(
        "> sd 1\n > st 1\n > analyze\n > e2e4\n > e7e5\n > e2e4\n < Illegal move: e2e4\n ~ 50\n
         > setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\n > a1a8\n > ping 1\n < pong 1\n > .\n
         < stat01: 0 0 0 0 0\n > undo\n ~ 20\n > .\n < stat01: *\n > exit\n ~ 20\n > .\n ~ 0",
    );
}

#[test]
fn r028_exit_leaves_the_position_in_force_mode() {
    check(
        "> analyze\n > e2e4\n > exit\n > ping 1\n < pong 1\n > e7e5\n > d2d4\n ~ 20\n > sd 1\n > go\n
         < move *\n > exit",
    );
}

#[test]
fn r029_r090_the_state_of_the_search() {
    let mut gui = check("> post\n > analyze");
    std::thread::sleep(Duration::from_millis(100));
    gui.lines_within(Duration::from_millis(50));
    gui.send(".");
    let line = gui.wait_for(|line| line.starts_with("stat01: "));
    let words: Vec<&str> = line.split(' ').collect();
    let number = |i: usize| words[i].parse::<u64>().unwrap();
    assert!((6..=7).contains(&words.len()), "{line}");
    assert!((10..200).contains(&number(1)), "{line}");
    assert!(number(2) > 100 && number(3) > 1, "{line}");
    assert!(number(4) <= 20 && number(5) == 20, "{line}");
}

#[test]
fn r089_the_move_being_searched_is_named_after_a_while() {
    let mut gui = check("> analyze");
    for _ in 0..60 {
        assert!(gui.lines_within(Duration::from_millis(50)).is_empty());
        gui.send(".");
        let line = gui.next_line();
        if let Some(m) = line.split(' ').nth(6) {
            assert!(
                diglot::board::Position::startpos()
                    .parse_coordinate(m)
                    .is_ok(),
                "{line}"
            );
            return;
        }
    }
    panic!("never: {gui}");
}

#[test]
fn r082_hint_and_book_in_analysis() {
    let mut gui = check("> post\n > analyze");
    gui.wait_for(is_thinking);
    go_on(
        &mut gui,
        "> hint\n < Hint: *\n > bk\n <  no book\n <\n > ping 1\n < pong 1",
    );
}

#[test]
fn r026_nopost_silences_analysis() {
    let mut gui = check("> analyze");
    assert!(gui.lines_within(Duration::from_millis(50)).is_empty());
}

#[test]
fn r089_other_commands_end_analysis() {
    check(
        "> analyze\n > force\n > e2e4\n ~ 20\n > analyze\n > analyze\n > sd 1\n > go\n < move *\n ~ 20",
    );
    check("> analyze\n > result *\n ~ 20\n > .\n ~ 0");
}
