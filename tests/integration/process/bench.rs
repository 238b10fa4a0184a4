//! The benchmark searches the same tree on every machine and SIMD path, with a fixed node count.

use crate::support::random_network;
use std::process::{Command, Output};

use diglot::eval::nnue::Simd;

/// Nodes of `diglot bench 8`. A commit that changes the search or evaluation updates it and says so in its message.
const NODES_AT_DEPTH_8: &str = "204059";

fn bench() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_diglot"));
    command.arg("bench");
    command
}

/// The node count in the last line.
fn nodes(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    let text = str::from_utf8(&output.stdout).unwrap();
    let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
    assert!(
        matches!(words[..], [_, "nodes", nps, "nps"] if nps.parse::<u64>().is_ok()),
        "{text}"
    );
    words[0].to_owned()
}

#[test]
fn bench_node_count_is_unchanged() {
    let output = bench().arg("8").output().unwrap();
    assert_eq!(nodes(&output), NODES_AT_DEPTH_8);
}

#[test]
fn bench_is_the_same_on_all_simd_paths() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let path = format!("{folder}/bench-{}.nnue", std::process::id());
    std::fs::write(&path, random_network::network(96, 4).to_bytes()).unwrap();
    let with = |simd: &str| {
        let mut command = bench();
        command
            .args(["5", "--eval-file", &path])
            .env("DIGLOT_SIMD", simd);
        nodes(&command.output().unwrap())
    };
    let widest = with("");
    for simd in Simd::available() {
        assert_eq!(with(simd.name()), widest, "{simd:?}");
    }
    assert_ne!(widest, nodes(&bench().arg("5").output().unwrap()));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn bench_rejects_an_invalid_network_by_name() {
    let output = bench().args(["1", "--eval-file", "Cargo.toml"]).output();
    let output = output.unwrap();
    assert!(!output.status.success());
    let text = str::from_utf8(&output.stderr).unwrap();
    assert!(
        text.contains("Cargo.toml cannot be used: it is no network"),
        "{text}"
    );
}
