//! The encoding of most PGN files that are not UTF-8.

/// Windows-1252 from byte 0x80 to 0x9F (<https://encoding.spec.whatwg.org/#windows-1252>). All other bytes are those of
/// Latin-1.
const HIGH: [char; 32] = [
    '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{2c6}', '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}',
    '\u{90}', '\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{2dc}', '\u{2122}', '\u{161}', '\u{203a}', '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
];

/// The characters of bytes in Windows-1252, one for each.
pub(super) fn decode(bytes: &[u8]) -> String {
    let decoded = bytes.iter().map(|&byte| match byte {
        0x80..=0x9F => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    });
    decoded.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_dashes_of_windows_are_read() {
        let text = b"\x84M\xfcller\x93 \x96 1\xbd\x85 \x81";
        assert_eq!(
            decode(text),
            "\u{201e}M\u{fc}ller\u{201c} \u{2013} 1\u{bd}\u{2026} \u{81}"
        );
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(decode(&all).chars().count(), 256);
    }
}
