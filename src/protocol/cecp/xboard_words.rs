//! Words that XBoard searches the engine's lines for, and how they are kept out of them.

use super::version::Version;

/// XBoard takes a line with one of these for a failed engine start, unless it knows the line by its
/// beginning, like an error or a message to the user.
const FATAL: [&str; 6] = [
    "unknown host",
    "No remote directory",
    "not found",
    "No such file",
    "can't alloc",
    "Permission denied",
];

/// XBoard ignores an error with one of these.
const IGNORED: [&str; 12] = [
    "name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random",
    "depth", "accepted",
];

/// XBoard takes an error with one of the first for the lack of the command and switches it off. With the
/// other two it repeats the time control in the manner of GNU Chess 4.
const MISREAD: [&str; 5] = [
    "protover",
    "draw",
    "analyze",
    "(no matching move)st",
    "(no matching move)sd",
];

/// The same for the clocks, unless the engine has asked for them with `feature time=1`.
const CLOCKS: [&str; 2] = ["otim", "time"];

/// XBoard takes back the last move after an error with this.
const REFUSED_MOVE: &str = "llegal";

/// The longest line that XBoard's buffers are sure to hold, in characters.
const MAX_LENGTH: usize = 400;

/// The line `Error (REASON): COMMAND` in a form that XBoard reads as nothing else.
pub(super) fn error_line(line: &str, version: Version) -> String {
    unmisread(line, version, &[REFUSED_MOVE])
}

/// The line `Illegal move: MOVE` in a form that XBoard reads as nothing else.
pub(super) fn illegal_move_line(line: &str, version: Version) -> String {
    unmisread(line, version, &[])
}

fn unmisread(line: &str, version: Version, others: &[&str]) -> String {
    if IGNORED.iter().any(|&word| line.contains(word)) {
        return line.to_owned();
    }
    let clocks = match version {
        Version::One => CLOCKS.as_slice(),
        Version::Two => &[],
    };
    [others, MISREAD.as_slice(), clocks]
        .concat()
        .iter()
        .fold(line.to_owned(), |line, word| {
            let (start, end) = word.split_at(2);
            line.replace(word, &format!("{start}_{end}"))
        })
}

/// The line without the words that XBoard takes for a failed start: their blanks become underscores.
pub(super) fn harmless(line: &str) -> String {
    FATAL.iter().fold(line.to_owned(), |line, &words| {
        line.replace(words, &words.replace(' ', "_"))
    })
}

/// An input as it can be part of a line.
pub(super) fn on_one_line(text: &str) -> String {
    let printable = |c: char| if c.is_control() && c != '\t' { ' ' } else { c };
    let mut line: String = text.chars().take(MAX_LENGTH).map(printable).collect();
    if text.chars().nth(MAX_LENGTH).is_some() {
        line.push_str("...");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(command: &str, version: Version) -> String {
        let line = format!("Error (unknown command): {command}");
        let line = error_line(&line, version);
        line.replace("Error (unknown command): ", "")
    }

    #[test]
    fn only_errors_that_xboard_acts_on_are_changed() {
        for (command, shown) in [
            ("file not found", "file not found"),
            ("No such file", "No such file"),
            ("xdraw", "xdr_aw"),
            ("Draw", "Draw"),
            ("sometimes", "sometimes"),
            ("analyze now", "an_alyze now"),
            ("Illegal move: e2e4", "Ill_egal move: e2e4"),
            ("(no matching move)st 5", "(n_o matching move)st 5"),
            // XBoard ignores these errors as a whole.
            ("draw?", "draw?"),
            ("setboard protover", "setboard protover"),
        ] {
            assert_eq!(error(command, Version::Two), shown);
        }
    }

    #[test]
    fn the_clocks_can_be_switched_off_only_in_version_1() {
        for (command, shown) in [("xtime", "xti_me"), ("otime 5", "ot_ime 5")] {
            assert_eq!(error(command, Version::One), shown);
            assert_eq!(error(command, Version::Two), command);
        }
    }

    #[test]
    fn a_refused_move_is_taken_back_as_it_should_be() {
        let line = "Illegal move: e2e5";
        assert_eq!(illegal_move_line(line, Version::One), line);
        assert_eq!(
            illegal_move_line("Illegal move: analyze", Version::Two),
            "Illegal move: an_alyze"
        );
    }

    #[test]
    fn long_and_strange_inputs_are_cut() {
        let line = on_one_line(&"é\u{1}".repeat(1000));
        assert_eq!(line.chars().count(), MAX_LENGTH + 3);
        assert!(line.starts_with("é é ") && line.ends_with("..."));
        assert_eq!(on_one_line("level\t40 5"), "level\t40 5");
    }
}
