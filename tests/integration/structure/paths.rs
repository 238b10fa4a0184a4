//! Paths in Rust code, groups in braces resolved: `a::{b, c::d}` is `a::b` and `a::c::d`.

/// Every path that begins with one of `roots`, written `a::b::c` and with its root.
pub(crate) fn paths_from(code: &str, roots: &[&str]) -> Vec<String> {
    let mut paths = Vec::new();
    for root in roots {
        let start_of_path = format!("{root}::");
        for (start, _) in code.match_indices(&start_of_path) {
            let before = code[..start].chars().next_back();
            if !before.is_some_and(|c| is_part(c) || c == '$' || c == ':') {
                let rest = &code[start + start_of_path.len()..];
                expand(rest, &start_of_path, &mut paths);
            }
        }
    }
    paths
}

/// The paths of the `use` statements with `pub`, each with the name that it gets.
pub(crate) fn reexports(code: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for statement in reexport_statements(code) {
        let mut paths = Vec::new();
        let tree = statement.split_once("use ").unwrap().1;
        expand(tree, "", &mut paths);
        for path in paths {
            let name = path.rsplit("::").next().unwrap().to_owned();
            found.push((name, path));
        }
    }
    found
}

/// The code without the `use` statements that have `pub`.
pub(crate) fn without_reexports(code: &str) -> String {
    let mut rest = code.to_owned();
    for statement in reexport_statements(code) {
        rest = rest.replace(statement, "");
    }
    rest
}

fn reexport_statements(code: &str) -> Vec<&str> {
    let mut statements = Vec::new();
    for (start, _) in code.match_indices("pub") {
        let Some(end) = code[start..].find(';') else {
            break;
        };
        let statement = &code[start..start + end];
        let after = statement["pub".len()..].trim_start();
        let after = match after.strip_prefix('(') {
            Some(inner) => inner.split_once(')').map_or("", |(_, after)| after),
            None => after,
        };
        if after.trim_start().starts_with("use ") {
            statements.push(statement);
        }
    }
    statements
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '*'
}

/// Reads one path or group at the start of `text`; returns what follows it.
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
            paths.push(path.strip_suffix("::self").unwrap_or(&path).to_owned());
            let alias = rest.trim_start().strip_prefix("as ");
            alias.map_or(rest, |alias| alias.trim_start_matches(is_part))
        }
    }
}

#[test]
fn groups_are_resolved() {
    let code = "use crate::{types, board::{self, Position as P}};\nlet x = crate::search::Limits::none(y);\n\
                pub(crate) fn f() {} use crate::engine::*; $crate::macros::m!(); a_crate::z; super::super::b::c;";
    assert_eq!(
        paths_from(code, &["crate", "super"]),
        [
            "crate::types",
            "crate::board",
            "crate::board::Position",
            "crate::search::Limits::none",
            "crate::engine::*",
            "super::super::b::c",
        ]
    );
}

#[test]
fn reexports_are_distinguished_from_imports() {
    let code = "use a::b;\npub use c::{D, e::F};\npub(crate) use g::H;\npub fn f() { use i::j; }";
    let names: Vec<String> = reexports(code).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["D", "F", "H"]);
    let rest = without_reexports(code);
    assert!(
        rest.contains("a::b") && rest.contains("i::j") && !rest.contains("g::H"),
        "{rest}"
    );
}
