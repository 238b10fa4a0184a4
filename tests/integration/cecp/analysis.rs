//! Analysis.

use std::time::{Duration, Instant};

use crate::support::cecp::{check, is_thinking, run_script, split_thinking};

/// The first PV shown after the script has been sent during analysis.
fn first_line_after(script: &str) -> String {
    let mut gui = check("> post\n > analyze");
    gui.wait_for(is_thinking);
    gui.send(&format!("{script}\nping 99"));
    gui.wait_for(|line| line == "pong 99");
    let line = gui.wait_for(|line| line.starts_with("1 "));
    split_thinking(&line).1.to_owned()
}

#[test]
fn every_change_of_the_board_restarts_analysis() {
    assert!(first_line_after("e2e4").as_bytes()[1] >= b'5');
    assert!(first_line_after("usermove e2e4\nundo").as_bytes()[1] <= b'2');
    assert!(first_line_after("usermove e2e4\nnew").as_bytes()[1] <= b'2');
    let mated = "setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
    assert_eq!(first_line_after(mated), "a1a8");
    let edited = "edit\n#\nKh1\nRa1\nc\nKg8\nPf7\nPg7\nPh7\n.";
    assert_eq!(first_line_after(edited), "a1a8");
}

#[test]
fn analysis_makes_no_moves_and_no_claims() {
    check(
        "> sd 1\n > st 1\n > analyze\n > e2e4\n > e7e5\n > e2e4\n < Illegal move: e2e4\n ~ 50\n
         > setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\n > a1a8\n > ping 1\n < pong 1\n > .\n
         < stat01: 0 0 0 0 0\n > undo\n ~ 20\n > .\n < stat01: *\n > exit\n ~ 20\n > .\n ~ 0",
    );
}

#[test]
fn exit_leaves_the_position_in_force_mode() {
    check(
        "> analyze\n > e2e4\n > exit\n > ping 1\n < pong 1\n > e7e5\n > d2d4\n ~ 20\n > sd 1\n > go\n
         < move *\n > exit",
    );
}

#[test]
fn dot_reports_the_state_of_the_search() {
    let started = Instant::now();
    let mut gui = check("> post\n > analyze");
    gui.wait_for(|line| is_thinking(line) && split_thinking(line).0[0] > 1);
    gui.lines_within(Duration::from_millis(100));
    gui.send(".");
    let line = gui.wait_for(|line| line.starts_with("stat01: "));
    let words: Vec<&str> = line.split(' ').collect();
    let number = |i: usize| words[i].parse::<u64>().unwrap();
    assert!((6..=7).contains(&words.len()), "{line}");
    let centiseconds = started.elapsed().as_millis() as u64 / 10;
    assert!((10..=centiseconds).contains(&number(1)), "{line}");
    assert!(number(2) > 10 && number(3) > 1, "{line}");
    assert!(number(4) <= 20 && number(5) == 20, "{line}");
}

/// The numbers of the answer to `.` and the current move.
fn status(gui: &mut crate::support::gui::Gui) -> (Vec<u64>, Option<String>) {
    gui.send(".");
    let line = gui.wait_for(|line| line.starts_with("stat01: "));
    let mut words = line.split(' ').skip(1);
    let numbers = words.by_ref().take(5).map(|word| word.parse().unwrap());
    (numbers.collect(), words.next().map(str::to_owned))
}

#[test]
fn dot_is_up_to_date_within_a_long_iteration() {
    let mut gui = check(
        "> option MultiPV=100\n > force\n
         > setboard r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\n > analyze",
    );
    let mut last = vec![0, 0, 0, 48, 48];
    for _ in 0..5 {
        gui.lines_within(Duration::from_secs(1));
        let (numbers, current_move) = status(&mut gui);
        assert!(numbers[0] > last[0] && numbers[1] > last[1], "{gui}");
        assert!(numbers[2] >= last[2] && numbers[2] >= 1, "{gui}");
        assert!(numbers[3] < 48 && numbers[4] == 48, "{gui}");
        assert!(current_move.is_some(), "{gui}");
        last = numbers;
    }
}

#[test]
fn the_current_move_is_known_from_the_first_second() {
    let mut gui = check("> post\n > analyze");
    gui.wait_for(is_thinking);
    let (numbers, current_move) = status(&mut gui);
    let m = current_move.unwrap();
    let start = diglot::board::Position::startpos();
    assert!(start.parse_coordinate(&m).is_ok(), "{gui}");
    assert!(numbers[2] >= 1 && numbers[3] < 20, "{gui}");
}

