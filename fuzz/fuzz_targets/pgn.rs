#![no_main]

use diglot_fuzz::check_pgn;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| check_pgn(input));
