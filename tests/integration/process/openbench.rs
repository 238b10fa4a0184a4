//! OpenBench (<https://github.com/AndyGrant/OpenBench>): the tests call the program as its client does, and check the
//! engine file as its server does.

use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use diglot::board::{CastlingMode, Epd};
use serde_json::{Map, Value};

use super::make::make_dry_run;
use crate::support::program::{PROGRAM, command, printed};
use crate::support::random_network;

/// How long OpenBench waits for a benchmark.
const BENCH_LIMIT: Duration = Duration::from_secs(60);

/// The engine file for OpenBench's server.
const ENGINE_FILE: &str = include_str!("../../../scripts/openbench/Diglot.json");

/// Starts a program and returns its standard output and error as one text, as OpenBench reads them. Panics if it fails.
fn merged_output(mut command: Command) -> String {
    let (mut reader, writer) = std::io::pipe().unwrap();
    command.stdin(Stdio::null());
    command.stdout(writer.try_clone().unwrap()).stderr(writer);
    let mut child = command.spawn().unwrap();
    drop(command); // closes our ends of the pipe
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success(), "{text}");
    text
}

/// Runs the benchmark and returns nodes and nodes per second, each from the last line that has them.
fn bench(command: Command) -> (u64, u64) {
    let text = merged_output(command);
    assert!(text.is_ascii());
    let number = |unit: &str| {
        let mut lines = text.lines().rev();
        let found = lines.find_map(|line| number_with(line, unit));
        found.unwrap_or_else(|| panic!("no {unit} in {text}"))
    };
    (number("nodes"), number("nps"))
}

/// The number directly before or after a word.
fn number_with(line: &str, unit: &str) -> Option<u64> {
    let words: Vec<&str> = line
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let pair = words.windows(2).find_map(|pair| match pair {
        [number, word] if *word == unit => number.parse().ok(),
        _ => None,
    });
    pair.or_else(|| {
        words.windows(2).find_map(|pair| match pair {
            [word, number] if *word == unit => number.parse().ok(),
            _ => None,
        })
    })
}

