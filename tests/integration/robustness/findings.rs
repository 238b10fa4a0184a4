//! The files of `tests/data/fuzz/TARGET`: seeds of the fuzz targets, and inputs that once broke a property.

use std::fs;

use crate::properties::book::check_book;
use crate::properties::games::{check_file, check_game};
use crate::properties::network::check_network;
use crate::properties::notation::{check_moves, check_text, check_variant};
use crate::properties::pgn::check_pgn;
use crate::properties::session::{check_cecp, check_uci};
use crate::properties::settings::check_settings;

#[test]
fn seeds_and_findings_of_the_fuzz_targets_hold() {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    type Check<'a> = &'a dyn Fn(&[u8]);
    let checks: [(&str, Check); 11] = [
        ("fen", &|bytes| check_text(&text(bytes))),
        ("epd", &|bytes| check_text(&text(bytes))),
        ("variants", &|bytes| check_variant(&text(bytes))),
        ("san", &|bytes| check_moves(&text(bytes))),
        ("pgn", &check_pgn),
        ("uci", &|bytes| check_uci(&text(bytes))),
        ("cecp", &|bytes| check_cecp(&text(bytes))),
        ("book", &check_book),
        ("network", &check_network),
        ("games", &|bytes| {
            check_file(bytes);
            check_game(bytes);
        }),
        ("settings", &|bytes| check_settings(&text(bytes))),
    ];
    for (target, check) in checks {
        let folder = format!("{}/tests/data/fuzz/{target}", env!("CARGO_MANIFEST_DIR"));
        let files: Vec<_> = fs::read_dir(&folder).unwrap().collect();
        assert!(!files.is_empty(), "{folder}");
        for file in files {
            check(&fs::read(file.unwrap().path()).unwrap());
        }
    }
}
