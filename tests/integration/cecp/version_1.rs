//! Version 1 of the protocol and the dialects of it that GUIs use.

use std::time::Duration;

use diglot::board::Position;
use diglot::engine::Game;
use diglot::protocol::cecp::CecpSession;

use crate::support::cecp::{check, is_thinking, run_script};
use crate::support::gui::Gui;

/// A version 1 GUI, which sends no handshake.
fn silent_gui() -> Gui {
    Gui::new(CecpSession::new)
}

#[test]
fn a_whole_game_in_bare_moves() {
    let mut players = [silent_gui(), silent_gui()];
    players[0].send("xboard\nnew\nrandom\nlevel 40 5 0\nhard\neasy\nsd 1\nwhite\ngo");
    players[1].send("sd 2");
    let mut game = Game::new(Position::startpos());
    while game.outcome().is_none() {
        let [mover, other] = &mut players;
        let line = mover.wait_for(|line| line != "offer draw");
        let text = line
            .strip_prefix("move ")
            .unwrap_or_else(|| panic!("{line}: {mover}"));
        let m = game.position().parse_coordinate(text).unwrap();
        game.play(m);
        other.send(text);
        players.reverse();
    }
    for mut player in players {
        let lines = player.lines_within(Duration::ZERO);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].contains(" {"), "{lines:?}");
    }
}

#[test]
fn a_version_number_of_1_brings_no_features() {
    let mut gui = silent_gui();
    run_script(
        &mut gui,
        "> xboard\n > protover 1\n > sd 1\n > e2e4\n < move *\n ~ 20",
    );
}

/// The thinking output after a script, split at spaces.
fn thinking_lines_after(script: &str) -> Vec<Vec<String>> {
    let mut gui = silent_gui();
    gui.send(&format!("{script}\npost\nsd 3\ngo"));
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let thinking_lines = lines.iter().filter(|line| is_thinking(line));
    let words = |line: &String| line.split(' ').map(str::to_owned).collect();
    thinking_lines.map(words).collect()
}

#[test]
fn version_1_thinking_output_has_four_numbers_and_the_moves() {
    for script in ["", "xboard\nprotover 1"] {
        let thinking_lines = thinking_lines_after(script);
        assert!(!thinking_lines.is_empty());
        for words in thinking_lines {
            let (numbers, moves) = words.split_at(4);
            let is_number = |word: &String| word.parse::<i64>().is_ok();
            assert!(numbers.iter().all(is_number), "{words:?}");
            let first = Position::startpos().parse_coordinate(&moves[0]);
            assert!(first.is_ok(), "{words:?}");
        }
    }
    let columns = "option ThinkingColumns=1";
    let in_version_1 = thinking_lines_after(columns);
    assert!(in_version_1.iter().all(|words| !words[4].contains('\t')));
    let thinking_lines = thinking_lines_after(&format!("xboard\nprotover 2\n{columns}"));
    assert!(thinking_lines.iter().all(|words| words[6].contains('\t')));
}

#[test]
fn a_bare_depth_line_sets_the_depth() {
    let mut gui = check("> post\n > st 60\n > depth\n > 2");
    gui.send("go");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    assert!(lines.len() <= 3, "{gui}");
    // A number without `depth` is an error; `depth` without a number has no effect.
    check(
        "> 2\n < Error (unknown command): 2\n > depth\n > depth 1\n > depth\n > st 60\n > e2e4\n < move *",
    );
}

#[test]
fn times_and_depths_are_never_reported_as_illegal_moves() {
    check("> st 5\n > sd 5\n > st 5.5\n > sd 0\n > level 1 5\n > level 1 0:05 0\n ~ 0");
    check("> st\n < Error (too few parameters): st\n > sd\n < Error (too few parameters): sd");
}

#[test]
fn a_white_move_before_edit_puts_black_to_move() {
    check(
        "> new\n > force\n > a2a3\n > edit\n > #\n > Ke1\n > Qd1\n > c\n > Kg8\n > Pf7\n > Pg7\n > Ph7\n
         > Ra8\n > .\n > a8a1\n > d1a1\n > undo\n > undo\n > sd 2\n > go\n < move *",
    );
}

#[test]
fn edit_in_the_middle_of_play_keeps_the_mode() {
    check(
        "> sd 1\n > e2e4\n < move *\n > edit\n > #\n > Kh1\n > Ra2\n > c\n > Kh8\n > Pg7\n > .\n
         > a2b2\n < move *\n > edit\n > force\n > .\n > ping 1\n < pong 1\n > g1f3\n
         < Illegal move: g1f3\n ~ 20",
    );
}

