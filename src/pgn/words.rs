//! Words of the movetext.

/// `12.Nf3` without `12.`
pub(crate) fn without_move_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with('.') || rest.is_empty() || rest.starts_with('…') {
        rest.trim_start_matches(['.', '…'])
    } else {
        word
    }
}

/// Returns whether a word of the main line stands for a move. Glyphs do not, nor do the letters with which
/// programs mark novelties and diagrams.
pub(crate) fn is_move(word: &str) -> bool {
    let is_glyph = !word.contains(char::is_alphanumeric) && word != "--";
    let is_mark = ["e.p.", "ep", "N", "D", "RR"].contains(&word);
    !is_glyph && !is_mark
}
