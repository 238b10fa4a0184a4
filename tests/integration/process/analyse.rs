//! Annotated games and positions (`analyse`).

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::support::program::{command, printed, refusal, run};

/// A small game with a blunder, a game of Chess960, one with a name to escape, and broken ones.
const GAMES: &str = r#"[Event "Fool"]
[White "<script>alert(1)</script> & \"Co\""]
[Black "B"]
[Result "0-1"]

1. f4 {[%clk 0:01:00] first} e5 (1... d5 2. e4) 2. g4 $146 Qh4# 0-1

[Event "Illegal"]
[Result "*"]

1. e4 e5
2. Ke3 {a good
comment} *

[Event "960"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/5KR1 w G - 0 1"]
[Result "1/2-1/2"]

1. O-O Ke7 1/2-1/2

[Event "Xiangqi"]
[Variant "Xiangqi"]

1. e4 *

[Event "Forfeit"]
[Result "1-0"]

1-0

[Event "Open"]

1. d4 d5 {never closed

[Event "Last"]
[Result "*"]

1. c4 *
"#;

/// A folder with a file of games, and the paths of outputs in it.
struct Scratch(TempDir);

impl Scratch {
    fn new(games: &str) -> Scratch {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("games.pgn"), games).unwrap();
        Scratch(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
        let mut names: Vec<_> = entries.map(|entry| name(entry.unwrap())).collect();
        names.sort();
        names
    }

    /// The arguments that analyse the games at 300 nodes with all outputs, named after `name`.
    fn arguments(&self, name: &str, more: &[&str]) -> Vec<String> {
        let output = |kind: &str| self.path(&format!("{name}.{kind}"));
        let [pgn, json, html] = ["pgn", "jsonl", "html"].map(output);
        let words = [
            "analyse",
            &self.path("games.pgn"),
            "--nodes",
            "300",
            "-o",
            &pgn,
        ];
        let files = ["--json", &json, "--html", &html, "--hash", "1"];
        let all = [&words[..], &files[..], more].concat();
        all.into_iter().map(str::to_owned).collect()
    }
}

fn strs(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

/// The text without line breaks.
fn unwrapped(text: &str) -> String {
    text.replace('\n', " ")
}

#[test]
fn games_are_annotated_and_broken_ones_are_kept_and_named() {
    let scratch = Scratch::new(GAMES);
    let output = run(&strs(&scratch.arguments("out", &[])));
    assert!(output.status.success(), "{output:?}");
    let summary = String::from_utf8(output.stdout).unwrap();
    assert_eq!(summary, "games: 7\nnot analysed: 3\n");
    let errors = String::from_utf8(output.stderr).unwrap();
    let errors: Vec<_> = errors.lines().collect();
    assert_eq!(errors.len(), 3, "{errors:?}");
    assert!(errors[0].ends_with(
        "games.pgn: game 2 (line 8), line 12: illegal move: \"Ke3\", ply 3; not analysed"
    ));
    assert!(errors[1].contains("its variant is xiangqi"), "{errors:?}");
    assert!(errors[2].contains("a comment is not closed"), "{errors:?}");
    assert_eq!(
        scratch.names(),
        ["games.pgn", "out.html", "out.jsonl", "out.pgn"]
    );

    let pgn = scratch.read("out.pgn");
    let text = unwrapped(&pgn);
    for kept in [
        "[White \"<script>alert(1)</script> & \\\"Co\\\"\"] [Black \"B\"] [Result \"0-1\"] [WhiteAccuracy \"",
        " [%clk 0:01:00] first } ",
        " } (1... d5 2. e4) ",
        "2. g4 $146 $4 { [%eval #-1] [%depth ",
        "2... Qh4# 0-1  [Event \"Illegal\"] [Result \"*\"]  1. e4 e5 2. Ke3 {a good comment} *",
        "% not analysed: illegal move: \"Ke3\", ply 3",
        "1. O-O { [%eval ",
        "% not analysed: its variant is xiangqi",
        "[Event \"Forfeit\"] [Result \"1-0\"]  1-0  [Event \"Open\"]",
        "1. d4 d5 {never closed } % not analysed: a comment is not closed",
        "[Event \"Last\"]",
    ] {
        let kept_at = text.find(kept);
        assert!(kept_at.is_some(), "{kept}\n{pgn}");
    }
    // Annotating the annotated games changes nothing, but the comment that was open is closed now.
    let again = Scratch::new(&pgn);
    let output = run(&strs(&again.arguments("out", &[])));
    assert!(output.status.success(), "{output:?}");
    let before = |pgn: &str| pgn.split("[Event \"Open\"]").next().map(str::to_owned);
    assert_eq!(before(&again.read("out.pgn")), before(&pgn));
    assert!(again.read("out.pgn").contains("] never closed }"));

    let json = scratch.read("out.jsonl");
    let lines: Vec<serde_json::Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 7);
    let moves = lines[0]["moves"].as_array().unwrap();
    assert_eq!(moves[2]["san"], "g4");
    assert_eq!(moves[2]["judgement"], "blunder");
    assert_eq!(moves[2]["score"]["mate"], -1);
    assert!(moves[2]["loss"].as_f64() > Some(0.3) && moves[2]["best"] != "g4");
    assert_eq!(moves[1]["lines"][0]["score"], moves[1]["score"]);
    assert_eq!(lines[2]["moves"][0]["uci"], "f1g1");
    assert!(lines[3]["error"].as_str().unwrap().contains("xiangqi"));
    assert_eq!(lines[4]["moves"].as_array().map(Vec::len), Some(0));

    let html = scratch.read("out.html");
    assert!(!html.contains("<script>alert"), "a name is not escaped");
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Co&quot;"));
    assert_eq!(html.matches("<section class=\"game\"").count(), 7);
    assert!(
        !html.contains("src=") && !html.contains("url("),
        "the page loads something"
    );
    assert!(html.ends_with("</script>\n"));
}

/// Games as lichess and XBoard write them.
const VARIANT_GAMES: &str = r#"[Event "House"]
[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. @e5 P@e4 5. Nxe4 *

[Event "Hill"]
[Variant "King of the Hill"]
[FEN "7k/8/8/8/8/3K4/p7/8 w - - 0 1"]

1. Kd4# 1-0

[Event "Atomic960"]
[Variant "atomic"]
[FEN "nrk2r1b/pppppppp/8/8/8/8/PPPPPPPP/NRK2R1B w FBfb - 0 1"]

1. O-O O-O-O *

[Event "Illegal"]
[Variant "Antichess"]

1. e3 b5 2. Nf3 *
"#;

#[test]
fn games_of_variants_are_annotated_by_their_tags() {
    let scratch = Scratch::new(VARIANT_GAMES);
    let output = run(&strs(&scratch.arguments("out", &[])));
    assert!(output.status.success(), "{output:?}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("game 4 (line 18), line 21: illegal move: \"Nf3\", ply 3"),
        "{errors}"
    );
    assert_eq!(errors.lines().count(), 1, "{errors}");
    let text = unwrapped(&scratch.read("out.pgn"));
    for kept in [" 4. P@e5 ", " P@e4 ", "1. Kd4# ", "1. O-O ", " O-O-O "] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    let json = scratch.read("out.jsonl");
    let lines: Vec<serde_json::Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["moves"][6]["uci"], "P@e5");
    assert_eq!(lines[0]["moves"][7]["san"], "P@e4");
    let fen = "rnbqkbnr/ppp1pppp/8/4P3/4N3/8/PPPP1PPP/R1BQKBNR[P] b KQkq - 0 5";
    assert_eq!(lines[0]["moves"][8]["fen"], fen);
    assert_eq!(lines[1]["start"]["score"]["mate"], 1);
    assert_eq!(lines[2]["moves"][1]["uci"], "c8b8");
    let html = scratch.read("out.html");
    assert!(html.contains("data-hand=\"White P, Black –\""));
    assert!(html.contains("data-end=\"White wins: "));
}

#[test]
fn a_game_that_ends_by_repetition_ends_even() {
    // White has a rook more.
    let moves = "Ra2 Kh7 Ra1 Kg8 ".repeat(2);
    let start = "6k1/5pp1/7p/8/8/8/5PPP/R5K1 w - - 0 1";
    let scratch = Scratch::new(&format!(
        "[SetUp \"1\"]\n[FEN \"{start}\"]\n\n{moves} 1/2-1/2\n"
    ));
    let output = run(&strs(&scratch.arguments("out", &[])));
    assert!(output.status.success(), "{output:?}");
    let text = unwrapped(&scratch.read("out.pgn"));
    let evaluations: Vec<&str> = text.split("[%eval ").skip(1).collect();
    // Those of the moves, and that of the better line.
    assert_eq!(evaluations.len(), 9, "{text}");
    let [before @ .., last] = &evaluations[..] else {
        unreachable!("there are moves");
    };
    assert!(last.starts_with("0.00]"), "{text}");
    // The same position was no draw when it occurred for the second time.
    assert!(!before[3].starts_with("0.00]"), "{text}");
}

#[test]
fn positions_of_a_variant_are_annotated() {
    let scratch =
        Scratch::new("6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1\n6k1/5ppp/8/8/8/8/8/4K3[X] w - - 0 1\n");
    let games = scratch.path("games.pgn");
    let words = [
        "analyse",
        &games,
        "--nodes",
        "300",
        "--hash",
        "1",
        "--variant",
        "crazyhouse",
    ];
    let output = run(&words);
    let text = String::from_utf8(output.stdout).unwrap();
    let first = "6k1/5ppp/8/8/8/8/8/4K3[R] w - - hmvc 0; fmvn 1; bm R@";
    assert!(
        text.starts_with(first) && text.contains(" ce 32766; dm 1; "),
        "{text}"
    );
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("line 2: not a pocket: \"X\"; not analysed"),
        "{errors}"
    );
    let checks = Scratch::new("4k3/8/8/8/8/8/7P/R3K3 w - - 0 1 +2+0\n");
    let games = checks.path("games.pgn");
    let words = [
        "analyse",
        &games,
        "--nodes",
        "300",
        "--hash",
        "1",
        "--variant",
        "3check",
    ];
    let text = printed(&words);
    let first = "4k3/8/8/8/8/8/7P/R3K3 w - - +2+0 hmvc 0; fmvn 1; bm Ra8#;";
    assert!(text.starts_with(first), "{text}");
}