#[test]
fn only_the_best_multipv_line_of_a_long_search_is_repeated() {
    let mut gui = check("> option MultiPV=8\n > post\n > force");
    gui.send("setboard r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    gui.send_ago("analyze", Duration::from_secs(3));
    let mut shown = std::collections::HashSet::new();
    let mut best_scores = std::collections::HashMap::new();
    for line in gui.lines_within(Duration::from_secs(6)) {
        let words: Vec<&str> = line.split([' ', '\t']).collect();
        let [depth, score] = [0, 1].map(|i| words[i].parse::<i64>().unwrap());
        let first_move = words.iter().position(|word| word.parse::<i64>().is_err());
        let moves = words[first_move.unwrap()..].join(" ");
        let best_score = best_scores.entry(depth).or_insert(score);
        *best_score = score.max(*best_score);
        // The best line is repeated after others, since XBoard keeps the last one.
        let is_new = shown.insert((depth, score, moves));
        assert!(is_new || score == *best_score, "{line}: {gui}");
    }
    assert!(shown.len() > 20, "{gui}");
}

#[test]
fn hint_and_book_in_analysis() {
    let mut gui = check("> post\n > analyze");
    gui.wait_for(is_thinking);
    run_script(
        &mut gui,
        "> hint\n < Hint: *\n > bk\n <  no book\n <\n > ping 1\n < pong 1",
    );
}

#[test]
fn nopost_silences_analysis() {
    let mut gui = check("> analyze");
    assert!(gui.lines_within(Duration::from_millis(50)).is_empty());
}

#[test]
fn result_and_go_end_analysis_and_force_does_not() {
    check(
        "> analyze\n > result *\n > e2e4\n ~ 20\n > analyze\n > analyze\n > sd 1\n > go\n < move *\n ~ 20",
    );
    // PyChess sends it before each position.
    assert!(first_line_after("force\nusermove e2e4").as_bytes()[1] >= b'5');
    check("> analyze\n > result *\n ~ 20\n > .\n ~ 0");
}

/// Skips some thinking output, then returns the score and PV of each line of the first iteration with this many lines.
fn iteration(gui: &mut crate::support::gui::Gui, lines: usize) -> Vec<(i64, String)> {
    for _ in 0..4 * lines {
        gui.wait_for(is_thinking);
    }
    let mut iteration: Vec<(i64, i64, String)> = Vec::new();
    loop {
        let line = gui.wait_for(is_thinking);
        let (numbers, moves) = split_thinking(&line);
        let (depth, score) = (numbers[0], numbers[1]);
        if iteration.last().is_some_and(|last| last.0 != depth) {
            if iteration.len() == lines {
                return iteration
                    .into_iter()
                    .map(|(_, score, moves)| (score, moves))
                    .collect();
            }
            iteration.clear();
        }
        iteration.push((depth, score, moves.to_owned()));
    }
}

#[test]
fn multipv_lines_come_together_best_last() {
    let mut gui = check("> post\n > option MultiPV=3\n > analyze");
    let lines = iteration(&mut gui, 3);
    assert!(lines.windows(2).all(|pair| pair[0].0 <= pair[1].0), "{gui}");
    let first: std::collections::HashSet<_> = lines.iter().map(|line| &line.1[..4]).collect();
    assert_eq!(first.len(), 3, "{gui}");
    // `hint` names the first move of the best line, and the number of lines can change during analysis.
    gui.send("setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    gui.lines_until(|line| line.starts_with("3 "));
    gui.lines_within(Duration::from_millis(20));
    run_script(&mut gui, "> hint\n < Hint: a1a8");
    gui.send("new\noption MultiPV=2");
    gui.lines_within(Duration::ZERO);
    iteration(&mut gui, 2);
}

#[test]
fn multipv_never_has_more_lines_than_legal_moves() {
    let mut gui = check("> option MultiPV=200\n > analyze\n > post");
    gui.send("setboard 7k/8/8/8/8/8/8/K7 w - - 0 1");
    gui.wait_for(|line| line.starts_with("4 "));
    let lines = gui.lines_until(|line| line.starts_with("5 "));
    assert_eq!(lines.len(), 3, "{gui}");
}

/// Score and first move of the lines of this depth among these lines of the engine.
fn lines_of_depth(lines: &[String], depth: i64) -> Vec<(i64, &str)> {
    let parse = |line| {
        let (numbers, moves) = split_thinking(line);
        let first = moves.split(' ').next().unwrap();
        (numbers[0] == depth).then_some((numbers[1], first))
    };
    let lines = lines.iter().filter(|line| is_thinking(line));
    lines.filter_map(|line| parse(line)).collect()
}

#[test]
fn games_show_multipv_lines_best_last_while_thinking_and_pondering() {
    let mut gui = check("> post\n > option MultiPV=5\n > hard\n > sd 5");
    gui.send("go");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    let deepest = lines_of_depth(&lines, 5);
    assert_eq!(deepest.len(), 5, "{gui}");
    assert!(deepest.is_sorted_by_key(|line| line.0), "{gui}");
    let played = lines.last().and_then(|line| line.strip_prefix("move "));
    assert_eq!(deepest.last().map(|line| line.1), played, "{gui}");
    let lines = gui.lines_until(|line| line.starts_with("5 "));
    assert_eq!(lines_of_depth(&lines, 4).len(), 5, "{gui}");
    gui.send("force");
}

#[test]
fn multipv_lines_below_the_margin_are_not_shown() {
    // One capture wins the queen, the other one a pawn; no other move wins anything.
    let fen = "4k3/8/8/3q1p2/4P3/8/PPP3PP/6K1 w - - 0 1";
    let lines = |options: &str| {
        let mut gui = check(&format!(
            "> post\n > {options}\n > force\n > setboard {fen}\n > sd 8"
        ));
        gui.send("go");
        let lines = gui.lines_until(|line| line.starts_with("move "));
        let scores = lines_of_depth(&lines, 8)
            .into_iter()
            .map(|(score, _)| score);
        scores.collect::<Vec<_>>()
    };
    assert_eq!(lines("option MultiPV=4").len(), 4);
    // XBoard's name for the margin of any engine.
    for margin in ["MultiPVMargin", "Multi-PV Margin"] {
        let near = lines(&format!("option MultiPV=4\n > option {margin}=30"));
        assert_eq!(near.len(), 1, "{near:?}");
    }
    let all = lines("option MultiPV=4\n > option MultiPVMargin=30\n > option MultiPVMargin=0");
    assert_eq!(all.len(), 4, "{all:?}");
}

#[test]
fn the_multipv_margin_holds_in_every_iteration() {
    let mut gui = check("> post\n > option MultiPV=20\n > option MultiPVMargin=20\n > sd 9");
    gui.send("go");
    let lines = gui.lines_until(|line| line.starts_with("move "));
    for depth in 2..=9 {
        let scores: Vec<_> = lines_of_depth(&lines, depth);
        let (worst, best) = (scores[0].0, scores[scores.len() - 1].0);
        assert!(scores.len() < 20 && best - worst <= 20, "{depth}: {gui}");
    }
    let shown = (2..=9).map(|depth| lines_of_depth(&lines, depth).len());
    assert!(shown.max() > Some(1), "{gui}");
}

#[test]
fn a_finished_game_does_not_end_analysis() {
    for fen in [
        "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        let mut gui = check(&format!(
            "> post\n > analyze\n > setboard {fen}\n > ping 1\n < pong 1\n > hint\n > bk\n <  no book\n <\n
             > undo\n < Error (command not legal now): undo\n > .\n < stat01: 0 0 0 0 0"
        ));
        gui.lines_within(Duration::from_millis(20));
        run_script(&mut gui, "~ 20");
        gui.send("new");
        assert!(is_thinking(&gui.next_line()), "{gui}");
    }
}

