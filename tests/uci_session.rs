//! What a UCI session promises, with a real engine but without a process. The number in each name is
//! the row of the list of protocol features.

mod common;
mod uci_support;

use std::time::{Duration, Instant};

use diglot::board::{CastlingMode, Position};
use diglot::protocol::Input;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use uci_support::{Gui, assert_legal, number, position, variation};

const MATED: &str = "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATED: &str = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
/// White mates by Re8.
const MATE_IN_ONE: &str = "position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";
/// The king's only move is Ka2.
const FORCED: &str = "position fen 7k/8/8/8/8/1r6/8/K6r w - - 0 1";

/// The FEN that `d` tells.
fn fen(gui: &mut Gui) -> String {
    let lines = gui.answer("d");
    let line = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
    line.unwrap().to_owned()
}

#[test]
fn row_110_uci_tells_name_author_options_and_uciok() {
    let lines = Gui::new().answer("uci");
    assert!(lines[0].starts_with("id name Diglot "));
    assert_eq!(lines[1], "id author the Diglot developers");
    assert_eq!(lines.last().unwrap(), "uciok");
    let options = &lines[2..lines.len() - 1];
    assert!(options.iter().all(|line| line.starts_with("option name ")));
}

#[test]
fn row_112_options_are_announced_with_type_default_and_range() {
    let lines = Gui::new().answer("uci");
    for option in [
        "option name Hash type spin default 16 min 1 max ",
        "option name Threads type spin default 1 min 1 max ",
        "option name Clear Hash type button",
        "option name UCI_Chess960 type check default false",
        "option name Ponder type check default false",
        "option name Move Overhead type spin default ",
    ] {
        let found = lines.iter().any(|line| line.starts_with(option));
        assert!(found, "{option}");
    }
}

#[test]
fn row_113_hash_and_threads_change_between_searches() {
    let mut gui = Gui::new();
    for (hash, threads) in [(1, 2), (32, 1), (4, 3)] {
        gui.send(&format!("setoption name Hash value {hash}"));
        gui.send(&format!("setoption name Threads value {threads}"));
        gui.send("isready");
        assert_eq!(gui.wait_for("readyok"), ["readyok"]);
        assert_legal(
            &Position::startpos(),
            &[gui.go("go depth 4").best()],
            CastlingMode::Standard,
        );
    }
}

/// The info lines of the last iteration told, which must be complete: lines 1, 2, … of one depth.
fn last_lines(search: &uci_support::Search, count: usize) -> Vec<&str> {
    let infos: Vec<&str> = search.infos().collect();
    let last = &infos[infos.len() - count..];
    for (i, line) in last.iter().enumerate() {
        assert_eq!(number(line, "multipv"), i as i64 + 1, "{infos:#?}");
        assert_eq!(
            number(line, "depth"),
            number(last[0], "depth"),
            "{infos:#?}"
        );
    }
    last.to_vec()
}

/// Mates above all estimates, near ones above far ones.
fn rank(line: &str) -> i64 {
    if !line.contains(" score mate ") {
        return number(line, "cp");
    }
    match number(line, "mate") {
        mate @ 1.. => 100_000 - mate,
        mated => -100_000 - mated,
    }
}