#[test]
fn annotations_depend_on_the_configuration_not_on_threads() {
    let scratch = Scratch::new(GAMES);
    printed(&strs(&scratch.arguments("one", &["--multipv", "2"])));
    printed(&strs(
        &scratch.arguments("two", &["--multipv", "2", "--threads", "3"]),
    ));
    printed(&strs(&scratch.arguments("single", &[])));
    for kind in ["pgn", "jsonl", "html"] {
        assert_eq!(
            scratch.read(&format!("one.{kind}")),
            scratch.read(&format!("two.{kind}"))
        );
        assert_ne!(
            scratch.read(&format!("one.{kind}")),
            scratch.read(&format!("single.{kind}"))
        );
    }
    let first = scratch.read("one.jsonl");
    let first: serde_json::Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
    assert_eq!(first["start"]["lines"].as_array().map(Vec::len), Some(2));
    // Without files the annotated games go to standard output.
    let games = scratch.path("games.pgn");
    let words = ["analyse", &games, "--nodes", "300", "--hash", "1"];
    assert_eq!(printed(&words), scratch.read("single.pgn"));
    for limit in [["--depth", "3"], ["--movetime", "1"]] {
        let text = printed(&[&["analyse", &games, "--hash", "1"], &limit[..]].concat());
        // Those of the moves, and one for each better line: each variation but that of the games.
        let is_variation = |rest: &&str| rest.starts_with("1.") || rest.starts_with("2.");
        let lines = text.split('(').filter(is_variation).count() - 1;
        assert_eq!(text.matches("[%eval").count(), 6 + lines, "{text}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_continues_with_the_same_result() {
    let scratch = Scratch::new(&GAMES.repeat(30));
    let more = ["--threads", "2", "--nodes", "2000"];
    let words = |name| {
        let words = scratch.arguments(name, &[]);
        let nodes = words.iter().position(|word| word == "--nodes").unwrap();
        let mut words = words;
        words.drain(nodes..nodes + 2);
        words.extend(more.map(str::to_owned));
        words
    };
    let interrupted = words("parts");
    let progress = scratch.path("parts.pgn.progress");
    let mut runs = 0;
    let mut continued = 0;
    loop {
        let child = command(&strs(&interrupted))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        runs += 1;
        // Interrupts the first runs after some games, one of them as if the machine had stopped.
        let lines = || fs::read_to_string(&progress).map_or(0, |text| text.lines().count());
        let (before, begun) = (lines(), Instant::now());
        while runs <= 3 && lines() < before + 20 && begun.elapsed() < Duration::from_secs(120) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let signal = ["-INT", "-KILL", "-TERM"];
        if runs <= 3 {
            let id = child.id().to_string();
            let kill = std::process::Command::new("kill")
                .args([signal[runs - 1], &id])
                .status();
            assert!(kill.unwrap().success());
        }
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        continued += errors.matches("continuing after").count();
        if output.status.success() {
            let summary = String::from_utf8(output.stdout).unwrap();
            assert_eq!(summary, "games: 210\nnot analysed: 90\n");
            break;
        }
        assert!(runs <= 3, "{errors}");
        let is_told = errors.contains("the same command continues");
        assert!(is_told || signal[runs - 1] == "-KILL", "{errors}");
        assert!(!Path::new(&scratch.path("parts.pgn")).exists());
        // Another command does not continue it.
        let other = [&strs(&interrupted)[..], &["--multipv", "2"]].concat();
        assert!(refusal(&other).contains("belongs to an interrupted analysis"));
    }
    assert_eq!((runs, continued), (4, 3));
    printed(&strs(&words("whole")));
    for kind in ["pgn", "jsonl", "html"] {
        let parts = scratch.read(&format!("parts.{kind}"));
        assert!(parts == scratch.read(&format!("whole.{kind}")), "{kind}");
    }
    assert!(
        !scratch
            .names()
            .iter()
            .any(|name| name.ends_with(".part") || name.ends_with(".progress"))
    );
}

#[test]
fn positions_get_their_analysis_as_operations() {
    let scratch = Scratch::new("");
    let positions = "# two positions\n\n\
        6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - bm Re8#; id \"back rank\";\n\
        4k3/8/8/8/8/8/8 w - -\n\
        7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n\
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    fs::write(scratch.path("test.epd"), positions).unwrap();
    let [epd, html] = ["test.epd", "out.html"].map(|name| scratch.path(name));
    let words = ["analyse", &epd, "--nodes", "1000", "--hash", "1"];
    let output = run(&words);
    assert!(output.status.success(), "{output:?}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("test.epd: line 4: "), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 6, "{text}");
    assert_eq!(lines[..2], ["# two positions", ""]);
    let mate = "6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - bm Re8#; id \"back rank\"; pm Re8#; ce 32766; dm 1; acd ";
    assert!(
        lines[2].starts_with(mate) && lines[2].ends_with("; pv Re8#;"),
        "{text}"
    );
    assert_eq!(lines[3], "4k3/8/8/8/8/8/8 w - -");
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - hmvc 0; fmvn 1; ce 0; acd 0; acn 0;";
    assert_eq!(lines[4], stalemate);
    assert!(lines[5].contains(" fmvn 1; bm ") && lines[5].contains("; acn 1000; pv "));
    printed(&[&words[..], &["--html", &html]].concat());
    assert!(scratch.read("out.html").contains("<h2>back rank</h2>"));
}

#[test]
fn wrong_files_are_refused_before_any_search() {
    let scratch = Scratch::new(GAMES);
    let games = scratch.path("games.pgn");
    let absent = scratch.path("absent.pgn");
    let folder = scratch.path("");
    let epd = scratch.path("a.epd");
    fs::write(&epd, "4k3/8/8/8/8/8/8/4K3 w - -\n").unwrap();
    let [part, output] = ["b.pgn.part", "b.pgn"].map(|name| scratch.path(name));
    fs::write(&part, GAMES).unwrap();
    let zipped = scratch.path("c.pgn.gz");
    fs::write(&zipped, b"\x1f\x8b\x08\x00").unwrap();
    for (words, expected) in [
        (vec![absent.as_str()], "absent.pgn"),
        (vec![&folder], "is not a regular file"),
        (
            vec![&games, "-o", &games],
            "written and read, or written twice",
        ),
        (
            vec![&games, "-o", "x.pgn", "--json", "x.pgn"],
            "written and read, or written twice",
        ),
        (
            vec![&games, "-o", "x", "--json", "x.progress"],
            "written and read, or written twice",
        ),
        (
            vec![&part, "-o", &output],
            "written and read, or written twice",
        ),
        (
            vec![&games, "--json", "x", "-o", &output],
            "b.pgn.part is left from another run",
        ),
        (vec![&zipped], "it is compressed (gzip)"),
        (vec!["-"], "standard input"),
        (vec![&games, "--json", "-"], "standard output"),
        (vec![&games, "--json", "x", "-o", "-"], "cannot be combined"),
        (vec![&games, &epd], "holds positions and"),
        (
            vec![&games, "--nodes", "5", "--depth", "3"],
            "cannot be used with",
        ),
    ] {
        let message = refusal(&[&["analyse"], &words[..]].concat());
        assert!(message.contains(expected), "{message}");
    }
    let names = ["a.epd", "b.pgn.part", "c.pgn.gz", "games.pgn"];
    assert_eq!(scratch.names(), names);
    assert_eq!(scratch.read("b.pgn.part"), GAMES);
    assert!(!Path::new("x").exists() && !Path::new("x.part").exists());
}

/// A game of 60 MB is copied in constant memory, and the games around it are annotated.
#[cfg(target_os = "linux")]
#[test]
fn a_huge_game_is_copied_in_constant_memory() {
    use std::io::Write;
    const MEBIBYTE: usize = 1 << 20;
    let scratch = Scratch::new("");
    let huge = "1. e4 {".to_owned() + &"huge \n".repeat(10 * MEBIBYTE);
    let mut file = fs::File::create(scratch.path("games.pgn")).unwrap();
    write!(
        file,
        "1. d4 *\n\n[Event \"Huge\"]\n\n{huge}\n[Event \"Next\"]\n\n1. c4 *\n"
    )
    .unwrap();
    drop(file);
    let words = [
        "analyse",
        &scratch.path("games.pgn"),
        "-o",
        &scratch.path("out.pgn"),
    ];
    let small = ["--nodes", "100", "--hash", "1"];
    let mut child = command(&[words, small].concat())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        // The value is in KiB.
        let text = fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<usize>().ok());
        most = most.max(peak.unwrap_or(0) << 10);
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("game 2 (line 3), line 3: more than 4 MiB of text"),
        "{errors}"
    );
    let text = scratch.read("out.pgn");
    assert!(text.contains(&huge), "the game is not copied");
    assert!(text.contains("% not analysed: more than 4 MiB of text\n"));
    assert_eq!(text.matches("[%eval").count(), 2);
    assert!(most > 0 && most < 100 * MEBIBYTE, "{} MiB", most / MEBIBYTE);
}