#[test]
fn settings_and_force_work_in_edit_mode() {
    let mut gui =
        check("> edit\n > post\n > sd 2\n > hard\n > easy\n > force\n > .\n > e2e4\n ~ 20");
    gui.send("go");
    assert!(is_thinking(&gui.next_line()), "{gui}");
}

#[test]
fn chessbase_names_castling_rights_and_en_passant() {
    let pieces = "> edit\n > #\n > Ke1\n > Ra1\n > Rh1\n > Pe5\n > c\n > Ke8\n > Rh8\n > Pd5\n";
    check(&format!(
        "> force\n {pieces} > castle Kk\n > ep d6\n > .\n > e1c1\n < Illegal move: e1c1\n > e5d6\n > e8g8"
    ));
    check(&format!(
        "> force\n {pieces} > castle -\n > .\n > e1g1\n < Illegal move: e1g1\n > e5d6\n < Illegal move: e5d6"
    ));
}

#[test]
fn chessbase_has_commands_of_its_own() {
    let mut gui = silent_gui();
    run_script(
        &mut gui,
        "> xboard\n > fritz\n > reset\n > ponder\n > easy\n > sd 1\n > d2d4\n < move *\n > reset\n ~ 20
         > sd 1\n > e2e4\n < move *",
    );
}

#[test]
fn hint_and_book_need_no_version_2() {
    let mut gui = silent_gui();
    run_script(
        &mut gui,
        "> hint\n < Hint: *\n > bk\n <  no book\n <\n > beep\n > sd 3\n > e2e4\n < move *\n > hint\n < Hint: *",
    );
}

#[test]
fn levels_in_all_spellings() {
    for level in [
        "level 40 5 0",
        "level 40 0:30 0",
        "level 0 2 12",
        "level 0 2 0.5",
        "level 0 0 5",
        "level 0 25+5 0",
        "level 60 15:00+3 3",
        "level 40 5",
        "level 0 0:05 0",
    ] {
        check(&format!("> {level}\n > sd 1\n > e2e4\n < move *"));
    }
}

#[test]
fn an_ambiguous_move_is_reported() {
    check(
        "> force\n > setboard 4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1\n > Nd2\n < Error (ambiguous move): Nd2\n
         > usermove Nd2\n < Error (ambiguous move): Nd2\n > Nbd2\n > ping 1\n < pong 1",
    );
}

#[test]
fn errors_never_name_commands_that_xboard_would_disable() {
    let names = "> xdraw\n < Error (unknown command): xdr_aw\n > usermove analyze\n < Illegal move: an_alyze\n";
    // The clocks can be disabled in version 1 only.
    check(&format!(
        "{names} > level time\n < Error (too few parameters): level time"
    ));
    run_script(
        &mut silent_gui(),
        &format!("> xboard\n {names} > level time\n < Error (too few parameters): level ti_me"),
    );
}

#[test]
fn moves_off_the_board_are_illegal_moves() {
    run_script(
        &mut silent_gui(),
        "> xboard\n > e8e9\n < Illegal move: e8e9\n > i2i4\n < Illegal move: i2i4\n > Nf9\n < Illegal move: Nf9\n
         > e2e4k\n < Illegal move: e2e4k\n > P@e9\n < Illegal move: P@e9\n > e2e4e5\n
         < Error (unknown command): e2e4e5",
    );
    check("> e8e9\n < Illegal move: e8e9\n > usermove e8e9\n < Illegal move: e8e9");
}

#[test]
fn moves_may_name_more_than_they_need() {
    check(
        "> force\n > Ng1-f3\n > Pe7e5\n > Nb1c3\n > Ng8f6\n > e2-e4\n > Bf8-b4\n > Nf3xe5\n > Bb4xc3\n > b2xc3\n
         > usermove Nf6xe4\n > Bf1-e2\n > Ke8e7\n > Ke1-g1\n > ping 1\n < pong 1\n > Rg1f1\n
         < Illegal move: Rg1f1",
    );
    check(
        "> force\n > setboard r3k3/8/8/8/8/8/8/R3K3 w - - 0 1\n > Ra1xa8+\n > undo\n > usermove Ra1xa8\n > ping 1\n
         < pong 1",
    );
}
