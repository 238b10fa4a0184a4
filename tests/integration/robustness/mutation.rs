//! Random changes of valid input.

use proptest::prelude::*;
use proptest::sample::Index;

/// One of the inputs with a few bytes replaced, inserted or removed, or with its end removed or repeated.
pub(super) fn mutated(inputs: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let edit = (any::<Index>(), 0..6, any::<u8>());
    (
        prop::sample::select(inputs),
        prop::collection::vec(edit, 0..6),
    )
        .prop_map(|(mut bytes, edits)| {
            for (index, kind, byte) in edits {
                let at = index.index(bytes.len() + 1);
                match kind {
                    0 => bytes.insert(at, byte),
                    1 | 2 if at < bytes.len() => bytes[at] = byte,
                    3 if at < bytes.len() => drop(bytes.remove(at)),
                    4 => bytes.truncate(at),
                    _ => bytes.extend_from_within(at..),
                }
            }
            bytes
        })
}

/// Lines in random order, some of them changed.
pub(super) fn shuffled_lines(
    lines: &'static [&'static str],
    count: usize,
) -> impl Strategy<Value = String> {
    let line = prop_oneof![
        4 => prop::sample::select(lines).prop_map(str::to_owned),
        1 => mutated(lines.iter().map(|line| line.as_bytes().to_vec()).collect())
            .prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    ];
    prop::collection::vec(line, 1..count).prop_map(|lines| lines.join("\n"))
}
