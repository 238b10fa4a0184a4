//! The opening book.

use std::time::Duration;

use diglot::board::Position;

use crate::support::cecp::{check, is_thinking, run_script, split_thinking};
use crate::support::gui::Gui;

const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/book.bin");

/// A GUI that has set the book and then played the script.
fn with_book(script: &str) -> Gui {
    check(&format!("> option BookFile={BOOK}\n{script}"))
}

/// Sends `bk` and returns the answer without its final empty line.
fn ask_book(gui: &mut Gui) -> Vec<String> {
    gui.send("bk");
    let mut lines = gui.lines_until(str::is_empty);
    lines.retain(|line| !is_thinking(line));
    lines.pop();
    assert!(lines.iter().all(|line| line.starts_with(' ')), "{lines:?}");
    lines
}

/// Sends a command and returns the thinking output and the engine's move.
fn think(gui: &mut Gui, command: &str) -> (Vec<String>, String) {
    gui.send(command);
    let mut lines = gui.lines_until(|line| line.starts_with("move "));
    let m = lines.pop().unwrap();
    (lines, m["move ".len()..].to_owned())
}

fn is_book_line(line: &str) -> bool {
    is_thinking(line) && split_thinking(line).1.starts_with('(')
}

#[test]
fn the_book_is_shown_with_weights_in_percent() {
    let mut gui = with_book("");
    let lines = ask_book(&mut gui);
    assert_eq!(lines.len(), 13);
    assert_eq!(lines[0], " e2e4     39.4%  12135");
    assert_eq!(lines[1], " d2d4     36.6%  11257");
    assert_eq!(lines[12], " a2a3      0.0%      2");
    let mut sum = 0.0;
    for line in &lines {
        let words: Vec<_> = line.split_whitespace().collect();
        assert!(Position::startpos().parse_coordinate(words[0]).is_ok());
        sum += words[1].trim_end_matches('%').parse::<f64>().unwrap();
    }
    assert!((sum - 100.0).abs() < 0.5);
    run_script(
        &mut gui,
        "> force\n > h2h4\n > bk\n <  no moves in the book\n <",
    );
    run_script(
        &mut gui,
        "> undo\n > option BookFile=\n > bk\n <  no book\n <",
    );
}

#[test]
fn the_book_is_shown_in_analysis_and_while_thinking() {
    let mut gui = with_book("> post\n > analyze");
    gui.wait_for(is_thinking);
    assert_eq!(ask_book(&mut gui).len(), 13);
    gui.send("e2e4");
    assert!(ask_book(&mut gui)[0].starts_with(" c7c5 "));
    // Analysis plays no book moves.
    let is_deep = |line: &str| {
        let depth = line.split(' ').next();
        depth.is_some_and(|depth| depth.parse::<u32>().is_ok_and(|depth| depth >= 5))
    };
    let lines = gui.lines_until(is_deep);
    assert!(!lines.iter().any(|line| is_book_line(line)));
    gui.send("exit\nnopost\nhard\nst 60\ngo");
    assert!(ask_book(&mut gui)[0].starts_with(" c7c5 "));
    gui.send("?");
    gui.wait_for(|line| line.starts_with("move "));
    assert!(gui.lines_within(Duration::from_millis(20)).is_empty());
}

#[test]
fn book_moves_follow_the_notation_of_the_gui_and_the_side_to_move() {
    let mut gui = with_book("> accepted san\n > force\n > e4");
    assert!(ask_book(&mut gui)[0].starts_with(" c5 "));
    run_script(&mut gui, "> white\n > bk\n <  no moves in the book\n <");
    run_script(&mut gui, "> black");
    assert!(ask_book(&mut gui)[0].starts_with(" c5 "));
    let castling = "rnbq1rk1/pp2ppbp/2p3pn/3p4/3PP3/3B1N1P/PPPN1PP1/R1BQK2R w KQ - 3 7";
    run_script(&mut gui, &format!("> setboard {castling}"));
    assert_eq!(ask_book(&mut gui), [" O-O     100.0%      6"]);
    run_script(&mut gui, "> rejected san");
    assert_eq!(ask_book(&mut gui), [" e1g1    100.0%      6"]);
}

