//! Handshake, registration, debug output, white space and the commands for users.

use std::time::Duration;

use diglot::board::CastlingMode;
use diglot::eval::nnue::Simd;

use crate::support::uci::{Gui, assert_legal, fen, number, position};

#[test]
fn uci_prints_name_author_options_and_uciok() {
    let lines = Gui::new().answer("uci");
    assert!(lines[0].starts_with("id name Diglot "));
    assert_eq!(lines[1], "id author the Diglot developers");
    assert_eq!(lines.last().unwrap(), "uciok");
    let options = &lines[2..lines.len() - 1];
    assert!(options.iter().all(|line| line.starts_with("option name ")));
}

#[test]
fn debug_on_echoes_everything_received() {
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
    // `debug` works while searching too.
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
fn no_copyprotection_or_registration_line_is_sent() {
    let lines = Gui::new().answer("uci");
    assert!(!lines.iter().any(|line| line.starts_with("copyprotection")));
    assert!(!lines.iter().any(|line| line.starts_with("registration")));
}

#[test]
fn white_space_does_not_matter() {
    let mut gui = Gui::new();
    gui.send("\t position \t startpos   moves  e2e4 \t e7e5  ");
    assert!(fen(&mut gui).contains(" w KQkq - 0 2"));
    gui.send("  go\tdepth   2 ");
    gui.finish();
}

#[test]
fn unknown_commands_are_ignored() {
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
fn unknown_words_before_a_command_are_skipped() {
    let mut gui = Gui::new();
    assert!(gui.answer("joho debug on").is_empty());
    let answer = gui.answer("what is this");
    assert!(answer[0].starts_with("info string "), "{answer:?}");
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
fn stop_and_ponderhit_while_idle_have_no_effect_then_or_later() {
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
fn nothing_is_searched_without_go() {
    let mut gui = Gui::new();
    gui.send_all(&["ucinewgame", "position startpos moves e2e4"]);
    assert!(gui.listen(Duration::from_millis(50)).is_empty());
}

#[test]
fn isready_is_answered_once_each_also_while_searching() {
    let mut gui = Gui::new();
    gui.send("go infinite");
    for _ in 0..20 {
        gui.take();
        gui.send("isready");
        let lines = gui.wait_for("readyok");
        let ready = lines.into_iter().filter(|line| line == "readyok");
        assert_eq!(ready.count(), 1);
        gui.pump(Duration::from_millis(1));
    }
    gui.send("stop");
    let search = gui.finish();
    assert!(!search.lines.contains(&"readyok".to_owned()));
}

/// GUIs take the lines after `readyok` for those of the search that they start then.
#[test]
fn isready_after_stop_waits_for_the_best_move() {
    let mut gui = Gui::new();
    for commands in [&["stop", "isready"][..], &["stop", "ucinewgame", "isready"]] {
        for _ in 0..5 {
            gui.send("go infinite");
            gui.pump(Duration::from_millis(5));
            gui.send_all(commands);
            let lines = gui.wait_for("readyok");
            let best = lines.iter().filter(|line| line.starts_with("bestmove"));
            assert_eq!(best.count(), 1, "{lines:?}");
            assert!(gui.listen(Duration::from_millis(5)).is_empty());
        }
    }
}

#[test]
fn isready_waits_for_earlier_commands() {
    let mut gui = Gui::new();
    gui.send_all(&["setoption name Hash value 64", "isready", "isready"]);
    let lines = gui.wait(|lines| lines.len() >= 2);
    assert_eq!(lines, ["readyok", "readyok"]);
    gui.send_all(&["ucinewgame", "isready"]);
    assert_eq!(gui.wait_for("readyok"), ["readyok"]);
}

#[test]
fn registration_succeeds_or_can_be_deferred() {
    let mut gui = Gui::new();
    assert!(gui.answer("register later").is_empty());
    assert_eq!(
        gui.answer("register name Jane Doe code 4359874324"),
        ["registration checking", "registration ok"]
    );
}

#[test]
fn searches_are_the_same_after_ucinewgame() {
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
fn perft_prints_moves_and_their_sum() {
    let mut gui = Gui::new();
    gui.send("go perft 3");
    let lines = gui.wait_for("Nodes searched");
    assert_eq!(lines.len(), 22);
    assert!(lines.contains(&"e2e4: 600".to_owned()));
    assert_eq!(lines[20..], ["", "Nodes searched: 8902"]);
    assert_eq!(gui.answer("go perft 0"), ["", "Nodes searched: 1"]);
}

#[test]
fn d_and_eval_show_the_position() {
    let mut gui = Gui::new();
    gui.send("position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 3 9");
    let lines = gui.answer("d");
    let has = |line: &str| assert!(lines.contains(&line.to_owned()), "{line} in {lines:#?}");
    has(" |   |   |   |   | r |   |   |   | 2");
    has("Fen: 4k3/8/8/8/8/8/4r3/4K3 w - - 3 9");
    has("Checkers: e2");
    // A position in check has no static evaluation, with a network or without.
    assert_eq!(gui.answer("eval").last().unwrap(), IN_CHECK);
    gui.answer("setoption name EvalFile value classical");
    assert_eq!(gui.answer("eval").last().unwrap(), IN_CHECK);
    gui.send("position startpos");
    let lines = gui.answer("eval");
    let last = lines.last().unwrap();
    assert!(
        last.starts_with("Final evaluation: ") && last.ends_with("(White's view)"),
        "{last}"
    );
}

const IN_CHECK: &str = "Final evaluation: none (in check)";

/// The first words of what `compiler` answers.
const VERSION_FACTS: [&str; 6] = [
    "Diglot ",
    "commit: ",
    "compiler: rustc ",
    "target: ",
    "SIMD: ",
    "network: ",
];

#[test]
fn help_and_compiler_tell_what_is_running() {
    let mut gui = Gui::new();
    let compiler = gui.answer("compiler");
    assert_eq!(compiler.len(), VERSION_FACTS.len(), "{compiler:#?}");
    for (line, start) in compiler.iter().zip(VERSION_FACTS) {
        assert!(
            line.starts_with(start) && line.len() > start.len(),
            "{line}"
        );
    }
    assert_eq!(compiler[0], format!("Diglot {}", env!("CARGO_PKG_VERSION")));
    assert_eq!(compiler[4], format!("SIMD: {}", Simd::best().name()));
    assert!(
        compiler[5].starts_with("network: 768 x 4 -> "),
        "{}",
        compiler[5]
    );
    let help = gui.answer("help");
    assert_eq!(help[..compiler.len()], compiler);
    assert!(
        help.iter().any(|line| line.contains("go movetime 1000")),
        "{help:#?}"
    );
    gui.answer("setoption name EvalFile value classical");
    let compiler = gui.answer("compiler");
    assert_eq!(compiler[5], "network: none (hand-crafted evaluation)");
}

#[test]
fn uci_twice_and_isready_before_it() {
    let mut gui = Gui::new();
    assert_eq!(gui.answer("isready"), ["readyok"]);
    assert_eq!(gui.answer("uci"), gui.answer("uci"));
}

#[test]
fn perft_does_not_block_and_can_be_stopped() {
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
fn bench_does_not_depend_on_options() {
    const SETTINGS: &str =
        "info string bench: depth 3, threads 1, hash 1 MiB, positions 44, network 768 x 4 -> ";
    let nodes = |line: &str| {
        line.split_once(" nodes ")
            .map(|(nodes, _)| nodes.to_owned())
    };
    let mut gui = Gui::new();
    let bench = |gui: &mut Gui| {
        gui.send("bench 3 1 1");
        gui.wait(|lines| lines.iter().any(|line| line.ends_with(" nps")))
    };
    let first = bench(&mut gui);
    gui.send_all(&[
        "setoption name Contempt value 100",
        "position fen 8/8/8/8/8/5k2/5p2/5K2 w - -",
    ]);
    let second = bench(&mut gui);
    let [first, second] = [&first[..], &second[..]].map(|lines| match lines {
        [settings, line] if settings.starts_with(SETTINGS) => nodes(line).unwrap(),
        _ => panic!("{lines:?}"),
    });
    assert_eq!(first, second);
    assert!(gui.take().is_empty());
}

#[test]
fn bench_does_not_block_and_can_be_stopped() {
    let mut gui = Gui::new();
    gui.send("bench 240");
    gui.wait_for("info string bench: depth 240");
    assert_eq!(gui.answer("isready"), ["readyok"]);
    gui.send("stop");
    gui.wait_for("info string bench stopped");
    gui.send_all(&["bench 240", "bench 240 2", "go depth 1"]);
    let lines = gui.wait_for("bestmove");
    let stopped = lines
        .iter()
        .filter(|line| *line == "info string bench stopped");
    assert_eq!(stopped.count(), 2, "{lines:?}");
    gui.send("bench 1 1 1");
    let lines = gui.close();
    assert!(
        matches!(&lines[..], [_, line] if line.ends_with(" nps")),
        "{lines:?}"
    );
}
