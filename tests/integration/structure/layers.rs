//! The modules stand in layers, and each uses only those below it, as ARCHITECTURE.md says. The test
//! reads the paths that begin with `crate::`.

use super::paths::paths_from;
use super::sources::{Source, sources};

/// The modules from the lowest layer to the highest.
const LAYERS: &[&[&str]] = &[
    &["types", "files", "signals", "streams"],
    &["board"],
    &["pgn"],
    &["eval", "book", "tablebase", "data"],
    &["plot", "search", "train"],
    &["engine", "selfplay", "suite", "analysis"],
    &["protocol"],
    &["cli"],
];

/// What a front-end may know of the search: what it asks for and what it is told. Everything else
/// goes through the engine.
const SEARCH_FOR_PROTOCOL: &[&str] = &[
    "AntiGm",
    "BenchConfig",
    "BestMove",
    "Bound",
    "Clock",
    "CurrentLine",
    "CurrentMove",
    "Info",
    "Limits",
    "Progress",
    "Report",
    "Statistics",
    "TimeSource",
];

/// The only places that may touch standard input and output.
const USERS_OF_STDIO: &[&str] = &["streams.rs", "cli/"];

/// The layer of a file or of the first part of a path; the crate's own items stand in none.
fn layer(path: &str) -> Option<usize> {
    let module = path.split(['/', ':', '.']).next().unwrap();
    LAYERS.iter().position(|layer| layer.contains(&module))
}

fn violations(source: &Source) -> Vec<String> {
    let Some(own) = layer(&source.name) else {
        return Vec::new(); // lib.rs and main.rs
    };
    let own_module = source.name.split(['/', '.']).next().unwrap();
    paths_from(&source.code_with_tests, &["crate"])
        .iter()
        .map(|path| path.trim_start_matches("crate::"))
        .filter(|path| {
            let mut parts = path.split("::");
            let module = parts.next().unwrap();
            if module == own_module {
                return false;
            }
            let item = parts.next().unwrap_or("");
            match layer(path) {
                None => true,
                Some(used) if used >= own => true,
                Some(_) => {
                    own_module == "protocol"
                        && module == "search"
                        && !SEARCH_FOR_PROTOCOL.contains(&item)
                }
            }
        })
        .map(|path| format!("{} uses crate::{path}", source.name))
        .collect()
}

#[test]
fn every_module_uses_only_lower_layers() {
    let found: Vec<String> = sources().iter().flat_map(violations).collect();
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn every_module_has_a_layer() {
    for source in sources() {
        if !["lib.rs", "main.rs"].contains(&source.name.as_str()) {
            assert!(layer(&source.name).is_some(), "{}", source.name);
        }
    }
}

#[test]
fn only_the_outermost_modules_touch_standard_input_and_output() {
    for source in sources() {
        if USERS_OF_STDIO
            .iter()
            .any(|user| source.name.starts_with(user))
        {
            continue;
        }
        for word in ["stdin()", "stdout()", "println!", "print!(", "dbg!("] {
            assert!(
                !source.code_with_tests.contains(word),
                "{} uses {word}",
                source.name
            );
        }
    }
}

#[test]
fn forbidden_imports_are_found() {
    let check = |name: &str, code: &str| violations(&Source::new(name, code)).len();
    assert_eq!(check("board/fen.rs", "use crate::types::Square;"), 0);
    assert_eq!(
        check("board/fen.rs", "use crate::board::{perft, Position};"),
        0
    );
    assert_eq!(check("board/fen.rs", "use crate::search::Limits;"), 1);
    assert_eq!(check("eval/mod.rs", "use crate::book;"), 1);
    assert_eq!(
        check(
            "protocol/uci/session.rs",
            "use crate::search::{Limits, SearchQueue};"
        ),
        1
    );
    assert_eq!(check("protocol/uci/session.rs", "crate::cli::bench()"), 1);
    assert_eq!(check("cli/mod.rs", "use crate::{protocol, search};"), 0);
    assert_eq!(check("main.rs", "use crate::anything;"), 0);
}