#[test]
fn edit_and_remove_while_analysing() {
    let edited =
        first_line_after("e2e4\ne7e5\nremove\nedit\n#\nKh1\nRa1\nc\nKg8\nPf7\nPg7\nPh7\n.");
    assert_eq!(edited, "a1a8");
    let removed = first_line_after("e2e4\nremove\nundo\nedit\n.\ne2e4");
    assert!(removed.as_bytes()[1] >= b'5');
}

#[test]
fn a_rejected_position_is_not_analysed_but_the_next_one_is() {
    let mut gui = check(
        "> analyze\n > setboard x\n < tellusererror *\n > post\n ~ 30\n > .\n < stat01: 0 0 0 0 0\n
                         > e2e4\n < Illegal move: e2e4",
    );
    gui.send("setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    assert!(gui.wait_for(is_thinking).ends_with("a1a8"));
}

#[test]
fn quit_while_analysing() {
    for state in ["", "edit\n", "e2e4\n", "setboard x\n", ".\nbk\n"] {
        let mut gui = check("> analyze");
        gui.send(&format!("{state}quit"));
        assert!(gui.has_ended());
    }
}

/// Reads thinking output up to this depth: score, node count and PV of each line.
fn thinking_lines(gui: &mut crate::support::gui::Gui, depth: &str) -> Vec<(i64, i64, String)> {
    let depth = format!("{depth} ");
    let lines = gui.lines_until(|line| line.starts_with(&depth));
    let thinking = lines.iter().filter(|line| is_thinking(line));
    let parse = |line: &String| {
        let (numbers, moves) = split_thinking(line);
        (numbers[1], numbers[3], moves.to_owned())
    };
    thinking.map(parse).collect()
}

#[test]
fn a_draw_costs_nothing_in_analysis() {
    // Black must capture the last pawn, which leaves insufficient material.
    let mut gui = check("> force\n > option Contempt=10\n > post\n > sd 8");
    gui.send("setboard k7/1P6/2N5/8/8/8/8/7K b - - 0 1\nanalyze");
    assert_eq!(thinking_lines(&mut gui, "8").pop().unwrap().0, 0, "{gui}");
    gui.send("exit\nping 1");
    gui.wait_for(|line| line == "pong 1");
    gui.send("go");
    assert_eq!(thinking_lines(&mut gui, "8").pop().unwrap().0, -10, "{gui}");
}

#[test]
fn analysis_ignores_scores_searched_with_contempt() {
    let mut gui = check("> force\n > option Contempt=100\n > post\n > sd 8");
    gui.send("setboard 8/8/8/3k4/3P4/3K4/8/8 b - - 0 1\nanalyze");
    let first = thinking_lines(&mut gui, "8");
    gui.send("exit\nping 1");
    gui.wait_for(|line| line == "pong 1");
    gui.send("go");
    gui.wait_for(|line| line.starts_with("move "));
    gui.send("undo\nanalyze");
    assert_eq!(thinking_lines(&mut gui, "8"), first, "{gui}");
}
