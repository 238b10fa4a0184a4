//! `diglot plot`: logs as pictures.

use std::fs;

use crate::support::program::{printed, refusal};
use tempfile::TempDir;

fn sample(name: &str) -> String {
    format!("{}/tests/data/logs/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_kind_of_log_is_drawn_and_fits_on_one_page() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let logs = ["training.csv", "spsa.csv", "match.txt", "games.pgn"];
    for (log, texts) in logs.into_iter().zip([
        &["Loss", "validation", "Learning rate"][..],
        &["lmr_base", "rfp_margin", "iteration"],
        &["new vs old", "new vs sf", "A vs B", "Elo difference"],
        &["new vs old, 12 games: ", "95 % confidence"],
    ]) {
        let svg = file("plot.svg");
        let text = printed(&["plot", &sample(log), "-o", &svg]);
        assert_eq!(text, format!("written: {svg}\n"));
        let svg = fs::read_to_string(svg).unwrap();
        assert!(
            svg.starts_with("<svg ") && svg.contains("<polyline "),
            "{log}"
        );
        for text in texts {
            assert!(svg.contains(text), "{log}: {text}");
        }
    }
    let page = file("page.html");
    let samples = logs.map(sample);
    let samples: Vec<&str> = samples.iter().map(String::as_str).collect();
    printed(&[&["plot"][..], &samples, &["--html", &page]].concat());
    let page = fs::read_to_string(page).unwrap();
    assert_eq!(page.matches("<svg ").count(), logs.len());
    // Without a name the picture lies beside the log.
    let copy = file("copy.csv");
    fs::copy(sample("training.csv"), &copy).unwrap();
    printed(&["plot", &copy]);
    assert!(folder.path().join("copy.svg").exists());
}

#[test]
fn what_is_no_log_or_no_output_is_rejected() {
    let log = sample("training.csv");
    assert!(refusal(&["plot", "Cargo.toml", "-o", "x.svg"]).contains("Cargo.toml: neither "));
    assert!(refusal(&["plot", &log, "-o", &log]).contains("the same file"));
    assert!(refusal(&["plot", &log, &sample("spsa.csv"), "-o", "x.svg"]).contains("--html"));
    let nobody = [
        "plot",
        &sample("games.pgn"),
        "--engine",
        "nobody",
        "--html",
        "x.html",
    ];
    assert!(refusal(&nobody).contains("no results of nobody; the players are "));
    let folder = TempDir::new().unwrap();
    let twice = ["run.csv", "run.txt"].map(|name| folder.path().join(name).display().to_string());
    for copy in &twice {
        fs::copy(&log, copy).unwrap();
    }
    assert!(refusal(&["plot", &twice[0], &twice[1]]).contains("run.svg would be written twice"));
    assert!(!std::path::Path::new("x.svg").exists() && !std::path::Path::new("x.html").exists());
}
