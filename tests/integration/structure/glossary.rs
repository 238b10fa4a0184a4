//! The glossary in ARCHITECTURE.md leads from each technique to the file and the item that implement it, and every standard term can
//! be found in the source by its name.

use std::fs;

use super::sources::{root, sources};

/// Terms that `rg -i TERM src` must find.
const TERMS: &[&str] = &[
    "stand pat",
    "delta pruning",
    "SEE pruning",
    "razoring",
    "reverse futility pruning",
    "null move pruning",
    "zugzwang verification",
    "ProbCut",
    "internal iterative reduction",
    "singular extension",
    "double extension",
    "negative extension",
    "multicut",
    "late move reductions",
    "late move pruning",
    "futility pruning",
    "history pruning",
    "butterfly history",
    "capture history",
    "continuation history",
    "pawn history",
    "correction history",
    "killer move",
    "mate distance pruning",
    "aspiration window",
    "fail high",
    "fail low",
    "cut node",
    "PV node",
    "principal variation search",
    "iterative deepening",
    "lazy SMP",
    "best-move stability",
    "cuckoo",
    "hash full",
    "Zobrist",
    "PEXT",
    "magic bitboards",
    "pin",
    "x-ray",
    "static exchange evaluation",
    "insufficient material",
    "fifty-move rule",
    "perspective",
    "feature transformer",
    "output bucket",
    "SCReLU",
    "quantisation",
    "refresh cache",
    "king bucket",
    "soft node limit",
    "tt_move",
];

/// Rows `| term | `src/file.rs` | `item` |` of the glossary.
fn glossary() -> Vec<[String; 3]> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, section) = text
        .split_once("\n## Glossary\n")
        .expect("a section Glossary");
    let section = section.split("\n## ").next().unwrap();
    section
        .lines()
        .filter(|line| line.contains("`src/"))
        .map(|line| {
            let cells: Vec<String> = line
                .trim_matches('|')
                .split('|')
                .map(|cell| cell.trim().trim_matches('`').to_owned())
                .collect();
            cells
                .try_into()
                .unwrap_or_else(|_| panic!("not three cells: {line}"))
        })
        .collect()
}

fn declares(text: &str, item: &str) -> bool {
    let name = item.rsplit("::").next().unwrap();
    [
        "fn", "struct", "enum", "trait", "const", "static", "mod", "type",
    ]
    .iter()
    .any(|kind| {
        let declaration = format!("{kind} {name}");
        text.match_indices(&declaration).any(|(start, _)| {
            let after = text[start + declaration.len()..].chars().next();
            !after.is_some_and(|c| c.is_alphanumeric() || c == '_')
        })
    })
}

/// Whether the words stand in the text, possibly with an ending such as a plural.
fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + words.len()..].chars().next();
        let ends = words.len() > 3 || !after.is_some_and(char::is_alphanumeric);
        !before.is_some_and(char::is_alphanumeric) && ends
    })
}

#[test]
fn every_row_of_the_glossary_leads_to_an_item_of_that_name() {
    let rows = glossary();
    assert!(rows.len() > 50, "only {} rows", rows.len());
    for [term, file, item] in rows {
        let text = fs::read_to_string(root().join(&file));
        let text = text.unwrap_or_else(|error| panic!("{term}: {file}: {error}"));
        assert!(declares(&text, &item), "{term}: {file} declares no {item}");
        let name = term.split([',', '(']).next().unwrap().trim().to_lowercase();
        let found = text.to_lowercase().contains(&name);
        assert!(
            !name.is_empty() && found,
            "{file} does not mention {name:?}"
        );
    }
}

#[test]
fn every_standard_term_is_in_the_source() {
    let text: String = sources()
        .into_iter()
        .map(|source| source.text.to_lowercase())
        .collect();
    let missing: Vec<&&str> = TERMS
        .iter()
        .filter(|term| !has_words(&text, &term.to_lowercase()))
        .collect();
    assert!(missing.is_empty(), "not to be found: {missing:?}");
}

#[test]
fn terms_are_whole_words() {
    assert!(has_words("a pin along a ray", "pin"));
    assert!(!has_words("stopping and mapping pins", "pin"));
    assert!(has_words("aspiration windows", "aspiration window"));
}

#[test]
fn declarations_are_told_from_other_words() {
    assert!(declares("pub(crate) fn razoring(x: i32)", "razoring"));
    assert!(declares("struct Searcher<'a> {", "Searcher"));
    assert!(!declares("fn razoring_margin()", "razoring"));
    assert!(!declares("self.razoring()", "razoring"));
}
