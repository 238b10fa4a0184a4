#![no_main]

use diglot_fuzz::check_book;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| check_book(input));