#[test]
fn a_line_of_the_book_begins_with_a_parenthesis() {
    let mut gui = with_book("> option OwnBook=1\n > option BookSelection=best\n > post\n > st 60");
    let (lines, m) = think(&mut gui, "go");
    assert_eq!(m, "e2e4");
    assert_eq!(lines.len(), 1);
    let (numbers, moves) = split_thinking(&lines[0]);
    assert_eq!((&numbers[..2], &numbers[3..]), (&[1, 0][..], &[0][..]));
    assert_eq!(moves, "(e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6)");
    // The engine searches once it is out of the book.
    gui.send("st 0.05");
    let (lines, _) = think(&mut gui, "usermove h7h5");
    assert!(!lines.is_empty() && !lines.iter().any(|line| is_book_line(line)));
}

#[test]
fn book_moves_are_shown_in_version_1() {
    let mut gui = Gui::new(diglot::protocol::cecp::CecpSession::new);
    gui.send(&format!(
        "xboard\noption BookFile={BOOK}\noption OwnBook=1\npost\nst 60"
    ));
    let (lines, m) = think(&mut gui, "e2e4");
    let moves = lines[0].split(' ').nth(4).unwrap();
    assert_eq!(moves.trim_end_matches(')'), format!("({m}"));
    gui.send("undo\nundo\nnopost");
    assert!(think(&mut gui, "go").0.is_empty());
}

#[test]
fn the_book_is_used_only_in_games_and_without_excluded_moves() {
    let mut gui = with_book("> option OwnBook=1\n > post\n > sd 4");
    assert!(is_book_line(&think(&mut gui, "go").0[0]));
    gui.send("new\nexclude e2e4\nsd 4");
    let (lines, m) = think(&mut gui, "go");
    assert!(!is_book_line(&lines[0]) && m != "e2e4");
    gui.send("new\nanalyze");
    let lines = gui.lines_until(|line| line.starts_with("5 "));
    assert!(!lines.iter().any(|line| is_book_line(line)));
    gui.send("exit\nnew\nsd 4\noption OwnBook=0");
    assert!(!is_book_line(&think(&mut gui, "go").0[0]));
}

#[test]
fn pondering_is_on_the_books_reply_and_its_move_comes_from_the_book() {
    let mut gui =
        with_book("> option OwnBook=1\n > option BookSelection=best\n > post\n > hard\n > st 60");
    let (_, m) = think(&mut gui, "go");
    assert_eq!(m, "e2e4");
    gui.wait_for(|line| line == "Hint: c7c5");
    let line = gui.wait_for(|line| line.starts_with("4 "));
    assert!(!is_book_line(&line));
    // The expected move first, another move below.
    let (lines, m) = think(&mut gui, "usermove c7c5");
    assert!(lines.iter().any(|line| is_book_line(line)), "{gui}");
    assert_eq!(m, "g1f3");
    gui.send("force\nnew\nst 60");
    think(&mut gui, "go");
    let (lines, _) = think(&mut gui, "usermove e7e5");
    assert!(lines.iter().any(|line| is_book_line(line)), "{gui}");
}

#[test]
fn a_move_of_the_book_waits_for_the_end_of_a_pause() {
    let mut gui = with_book("> option OwnBook=1\n > st 60\n > exclude a2a3");
    run_script(
        &mut gui,
        "> go\n > pause\n > include a2a3\n ~ 50\n > include all\n ~ 50\n > resume\n < move *",
    );
}

