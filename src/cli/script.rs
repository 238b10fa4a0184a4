//! UCI commands as arguments: `diglot "position startpos" "go depth 5" quit` executes the commands in order and
//! exits. Other engines do the same, and tools such as OpenBench rely on it.

use std::ffi::OsString;

use crate::protocol;

/// The hidden subcommand that executes lines.
pub(super) const COMMAND: &str = "script";

/// The command that is executed outside a session.
const GENFENS: &str = "genfens";

/// Inserts [`COMMAND`] before the arguments after the options if they are lines: each starts like a UCI command,
/// or together they are one UCI command. A single word that `is_subcommand` accepts stays a subcommand.
pub(super) fn mark_lines(
    mut arguments: Vec<OsString>,
    is_subcommand: impl Fn(&str) -> bool,
) -> Vec<OsString> {
    let start = 1 + count_options(arguments.get(1..).unwrap_or_default());
    let Some(words) = to_text(arguments.get(start..).unwrap_or_default()) else {
        return arguments;
    };
    // A final `quit` is redundant: the program exits after the last line.
    let (words, quits) = match words.split_last() {
        Some((last, others)) if !others.is_empty() && last.trim() == "quit" => (others, true),
        _ => (&words[..], false),
    };
    let Some(first) = words.first() else {
        return arguments;
    };
    let alone = words.len() == 1 && !quits;
    let lines = if words.iter().all(|word| is_line(word)) && !(alone && is_subcommand(first)) {
        words.to_vec()
    } else if is_line(first)
        && !first.contains(' ')
        && !is_subcommand(first)
        && !words.iter().any(|word| word.starts_with("--"))
    {
        vec![words.join(" ")]
    } else {
        if quits {
            arguments.pop();
        }
        return arguments;
    };
    arguments.truncate(start);
    arguments.push(COMMAND.into());
    arguments.extend(lines.into_iter().map(OsString::from));
    arguments
}

/// Counts the leading arguments that are options or their values.
pub(super) fn count_options(arguments: &[OsString]) -> usize {
    let mut count = 0;
    while let Some(word) = arguments.get(count).and_then(|word| word.to_str())
        && word.starts_with("--")
    {
        let is_alone = word.contains('=') || word == "--no-settings";
        count += if is_alone { 1 } else { 2 };
    }
    count
}

/// The arguments as text; `None` if one is not UTF-8.
fn to_text(arguments: &[OsString]) -> Option<Vec<String>> {
    let text = |word: &OsString| word.to_str().map(str::to_owned);
    arguments.iter().map(text).collect()
}

fn is_line(text: &str) -> bool {
    is_genfens(text) || protocol::is_uci_command(text)
}

pub(super) fn is_genfens(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some(GENFENS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(words: &[&str]) -> Vec<String> {
        let arguments = std::iter::once(&"diglot").chain(words);
        let found = mark_lines(arguments.map(OsString::from).collect(), |word| {
            ["uci", "xboard", "bench", "perft", "genfens"].contains(&word)
        });
        to_text(&found[1..]).unwrap()
    }

    #[test]
    fn lines_are_distinguished_from_subcommands_and_typos() {
        for (words, lines) in [
            (
                &["position startpos", "go depth 5", "quit"][..],
                &["position startpos", "go depth 5"][..],
            ),
            (
                &["setoption name Hash value 2", "bench", "quit"],
                &["setoption name Hash value 2", "bench"],
            ),
            (&["bench 8", "quit"], &["bench 8"]),
            (&["bench 8"], &["bench 8"]),
            (&["bench", "quit"], &["bench"]),
            (&["uci", "quit"], &["uci"]),
            (&["quit"], &["quit"]),
            (&["d"], &["d"]),
            (&["go", "depth", "5", "quit"], &["go depth 5"]),
            (&["position", "startpos"], &["position startpos"]),
            (&["position", "fen", "8/8 w"], &["position fen 8/8 w"]),
            (
                &["genfens 5 seed 1 book None", "quit"],
                &["genfens 5 seed 1 book None"],
            ),
        ] {
            let found = marked(words);
            assert_eq!(found[0], COMMAND, "{words:?}");
            assert_eq!(found[1..], *lines, "{words:?}");
        }
        for words in [
            &[][..],
            &["uci"],
            &["bench"],
            &["bench", "8", "2"],
            &["perft", "3", "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR", "w"],
            &["genfens", "5", "seed", "1"],
            &["benhc"],
            &["benhc 8"],
            &["hello", "go depth 5"],
            &["go depth 5", "hello"],
            &["--help"],
            &["go", "--depth", "5"],
        ] {
            assert_eq!(marked(words), words);
        }
        assert_eq!(marked(&["perft", "3", "quit"]), ["perft", "3"]);
    }

    #[test]
    fn options_may_precede_the_lines() {
        for options in [
            &["--log-file", "go"][..],
            &["--log-file=go"],
            &["--log-level", "info", "--log-file=x y"],
        ] {
            let found = marked(&[options, &["go depth 5", "quit"]].concat());
            assert_eq!(found, [options, &[COMMAND, "go depth 5"]].concat());
            assert_eq!(marked(options), options);
        }
    }
}
