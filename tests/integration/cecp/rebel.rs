//! The extensions of Rebel Century and ChessPartner.

use std::time::{Duration, Instant};

use diglot::board::Position;
use diglot::protocol::cecp::{CecpSession, cpeini};

use crate::support::cecp::{check, is_thinking, run_script};
use crate::support::gui::Gui;

/// A book in Polyglot's format.
const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/book.bin");

/// A client that sends no `protover`.
pub(super) fn client() -> Gui {
    let mut gui = Gui::new(CecpSession::new);
    run_script(&mut gui, "> xboard\n ~ 0");
    gui
}

pub(super) fn is_current_move(line: &str) -> bool {
    line.starts_with("var:curmov=")
}

/// Sends a script and `go`; returns the time until the engine moves and the lines up to its move.
pub(super) fn think(script: &str) -> (Duration, Vec<String>) {
    let mut gui = client();
    gui.send("post");
    gui.send(script);
    let start = Instant::now();
    gui.send("go");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    (start.elapsed(), lines)
}

pub(super) fn greatest_depth(lines: &[String]) -> Option<u32> {
    let thinking_lines = lines.iter().filter(|line| is_thinking(line));
    thinking_lines
        .filter_map(|line| line.split(' ').next()?.parse().ok())
        .max()
}

/// Waits for the engine's move and returns it.
pub(super) fn wait_for_move(gui: &mut Gui) -> String {
    let line = gui.wait_for(|line| line.starts_with("move "));
    line["move ".len()..].to_owned()
}

#[test]
fn a_value_runs_to_the_end_of_the_line_and_is_echoed() {
    let path = format!("{}/book of all.bin", env!("CARGO_TARGET_TMPDIR"));
    std::fs::copy(BOOK, &path).unwrap();
    check(&format!(
        "> setvar antigm 3\n < var:antigm=3\n
         > setvar playstyle 0\n < var:playstyle=0\n
         > setvar playstyle Solid\n < var:playstyle=3\n
         > setvar ecofile {path}\n < var:ecofile={path}\n
         > getvar ecofile\n < var:ecofile={path}\n
         > setvar ecofile\n < var:ecofile=\n
         > setvar personality\n < var:personality=\n
         > SETVAR antigm 1\n < Error (unknown command): SETVAR antigm 1\n
         > setvar AntiGM 2\n < var:antigm=2\n
         > getvar antigm\n < var:antigm=2",
    ));
}

#[test]
fn invalid_values_are_errors_and_change_nothing() {
    check(
        "> setvar antigm 1\n < var:antigm=1\n
         > setvar antigm 4\n < Error (a number from 0 to 3 expected): setvar antigm 4\n
         > setvar antigm -1\n < Error (a number from 0 to 3 expected): setvar antigm -1\n
         > setvar antigm x\n < Error (a number from 0 to 3 expected): setvar antigm x\n
         > setvar antigm\n < Error (a number from 0 to 3 expected): setvar antigm\n
         > getvar antigm\n < var:antigm=1\n
         > setvar nonsense 1\n < Error (unknown variable): setvar nonsense 1\n
         > setvar curmov 1\n < Error (read-only variable): setvar curmov 1\n
         > setvar bookmoves e2e4\n < Error (read-only variable): setvar bookmoves e2e4\n
         > setvar\n < Error (too few parameters): setvar\n
         > ping 1\n < pong 1",
    );
}

#[test]
fn getvar_reports_one_variable() {
    check(
        "> getvar playstyle\n < var:playstyle=2\n
         > getvar nonsense\n < Error (unknown variable): getvar nonsense\n
         > getvar\n < Error (too few parameters): getvar\n
         > getvar antigm playstyle\n < Error (too many parameters): getvar antigm playstyle",
    );
}

#[test]
fn a_pattern_reports_all_matching_variables() {
    check(
        "> getvar *\n < var:personality=\n < var:antigm=0\n < var:playstyle=2\n
         < var:playstrength=2\n < var:eocuse=0\n < var:ecofile=\n < var:bookfile=\n < var:curmov=\n
         < var:bookmoves=\n
         > getvar play*\n < var:playstyle=2\n < var:playstrength=2\n
         > getvar *file\n < var:ecofile=\n < var:bookfile=\n
         > getvar x*\n < Error (unknown variable): getvar x*",
    );
}

