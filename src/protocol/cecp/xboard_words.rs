//! Words that XBoard searches lines for, and how they are kept out of them.

use crate::board::excerpt;

/// XBoard takes a line with one of these for a failed engine start.
const FATAL: [&str; 6] = [
    "unknown host",
    "No remote directory",
    "not found",
    "No such file",
    "can't alloc",
    "Permission denied",
];

/// XBoard takes an error with one of these for the lack of the command, and switches it off. No error is
/// about them.
const COMMAND_NAMES: [&str; 5] = ["analyze", "draw", "otim", "protover", "time"];

/// The text with the names of commands that XBoard searches errors for broken up.
pub(super) fn without_command_names(text: &str) -> String {
    COMMAND_NAMES.iter().fold(text.to_owned(), |text, &word| {
        let (start, end) = word.split_at(2);
        text.replace(word, &format!("{start}_{end}"))
    })
}

/// The line without the words that XBoard takes for a failed start: their blanks become underscores.
pub(super) fn harmless(line: &str) -> String {
    FATAL.iter().fold(line.to_owned(), |line, &words| {
        line.replace(words, &words.replace(' ', "_"))
    })
}

/// The beginning of an input, on one line.
pub(super) fn on_one_line(text: &str) -> String {
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    excerpt(&text.chars().map(printable).collect::<String>())
}
