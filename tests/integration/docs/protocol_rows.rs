//! `tests/protocol_rows.md` names existing tests for every feature of the protocols.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::structure::sources::rust_files;

const ROWS: usize = 223;

/// The names of all tests in the notation of the table.
fn tests() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let integration = root.join("tests/integration");
    let mut found = BTreeSet::new();
    for file in rust_files(&root.join("tests")) {
        let text = fs::read_to_string(&file).unwrap();
        let module = match file.strip_prefix(&integration) {
            Ok(path) => module_path(path),
            Err(_) => file.file_stem().unwrap().to_str().unwrap().to_owned(),
        };
        found.extend(test_functions(&text).map(|name| format!("{module}::{name}")));
    }
    for file in rust_files(&root.join("src")) {
        let text = fs::read_to_string(&file).unwrap();
        let path = file.strip_prefix(root).unwrap().with_extension("");
        let path = path.to_str().unwrap().replace('\\', "/");
        found.extend(test_functions(&text).map(|name| format!("{path}::{name}")));
    }
    found
}

/// The module path of a file: `uci/go.rs` is `uci::go`, `search/mod.rs` is `search`.
fn module_path(file: &Path) -> String {
    let path = file.with_extension("");
    let mut parts: Vec<&str> = path.iter().map(|part| part.to_str().unwrap()).collect();
    if parts.last() == Some(&"mod") {
        parts.pop();
    }
    parts.join("::")
}

/// The names of the functions after `#[test]`, possibly with other attributes in between.
fn test_functions(text: &str) -> impl Iterator<Item = &str> {
    text.split("#[test]").skip(1).filter_map(|rest| {
        let (_, rest) = rest.split_once("fn ")?;
        rest.split(['(', '<']).next()
    })
}

/// The number of a row of the table and the tests it names.
fn parse_row(line: &str) -> Option<(usize, Vec<&str>)> {
    let mut cells = line.trim().trim_matches('|').split(" | ");
    let number = cells.next()?.trim().parse().ok()?;
    let tests = cells.nth(1).unwrap_or("").split(',');
    let tests = tests.map(|test| test.trim().trim_matches('`'));
    Some((number, tests.filter(|test| !test.is_empty()).collect()))
}

#[test]
fn every_row_names_existing_tests() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/protocol_rows.md");
    let text = fs::read_to_string(path).unwrap();
    let rows: Vec<_> = text.lines().filter_map(parse_row).collect();
    let numbers: Vec<usize> = rows.iter().map(|row| row.0).collect();
    assert_eq!(numbers, (1..=ROWS).collect::<Vec<_>>());
    let existing = tests();
    let mut errors = Vec::new();
    for (number, tests) in rows {
        if tests.is_empty() {
            errors.push(format!("row {number} names no test"));
        }
        for test in tests.into_iter().filter(|&test| !existing.contains(test)) {
            errors.push(format!("row {number} names {test}, which does not exist"));
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}
