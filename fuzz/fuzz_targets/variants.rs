#![no_main]

use diglot_fuzz::check_variant;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| check_variant(input));