/// Runs copies of the benchmark in parallel and returns their node count, which must be the same.
fn bench_in_copies(copies: usize, arguments: &[&str]) -> u64 {
    let started = Instant::now();
    let results: Vec<(u64, u64)> = thread::scope(|scope| {
        let runs: Vec<_> = (0..copies)
            .map(|_| scope.spawn(|| bench(command(arguments))))
            .collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    assert!(started.elapsed() < BENCH_LIMIT, "{:?}", started.elapsed());
    let (nodes, _) = results[0];
    assert!(nodes > 0);
    for (count, speed) in results {
        assert_eq!(count, nodes);
        assert!(speed > 0);
    }
    nodes
}

#[test]
fn openbench_counts_the_same_nodes_in_all_copies() {
    let nodes = bench_in_copies(4, &["bench", "7"]);
    // OpenBench sets a private network in this way.
    let option = "setoption name EvalFile value none";
    assert_eq!(bench_in_copies(1, &[option, "bench 7", "quit"]), nodes);
}

#[test]
#[ignore = "the whole benchmark, twice in parallel: meant for --release"]
fn openbench_gets_the_benchmark_within_a_minute() {
    bench_in_copies(2, &["bench"]);
}

/// OpenBench builds with `make -j EXE=NAME CC=COMPILER EVALFILE=PATH`, the compiler being cargo, and takes the binary of
/// that name. Cargo must not get this `CC`, with which crates would compile C.
#[test]
fn make_takes_the_binary_name_and_the_network_from_openbench() {
    let network = "EVALFILE=/OpenBench/Client/Networks/1A2B3C4D";
    let arguments = ["-j", "2", "EXE=Diglot-1a2b3c4d", "CC=cargo", network];
    let Some(text) = make_dry_run(&arguments) else {
        return;
    };
    let build = format!("{network} CC= cargo build --release");
    assert!(text.contains(&build), "{text}");
    assert!(
        text.contains("cp \"target/native/release/diglot\" \"Diglot-1a2b3c4d\""),
        "{text}"
    );
}

/// A build for which `EVALFILE` names a network, without optimisation for speed.
fn build_with(network: &Path) -> Command {
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/evalfile");
    let mut command = Command::new(env!("CARGO"));
    command
        .args(["build", "--profile", "test", "--bin", "diglot"])
        .args(["--target-dir", folder])
        .env("EVALFILE", network)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

#[test]
#[ignore = "builds the program again: run by .ci/run"]
fn a_build_embeds_the_network_that_evalfile_names() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.nnue");
    let network = random_network::network(32, 1).to_bytes();
    for (content, reason) in [
        (None, "there is no network"),
        (Some(&b"not a network"[..]), "it is not a Diglot network"),
        (Some(&network[..network.len() - 1]), "its size is"),
        (
            Some(&[&network[..1000], &[0; 8], &network[1008..]].concat()),
            "its checksum is wrong",
        ),
    ] {
        if let Some(content) = content {
            fs::write(&path, content).unwrap();
        }
        let output = build_with(&path).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{reason}: {message}");
        let parts = ["error: ", "EVALFILE: ", "other.nnue", reason];
        assert!(
            parts.iter().all(|part| message.contains(part)),
            "{reason}: {message}"
        );
    }
    fs::write(&path, &network).unwrap();
    assert!(build_with(&path).status().unwrap().success());
    let built = concat!(env!("CARGO_TARGET_TMPDIR"), "/evalfile/debug/diglot");
    let mut other = Command::new(built);
    other.args(["bench", "5"]);
    let (other, _) = bench(other);
    let (usual, _) = bench(command(&["bench", "5"]));
    assert_ne!(other, usual);
    let loaded = command(&["bench", "5", "--eval-file", path.to_str().unwrap()]);
    assert_eq!(bench(loaded).0, other);
}

/// Converts a FEN to EPD as `Client/genfens.py` does: four fields, and two counters as operations.
fn to_epd(fen: &str) -> String {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let [board @ .., halfmove, fullmove] = &fields[..] else {
        panic!("{fen}");
    };
    assert_eq!(board.len(), 4, "{fen}");
    let [halfmove, fullmove] = [halfmove, fullmove].map(|counter| counter.parse::<u32>().unwrap());
    format!("{} hmvc {halfmove}; fmvn {fullmove};", board.join(" "))
}

/// The openings of a process that OpenBench starts for each thread, as lines of its opening book.
fn genfens(folder: &Path, count: usize, seed: u32, book: &str, extra: &str) -> Vec<String> {
    let request = format!("genfens {count} seed {seed} book {book} {extra}");
    let mut command = Command::new("./Engines/Diglot-1A2B3C4D");
    command.args([&request, "quit"]).current_dir(folder);
    let output = merged_output(command);
    let lines = output.lines();
    lines
        .filter(|line| line.starts_with("info string genfens "))
        .map(|line| to_epd(line.split("genfens ").nth(1).unwrap().trim_end()))
        .collect()
}

/// The steps of `Client/genfens.py`: a process for every thread, each with its own seed, fills the opening book.
#[test]
fn openbench_gets_an_opening_book_for_data_generation() {
    let client = tempfile::tempdir().unwrap();
    for folder in ["Engines", "Books"] {
        fs::create_dir(client.path().join(folder)).unwrap();
    }
    let engine = client.path().join("Engines/Diglot-1A2B3C4D");
    symlink(PROGRAM, engine).unwrap();
    let book = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - hmvc 0; fmvn 30;\n";
    fs::write(client.path().join("Books/pawns.epd"), book).unwrap();
    let extra = &serde_json::from_str::<Value>(ENGINE_FILE).unwrap()["datagen_presets"]["default"]
        ["datagen_custom_genfens"];
    let extra = extra.as_str().unwrap();
    let seeds = [1, 2_147_483_647];
    for book in ["None", "Books/pawns.epd"] {
        let openings: Vec<String> = seeds
            .iter()
            .flat_map(|&seed| genfens(client.path(), 12, seed, book, extra))
            .collect();
        assert_eq!(openings.len(), 24, "{book}");
        assert!(openings.iter().collect::<HashSet<_>>().len() > 12, "{book}");
        for epd in &openings {
            assert!(Epd::parse(epd, CastlingMode::Standard).is_ok(), "{epd}");
        }
    }
}

/// Keys of presets of all kinds that `OpenBench/config.py` knows.
const COMMON_KEYS: &str =
    "book_name upload_pgns priority throughput syzygy_wdl syzygy_adj win_adj draw_adj";

/// The kinds of presets: the sides that have settings, and the further keys.
const PRESET_KINDS: [(&str, &[&str], &str); 3] = [
    (
        "test_presets",
        &["both", "dev", "base"],
        "workload_size test_bounds test_confidence test_max_games",
    ),
    ("tune_presets", &["dev"], ""),
    (
        "datagen_presets",
        &["both", "dev", "base"],
        "workload_size datagen_custom_genfens datagen_play_reverses datagen_max_games",
    ),
];

/// Checks a preset completed by the default one: its keys, and the options and time control of its engines.
fn check_preset(preset: &Map<String, Value>, sides: &[&str], more_keys: &str) {
    let settings = ["branch", "bench", "network", "options", "time_control"];
    for key in preset.keys() {
        let mut common = COMMON_KEYS.split(' ').chain(more_keys.split(' '));
        let is_setting = || {
            let (side, setting) = key.split_once('_').unwrap();
            sides.contains(&side) && settings.contains(&setting)
        };
        assert!(common.any(|known| known == key) || is_setting(), "{key}");
    }
    let setting = |name: &str| {
        let value = preset[&format!("{}_{name}", sides[0])].as_str();
        value.unwrap_or_else(|| panic!("{name} in {preset:?}"))
    };
    for option in ["Threads", "Hash"] {
        let mut words = setting("options")
            .split(' ')
            .map(|word| word.split_once('=').unwrap());
        let (_, value) = words.find(|(name, _)| *name == option).unwrap();
        assert!(value.parse::<u32>().unwrap() >= 1);
    }
    let time_control = setting("time_control");
    let numbers = time_control.trim_start_matches("N=").split('+');
    assert!(
        numbers.map(str::parse::<f64>).all(|number| number.is_ok()),
        "{time_control}"
    );
}

#[test]
fn openbench_accepts_the_engine_file() {
    let file = serde_json::from_str::<Map<String, Value>>(ENGINE_FILE).unwrap();
    assert_eq!(file["private"], false);
    assert!(file["nps"].as_u64().unwrap() > 0 && file["source"].is_string());
    let build = file["build"].as_object().unwrap();
    for list in ["compilers", "cpuflags", "systems"] {
        let texts = build[list].as_array().unwrap();
        assert!(texts.iter().all(Value::is_string), "{list}");
    }
    let newest = concat!("cargo>=", env!("CARGO_PKG_RUST_VERSION"));
    let compiler = build["compilers"][0].as_str().unwrap();
    assert!(compiler.starts_with(newest), "{compiler}");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(build["path"].as_str().unwrap());
    assert!(folder.join("Makefile").is_file() && build.len() == 4);
    for (kind, sides, more_keys) in PRESET_KINDS {
        let presets = file[kind].as_object().unwrap();
        let default = presets["default"].as_object().unwrap();
        for (name, preset) in presets {
            // The default preset completes the others. Tests have none that is complete by itself.
            if name != "default" || kind != "test_presets" {
                let mut preset = preset.as_object().unwrap().clone();
                for (key, value) in default {
                    preset.entry(key).or_insert(value.clone());
                }
                check_preset(&preset, sides, more_keys);
            }
        }
    }
    assert_eq!(file.len(), 4 + PRESET_KINDS.len());
}

/// The checks of `verify_spsa_inputs` in `OpenBench/workloads/verify_workload.py`.
#[test]
fn openbench_accepts_the_parameters_for_tuning() {
    let lines = printed(&["parameters"]);
    for line in lines.lines() {
        let columns: Vec<&str> = line.split(',').map(str::trim).collect();
        let [_, "int", value, min, max, step, rate] = columns[..] else {
            panic!("{line}");
        };
        let [value, min, max, step, rate] =
            [value, min, max, step, rate].map(|number| number.parse::<f64>().unwrap());
        assert!(
            min <= value && value <= max && step >= 0.5 && rate > 0.0,
            "{line}"
        );
    }
    assert!(lines.lines().count() > 50);
}