#[test]
fn elements_of_arrays_count_from_1() {
    check(
        "> getvar bookmoves\n < var:bookmoves=\n
         > getvar bookmoves[1]\n < Error (no such element): getvar bookmoves[1]\n
         > getvar bookmoves[1/3]\n < Error (no such element): getvar bookmoves[1/3]\n
         > getvar bookmoves[0]\n < Error (bad parameter): getvar bookmoves[0]\n
         > getvar bookmoves[2/1]\n < Error (bad parameter): getvar bookmoves[2/1]\n
         > getvar bookmoves[1\n < Error (bad parameter): getvar bookmoves[1\n
         > getvar antigm[1]\n < Error (not an array): getvar antigm[1]\n
         > setvar antigm[1] 2\n < Error (not an array): setvar antigm[1] 2",
    );
}

/// How often the analysis restarts before it shows its sixth iteration.
fn restarts(gui: &mut Gui) -> usize {
    let lines = gui.lines_until(|line| line.starts_with("6 "));
    lines.iter().filter(|line| line.starts_with("1 ")).count()
}

#[test]
fn settings_of_a_group_take_effect_together_at_its_end() {
    let mut gui = check("> post\n > analyze");
    gui.wait_for(is_thinking);
    let settings = "begin\nsetvar playstyle 4\nsetvar antigm 9\nsetvar playstrength 1\nping 1";
    gui.send(settings);
    let lines = gui.lines_until(|line| line == "pong 1");
    let answers: Vec<_> = lines.iter().filter(|line| !is_thinking(line)).collect();
    assert_eq!(
        answers,
        [
            "var:playstyle=4",
            "Error (a number from 0 to 3 expected): setvar antigm 9",
            "var:playstrength=1",
            "pong 1"
        ]
    );
    // The analysis continues with the old options until `end` and then restarts with the new ones.
    let lines = gui.lines_within(Duration::from_millis(100));
    assert!(!lines.iter().any(|line| line.starts_with("1 ")), "{gui}");
    gui.send("end");
    assert_eq!(restarts(&mut gui), 1, "{gui}");
    gui.send("setvar playstyle 2");
    assert_eq!(restarts(&mut gui), 1, "{gui}");
}

#[test]
fn groups_begin_and_end_as_commands_and_as_variables() {
    check(
        "> end\n < Error (command not legal now): end\n
         > begin\n > begin\n > setvar antigm 1\n < var:antigm=1\n > end\n
         > end\n < Error (command not legal now): end\n
         > setvar begin\n < var:begin=\n > setvar end\n < var:end=\n
         > setvar end\n < Error (command not legal now): setvar end\n
         > begin 1\n < Error (too many parameters): begin 1",
    );
}

#[test]
fn ranges_and_defaults() {
    for (name, default, max) in [
        ("antigm", 0, 3),
        ("playstyle", 2, 4),
        ("playstrength", 2, 2),
        ("eocuse", 0, 3),
    ] {
        let mut gui = client();
        run_script(
            &mut gui,
            &format!("> getvar {name}\n < var:{name}={default}"),
        );
        // The encyclopedia can be used only where there is one.
        run_script(&mut gui, &format!("> setvar ecofile {BOOK}\n < var:*"));
        for value in 0..=max {
            run_script(
                &mut gui,
                &format!("> setvar {name} {value}\n < var:{name}={value}"),
            );
        }
        let too_large = max + 1;
        run_script(
            &mut gui,
            &format!(
                "> setvar {name} {too_large}\n < Error (*\n > getvar {name}\n < var:{name}={max}"
            ),
        );
    }
}

/// The first score that the engine shows for a drawn endgame.
fn score_of_a_draw(script: &str) -> i64 {
    let mut gui = check(script);
    gui.send("force\nsetboard 8/8/4k3/8/8/4K3/8/7R w - - 99 80\npost\nsd 4\ngo");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let score = |line: &String| line.split(' ').nth(1)?.parse().ok();
    lines
        .iter()
        .filter(|line| is_thinking(line))
        .find_map(score)
        .unwrap()
}

#[test]
fn playstyle_sets_contempt() {
    let with_contempt = |contempt: &str| score_of_a_draw(&format!("> option Contempt={contempt}"));
    let with_style = |style: &str| {
        score_of_a_draw(&format!(
            "> setvar playstyle {style}\n < var:playstyle={style}"
        ))
    };
    for (style, contempt) in [("0", "60"), ("2", "0"), ("4", "-60")] {
        assert_eq!(with_style(style), with_contempt(contempt), "{style}");
    }
    // An aggressive player dislikes a draw.
    assert!(with_style("0") < with_style("4"));
}

#[test]
fn playstrength_goes_from_novice_to_full_strength() {
    check(
        "> getvar playstrength\n < var:playstrength=2\n
         > option LimitStrength=1\n > option Elo=1000\n > getvar playstrength\n < var:playstrength=0\n
         > option Elo=1900\n > getvar playstrength\n < var:playstrength=1\n
         > option LimitStrength=0\n > getvar playstrength\n < var:playstrength=2",
    );
    // The strongest setting is the only one without a node limit, which also bounds the search for the score shown.
    let depth = |strength: &str| {
        let script = format!("setvar playstrength {strength}\nsetlevel 0 14");
        greatest_depth(&think(&script).1)
    };
    assert_eq!(depth("2"), Some(14));
    assert!(depth("0") < Some(14), "{:?}", depth("0"));
}

/// The move that eight plies find best with this value of `antigm`.
fn move_against_humans(antigm: u32, board: &str) -> String {
    let mut gui = client();
    gui.send(&format!(
        "setvar antigm {antigm}\nforce\nsetboard {board}\nsetlevel 0 8\ngo"
    ));
    wait_for_move(&mut gui)
}

#[test]
fn antigm_declines_an_early_queen_exchange() {
    let board = "rnbqkbnr/ppp2ppp/8/4p3/4P3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(move_against_humans(0, board), "d1d8");
    for antigm in [2, 3] {
        assert_ne!(move_against_humans(antigm, board), "d1d8", "{antigm}");
    }
}

#[test]
fn antigm_avoids_closing_the_position() {
    let caro_kann = "rnbqkbnr/pp2pp1p/2p3p1/3p4/3PP3/2N5/PPP2PPP/R1BQKBNR w KQkq - 0 4";
    assert_eq!(move_against_humans(0, caro_kann), "e4e5");
    for antigm in [1, 2, 3] {
        assert_ne!(move_against_humans(antigm, caro_kann), "e4e5", "{antigm}");
    }
}

#[test]
fn antigm_is_ignored_in_analysis() {
    let board = "rnb1kbnr/ppp2ppp/8/4p3/4P3/8/PPP2PPP/RNB1KBNR w KQkq - 0 1";
    let score = |commands: &str| {
        let mut gui = check(&format!("> force\n > setboard {board}\n > post"));
        gui.send(commands);
        let line = gui.wait_for(|line| line.starts_with("1 "));
        line.split(' ').nth(1).map(str::to_owned)
    };
    let normal = score("sd 1\ngo");
    assert_ne!(score("setvar antigm 2\nsd 1\ngo"), normal);
    assert_eq!(score("analyze"), normal);
    assert_eq!(score("setvar antigm 2\nanalyze"), normal);
}

#[test]
fn file_names_have_blanks() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let personality = format!("{folder}/Tal's style = wild.txt");
    std::fs::write(&personality, "Contempt = 60").unwrap();
    let book = format!("{folder}/is not found.bin");
    std::fs::copy(BOOK, &book).unwrap();
    // XBoard would take some words of a line for a failed start.
    let echoed = book.replace("not found", "not_found");
    check(&format!(
        "> setvar personality {personality}\n < var:personality={personality}\n
         > getvar personality\n < var:personality={personality}\n
         > setvar ecofile {book}\n < var:ecofile={echoed}\n
         > new\n > getvar ecofile\n < var:ecofile={echoed}",
    ));
}

/// Checks `var:curmov=PLY N TOTAL MOVE`.
fn check_current_move(line: &str, position: &Position) {
    let words: Vec<&str> = line["var:curmov=".len()..].split(' ').collect();
    let [ply, number, total, m] = words[..] else {
        panic!("{line}");
    };
    let number: usize = number.parse().unwrap();
    assert!(ply.parse::<u32>().unwrap() > 0, "{line}");
    assert_eq!(total, position.legal_moves().len().to_string());
    assert!(
        (1..=position.legal_moves().len()).contains(&number),
        "{line}"
    );
    assert!(position.parse_move(m).is_ok(), "{line}");
}

#[test]
fn curmov_is_sent_while_thinking_and_analysing() {
    for command in ["setlevel 2 4\ngo", "setlevel 6\nanalyze"] {
        let mut gui = client();
        let start = Instant::now();
        gui.send(command);
        let line = gui.wait_for(is_current_move);
        // In the first second the root moves change too often.
        assert!(start.elapsed() >= Duration::from_secs(1), "{gui}");
        check_current_move(&line, &Position::startpos());
        gui.send("getvar curmov");
        check_current_move(&gui.wait_for(is_current_move), &Position::startpos());
        gui.send("exit\nforce\nping 1");
        gui.wait_for(|line| line == "pong 1");
        run_script(&mut gui, "> getvar curmov\n < var:curmov=");
    }
}

#[test]
fn curmov_is_not_sent_before_an_extension_is_used() {
    let mut gui = check("> analyze\n > begin\n > end");
    assert!(
        gui.lines_within(Duration::from_millis(1500)).is_empty(),
        "{gui}"
    );
    gui.send("getvar antigm");
    gui.wait_for(is_current_move);
}

#[test]
fn book_moves_are_listed_before_the_usual_answer() {
    check("> bk\n <  no book\n <");
    check(
        "> getvar bookmoves\n < var:bookmoves=\n
         > bk\n < var:bookmoves=\n <  no book\n <",
    );
}

#[test]
fn the_extensions_work_without_protover() {
    let mut gui = client();
    run_script(
        &mut gui,
        "> new\n > setvar playstrength 2\n < var:playstrength=2\n > getvar playstrength\n
         < var:playstrength=2",
    );
    gui.send("setlevel 0 1\ne2e4");
    wait_for_move(&mut gui);
    let mut gui = Gui::new(CecpSession::new);
    run_script(
        &mut gui,
        "> getvar play*\n < var:playstyle=2\n < var:playstrength=2",
    );
}

#[test]
fn cpeini_lists_the_variables_of_the_session() {
    let text = cpeini();
    let variables = text
        .iter()
        .skip_while(|line| *line != "[Variables]")
        .skip(1);
    let settings: Vec<_> = variables.filter(|line| !line.starts_with(';')).collect();
    assert_eq!(settings.len(), 7, "{text:?}");
    let mut gui = client();
    run_script(&mut gui, &format!("> setvar ecofile {BOOK}\n < var:*"));
    for setting in settings {
        let (name, kind) = setting.split_once('=').unwrap();
        run_script(&mut gui, &format!("> getvar {name}\n < var:{name}=*"));
        let (kind, values) = kind.strip_suffix(')').unwrap().split_once('(').unwrap();
        if kind == "Filename" {
            assert!(values.contains('|'), "{setting}");
            continue;
        }
        assert_eq!(kind, "Integer");
        for value in values.split(',') {
            let (number, label) = value.split_once('=').unwrap();
            for value in [number, label] {
                run_script(
                    &mut gui,
                    &format!("> setvar {name} {value}\n < var:{name}={number}"),
                );
            }
        }
    }
}

#[test]
fn curmov_comes_at_most_ten_times_a_second() {
    let mut gui = client();
    let start = Instant::now();
    gui.send("setlevel 6\nanalyze");
    gui.wait_for(is_current_move);
    let lines = gui.lines_within(Duration::from_millis(2500));
    let count = 1 + lines.iter().filter(|line| is_current_move(line)).count();
    // A busy machine delays lines, so they count from the start.
    let limit = start.elapsed().as_millis() / 100 + 1;
    assert!(count as u128 <= limit, "{count} of {limit}");
}

#[test]
fn levels_and_settings_in_any_order_leave_a_working_engine() {
    let commands = [
        "setlevel 6",
        "go",
        "setlevel 0 2",
        "setvar playstyle 4",
        "?",
        "hard",
        "setlevel 3 1",
        "new",
        "begin",
        "e2e4",
        "setlevel 2 0.01",
        "getvar *",
        "analyze",
        "setvar playstrength 2",
        "end",
        "exit",
        "setlevel 5 0.1 0",
        "ping 1",
        "easy",
    ];
    let mut gui = client();
    // The number of commands is prime, so each step visits all of them in a different order.
    for step in 1..commands.len() {
        for round in 0..commands.len() {
            gui.send(commands[round * step % commands.len()]);
        }
        gui.lines_within(Duration::from_millis(1));
        gui.send("force\nping 2");
        gui.wait_for(|line| line == "pong 2");
        gui.send("new\nsetvar playstrength 2\nsetlevel 0 1\ngo");
        wait_for_move(&mut gui);
    }
}

#[test]
fn variables_follow_their_options() {
    let mut gui = check(
        "> setvar playstyle 4\n < var:playstyle=4\n > getvar playstyle\n < var:playstyle=4\n
         > option Contempt=-25\n > getvar playstyle\n < var:playstyle=3\n
         > setvar playstrength 1\n < var:playstrength=1\n > option LimitStrength=0\n
         > getvar playstrength\n < var:playstrength=2\n > option LimitStrength=1\n
         > getvar playstrength\n < var:playstrength=1\n
         > begin\n > setvar playstyle 3\n < var:playstyle=3\n > getvar playstyle\n < var:playstyle=3\n
         > end\n > getvar playstyle\n < var:playstyle=3",
    );
    gui.send("option ResetSettings\nping 1");
    gui.wait_for(|line| line == "pong 1");
    run_script(
        &mut gui,
        "> getvar play*\n < var:playstyle=2\n < var:playstrength=2",
    );
}

#[test]
fn groups_begin_and_end_in_any_case() {
    check(
        "> setvar BEGIN\n < var:begin=\n > setvar antigm 1\n < var:antigm=1\n > setvar End\n < var:end=\n
         > setvar begin[3] x\n < Error (not an array): setvar begin[3] x\n
         > setvar END[1]\n < Error (not an array): setvar END[1]\n
         > end\n < Error (command not legal now): end",
    );
}
