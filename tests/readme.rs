//! The README says what the program says.

use diglot::engine::{OPTIONS, OptionKind};

#[test]
fn every_option_stands_in_the_table_as_it_is() {
    let readme = include_str!("../README.md");
    for option in OPTIONS {
        let (default, range) = match option.kind {
            OptionKind::Check { default } => (default.to_string(), String::new()),
            OptionKind::Spin { default, min, max } => {
                (default.to_string(), format!("{min} to {max}"))
            }
            OptionKind::Button => Default::default(),
        };
        let cells = [option.name, &default, &range, option.description];
        let row: String = cells
            .iter()
            .map(|cell| format!("| {cell} ").replace("  ", " "))
            .collect();
        assert!(readme.contains(&format!("{row}|")), "no row {row}|");
    }
}
