//! The modules stand in layers, and each uses only those below it (see the documentation of the
//! crate). Told from the paths that begin with `crate::`.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules from the lowest layer to the highest.
const LAYERS: &[&[&str]] = &[
    &["types", "files", "signals"],
    &["board"],
    &["eval", "book", "tablebase", "data"],
    &["search", "train"],
    &["engine", "selfplay"],
    &["protocol"],
    &["cli"],
];

/// What a front-end may know of the search: what it asks for and what it is told. Everything else
/// goes through the engine.
const SEARCH_FOR_PROTOCOL: &[&str] = &[
    "BenchSettings",
    "BestMove",
    "Bound",
    "Clock",
    "CurrentLine",
    "CurrentMove",
    "Info",
    "Limits",
    "Report",
    "TimeSource",
];

/// The only places that may touch standard input and output.
const USERS_OF_STDIO: &[&str] = &["protocol/io.rs", "protocol/run.rs", "cli/"];

struct Source {
    /// Relative to `src`, with slashes.
    name: String,
    /// Without comments.
    code: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![root.clone()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
                sources.push(Source {
                    name: name.replace('\\', "/"),
                    code: without_comments(&fs::read_to_string(&path).unwrap()),
                });
            }
        }
    }
    assert!(sources.len() > 20, "only {} sources", sources.len());
    sources
}

fn without_comments(text: &str) -> String {
    let code = |line| str::split_once(line, "//").map_or(line, |(code, _)| code);
    text.lines().map(code).collect::<Vec<_>>().join("\n")
}

/// Every path after `crate::`, groups in braces resolved: `crate::a::{b, c::d}` is `a::b`, `a::c::d`.
fn crate_paths(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for (start, root) in code.match_indices("crate::") {
        let before = code[..start].chars().next_back();
        if !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$') {
            expand(&code[start + root.len()..], "", &mut paths);
        }
    }
    paths
}

/// Reads one path or group at the start of `text`; gives back what follows it.
fn expand<'a>(text: &'a str, prefix: &str, paths: &mut Vec<String>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = expand(rest, prefix, paths).trim_start();
            rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
            match rest.strip_prefix('}') {
                Some(after) => return after,
                None if rest.is_empty() => return rest,
                None => {}
            }
        }
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '*';
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        let skipped = text.chars().next().map_or(0, char::len_utf8);
        return &text[skipped..];
    }
    let path = format!("{prefix}{name}");
    match rest.strip_prefix("::") {
        Some(rest) if !rest.starts_with('<') => expand(rest, &format!("{path}::"), paths),
        _ => {
            paths.push(path);
            let alias = rest.trim_start().strip_prefix("as ");
            alias.map_or(rest, |alias| alias.trim_start_matches(is_part))
        }
    }
}

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
    crate_paths(&source.code)
        .into_iter()
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
            assert!(!source.code.contains(word), "{} uses {word}", source.name);
        }
    }
}

#[test]
fn the_reader_of_paths_understands_groups() {
    let code = "use crate::{types, board::{self, Position as P}};\nlet x = crate::search::Limits::none(y);\n\
                pub(crate) fn f() {} use crate::engine::*; $crate::macros::m!(); a_crate::z;";
    assert_eq!(
        crate_paths(code),
        [
            "types",
            "board::self",
            "board::Position",
            "search::Limits::none",
            "engine::*"
        ]
    );
}

#[test]
fn what_is_forbidden_is_found() {
    let check = |name: &str, code: &str| {
        violations(&Source {
            name: name.to_owned(),
            code: code.to_owned(),
        })
        .len()
    };
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
            "use crate::search::{Limits, Pool};"
        ),
        1
    );
    assert_eq!(check("protocol/uci/session.rs", "crate::cli::bench()"), 1);
    assert_eq!(check("cli/mod.rs", "use crate::{protocol, search};"), 0);
    assert_eq!(check("main.rs", "use crate::anything;"), 0);
}
