//! Handshake, features, options and invalid lines.

use std::time::Duration;

use diglot::protocol::Input;
use diglot::protocol::cecp::CecpSession;

use crate::support::cecp::{check, gui, is_thinking, run_script};
use crate::support::gui::Gui;

#[test]
fn version_1_works_without_protover() {
    let mut gui = Gui::new(CecpSession::new);
    run_script(
        &mut gui,
        "> xboard\n ~ 20\n > new\n > sd 1\n > e2e4\n < move *",
    );
}

#[test]
fn features_end_with_done_for_every_higher_version() {
    for version in ["2", "3", "99999999999999999999", "x", ""] {
        let mut gui = Gui::new(CecpSession::new);
        gui.send(&format!("xboard\nprotover {version}"));
        let lines = gui.lines_until(|line| line.contains("done=1"));
        assert!(gui.lines_within(Duration::ZERO).is_empty());
        assert!(lines.iter().all(|line| line.starts_with("feature ")));
        assert!(lines.iter().all(|line| line.len() < 256));
        assert_eq!(
            lines.iter().filter(|line| line.contains("done=")).count(),
            1
        );
        assert_eq!(lines.last().unwrap(), "feature done=1");
    }
    let mut gui = Gui::new(CecpSession::new);
    run_script(&mut gui, "> xboard\n > protover 1\n ~ 0");
}

#[test]
fn features_are_well_formed_and_complete() {
    let mut gui = Gui::new(CecpSession::new);
    gui.send("xboard\nprotover 2");
    let text = gui.lines_until(|line| line.contains("done=1")).join(" ");
    for feature in [
        "ping=1",
        "setboard=1",
        "playother=1",
        "usermove=1",
        "analyze=1",
        "colors=0",
        "sigint=0",
        "sigterm=0",
        "san=1",
        "ics=1",
        "pause=1",
        "nps=1",
        "exclude=1",
        "setscore=1",
        "highlight=1",
        "fen960=1",
        "oocastle=1",
        "memory=1",
        "smp=1",
        "name=1",
        "debug=1",
        "time=1",
        "draw=1",
        "reuse=1",
        "variants=\"normal,fischerandom,nocastle,wildcastle,3check,kingofthehill,crazyhouse,bughouse,antichess,giveaway,\
            suicide,losers,atomic,horde,racingkings,knightmate,shatranj,berolina,cylinder,twokings\"",
        "egt=\"syzygy\"",
        "myname=\"Diglot ",
        "option=\"ClearHash -button\"",
        "option=\"MoveOverhead -spin 10 0 5000\"",
    ] {
        assert!(text.contains(&format!(" {feature}")), "{feature}: {text}");
    }
    assert!(!text.contains("Hash -spin") && !text.contains("Threads"));
    assert_eq!(text.matches('"').count() % 2, 0);
}

#[test]
fn answers_to_features_are_never_answered() {
    check(
        "> accepted ping\n > rejected sigterm\n > accepted\n > rejected\n > accepted xyz\n
         > rejected usermove\n > new\n > force\n > e2e4\n > usermove e7e5\n > ping 1\n < pong 1",
    );
}

#[test]
fn comments_are_sent_only_if_accepted() {
    let sloppy = "> setboard 4k3/8/8/8/8/8/8/4K2R w Qk - 0 1";
    check(&format!("{sloppy}\n ~ 0\n > ping 1\n < pong 1"));
    check(&format!(
        "> accepted debug\n {sloppy}\n < # castling right Q *\n < # castling *"
    ));
}

#[test]
fn silent_commands_get_no_answer() {
    check(
        "> random\n > computer\n > name A. Nother\n > rating 2000 0\n > ics -\n > otim 100\n
         > otim x\n > time x\n > beep\n > # words\n >\n > ?\n > draw\n > hard\n > easy\n > post\n
         > nopost\n > exit\n > .\n > result 1-0 {nobody}\n > xboard\n ~ 0",
    );
}

