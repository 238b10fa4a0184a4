#![no_main]

use diglot_fuzz::check_network;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| check_network(input));
