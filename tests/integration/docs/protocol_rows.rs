//! Every feature of the protocols has a test that shows it: `protocol_rows.md` names them, row by row.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const ROWS: usize = 194;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// All tests as `file::function`, the file without its ending; those beside the code begin with `src/`.
fn tests() -> BTreeSet<String> {
    let source = folder().join("../src");
    let beside = tests_in(&source);
    let mut found = tests_in(&folder());
    found.extend(beside.into_iter().map(|test| format!("src/{test}")));
    found
}

fn tests_in(root: &Path) -> BTreeSet<String> {
    let mut folders = vec![root.to_owned()];
    let mut found = BTreeSet::new();
    while let Some(current) = folders.pop() {
        for entry in fs::read_dir(current).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let relative = path.strip_prefix(root).unwrap().with_extension("");
                let file = relative.to_str().unwrap().replace('\\', "/");
                let text = fs::read_to_string(&path).unwrap();
                found.extend(functions(&text).map(|name| format!("{file}::{name}")));
            }
        }
    }
    found
}

/// The functions behind `#[test]`, whatever other attributes and macros stand between.
fn functions(text: &str) -> impl Iterator<Item = &str> {
    text.split("#[test]").skip(1).filter_map(|rest| {
        let (_, rest) = rest.split_once("fn ")?;
        rest.split(['(', '<']).next()
    })
}

/// The rows that a test's name says it is about: `r012`, `row_12`, and `r012_to_r014`.
fn rows_in_name(test: &str) -> BTreeSet<usize> {
    let name = test.rsplit("::").next().unwrap();
    let words: Vec<&str> = name.split('_').collect();
    let number = |i: usize| -> Option<usize> {
        let word = words.get(i)?;
        let is_row = i > 0 && words[i - 1] == "row";
        let digits = if is_row {
            word
        } else {
            word.strip_prefix('r')?
        };
        digits.parse().ok()
    };
    let mut rows = BTreeSet::new();
    for i in 0..words.len() {
        match (number(i), words.get(i + 1), number(i + 2)) {
            (Some(first), Some(&"to"), Some(last)) => rows.extend(first..=last),
            (Some(row), ..) => drop(rows.insert(row)),
            _ => {}
        }
    }
    rows
}

/// A row of the table: what it is about and the tests it names.
struct Row {
    number: usize,
    feature: String,
    tests: BTreeSet<String>,
}

fn read_row(line: &str) -> Option<Row> {
    let mut cells = line.trim().trim_matches('|').split(" | ");
    let number = cells.next()?.trim().parse().ok()?;
    let feature = cells.next()?.trim().to_owned();
    let tests = cells.next().unwrap_or("").split(',');
    let tests = tests.map(|test| test.trim().trim_matches('`').to_owned());
    Some(Row {
        number,
        feature,
        tests: tests.filter(|test| !test.is_empty()).collect(),
    })
}

/// With the environment variable `DIGLOT_UPDATE_ROWS` set, tests that are missing are added to the
/// table and those that are gone taken out of it.
#[test]
fn every_row_names_tests_that_are_there() {
    let path = folder().join("protocol_rows.md");
    let text = fs::read_to_string(&path).unwrap();
    let all = tests();
    let mut by_row: BTreeMap<usize, BTreeSet<&String>> = BTreeMap::new();
    for test in &all {
        for row in rows_in_name(test) {
            by_row.entry(row).or_default().insert(test);
        }
    }
    let update = std::env::var_os("DIGLOT_UPDATE_ROWS").is_some();
    let mut wrong = Vec::new();
    let mut expected = 1;
    let mut updated = String::new();
    for line in text.lines() {
        let Some(mut row) = read_row(line) else {
            updated.push_str(&format!("{line}\n"));
            continue;
        };
        if row.number != expected {
            wrong.push(format!("row {} where {expected} is due", row.number));
        }
        expected = row.number + 1;
        let named = by_row.remove(&row.number).unwrap_or_default();
        if update {
            row.tests.retain(|test| all.contains(test));
            row.tests.extend(named.iter().map(|&test| test.clone()));
        }
        for test in row.tests.iter().filter(|&test| !all.contains(test)) {
            wrong.push(format!("row {} names {test}, which is no test", row.number));
        }
        for test in named.iter().filter(|&&test| !row.tests.contains(test)) {
            wrong.push(format!("row {} does not name {test}", row.number));
        }
        if row.tests.is_empty() {
            wrong.push(format!("row {} ({}) has no test", row.number, row.feature));
        }
        let tests: Vec<String> = row.tests.iter().map(|test| format!("`{test}`")).collect();
        updated.push_str(&format!(
            "| {} | {} | {} |\n",
            row.number,
            row.feature,
            tests.join(", ")
        ));
    }
    if update {
        fs::write(&path, updated).unwrap();
    }
    assert_eq!(expected, ROWS + 1, "rows are missing");
    for (row, tests) in by_row {
        wrong.push(format!("there is no row {row} for {tests:?}"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rows_are_read_from_names() {
    for (name, rows) in [
        ("a::row_114_several_lines", &[114][..]),
        ("a/b::row_154_row_156_after_a_second", &[154, 156]),
        ("r001_r002_version_1_works", &[1, 2]),
        ("r040_r043_to_r045_features", &[40, 43, 44, 45]),
        ("rows_and_rests_2_of_them", &[]),
    ] {
        let found: Vec<usize> = rows_in_name(name).into_iter().collect();
        assert_eq!(found, rows, "{name}");
    }
}
