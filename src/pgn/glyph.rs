//! Annotation symbols and their numeric annotation glyphs (NAGs).

/// Symbols and the NAGs that stand for them.
const GLYPHS: [(&str, u8); 20] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("=+", 15),
    ("=/+", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("N", 146),
    ("D", 220),
];

/// The NAG of an annotation symbol.
pub(crate) fn glyph_nag(symbol: &str) -> Option<u8> {
    let found = GLYPHS.iter().find(|(other, _)| *other == symbol);
    found.map(|&(_, nag)| nag)
}

/// Splits `Nf3!?` into the move and the annotation symbol.
pub(crate) fn split_suffix(word: &str) -> (&str, &str) {
    word.split_at(word.trim_end_matches(['!', '?']).len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffixes_are_split_off_and_numbered() {
        assert_eq!(split_suffix("Nf3+!?"), ("Nf3+", "!?"));
        assert_eq!(split_suffix("e8=Q"), ("e8=Q", ""));
        assert_eq!(glyph_nag("?!"), Some(6));
        assert_eq!(glyph_nag("!!!"), None);
    }
}
