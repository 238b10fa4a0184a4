//! The user documentation matches the program.

use diglot::eval::default_network;
use diglot::protocol::options::{OPTIONS, OptionGroup, OptionKind, OptionSpec};

/// The document with the option table.
const OPTIONS_DOC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/options.md");

/// The document that explains the variables of the Rebel Century extensions.
const REBEL_DOC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/protocols.md");

const BEGIN: &str = "<!-- options: begin -->\n";
const END: &str = "<!-- options: end -->\n";

/// The option table in Markdown: a table for each group.
fn options_table() -> String {
    let tables = OPTIONS.chunk_by(|a, b| a.group == b.group).map(|group| {
        let rows: String = group.iter().map(row).collect();
        let heading = heading(group[0].group);
        format!("### {heading}\n\n| option | default | range | what it does |\n|---|---|---|---|\n{rows}")
    });
    tables.collect::<Vec<_>>().join("\n")
}

fn heading(group: OptionGroup) -> &'static str {
    match group {
        OptionGroup::Strength => "Strength and style",
        OptionGroup::Time => "Time",
        OptionGroup::Memory => "Memory and threads",
        OptionGroup::Analysis => "Analysis and output",
        OptionGroup::Book => "Opening books",
        OptionGroup::Tablebases => "Tablebases",
        OptionGroup::Results => "Draws and resigning",
        OptionGroup::Game => "Variant, opponent and positions",
        OptionGroup::Files => "Other files",
        OptionGroup::Actions => "Buttons",
    }
}

#[test]
fn options_are_announced_group_by_group() {
    assert!(OPTIONS.is_sorted_by_key(|option| option.group));
}

fn row(option: &OptionSpec) -> String {
    let default = option.default_value();
    let default = default.map_or_else(String::new, |value| value.to_string());
    let range = match option.kind {
        OptionKind::Check { .. } => "on or off".to_owned(),
        OptionKind::Spin { min, max, .. } => format!("{min} to {max}"),
        OptionKind::Combo { choices, .. } => choices.join(", "),
        OptionKind::Text { .. } => "text".to_owned(),
        OptionKind::File { .. } => "a file".to_owned(),
        OptionKind::Path { .. } => "a folder".to_owned(),
        OptionKind::Button { .. } | OptionKind::Save | OptionKind::Reset => "a button".to_owned(),
    };
    let help = option.help;
    let row = format!("| {} | {default} | {range} | {help} |\n", option.name);
    row.replace("|  |", "| |")
}

/// If the environment variable `DIGLOT_UPDATE_OPTIONS` is set, writes the table instead of checking it.
#[test]
fn the_option_table_matches_the_program() {
    let text = std::fs::read_to_string(OPTIONS_DOC).unwrap();
    let text = text.replace("\r\n", "\n");
    let (before, rest) = text.split_once(BEGIN).expect("begin marker of the table");
    let (table, after) = rest.split_once(END).expect("end marker of the table");
    let expected = options_table();
    if std::env::var_os("DIGLOT_UPDATE_OPTIONS").is_some() {
        std::fs::write(
            OPTIONS_DOC,
            format!("{before}{BEGIN}{expected}{END}{after}"),
        )
        .unwrap();
    } else {
        assert_eq!(
            table, expected,
            "`DIGLOT_UPDATE_OPTIONS=1 cargo test --test integration option_table` writes it"
        );
    }
}

#[test]
fn every_rebel_variable_is_documented() {
    let text = std::fs::read_to_string(REBEL_DOC).unwrap();
    let comments = diglot::protocol::cecp::cpeini();
    let names = comments
        .iter()
        .skip_while(|line| *line != "[Variables]")
        .filter_map(|line| Some(line.strip_prefix("; ")?.split_once(" (")?.0));
    let mut count = 0;
    for name in names {
        assert!(text.contains(&format!("`{name}`")), "{name}");
        count += 1;
    }
    assert!(count >= 9);
}

/// Groups digits in thousands with commas.
fn grouped(digits: &str) -> String {
    let first = digits.len() % 3;
    let (head, rest) = digits.split_at(first);
    let groups = std::iter::once(head).chain((0..rest.len() / 3).map(|i| &rest[3 * i..3 * i + 3]));
    let groups: Vec<&str> = groups.filter(|group| !group.is_empty()).collect();
    groups.join(",")
}

/// The description in the header of the network file says how it was trained; the model card repeats it.
#[test]
fn the_model_card_matches_the_network() {
    let card = include_str!("../../../src/eval/nnue/networks/README.md");
    let network = default_network().expect("embedded default network");
    let description = network.description();
    let summary = network.summary();
    let (architecture, _) = summary.split_once(',').unwrap();
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
        architecture.replace(" x ", " × ").replace("->", "→"),
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
