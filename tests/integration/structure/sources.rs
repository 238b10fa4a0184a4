//! The source files of the crate, as the other tests read them.

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) struct Source {
    /// Path relative to `src`, with slashes.
    pub name: String,
    pub text: String,
    /// The text without comments.
    pub code_with_tests: String,
    /// The text without comments and without the unit tests at the end.
    pub code: String,
}

impl Source {
    pub(crate) fn new(name: &str, text: &str) -> Source {
        let code_with_tests = without_comments(text);
        Source {
            name: name.to_owned(),
            text: text.to_owned(),
            code: without_unit_tests(&code_with_tests),
            code_with_tests,
        }
    }

    /// Parts of the module path: `["board", "fen"]` for `board/fen.rs`, `["board"]` for `board/mod.rs`.
    pub(crate) fn module(&self) -> Vec<&str> {
        let path = self.name.strip_suffix(".rs").unwrap_or(&self.name);
        let mut parts: Vec<&str> = path.split('/').collect();
        if matches!(parts.last(), Some(&"mod" | &"lib" | &"main")) {
            parts.pop();
        }
        parts
    }

    /// The top-level module that the file belongs to; empty for `lib.rs` and `main.rs`.
    pub(crate) fn room(&self) -> &str {
        self.module().first().copied().unwrap_or("")
    }

    pub(crate) fn is_mod_file(&self) -> bool {
        self.name.ends_with("mod.rs") || self.name == "lib.rs"
    }
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Rust files in a folder and its subfolders.
pub(crate) fn rust_files(root: &Path) -> Vec<PathBuf> {
    let mut folders = vec![root.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// All files below `src`.
pub(crate) fn sources() -> Vec<Source> {
    let root = root().join("src");
    let source = |path: &PathBuf| {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
        Source::new(&name.replace('\\', "/"), &fs::read_to_string(path).unwrap())
    };
    let sources: Vec<Source> = rust_files(&root).iter().map(source).collect();
    assert!(sources.len() > 20, "only {} sources", sources.len());
    sources
}

fn without_comments(text: &str) -> String {
    let code = |line| str::split_once(line, "//").map_or(line, |(code, _)| code);
    text.lines().map(code).collect::<Vec<_>>().join("\n")
}

/// Cuts the text off at an inline `#[cfg(test)] mod`, and drops single items with `#[cfg(test)]` on one line.
fn without_unit_tests(code: &str) -> String {
    let lines: Vec<&str> = code.lines().collect();
    let mut kept = Vec::new();
    let mut i = 0;
    while i < lines.len() {
        if lines[i].trim() == "#[cfg(test)]" {
            let item = lines.get(i + 1).map_or("", |line| line.trim());
            if item.contains("mod ") && item.ends_with('{') {
                break;
            }
            if item.ends_with(';') {
                i += 2;
                continue;
            }
        }
        kept.push(lines[i]);
        i += 1;
    }
    kept.join("\n")
}

#[test]
fn comments_and_unit_tests_are_skipped() {
    let text = "use a::b; // c\n#[cfg(test)]\nmod toy;\nfn f() {}\n#[cfg(test)]\nmod tests {\n    use super::*;\n}\n";
    let source = Source::new("board/mod.rs", text);
    assert_eq!(source.code, "use a::b; \nfn f() {}");
    assert_eq!(source.module(), ["board"]);
    assert_eq!(source.room(), "board");
}
