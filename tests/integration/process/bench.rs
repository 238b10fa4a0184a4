//! The benchmark searches the same tree on every machine and SIMD path, with a fixed node count.

use std::process::Command;

use crate::support::program::{bench_nodes, command, refusal};
use crate::support::random_network;
use diglot::eval::nnue::Simd;

/// Nodes of `diglot bench 8`. A commit that changes the search or evaluation updates it and says so in its message.
const NODES_AT_DEPTH_8: u64 = 184_177;

/// The node count of a benchmark.
fn nodes(command: &mut Command) -> u64 {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    bench_nodes(str::from_utf8(&output.stdout).unwrap())
}

#[test]
fn bench_node_count_is_unchanged() {
    assert_eq!(nodes(&mut command(&["bench", "8"])), NODES_AT_DEPTH_8);
}

#[test]
fn bench_is_the_same_on_all_simd_paths() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let path = format!("{folder}/bench-{}.nnue", std::process::id());
    std::fs::write(&path, random_network::network(192, 4).to_bytes()).unwrap();
    let with = |simd: &str| {
        let mut command = command(&["bench", "5", "--eval-file", &path]);
        nodes(command.env("DIGLOT_SIMD", simd))
    };
    let widest = with("");
    for simd in Simd::available() {
        assert_eq!(with(simd.name()), widest, "{simd:?}");
    }
    assert_ne!(widest, nodes(&mut command(&["bench", "5"])));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn bench_rejects_an_invalid_network_by_name() {
    let text = refusal(&["bench", "1", "--eval-file", "Cargo.toml"]);
    assert!(
        text.contains("Cargo.toml cannot be used: it is not a Diglot network"),
        "{text}"
    );
}
