//! Perft counts of the variants equal those of other programs; tests/data/README.md gives the origin of the counts.

use diglot::board::{CastlingMode, FAIRY_CHESS, Position, VARIANTS, Variant, perft, variant};

/// Checks all counts that are at most `max_nodes`.
fn check(max_nodes: u64) {
    let path = format!(
        "{}/tests/data/perft_variants.epd",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap();
    let mut wrong = Vec::new();
    let mut checked: Vec<&str> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(';');
        let (name, fen) = (fields.next().unwrap(), fields.next().unwrap());
        let (position, warnings) =
            Position::of_variant(rules_of(name), fen, CastlingMode::Standard)
                .unwrap_or_else(|error| panic!("{line}: {error}"));
        assert!(warnings.is_empty(), "{line}: {warnings:?}");
        for field in fields {
            let (depth, nodes) = field.trim_start_matches('D').split_once(' ').unwrap();
            let expected: u64 = nodes.parse().unwrap();
            if expected <= max_nodes {
                let counted = perft(&position, depth.parse().unwrap());
                if counted != expected {
                    wrong.push(format!(
                        "{name} {fen} at {depth}: {counted}, not {expected}"
                    ));
                    break;
                }
                checked.push(name);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for variant in &VARIANTS {
        let counts = checked.iter().filter(|&&name| name == variant.name).count();
        assert!(counts >= 20, "only {counts} counts of {}", variant.name);
    }
}

fn rules_of(name: &str) -> &'static Variant {
    match name {
        "chess" => &FAIRY_CHESS,
        _ => variant(name).unwrap(),
    }
}

#[test]
fn variants_at_small_depths() {
    check(20_000);
}

#[test]
#[ignore = "minutes; run with: cargo test --release --test integration variant_perft -- --ignored"]
fn variants_at_all_depths() {
    check(u64::MAX);
}
