#![no_main]

use diglot_fuzz::{check_file, check_game};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    check_file(input);
    check_game(input);
});
