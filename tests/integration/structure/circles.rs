//! No two files of a room import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};

use super::paths::{paths_from, reexports, without_reexports};
use super::sources::{Source, sources};

/// Files by module path (`search::tree::negamax`).
type Modules<'a> = BTreeMap<String, &'a Source>;
/// For each file the files of its room that it imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

fn modules(sources: &[Source]) -> Modules<'_> {
    let file = |source: &Source| source.name != "main.rs";
    let entry = |source| (Source::module(source).join("::"), source);
    sources.iter().filter(|s| file(s)).map(entry).collect()
}

/// The module that defines what an absolute path (without `crate`) names: re-exports are followed to the file that has the item.
fn defining_module(modules: &Modules, path: &[&str], depth: usize) -> String {
    let mut length = path.len();
    while length > 0 && !modules.contains_key(&path[..length].join("::")) {
        length -= 1;
    }
    let module = path[..length].join("::");
    if let (Some(item), Some(source)) = (path.get(length), modules.get(&module))
        && depth < 8
    {
        for (name, target) in reexports(&source.code) {
            if name == *item {
                let target: Vec<&str> = target.split("::").collect();
                let target = absolute(modules, &path[..length], &target);
                let target: Vec<&str> = target.iter().map(String::as_str).collect();
                return defining_module(modules, &target, depth + 1);
            }
        }
    }
    module
}

/// A path in a module, counted from the root of the crate.
fn absolute(modules: &Modules, module: &[&str], path: &[&str]) -> Vec<String> {
    let mut base: Vec<&str> = module.to_vec();
    let mut rest = path;
    match rest.first() {
        Some(&"crate") => {
            base.clear();
            rest = &rest[1..];
        }
        Some(&"self") => rest = &rest[1..],
        Some(&"super") => {
            while rest.first() == Some(&"super") {
                base.pop();
                rest = &rest[1..];
            }
        }
        Some(first) => {
            let mut child = base.clone();
            child.push(first);
            if !modules.contains_key(&child.join("::")) {
                base = vec!["another crate"];
            }
        }
        None => {}
    }
    base.iter()
        .chain(rest)
        .map(|&part| part.to_owned())
        .collect()
}

fn imports(sources: &[Source]) -> Imports {
    let modules = modules(sources);
    let mut imports = Imports::new();
    for (name, source) in &modules {
        let module = source.module();
        let code = if source.is_mod_file() {
            without_reexports(&source.code)
        } else {
            source.code.clone()
        };
        let children: Vec<&str> = modules
            .keys()
            .filter_map(|other| other.strip_prefix(&format!("{name}::")))
            .filter(|child| !child.contains("::"))
            .collect();
        let mut roots = vec!["crate", "self", "super"];
        roots.extend(children);
        for path in paths_from(&code, &roots) {
            let path: Vec<&str> = path.split("::").collect();
            let path = absolute(&modules, &module, &path);
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            if path.first() != Some(&source.room()) {
                continue;
            }
            let used = defining_module(&modules, &path, 0);
            if used != *name && modules.contains_key(&used) {
                imports.entry(name.clone()).or_default().insert(used);
            }
        }
    }
    imports
}

/// All that can be reached from a module by imports.
fn reachable<'a>(imports: &'a Imports, from: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for used in imports.get(module).into_iter().flatten() {
            if reached.insert(used.as_str()) {
                open.push(used);
            }
        }
    }
    reached
}

/// Groups of modules each of which leads to all others, with the imports among them.
fn circles(sources: &[Source]) -> Vec<String> {
    let imports = imports(sources);
    let reached: BTreeMap<&str, BTreeSet<&str>> = imports
        .keys()
        .map(|module| (module.as_str(), reachable(&imports, module)))
        .collect();
    let mut circles = BTreeSet::new();
    for (&module, modules) in &reached {
        if modules.contains(module) {
            let leads_back = |other: &&str| reached.get(other).is_some_and(|r| r.contains(module));
            let group: BTreeSet<&str> = modules.iter().copied().filter(|m| leads_back(m)).collect();
            let edges: Vec<String> = group
                .iter()
                .flat_map(|from| imports[*from].iter().map(move |to| (from, to)))
                .filter(|(_, to)| group.contains(to.as_str()))
                .map(|(from, to)| format!("    {from} -> {to}"))
                .collect();
            circles.insert(format!("{} files:\n{}", group.len(), edges.join("\n")));
        }
    }
    circles.into_iter().collect()
}

#[test]
fn no_two_files_of_a_room_import_each_other_in_a_circle() {
    let found = circles(&sources());
    assert!(found.is_empty(), "import circles:\n{}", found.join("\n"));
}

#[test]
fn a_circle_is_found_and_reexports_are_followed() {
    let file = |name: &str, code: &str| Source::new(name, code);
    let good = [
        file("lib.rs", "pub mod board;"),
        file(
            "board/mod.rs",
            "mod fen;\nmod position;\npub use fen::Fen;\npub use position::Position;",
        ),
        file(
            "board/fen.rs",
            "use super::Position;\nuse crate::types::Square;",
        ),
        file(
            "board/position.rs",
            "use std::fmt;\n#[cfg(test)]\nmod tests {\n    use crate::board::Fen;\n}",
        ),
    ];
    assert_eq!(circles(&good), [""; 0]);
    let bad = [
        file("lib.rs", "pub mod board;"),
        file(
            "board/mod.rs",
            "mod fen;\nmod position;\npub use fen::Fen;\npub use position::Position;",
        ),
        file("board/fen.rs", "use super::Position;"),
        file(
            "board/position.rs",
            "fn f() -> crate::board::Fen { todo!() }",
        ),
    ];
    let found = circles(&bad);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].contains("board::fen -> board::position"),
        "{found:?}"
    );
    assert!(
        found[0].contains("board::position -> board::fen"),
        "{found:?}"
    );
}

#[test]
fn code_in_a_mod_file_that_uses_a_child_which_uses_it_is_a_circle() {
    let sources = [
        Source::new(
            "data/mod.rs",
            "mod file;\nuse file::Reader;\npub struct Error;",
        ),
        Source::new("data/file.rs", "use super::Error;\npub struct Reader;"),
    ];
    assert_eq!(circles(&sources).len(), 1);
}