#[test]
fn an_invalid_book_is_rejected_and_the_current_one_stays() {
    let mut gui = with_book("> option OwnBook=1");
    let folder = env!("CARGO_TARGET_TMPDIR");
    let cut = format!("{folder}/cecp-{}-cut.bin", std::process::id());
    std::fs::write(&cut, [0; 1001]).unwrap();
    run_script(
        &mut gui,
        &format!(
            "> option BookFile={folder}/no/such.bin\n
             < tellusererror there is no book {folder}/no/such.bin\n
             > option BookFile={folder}\n < tellusererror the book {folder} is not a regular file\n
             > option BookFile={cut}\n < tellusererror {cut} is not a Polyglot book: *\n
             > option BookDepth=0\n < Error (a number from 1 to 1000 expected): option BookDepth=0\n
             > option BookSelection=any\n < Error (*"
        ),
    );
    assert_eq!(ask_book(&mut gui).len(), 13);
    std::fs::remove_file(&cut).unwrap();
}

#[test]
fn the_rebel_bookfile_variable_is_the_book_option() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let path = format!("{folder}/my rebel {}.bin", std::process::id());
    std::fs::copy(BOOK, &path).unwrap();
    let mut gui = check(&format!(
        "> setvar bookfile {path}\n < var:bookfile={path}\n > getvar bookfile\n < var:bookfile={path}\n
         > getvar bookmoves[2]\n < var:bookmoves[2/13]=d2d4 Priority=11257\n
         > setvar bookfile {folder}/none.bin\n < Error (there is no book {folder}/none.bin): setvar bookfile *\n
         > getvar bookfile\n < var:bookfile={path}\n > post\n > st 60"
    ));
    assert!(is_book_line(&think(&mut gui, "go").0[0]), "{gui}");
    gui.send("force\nundo\nnopost\nbk");
    let lines = gui.lines_until(str::is_empty);
    assert_eq!(lines[0], "var:bookmoves[1/13]=e2e4 Priority=12135");
    assert_eq!(lines[13], " e2e4     39.4%  12135");
    assert_eq!(lines.len(), 27);
    run_script(
        &mut gui,
        "> setvar bookfile\n < var:bookfile=\n > getvar bookmoves\n < var:bookmoves=\n > st 0.05\n > post",
    );
    gui.send("go");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    assert!(!lines.iter().any(|line| is_book_line(line)), "{gui}");
    // Inside a group too the file must be usable.
    run_script(
        &mut gui,
        &format!(
            "> force\n > nopost\n > begin\n > setvar bookfile {folder}/none.bin\n < Error (there is no book *\n
             > end\n > getvar bookfile\n < var:bookfile=\n"
        ),
    );
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn book_moves_of_the_extensions_have_the_scores_of_searches() {
    let mut gui = check(&format!(
        "> setvar bookfile {BOOK}\n < var:*\n > option MultiPV=3"
    ));
    gui.send("post\nanalyze");
    gui.wait_for(|line| line.starts_with("10 "));
    gui.wait_for(|line| line.starts_with("11 "));
    gui.send("exit\ngetvar bookmoves\nping 1");
    let lines = gui.lines_until(|line| line == "pong 1");
    let moves: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with("var:bookmoves["))
        .collect();
    assert_eq!(moves.len(), 13, "{gui}");
    let mut scores = 0;
    for (i, line) in moves.iter().enumerate() {
        let (number, text) = line.split_once('=').unwrap();
        assert_eq!(number, format!("var:bookmoves[{}/13]", i + 1));
        let words: Vec<_> = text.split(' ').collect();
        assert!(Position::startpos().parse_coordinate(words[0]).is_ok());
        assert!(
            words[1]
                .strip_prefix("Priority=")
                .unwrap()
                .parse::<u16>()
                .is_ok()
        );
        let [score, depth] = words[2..] else {
            assert_eq!(words.len(), 2, "{line}");
            continue;
        };
        assert!(score.strip_prefix("Score=").unwrap().parse::<i64>().is_ok());
        let depth: u32 = depth.strip_prefix("Plydepth=").unwrap().parse().unwrap();
        assert!(depth >= 1, "{line}");
        scores += usize::from(depth >= 9);
    }
    assert!(scores >= 1, "{gui}");
    // What is known of a game is forgotten with it.
    run_script(
        &mut gui,
        "> force\n > new\n > getvar bookmoves[1]\n < var:bookmoves[1/13]=e2e4 Priority=12135",
    );
}

#[test]
fn a_hint_comes_from_the_book() {
    let mut gui = with_book("");
    run_script(
        &mut gui,
        "> hint\n < Hint: e2e4\n > exclude e2e4\n > hint\n < Hint: d2d4\n > force\n > d2d4\n > accepted san\n
         > hint\n < Hint: Nf6",
    );
}
