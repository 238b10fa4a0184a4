//! The README says what the program says.

use diglot::engine::{OPTIONS, OptionKind, OptionSpec};
use diglot::eval::default_network;

const BEGIN: &str = "<!-- options: begin -->\n";
const END: &str = "<!-- options: end -->\n";

/// The table of options for people, made from the program's own.
fn options_table() -> String {
    let mut table =
        String::from("| option | default | range | what it does |\n|---|---|---|---|\n");
    for option in OPTIONS {
        table.push_str(&row(option));
    }
    table
}

fn row(option: &OptionSpec) -> String {
    let (default, range) = match option.kind {
        OptionKind::Check { default } => (default.to_string(), "on or off".to_owned()),
        OptionKind::Spin { default, min, max } | OptionKind::Slider { default, min, max } => {
            (default.to_string(), format!("{min} to {max}"))
        }
        OptionKind::Combo { default, choices } => (default.to_owned(), choices.join(", ")),
        OptionKind::Text { default } => (default.to_owned(), "text".to_owned()),
        OptionKind::File { default } => (default.to_owned(), "a file".to_owned()),
        OptionKind::Path { default } => (default.to_owned(), "a folder".to_owned()),
        OptionKind::Button | OptionKind::Save | OptionKind::Reset => {
            (String::new(), "a button".to_owned())
        }
    };
    let description = option.description;
    let row = format!(
        "| {} | {default} | {range} | {description} |\n",
        option.name
    );
    row.replace("|  |", "| |")
}

/// The table in the README is that of the program. With the environment variable
/// `DIGLOT_UPDATE_README` set it is written anew instead.
#[test]
fn the_table_of_options_is_the_one_of_the_program() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let readme = std::fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    let (before, rest) = readme.split_once(BEGIN).expect("where the table begins");
    let (table, after) = rest.split_once(END).expect("where the table ends");
    let wanted = options_table();
    if std::env::var_os("DIGLOT_UPDATE_README").is_some() {
        std::fs::write(path, format!("{before}{BEGIN}{wanted}{END}{after}")).unwrap();
    } else {
        assert_eq!(
            table, wanted,
            "DIGLOT_UPDATE_README=1 cargo test --test integration readme writes it anew"
        );
    }
}

/// Whoever uses the extensions of Rebel Century finds there what each variable does.
#[test]
fn every_variable_is_named() {
    let readme =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let comments = diglot::protocol::cecp::cpeini();
    let names = comments
        .iter()
        .skip_while(|line| *line != "[Variables]")
        .filter_map(|line| Some(line.strip_prefix("; ")?.split_once(" (")?.0));
    let mut count = 0;
    for name in names {
        assert!(readme.contains(&format!("`{name}`")), "{name}");
        count += 1;
    }
    assert!(count >= 9);
}

/// With commas between the thousands.
fn grouped(digits: &str) -> String {
    let first = digits.len() % 3;
    let (head, rest) = digits.split_at(first);
    let groups = std::iter::once(head).chain((0..rest.len() / 3).map(|i| &rest[3 * i..3 * i + 3]));
    let groups: Vec<&str> = groups.filter(|group| !group.is_empty()).collect();
    groups.join(",")
}

/// What the head of the network says of its making stands in its model card.
#[test]
fn the_model_card_is_that_of_the_network() {
    assert_eq!(grouped("1234567"), "1,234,567");
    assert_eq!(grouped("123456"), "123,456");
    let card = include_str!("../../../src/eval/nnue/networks/README.md");
    let network = default_network().expect("the network that is part of the program");
    let description = network.description();
    let after = |name: &str| {
        let (_, rest) = description.split_once(name).expect(name);
        let is_part = |c: char| c.is_ascii_digit() || c == '.';
        rest.split(|c| !is_part(c)).next().unwrap_or_default()
    };
    let read = description
        .split_once("read in the first pass: ")
        .unwrap()
        .1;
    let read: Vec<&str> = read
        .split(|c: char| !c.is_ascii_digit())
        .filter(|word| !word.is_empty())
        .collect();
    let [games, plies, positions] = [read[0], read[1], read[2]].map(grouped);
    for fact in [
        format!("{games} games, {plies} plies, of which {positions} positions"),
        format!("768 → {} × 2 → 1 × 8", network.hidden_size()),
        format!("{} superbatches", after("superbatches: ")),
        format!("learning rate {} to", after("learning rate: ")),
        format!("sigmoid(score / {})", after("score / ")),
        format!("lambda {}", after("lambda ")),
        format!("seed {}", after("seed: ")),
        format!("| {}, on", after("validation loss: ")),
        format!("{} centipawns for an output of 1", network.weights().scale),
    ] {
        assert!(card.contains(&fact), "the model card lacks {fact:?}");
    }
}
