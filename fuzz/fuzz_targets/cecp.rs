#![no_main]

use diglot_fuzz::check_cecp;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| check_cecp(input));