#[test]
fn unknown_commands_are_named() {
    check(
        "> xyzzy 1 2\n < Error (unknown command): xyzzy 1 2\n
         > pause now\n < Error (too many parameters): pause now\n
         > egtpath syzygy\n < Error (too few parameters): egtpath syzygy\n
         > nps x\n < Error (bad parameter): nps x\n
         > sd 1 2 3\n < Error (too many parameters): sd 1 2 3\n
         > level 1 2 3 4 5\n < Error (too many parameters): level 1 2 3 4 5\n
         > level\n < Error (too few parameters): level\n
         > st abc\n < Error (bad parameter): st abc\n
         > undo\n < Error (command not legal now): undo\n
         > ping 1\n < pong 1",
    );
}

#[test]
fn errors_name_the_command_unless_xboard_would_misread_it() {
    for command in [
        "say: file not found",
        "No such file",
        "sometimes",
        "Draw",
        "what? draw",
        "xyz\t1",
    ] {
        check(&format!(
            "> {command}\n < Error (unknown command): {command}"
        ));
    }
    // XBoard would take back the user's last move, or try the time control of GNU Chess 4.
    check(
        "> Illegal move: e2e4\n < Error (unknown command): Ill_egal move: e2e4\n > (no matching move)st\n
         < Error (unknown command): (n_o matching move)st",
    );
    let long = "abcd ".repeat(60);
    let long = long.trim();
    check(&format!("> {long}\n < Error (unknown command): {long}"));
}

#[test]
fn an_overlong_line_is_an_error() {
    let mut gui = gui();
    gui.input(Input::Overlong {
        start: "usermove".to_owned(),
    });
    run_script(&mut gui, "< Error (line too long): *\n > ping 1\n < pong 1");
}

#[test]
fn option_accepts_valid_and_rejects_invalid_values() {
    check(
        "> memory 8\n > cores 2\n > option Clear Hash\n > option Move Overhead=20\n > ping 1\n
         < pong 1\n
         > memory 0\n > memory -5\n > cores 0\n > ping 2\n < pong 2\n
         > option Nonsense=1\n < Error (no such option): option Nonsense=1\n
         > option Hash=1\n < Error (no such option): option Hash=1\n
         > option Move Overhead=x\n
         < Error (a number from 0 to 5000 expected): option Move Overhead=x\n
         > memory x\n < Error (bad parameter): memory x\n
         > memory\n < Error (too few parameters): memory\n
         > sd 2\n > go\n < move *",
    );
}

#[test]
fn options_take_effect_in_a_running_analysis() {
    let mut gui = check("> post\n > analyze");
    gui.wait_for(is_thinking);
    run_script(&mut gui, "> cores 2\n > memory 4\n > ping 1\n < pong 1");
    gui.lines_within(Duration::ZERO);
    gui.wait_for(is_thinking);
}

#[test]
fn option_names_are_accepted_with_and_without_blanks() {
    let mut gui = check("");
    gui.send("protover 2");
    let features = gui.lines_until(|line| line.contains("done=1"));
    let options: Vec<_> = features
        .iter()
        .filter(|line| line.contains("option="))
        .collect();
    assert!(!options.is_empty());
    for line in options {
        let name = line
            .split_once("option=\"")
            .unwrap()
            .1
            .split_once(" -")
            .unwrap()
            .0;
        assert!(!name.contains(' '), "{line}");
    }
    check(
        "> option MoveOverhead=50\n > option Move Overhead=60\n > option ClearHash\n > ping 1\n < pong 1",
    );
}

#[test]
fn xboard_only_features_are_announced_and_others_are_not() {
    let mut gui = Gui::new(CecpSession::new);
    gui.send("xboard\nprotover 2");
    let lines = gui.lines_until(|line| line.contains("done=1"));
    // Chess960 uses O-O for castling and rook files for the rights. All time controls are supported, and positions are
    // edited with `edit`.
    for (feature, expected) in [
        ("fen960=1", true),
        ("oocastle=1", true),
        ("level=", false),
        ("xedit=", false),
    ] {
        let found = lines
            .iter()
            .any(|line| line.split(' ').any(|word| word.starts_with(feature)));
        assert_eq!(found, expected, "{feature}");
    }
}