#[test]
fn row_114_several_lines_come_together_sorted_and_different() {
    let mut gui = Gui::new();
    for (command, threads, wanted, count) in [
        ("position startpos", 1, 4, 4),
        ("position startpos", 2, 256, 20),
        ("position fen 7k/8/8/8/8/1r6/8/K6r w - - 0 1", 1, 3, 1),
        ("position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 3, 2, 2),
    ] {
        gui.send(&format!("setoption name Threads value {threads}"));
        gui.send(&format!("setoption name MultiPV value {wanted}"));
        gui.send(command);
        let root = position(command, CastlingMode::Standard);
        for go in ["go depth 5", "go nodes 20000", "go movetime 40"] {
            let search = gui.go(go);
            let lines = last_lines(&search, count);
            let mut first_moves = Vec::new();
            for line in &lines {
                assert_legal(&root, &variation(line), CastlingMode::Standard);
                assert!(!line.contains("bound"), "{line}");
                first_moves.push(variation(line)[0]);
            }
            assert_eq!(first_moves[0], search.best());
            assert!(lines.is_sorted_by_key(|line| -rank(line)), "{lines:#?}");
            first_moves.sort_unstable();
            first_moves.dedup();
            assert_eq!(first_moves.len(), count, "{lines:#?}");
        }
    }
}

#[test]
fn row_114_several_lines_of_moves_to_search_and_of_stopped_searches() {
    let mut gui = Gui::new();
    gui.send("setoption name MultiPV value 3");
    let search = gui.go("go depth 4 searchmoves a2a3 h2h3");
    last_lines(&search, 2);
    for milliseconds in [0, 1, 3, 30, 100] {
        gui.send("go infinite");
        gui.pump(Duration::from_millis(milliseconds));
        gui.send("stop");
        let search = gui.finish();
        assert_eq!(
            variation(
                search
                    .infos()
                    .rfind(|line| line.contains(" multipv 1 "))
                    .unwrap()
            )[0],
            search.best()
        );
        if search.infos().count() > 3 {
            let lines = last_lines(&search, 3);
            assert!(lines.is_sorted_by_key(|line| -rank(line)), "{lines:#?}");
        }
    }
    for bad in ["0", "257", "-1"] {
        let answer = gui.answer(&format!("setoption name MultiPV value {bad}"));
        assert_eq!(answer.len(), 1, "{bad}");
    }
}

#[test]
fn row_118_the_current_line_of_each_thread_is_told_if_wanted() {
    let mut gui = Gui::new();
    let command = "position startpos moves d2d4 d7d5";
    gui.send(command);
    assert!(
        !gui.go("go movetime 100")
            .lines
            .iter()
            .any(|line| line.contains("currline"))
    );
    gui.send("setoption name UCI_ShowCurrLine value true");
    let root = position(command, CastlingMode::Standard);
    for threads in [1, 2] {
        gui.send(&format!("setoption name Threads value {threads}"));
        let search = gui.go("go movetime 900");
        let mut seen = vec![false; threads];
        for line in &search.lines {
            let Some(line) = line.strip_prefix("info currline ") else {
                continue;
            };
            let mut words = line.split(' ');
            let thread: usize = words.next().unwrap().parse().unwrap();
            seen[thread - 1] = true;
            let moves: Vec<&str> = words.collect();
            assert!(!moves.is_empty());
            assert_legal(&root, &moves, CastlingMode::Standard);
        }
        assert!(seen.iter().all(|&seen| seen), "{:#?}", search.lines);
    }
}

#[test]
fn row_119_refutations_are_told_if_wanted() {
    let mut gui = Gui::new();
    // Taking the pawn loses the queen.
    let command = "position fen 4k3/2p5/3p4/8/8/3Q4/8/4K3 w - - 0 1";
    gui.send(command);
    assert!(
        !gui.go("go depth 5")
            .lines
            .iter()
            .any(|line| line.contains("refutation"))
    );
    gui.send("setoption name UCI_ShowRefutations value true");
    gui.send("ucinewgame");
    let search = gui.go("go depth 5");
    let root = position(command, CastlingMode::Standard);
    let mut refuted = Vec::new();
    for line in &search.lines {
        if let Some(line) = line.strip_prefix("info refutation ") {
            let moves: Vec<&str> = line.split(' ').collect();
            assert_legal(&root, &moves, CastlingMode::Standard);
            refuted.push(line);
        }
    }
    assert!(refuted.contains(&"d3d6 c7d6"), "{refuted:?}");
}

#[test]
fn row_131_with_debug_on_everything_received_is_told() {
    let mut gui = Gui::new();
    assert!(gui.answer("setoption name Hash value 4").is_empty());
    gui.send("debug on");
    assert_eq!(
        gui.answer("position startpos moves e2e4"),
        ["info string received: position startpos moves e2e4"]
    );
    let lines = gui.answer("joho");
    assert_eq!(
        lines,
        [
            "info string received: joho",
            "info string unknown command: joho"
        ]
    );
    let search = gui.go("go depth 2");
    assert_eq!(search.lines[0], "info string received: go depth 2");
    // At any time, also while searching.
    gui.send_all(&["go infinite", "debug off"]);
    gui.take();
    assert!(
        gui.answer("ponderhit")
            .iter()
            .all(|line| !line.contains("received"))
    );
    gui.send("stop");
    gui.finish();
}

#[test]
fn row_134_free_software_has_no_copy_protection() {
    let lines = Gui::new().answer("uci");
    assert!(!lines.iter().any(|line| line.starts_with("copyprotection")));
    assert!(!lines.iter().any(|line| line.starts_with("registration")));
}

#[test]
fn row_144_what_is_dropped_from_searchmoves_is_told() {
    let mut gui = Gui::new();
    let search = gui.go("go depth 2 searchmoves e2e4 e2e5 e2e4 d2d4");
    assert_eq!(
        search.lines[0],
        "info string searchmoves dropped: e2e5 e2e4"
    );
    let search = gui.go("go depth 2 searchmoves e2e4 d2d4 0000");
    assert!(!search.lines[0].contains("dropped"));
}

#[test]
fn row_153_figures_are_consistent_and_grow() {
    let mut gui = Gui::new();
    let search = gui.go("go movetime 400");
    let (mut nodes, mut time, mut depth) = (0, 0, 0);
    for line in search.infos() {
        let [n, t, d] = ["nodes", "time", "depth"].map(|keyword| number(line, keyword));
        assert!(n >= nodes && t >= time && d >= depth, "{:#?}", search.lines);
        (nodes, time, depth) = (n, t, d);
        assert!(number(line, "seldepth") >= 1);
        assert!((0..=1000).contains(&number(line, "hashfull")), "{line}");
        if t >= 20 {
            let nps = number(line, "nps");
            let expected = n * 1000 / t;
            assert!((nps - expected).abs() <= expected / 10, "{line}");
        }
    }
    assert!(time <= 450 && depth > 3);
}

#[test]
fn row_155_variations_of_mates_lead_to_the_mate() {
    let mut gui = Gui::new();
    for (fen, mate) in [
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", 1),
        (
            "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
            1,
        ),
        ("7k/8/8/8/8/6R1/5R2/K7 w - - 0 1", 1),
        ("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", -1),
    ] {
        gui.send("ucinewgame");
        gui.send(&format!("position fen {fen}"));
        let search = gui.go("go depth 9");
        let line = search.last_info();
        assert!(line.contains(" score mate "), "{line}");
        let told = number(line, "mate");
        assert_eq!(told, mate, "{line}");
        for line in search.infos().filter(|line| line.contains(" score mate ")) {
            let told = number(line, "mate");
            let plies = if told > 0 { 2 * told - 1 } else { -2 * told };
            let moves = variation(line);
            assert_eq!(moves.len() as i64, plies, "{line}");
            let mut end = position(&format!("position fen {fen}"), CastlingMode::Standard);
            for text in moves {
                end = end.after(end.parse_move(text).unwrap());
            }
            assert!(end.in_check() && !end.has_legal_move(), "{line}");
        }
    }
}

#[test]
fn row_154_row_156_after_a_second_the_current_move_and_the_load_are_told() {
    let mut gui = Gui::new();
    // Many moves, so that an iteration takes long.
    gui.send("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let search = gui.go("go movetime 2500");
    let told: Vec<&String> = search
        .lines
        .iter()
        .filter(|line| line.contains(" currmove "))
        .collect();
    assert!(
        told.iter().any(|line| number(line, "currmovenumber") == 1),
        "{told:?}"
    );
    assert!(
        told.iter()
            .all(|line| (1..=48).contains(&number(line, "currmovenumber")))
    );
}

#[test]
fn row_160_chances_follow_scores_if_wanted() {
    let mut gui = Gui::new();
    assert!(!gui.go("go depth 3").last_info().contains(" wdl "));
    gui.send("setoption name UCI_ShowWDL value true");
    for (command, check) in [
        ("position startpos", (1, 999)),
        (MATE_IN_ONE, (1000, 1000)),
        ("position fen 7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", (0, 0)),
    ] {
        gui.send(command);
        for line in gui.go("go depth 6").infos() {
            let (_, chances) = line.split_once(" wdl ").unwrap();
            let numbers: Vec<i64> = chances
                .split(' ')
                .take(3)
                .map(|n| n.parse().unwrap())
                .collect();
            assert_eq!(numbers.iter().sum::<i64>(), 1000, "{line}");
        }
        let search = gui.go("go depth 6");
        let win = number(search.last_info(), "wdl");
        assert!((check.0..=check.1).contains(&win), "{}", search.last_info());
    }
}

#[test]
fn row_163_the_only_variant_is_chess() {
    let mut gui = Gui::new();
    let variants = "option name UCI_Variant type combo default chess var chess".to_owned();
    assert!(gui.answer("uci").contains(&variants));
    assert!(
        gui.answer("setoption name UCI_Variant value chess")
            .is_empty()
    );
    let answer = gui.answer("setoption name UCI_Variant value atomic");
    assert_eq!(
        answer,
        ["info string option UCI_Variant wants one of chess, not \"atomic\""]
    );
}

/// The position after a2a3.
const AFTER_A3: &str = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1";

#[test]
fn row_124_a_position_is_worth_what_the_user_says() {
    let mut gui = Gui::new();
    let set = |gui: &mut Gui, value: &str| {
        let line = format!("setoption name UCI_SetPositionValue value {value}");
        assert!(gui.answer(&line).is_empty(), "{value}");
    };
    let search = |gui: &mut Gui| {
        let search = gui.go("go depth 5");
        (search.best().to_owned(), search.last_info().to_owned())
    };
    for take_back in [format!("clear + {AFTER_A3}"), "clearall".to_owned()] {
        set(&mut gui, &format!("900 + {AFTER_A3}"));
        let (best, line) = search(&mut gui);
        assert_eq!(best, "a2a3");
        assert!(line.contains(" score cp 900 "), "{line}");
        // White's point of view, whoever is on move.
        set(&mut gui, &format!("-900 + {AFTER_A3}"));
        let line = gui.go("go depth 5 searchmoves a2a3");
        let line = line.last_info();
        assert!(line.contains(" score cp -900 "), "{line}");
        set(&mut gui, &take_back);
        assert_ne!(search(&mut gui).0, "a2a3");
    }
}

#[test]
fn row_124_values_that_make_no_sense_are_refused() {
    let mut gui = Gui::new();
    for value in ["", "17", "x + 8/8/8/8/8/8/8/8 w - -", "900 + nonsense"] {
        let answer = gui.answer(&format!(
            "setoption name UCI_SetPositionValue value {value}"
        ));
        assert_eq!(answer.len(), 1, "{value}");
        assert!(answer[0].starts_with("info string option UCI_SetPositionValue wants "));
    }
}

#[test]
fn row_121_a_draw_costs_contempt_except_in_analysis() {
    let mut gui = Gui::new();
    gui.send("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    for (option, score) in [
        ("Contempt value 50", " score cp -50 "),
        ("UCI_AnalyseMode value true", " score cp 0 "),
        ("UCI_AnalyseMode value false", " score cp -50 "),
        ("Contempt value 0", " score cp 0 "),
    ] {
        gui.send(&format!("setoption name {option}"));
        gui.send("ucinewgame");
        let search = gui.go("go depth 3");
        let line = search.last_info();
        assert!(line.contains(score), "{option}: {line}");
    }
}

#[test]
fn row_122_the_opponent_is_described_in_the_form_of_the_specification() {
    let mut gui = Gui::new();
    for value in [
        "GM 2800 human Gary Kasparov",
        "none none computer Shredder",
        "none none human",
        "<empty>",
    ] {
        let line = format!("setoption name UCI_Opponent value {value}");
        assert!(gui.answer(&line).is_empty(), "{value}");
    }
    let answer = gui.answer("setoption name UCI_Opponent value Gary Kasparov");
    assert!(answer[0].starts_with("info string option UCI_Opponent wants "));
}

#[test]
fn row_123_the_text_about_the_engine_is_a_string_option() {
    let mut gui = Gui::new();
    let lines = gui.answer("uci");
    let about = "option name UCI_EngineAbout type string default Diglot ";
    let line = lines.iter().find(|line| line.starts_with(about)).unwrap();
    assert!(line.contains("GPL"));
    assert!(
        gui.answer("setoption name UCI_EngineAbout value mine")
            .is_empty()
    );
}

#[test]
fn row_125_option_names_in_any_case_and_buttons_without_value() {
    let mut gui = Gui::new();
    for line in [
        "setoption name hAsH value 2",
        "setoption  name  move   overhead  value  20 ",
        "setoption name clear hash",
        "setoption name Clear Hash value true",
        "setoption name PONDER value TRUE",
        "setoption name NalimovPath value c:\\tables and more",
    ] {
        assert!(gui.answer(line).is_empty(), "{line}");
    }
}

#[test]
fn row_125_unknown_and_wrong_options_change_nothing_and_are_told() {
    let mut gui = Gui::new();
    for line in [
        "setoption name Hash value 0",
        "setoption name Hash value -5",
        "setoption name Hash value 99999999999999999999",
        "setoption name Hash value many",
        "setoption name Hash",
        "setoption name Ponder value perhaps",
        "setoption name No Such Option value 1",
        "setoption",
    ] {
        let answer = gui.answer(line);
        assert_eq!(answer.len(), 1, "{line}: {answer:?}");
        assert!(answer[0].starts_with("info string "), "{line}: {answer:?}");
    }
    gui.send("isready");
    gui.wait_for("readyok");
}

#[test]
fn row_126_white_space_does_not_matter() {
    let mut gui = Gui::new();
    gui.send("\t position \t startpos   moves  e2e4 \t e7e5  ");
    assert!(fen(&mut gui).contains(" w KQkq - 0 2"));
    gui.send("  go\tdepth   2 ");
    gui.finish();
}

#[test]
fn row_127_unknown_commands_are_met_with_silence() {
    let mut gui = Gui::new();
    for line in [
        "",
        "   ",
        "joho",
        "xyz 1 2 3",
        "é ü 漢",
        "\u{0}",
        "UCI",
        "move e2e4",
        "debug",
    ] {
        assert!(gui.answer(line).is_empty(), "{line:?}");
    }
}

#[test]
fn row_128_unknown_words_before_a_command_are_skipped() {
    let mut gui = Gui::new();
    assert!(gui.answer("joho debug on").is_empty());
    let told = gui.answer("what is this");
    assert!(told[0].starts_with("info string "), "{told:?}");
    assert_eq!(gui.answer("joho debug off").len(), 1);
    assert_eq!(gui.answer("joho isready"), ["readyok"]);
    gui.send("position joho startpos joho moves e2e4");
    assert!(fen(&mut gui).contains(" b "));
    assert_legal(
        &position("position startpos moves e2e4", CastlingMode::Standard),
        &[gui.go("go joho depth 2 hurra").best()],
        CastlingMode::Standard,
    );
}

#[test]
fn row_129_stop_and_ponderhit_while_idle_have_no_effect_then_or_later() {
    let mut gui = Gui::new();
    gui.send_all(&["stop", "ponderhit", "stop"]);
    assert!(gui.listen(Duration::from_millis(30)).is_empty());
    let search = gui.go("go depth 5");
    assert_eq!(number(search.last_info(), "depth"), 5);
    gui.send_all(&["stop", "ponderhit"]);
    gui.send("go ponder depth 1");
    let lines = gui.listen(Duration::from_millis(60));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    gui.send("stop");
    gui.finish();
}

#[test]
fn row_130_nothing_is_searched_without_go() {
    let mut gui = Gui::new();
    gui.send_all(&["ucinewgame", "position startpos moves e2e4"]);
    assert!(gui.listen(Duration::from_millis(50)).is_empty());
}

#[test]
fn row_132_isready_is_answered_once_each_also_while_searching() {
    let mut gui = Gui::new();
    gui.send("go infinite");
    for _ in 0..20 {
        gui.take();
        gui.send("isready");
        let ready = gui.take().into_iter().filter(|line| line == "readyok");
        assert_eq!(ready.count(), 1);
        gui.pump(Duration::from_millis(1));
    }
    gui.send("stop");
    let search = gui.finish();
    assert!(!search.lines.contains(&"readyok".to_owned()));
}

#[test]
fn row_132_isready_waits_for_what_was_asked_before() {
    let mut gui = Gui::new();
    gui.send_all(&["setoption name Hash value 64", "isready", "isready"]);
    let lines = gui.wait(|lines| lines.len() >= 2);
    assert_eq!(lines, ["readyok", "readyok"]);
    gui.send_all(&["ucinewgame", "isready"]);
    assert_eq!(gui.wait_for("readyok"), ["readyok"]);
}

#[test]
fn row_133_registration_succeeds_and_may_be_put_off() {
    let mut gui = Gui::new();
    assert!(gui.answer("register later").is_empty());
    assert_eq!(
        gui.answer("register name Jane Doe code 4359874324"),
        ["registration checking", "registration ok"]
    );
}

#[test]
fn row_135_searches_are_the_same_after_ucinewgame() {
    let mut gui = Gui::new();
    let run = |gui: &mut Gui| {
        gui.send_all(&["ucinewgame", "position startpos moves d2d4", "isready"]);
        gui.wait_for("readyok");
        let search = gui.go("go depth 6");
        (
            number(search.last_info(), "nodes"),
            search.best().to_owned(),
        )
    };
    assert_eq!(run(&mut gui), run(&mut gui));
}

#[test]
fn row_136_positions_with_special_moves_and_short_fens() {
    let mut gui = Gui::new();
    for (command, expected) in [
        (
            "position startpos moves e2e4 a7a6 e4e5 d7d5 e5d6",
            "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3",
        ),
        (
            "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - moves e1g1 e8c8",
            "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2",
        ),
        (
            "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8n",
            "N7/7k/8/8/8/8/8/K7 b - - 0 1",
        ),
        (
            "position fen 4k3/8/8/8/8/8/8/4K3 b - -",
            "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
        ),
    ] {
        assert!(gui.answer(command).is_empty(), "{command}");
        assert_eq!(fen(&mut gui), expected);
    }
}

#[test]
fn row_136_a_game_of_800_plies() {
    let mut gui = Gui::new();
    let cycle = " g1f3 g8f6 f3g1 f6g8";
    gui.send(&format!("position startpos moves{}", cycle.repeat(200)));
    assert!(fen(&mut gui).ends_with(" w KQkq - 800 401"));
    gui.go("go depth 2");
}

#[test]
fn row_136_repairs_of_a_sloppy_fen_are_told() {
    let mut gui = Gui::new();
    let answer = gui.answer("position fen 4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1");
    assert_eq!(answer.len(), 1);
    assert!(answer[0].starts_with("info string castling right K dropped; "));
    assert_eq!(fen(&mut gui), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
}

#[test]
fn row_185_a_bad_position_line_is_refused_as_a_whole() {
    let mut gui = Gui::new();
    gui.send("position startpos moves e2e4 c7c5");
    let before = fen(&mut gui);
    for line in [
        "position",
        "position e2e4",
        "position fen",
        "position fen moves e2e4",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e2e4",
        "position startpos moves e2e4 e7e5 0000",
        "position startpos moves e2e4 xyzzy g1f3",
        "position startpos moves e2e4 e7e5 e1g1",
    ] {
        let answer = gui.answer(line);
        assert_eq!(answer.len(), 1, "{line}: {answer:?}");
        assert!(
            answer[0].starts_with("info string position refused: "),
            "{answer:?}"
        );
        assert_eq!(fen(&mut gui), before, "{line}");
    }
    gui.go("go depth 1");
}

#[test]
fn row_137_depth_is_kept_exactly() {
    let mut gui = Gui::new();
    for depth in [1, 2, 5] {
        let search = gui.go(&format!("go depth {depth}"));
        let deepest = search.infos().map(|line| number(line, "depth")).max();
        assert_eq!(deepest, Some(depth));
    }
}

#[test]
fn row_138_nodes_are_never_exceeded() {
    let mut gui = Gui::new();
    for nodes in [1, 2, 100, 5000, 20_000] {
        let search = gui.go(&format!("go nodes {nodes}"));
        for line in search.infos() {
            assert!(number(line, "nodes") <= nodes, "{line}");
        }
    }
}

#[test]
fn row_139_movetime_is_used_up_and_not_exceeded() {
    let mut gui = Gui::new();
    for milliseconds in [100, 250] {
        let started = Instant::now();
        gui.go(&format!("go movetime {milliseconds}"));
        let taken = started.elapsed().as_millis();
        assert!(
            (milliseconds - 30..milliseconds + 200).contains(&taken),
            "{taken}"
        );
    }
}

#[test]
fn row_140_a_mate_is_found_and_ends_the_search() {
    let mut gui = Gui::new();
    gui.send(MATE_IN_ONE);
    let search = gui.go("go mate 1");
    assert_eq!(search.best(), "e1e8");
    assert!(search.last_info().contains(" score mate 1 "));
}

#[test]
fn row_141_infinite_never_answers_before_stop() {
    let mut gui = Gui::new();
    for command in [MATED, STALEMATED, FORCED, MATE_IN_ONE, "position startpos"] {
        for go in [
            "go infinite",
            "go infinite depth 1",
            "go movetime 10 infinite nodes 1",
        ] {
            gui.send(command);
            gui.send(go);
            gui.pump(Duration::from_millis(40));
            let lines = gui.take();
            let early = lines.iter().any(|line| line.starts_with("bestmove"));
            assert!(!early, "{command}, {go}: {lines:?}");
            gui.send("stop");
            gui.finish();
        }
    }
}

#[test]
fn row_141_go_without_limit_is_infinite() {
    let mut gui = Gui::new();
    gui.send("go");
    let lines = gui.listen(Duration::from_millis(60));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    gui.send("stop");
    gui.finish();
}

#[test]
fn row_142_clocks_are_never_overstepped() {
    let mut gui = Gui::new();
    for (go, limit) in [
        ("go wtime 1 btime 1", 50),
        ("go wtime 0 btime 1000", 50),
        ("go wtime -20 btime 1000 winc 0", 50),
        ("go wtime 50 winc 5000 btime 50 binc 5000", 50),
        ("go wtime 200 movestogo 1", 200),
        ("go wtime 300 btime 300 movestogo 40", 100),
        ("go wtime 500", 250),
        ("go btime 500", 250),
    ] {
        let started = Instant::now();
        gui.go(go);
        // Tests run beside each other on a busy machine.
        let taken = started.elapsed();
        assert!(
            taken < Duration::from_millis(limit + 150),
            "{go}: {taken:?}"
        );
    }
}

#[test]
fn row_143_the_first_limit_reached_ends_the_search() {
    let mut gui = Gui::new();
    for go in [
        "go depth 2 movetime 600000",
        "go movetime 600000 depth 2",
        "go nodes 100 wtime 6000000 btime 6000000 depth 60",
        "go depth 60 movetime 20",
    ] {
        let started = Instant::now();
        gui.go(go);
        assert!(started.elapsed() < Duration::from_millis(500), "{go}");
    }
}

#[test]
fn row_144_searchmoves_in_any_place_and_illegal_ones_dropped() {
    let mut gui = Gui::new();
    for (go, allowed) in [
        ("go searchmoves a2a3 h2h3 depth 4", &["a2a3", "h2h3"][..]),
        ("go depth 4 searchmoves h2h3 e2e5 0000 e7e5", &["h2h3"]),
        ("go searchmoves b1a3 nodes 3000", &["b1a3"]),
    ] {
        let search = gui.go(go);
        assert!(allowed.contains(&search.best()), "{go}: {}", search.best());
        for line in search.infos() {
            assert!(allowed.contains(&variation(line)[0]), "{go}: {line}");
        }
    }
    for go in ["go searchmoves 0000 depth 2", "go searchmoves depth 2"] {
        assert_legal(
            &Position::startpos(),
            &[gui.go(go).best()],
            CastlingMode::Standard,
        );
    }
}

#[test]
fn row_145_pondering_never_answers_before_ponderhit_or_stop() {
    let mut gui = Gui::new();
    for go in [
        "go ponder wtime 10 btime 10",
        "go ponder depth 1",
        "go movetime 1 ponder",
        "go ponder nodes 1",
        "go ponder mate 1",
    ] {
        for end in ["ponderhit", "stop"] {
            gui.send(go);
            let lines = gui.listen(Duration::from_millis(30));
            let early = lines.iter().any(|line| line.starts_with("bestmove"));
            assert!(!early, "{go}: {lines:?}");
            if end == "ponderhit" && go.ends_with("mate 1") {
                gui.send("ponderhit"); // there is no mate to be found
                gui.send("stop");
            } else {
                gui.send(end);
            }
            gui.finish();
        }
    }
}

#[test]
fn row_146_the_answer_to_ponderhit_keeps_to_the_limits() {
    let mut gui = Gui::new();
    for go in ["go ponder movetime 100", "go ponder wtime 200 btime 200"] {
        for pondering in [0, 20, 150] {
            gui.send(go);
            gui.pump(Duration::from_millis(pondering));
            let started = Instant::now();
            gui.send("ponderhit");
            gui.finish();
            let taken = started.elapsed().as_millis();
            assert!(taken < 300, "{go}, {pondering}: {taken}");
        }
    }
}

#[test]
fn row_147_stop_is_answered_at_once_with_a_legal_move() {
    let mut gui = Gui::new();
    for milliseconds in [0, 0, 0, 1, 5, 50] {
        gui.send("go infinite");
        gui.pump(Duration::from_millis(milliseconds));
        let started = Instant::now();
        gui.send("stop");
        let search = gui.finish();
        assert!(started.elapsed() < Duration::from_millis(200));
        assert_legal(
            &Position::startpos(),
            &[search.best()],
            CastlingMode::Standard,
        );
    }
}

#[test]
fn row_148_quit_ends_the_session_in_any_state() {
    for start in [
        &["uci"][..],
        &["go infinite"],
        &["go ponder"],
        &["go infinite", "go infinite"],
    ] {
        let mut gui = Gui::new();
        gui.send_all(start);
        gui.send("quit");
        assert!(gui.has_ended(), "{start:?}");
    }
}

#[test]
fn row_148_the_end_of_input_finishes_what_ends_and_stops_what_does_not() {
    for (start, best_moves) in [
        (&["isready"][..], 0),
        (&["setoption name Hash value 32", "isready"], 0),
        (&["go depth 3"], 1),
        (&["go infinite"], 1),
        (&["go ponder wtime 1000 btime 1000"], 1),
        (&["go mate 1"], 1),
        (&["go infinite", "go depth 2", "go", "isready"], 3),
    ] {
        let mut gui = Gui::new();
        gui.send_all(start);
        let lines = gui.close();
        let count = |word| lines.iter().filter(|line| line.starts_with(word)).count();
        assert_eq!(count("bestmove"), best_moves, "{start:?}");
        let asked = start.iter().filter(|line| **line == "isready").count();
        assert_eq!(count("readyok"), asked, "{start:?}");
    }
}

#[test]
fn row_149_without_a_legal_move_the_answer_is_0000() {
    let mut gui = Gui::new();
    for (command, score) in [(MATED, "score mate 0"), (STALEMATED, "score cp 0")] {
        gui.send(command);
        for go in [
            "go depth 3",
            "go movetime 10",
            "go wtime 100 btime 100",
            "go nodes 10",
        ] {
            let search = gui.go(go);
            assert_eq!(search.lines.last().unwrap(), "bestmove 0000");
            assert!(
                search.last_info().ends_with(score),
                "{}",
                search.last_info()
            );
        }
    }
}

#[test]
fn row_150_a_complete_info_line_precedes_the_best_move() {
    let mut gui = Gui::new();
    for go in [
        "go depth 4",
        "go movetime 30",
        "go nodes 1",
        "go movetime 0",
    ] {
        let search = gui.go(go);
        let last = search.last_info();
        assert_eq!(variation(last)[0], search.best(), "{go}");
        for keyword in [
            "depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time",
        ] {
            number(last, keyword);
        }
    }
}

#[test]
fn row_151_info_lines_use_only_words_of_the_protocol() {
    let mut gui = Gui::new();
    let search = gui.go("go movetime 1200");
    let keywords = [
        "depth",
        "seldepth",
        "multipv",
        "score",
        "nodes",
        "nps",
        "hashfull",
        "tbhits",
        "time",
        "cpuload",
        "currmove",
        "currmovenumber",
        "cp",
        "mate",
        "lowerbound",
        "upperbound",
    ];
    for line in &search.lines[..search.lines.len() - 1] {
        let line = line.strip_prefix("info ").unwrap();
        let (fields, _) = line.split_once(" pv ").unwrap_or((line, ""));
        for word in fields.split(' ') {
            let is_value = word.parse::<i64>().is_ok() || matches!(word.len(), 4 | 5);
            assert!(keywords.contains(&word) || is_value, "{word} in {line}");
        }
    }
}

#[test]
fn row_152_variations_are_legal_to_their_end() {
    let mut gui = Gui::new();
    for command in [
        "position startpos moves e2e4 e7e5",
        "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "position fen 8/P6k/8/8/8/8/p6K/8 w - - 0 1",
    ] {
        gui.send(command);
        let root = position(command, CastlingMode::Standard);
        let search = gui.go("go depth 7");
        for line in search.infos() {
            assert_legal(&root, &variation(line), CastlingMode::Standard);
        }
        if let Some(ponder) = search.ponder() {
            assert_legal(&root, &[search.best(), ponder], CastlingMode::Standard);
        }
    }
}

#[test]
fn row_154_the_current_move_is_told_only_after_a_second() {
    let mut gui = Gui::new();
    let search = gui.go("go movetime 700");
    assert!(!search.lines.iter().any(|line| line.contains("currmove")));
}

#[test]
fn row_161_perft_tells_moves_and_their_sum() {
    let mut gui = Gui::new();
    gui.send("go perft 3");
    let lines = gui.wait_for("Nodes searched");
    assert_eq!(lines.len(), 22);
    assert!(lines.contains(&"e2e4: 600".to_owned()));
    assert_eq!(lines[20..], ["", "Nodes searched: 8902"]);
    assert_eq!(gui.answer("go perft 0"), ["", "Nodes searched: 1"]);
}

#[test]
fn row_161_d_and_eval_show_the_position() {
    let mut gui = Gui::new();
    gui.send("position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 3 9");
    let lines = gui.answer("d");
    let has = |line: &str| assert!(lines.contains(&line.to_owned()), "{line} in {lines:#?}");
    has(" |   |   |   |   | r |   |   |   | 2");
    has("Fen: 4k3/8/8/8/8/8/4r3/4K3 w - - 3 9");
    has("Checkers: e2");
    assert!(!gui.answer("eval").is_empty());
}

#[test]
fn row_162_uci_twice_and_isready_before_it() {
    let mut gui = Gui::new();
    assert_eq!(gui.answer("isready"), ["readyok"]);
    assert_eq!(gui.answer("uci"), gui.answer("uci"));
}

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

#[test]
fn row_188_weird_go_lines_get_one_legal_best_move_each() {
    let mut gui = Gui::new();
    for go in [
        "go depth 0",
        "go depth -3",
        "go nodes 0",
        "go movetime 0",
        "go movetime -100",
        "go wtime 0 btime 0 winc 0 binc 0",
        "go wtime -1 btime -1 movestogo -1",
        "go depth 1 depth 2 depth 3",
        "go depth 99999999999999999999999 movetime 10",
        "go nodes 99999999999999999999999 depth 1",
        "go wtime 99999999999999999999999 depth 1",
        "go movetime 99999999999999999999999 depth 1",
        "go movestogo 0 wtime 50",
        "go depth nodes 10",
        "go wtime btime 10",
        "go depth 1.5 nodes 10",
        "go depth 3 joho movetime x",
        "go binc 3",
    ] {
        let search = gui.go(go);
        assert_legal(
            &Position::startpos(),
            &[search.best()],
            CastlingMode::Standard,
        );
        assert!(gui.listen(Duration::from_millis(1)).is_empty(), "{go}");
    }
    for go in [
        "go depth",
        "go infinite movestogo",
        "go searchmoves",
        "go ponder ponder",
    ] {
        gui.send_all(&[go, "stop"]);
        gui.finish();
    }
}

#[test]
fn row_190_go_during_a_search_ends_it_first() {
    let mut gui = Gui::new();
    gui.send_all(&[
        "go infinite searchmoves a2a3",
        "go infinite searchmoves b2b3",
        "position startpos moves e2e4",
        "go depth 1 searchmoves a7a6",
        "isready",
    ]);
    let done = |lines: &[String]| {
        let best = lines.iter().filter(|line| line.starts_with("bestmove"));
        best.count() == 3 && lines.contains(&"readyok".to_owned())
    };
    let lines = gui.wait(done);
    let best: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("bestmove "))
        .map(|rest| &rest[..4])
        .collect();
    assert_eq!(best, ["a2a3", "b2b3", "a7a6"]);
}

#[test]
fn row_190_a_stop_after_a_waiting_go_is_meant_for_it() {
    let mut gui = Gui::new();
    gui.send_all(&["go infinite", "go infinite", "stop"]);
    let lines = gui.wait(|lines| {
        let best = lines.iter().filter(|line| line.starts_with("bestmove"));
        best.count() == 2
    });
    assert!(lines.last().unwrap().starts_with("bestmove"));
}

#[test]
fn row_190_other_commands_do_not_disturb_a_search() {
    let mut gui = Gui::new();
    gui.send("position startpos moves e2e4");
    gui.send_all(&[
        "go infinite",
        "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "ucinewgame",
        "setoption name Hash value 2",
        "setoption name Threads value 2",
        "uci",
        "isready",
        "d",
    ]);
    let lines = gui.listen(Duration::from_millis(50));
    assert!(lines.contains(&"readyok".to_owned()));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    gui.send("stop");
    let search = gui.finish();
    let before = position("position startpos moves e2e4", CastlingMode::Standard);
    assert_legal(&before, &[search.best()], CastlingMode::Standard);
    gui.send("isready");
    gui.wait_for("readyok");
    let after = position(
        "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        CastlingMode::Standard,
    );
    let search = gui.go("go depth 3");
    assert_legal(&after, &[search.best()], CastlingMode::Standard);
}

#[test]
fn row_183_an_overlong_line_is_ignored_and_told() {
    let mut gui = Gui::new();
    gui.handle(Input::Overlong);
    let told = gui.take();
    assert!(told.len() == 1 && told[0].starts_with("info string "));
    let word = "x".repeat(1 << 19);
    for line in [
        format!("position fen {word}"),
        format!("position startpos moves {word}"),
        format!("setoption name {word} value {word}"),
    ] {
        let told = gui.answer(&line);
        assert!(told.len() == 1 && told[0].len() < 1000, "{:.200}", told[0]);
    }
    assert!(gui.answer(&word).is_empty());
}

#[test]
fn row_193_random_mixtures_of_words_do_no_harm() {
    const WORDS: &[&str] = &[
        "uci",
        "debug",
        "on",
        "off",
        "isready",
        "setoption",
        "name",
        "value",
        "Hash",
        "Threads",
        "true",
        "register",
        "later",
        "code",
        "ucinewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "e1g1",
        "a7a8q",
        "0000",
        "go",
        "searchmoves",
        "ponder",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "depth",
        "nodes",
        "mate",
        "movetime",
        "infinite",
        "stop",
        "ponderhit",
        "d",
        "eval",
        "bench",
        "0",
        "1",
        "2",
        "-1",
        "99999999999999999999",
        "UCI_Chess960",
        "Clear",
        "8/8/8/8/8/8/8/8",
        "4k3/8/8/8/8/8/8/4K2R",
        "w",
        "K",
        "-",
        "xboard",
        "é",
        "\u{0}",
    ];
    let mut rng = SmallRng::seed_from_u64(193);
    let mut gui = Gui::new();
    for _ in 0..3000 {
        let count = rng.random_range(1..9);
        let words: Vec<&str> = (0..count)
            .map(|_| WORDS[rng.random_range(0..WORDS.len())])
            .collect();
        gui.send(&words.join(" "));
        if rng.random_bool(0.1) {
            gui.pump(Duration::from_micros(200));
        }
    }
    gui.send_all(&[
        "stop",
        "isready",
        "setoption name Threads value 1",
        "position startpos",
    ]);
    gui.pump(Duration::from_millis(50));
    gui.take();
    gui.send_all(&["go infinite searchmoves a2a4", "stop"]);
    let is_best = |line: &String| line.starts_with("bestmove a2a4");
    gui.wait(|lines| lines.iter().any(is_best));
}

#[test]
fn row_161_perft_blocks_nobody_and_can_be_stopped() {
    for depth in ["20", "100000", "99999999999999999999"] {
        let mut gui = Gui::new();
        gui.send(&format!("go perft {depth}"));
        assert_eq!(gui.answer("isready"), ["readyok"]);
        gui.send("stop");
        gui.wait_for("info string perft stopped");
        gui.send("go perft 1");
        gui.wait_for("Nodes searched: 20");
    }
}

#[test]
fn row_146_after_long_pondering_the_move_comes_with_the_ponderhit() {
    let mut gui = Gui::new();
    gui.send("position startpos moves e2e4 e7e5");
    // A move would take up to seven seconds, but not much more than a second is planned for it.
    gui.send("go ponder wtime 60000 btime 60000");
    std::thread::sleep(Duration::from_millis(2500));
    let start = std::time::Instant::now();
    gui.send("ponderhit");
    gui.wait_for("bestmove");
    assert!(
        start.elapsed() < Duration::from_secs(1),
        "{:?}",
        start.elapsed()
    );
}
