//! The command line: invalid arguments, `--version`, commands in arguments, `genfens`, `perft` and `bench`.

use crate::support::program::{Program, bench_nodes, printed, run};

#[test]
fn invalid_arguments_are_rejected() {
    for arguments in [
        &["benhc"][..],
        &["benhc 8", "quit"],
        &["go depth 5", "nonsense"],
        &["uci", "nonsense"],
        &["--nonsense"],
        &["perft"],
        &["bench", "x"],
        &["genfens"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
    for argument in ["--help", "--version"] {
        let output = run(&[argument]);
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.to_lowercase().contains("diglot") || text.contains(env!("CARGO_PKG_VERSION")));
    }
    let output = run(&["perft", "2", "8/8 w"]);
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn version_names_commit_compiler_simd_and_network() {
    let text = printed(&["--version"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], concat!("diglot ", env!("CARGO_PKG_VERSION")));
    let starts = [
        "commit: ",
        "compiler: rustc ",
        "target: ",
        "SIMD: ",
        "network: 768 x 4 -> ",
    ];
    assert_eq!(lines.len(), 1 + starts.len(), "{text}");
    for (line, start) in lines[1..].iter().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    assert_eq!(printed(&["-V"]).trim(), lines[0]);
    // `compiler` and `help` say the same, also before a protocol is chosen.
    let compiler = printed(&["compiler"]);
    assert_eq!(compiler.lines().skip(1).collect::<Vec<_>>(), lines[1..]);
    let mut engine = Program::start(&[]);
    engine.write("help\nquit\n");
    for line in &lines[1..] {
        engine.wait_for(line);
    }
}

#[test]
fn commands_in_arguments_run_in_order() {
    let lines = |arguments: &[&str]| -> Vec<String> {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(str::to_owned).collect()
    };
    let best = |lines: &[String]| {
        lines
            .iter()
            .filter(|line| line.starts_with("bestmove"))
            .count()
    };
    let answers = lines(&[
        "position startpos moves e2e4",
        "go depth 3",
        "go depth 4",
        "d",
        "quit",
    ]);
    assert_eq!(best(&answers), 2, "{answers:?}");
    for depth in ["info depth 3 ", "info depth 4 "] {
        assert!(
            answers.iter().any(|line| line.starts_with(depth)),
            "{answers:?}"
        );
    }
    assert!(
        answers
            .iter()
            .any(|line| line.starts_with("Fen: ") && line.contains(" b KQkq "))
    );
    assert_eq!(best(&lines(&["go depth 2"])), 1);
    assert_eq!(best(&lines(&["go", "depth", "2", "quit"])), 1);
    // Only the end of the input stops these searches.
    assert_eq!(best(&lines(&["go infinite", "isready"])), 1);
    assert_eq!(best(&lines(&["go infinite", "go ponder", "go mate 3"])), 3);
    assert_eq!(lines(&["uci", "quit"]).last().unwrap(), "uciok");
    assert!(lines(&["quit"]).is_empty());
    let [bench, session] = [
        &["bench", "3"][..],
        &["setoption name Hash value 2", "bench 3", "quit"],
    ]
    .map(|arguments| bench_nodes(&lines(arguments).join("\n")));
    assert_eq!(bench, session);
}

#[test]
fn genfens_prints_what_openbench_reads() {
    let book = format!("{}/genfens.epd", env!("CARGO_TARGET_TMPDIR"));
    let lines =
        "8/5k2/8/8/8/2K5/4P3/8 w - - hmvc 0; fmvn 40;\n\n4k3/3q4/8/8/8/8/3Q4/4K3 b - - 0 50\n";
    std::fs::write(&book, lines).unwrap();
    let fens = |arguments: &[&str]| -> Vec<String> {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        let fen = |line: &str| line.strip_prefix("info string genfens ").map(str::to_owned);
        let fens: Vec<String> = text.lines().filter_map(fen).collect();
        for fen in &fens {
            let counters: Vec<&str> = fen.split(' ').skip(4).collect();
            assert!(
                matches!(counters[..], [a, b] if a.parse::<u32>().is_ok() && b.parse::<u32>().is_ok()),
                "{fen}"
            );
        }
        fens
    };
    let expected = fens(&["genfens 20 seed 1 book None", "quit"]);
    assert_eq!(expected.len(), 20);
    assert_eq!(
        fens(&["genfens", "20", "seed", "1", "book", "None"]),
        expected
    );
    assert_eq!(fens(&["genfens 20 seed 1 book None  ", "quit"]), expected);
    let network = "setoption name EvalFile value x.nnue";
    assert_eq!(
        fens(&[network, "genfens 20 seed 1 book None more", "quit"]),
        expected
    );
    assert_ne!(fens(&["genfens 20 seed 2 book None", "quit"]), expected);
    let late = fens(&[&format!("genfens 5 seed 1 book {book}"), "quit"]);
    assert_eq!(late.len(), 5);
    assert!(
        late.iter()
            .all(|fen| fen.split(' ').nth(5).unwrap().parse::<u32>().unwrap() >= 40)
    );
    assert_eq!(fens(&["genfens 2 seed 1 book None dfrc", "quit"]).len(), 2);
    for (bad, reason) in [
        (
            "genfens 2 seed 1 book no/such.epd",
            "cannot read no/such.epd",
        ),
        ("genfens 2 seed 1 book .", "it is not a regular file"),
        #[cfg(unix)]
        (
            "genfens 2 seed 1 book /dev/zero",
            "it is not a regular file",
        ),
        ("genfens x", "expected a number of openings"),
        ("genfens", "genfens"),
    ] {
        let output = run(&[bad, "quit"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{bad}: {error}");
        assert!(
            output.stdout.is_empty() && error.contains(reason),
            "{bad}: {error}"
        );
    }
}

#[test]
fn perft_counts() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mut unquoted = vec!["perft", "2"];
    unquoted.extend(fen.split(' '));
    for (arguments, line) in [
        (&["perft", "3"][..], "nodes: 8902"),
        (&["perft", "2", fen], "nodes: 2039"),
        (&unquoted, "nodes: 2039"),
        (&["perft", "2", fen, "--divide"], "e1g1: 43"),
        (&["perft", "2", fen, "--divide", "--chess960"], "e1h1: 43"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.lines().any(|l| l == line), "{line} in {text}");
    }
}

#[test]
fn bench_prints_nodes_and_speed_last_and_is_deterministic() {
    let nodes = bench_nodes(&printed(&["bench", "4"]));
    assert!(nodes > 0);
    assert_eq!(bench_nodes(&printed(&["bench", "4"])), nodes);
    // The command in a session gives the same count.
    let mut engine = Program::greeted("uci");
    engine.write("bench 4 1 16\n");
    let line = engine.wait_until(|line| line.ends_with(" nps"));
    assert_eq!(bench_nodes(&line), nodes);
}
