//! Perft counts equal those of other programs; tests/data/README.md gives the origin of the positions and counts.

use diglot::board::{CastlingMode, Epd, perft};

/// Checks all counts of a file that are at most `max_nodes`.
fn check(file: &str, mode: CastlingMode, max_nodes: u64) {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let mut counts = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let epd = Epd::parse(line, mode).unwrap_or_else(|error| panic!("{line}: {error}"));
        for (opcode, operands) in &epd.operations {
            let depth = opcode.strip_prefix('D').unwrap().parse().unwrap();
            let expected: u64 = operands[0].parse().unwrap();
            if expected <= max_nodes {
                assert_eq!(perft(&epd.position, depth), expected, "{line} at {depth}");
                counts += 1;
            }
        }
    }
    assert!(counts > 1000, "only {counts} counts in {file}");
}

#[test]
fn standard_positions_at_small_depths() {
    check("perft_standard.epd", CastlingMode::Standard, 1_000_000);
}

#[test]
fn chess960_positions_at_small_depths() {
    check("perft_chess960.epd", CastlingMode::Chess960, 100_000);
}

#[test]
#[ignore = "minutes; run with: cargo test --release --test integration perft -- --ignored"]
fn standard_positions_at_all_depths() {
    check("perft_standard.epd", CastlingMode::Standard, u64::MAX);
}

#[test]
#[ignore = "minutes; run with: cargo test --release --test integration perft -- --ignored"]
fn chess960_positions_at_all_depths() {
    check("perft_chess960.epd", CastlingMode::Chess960, u64::MAX);
}
