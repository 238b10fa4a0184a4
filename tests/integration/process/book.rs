//! Opening books on the command line.

use crate::support::program::{PROTOCOLS, Program, printed, refusal, run};

const BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/book.bin");

/// Runs a command that must succeed and returns its output in lines.
fn lines(arguments: &[&str]) -> Vec<String> {
    printed(arguments).lines().map(str::to_owned).collect()
}

fn scratch(name: &str) -> String {
    let folder = env!("CARGO_TARGET_TMPDIR");
    format!("{folder}/book-{}-{name}", std::process::id())
}

const GAMES: &str = r#"[Event "First"]
[White "A"]
[Black "B"]
[Result "1-0"]

1. e4 {a comment} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 1-0

[Event "Second"]
[White "Nobody"]
[Black "Knows"]
[Result "1-0"]

1. e4 e5 2. Ke3 1-0

[Event "Third"]
[Result "1/2-1/2"]

1. e4 c5 1/2-1/2

[Event "Fourth"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]
[Result "1-0"]

1. O-O 1-0
"#;

#[test]
fn a_book_is_made_from_games_and_read_back() {
    let (games, book) = (scratch("games.pgn"), scratch("made.bin"));
    std::fs::write(&games, GAMES).unwrap();
    let make = ["book", "make", &games, "-o", &book, "--min-games", "1"];
    let output = run(&make);
    assert!(output.status.success(), "{output:?}");
    let warnings = String::from_utf8(output.stderr).unwrap();
    let warning = "game 2 (line 8, Nobody - Knows): illegal move: \"Ke3\", ply 3; skipped";
    assert!(warnings.contains(warning), "{warnings}");
    assert_eq!(warnings.lines().count(), 1, "{warnings}");
    let summary = String::from_utf8(output.stdout).unwrap();
    assert_eq!(summary, "games: 3\nskipped: 1\npositions: 4\nentries: 4\n");
    // The loser's e5 and Nc6 are not book moves.
    let start = lines(&["book", &book]);
    assert_eq!(
        start,
        [
            "key: 463b96181691fc9c",
            "entries: 1",
            "e2e4  e4      100.0%  weight 3  learn 0"
        ]
    );
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";
    let quoted = lines(&["book", &book, fen]);
    assert_eq!(quoted[2], "c7c5  c5      100.0%  weight 1  learn 0");
    let words: Vec<_> = ["book", &book].into_iter().chain(fen.split(' ')).collect();
    assert_eq!(lines(&words), quoted);
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert!(lines(&["book", &book, castling])[2].starts_with("e1g1  O-O "));
    assert!(lines(&["book", &book, castling, "--chess960"])[2].starts_with("e1h1  O-O "));
    // With one ply the second game counts too, and the file is given twice.
    let summary = lines(&[
        "book",
        "make",
        &games,
        &games,
        "--output",
        &book,
        "--max-ply",
        "1",
    ]);
    assert_eq!(summary[2..], ["positions: 1", "entries: 1"]);
    assert_eq!(
        lines(&["book", &book])[2],
        "e2e4  e4      100.0%  weight 10  learn 0"
    );
    std::fs::remove_file(&games).unwrap();
    std::fs::remove_file(&book).unwrap();
}

#[test]
fn book_entries_are_printed() {
    let start = lines(&["book", BOOK]);
    assert_eq!(start[1], "entries: 13");
    assert_eq!(start[2], "e2e4  e4       39.4%  weight 12135  learn 0");
    let nothing = lines(&["book", BOOK, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]);
    assert_eq!(nothing[1..], ["entries: 0"]);
}

#[test]
fn book_errors_are_reported() {
    let (cut, games) = (scratch("cut.bin"), scratch("missing.pgn"));
    std::fs::write(&cut, [1; 17]).unwrap();
    assert!(refusal(&["book", &cut]).contains("is not a multiple of 16"));
    assert!(refusal(&["book", "no/such.bin"]).contains("there is no book no/such.bin"));
    assert!(refusal(&["book", BOOK, "8/8 w"]).starts_with("error: "));
    assert!(refusal(&["book"]).contains("<FILE>"));
    assert!(refusal(&["book", "make", &games, "-o", &cut]).contains(&games));
    assert!(refusal(&["book", "make", &games]).contains("--output"));
    // An existing output file is kept.
    assert_eq!(std::fs::read(&cut).unwrap(), [1; 17]);
    let nowhere = scratch("no/such/folder.bin");
    std::fs::write(&games, GAMES).unwrap();
    assert!(refusal(&["book", "make", &games, "-o", &nowhere]).contains(&nowhere));
    std::fs::remove_file(&cut).unwrap();
    std::fs::remove_file(&games).unwrap();
}

#[test]
fn a_book_is_kept_if_there_is_nothing_to_replace_it() {
    let (games, book) = (scratch("few.pgn"), scratch("kept.bin"));
    std::fs::write(&games, GAMES).unwrap();
    std::fs::write(&book, [1; 16]).unwrap();
    let error = refusal(&["book", "make", &games, "-o", &book, "--min-games", "9"]);
    assert!(
        error.contains("no move was played in 9 games or more"),
        "{error}"
    );
    assert_eq!(std::fs::read(&book).unwrap(), [1; 16]);
    std::fs::remove_file(&games).unwrap();
    std::fs::remove_file(&book).unwrap();
}

#[test]
fn a_book_does_not_replace_its_games_nor_a_device() {
    let games = scratch("own.pgn");
    std::fs::write(&games, GAMES).unwrap();
    let make = |output: &str| refusal(&["book", "make", &games, "-o", output, "--min-games", "1"]);
    assert!(make(&games).contains("input and output are the same file"));
    assert_eq!(std::fs::read_to_string(&games).unwrap(), GAMES);
    if cfg!(unix) {
        assert!(make("/dev/null").contains("/dev/null: it exists and is not a regular file"));
    }
    std::fs::remove_file(&games).unwrap();
}

/// A check of the whole book would take a minute.
#[test]
fn the_check_of_a_huge_book_does_not_hold_up_the_gui() {
    let book = scratch("huge.bin");
    let file = std::fs::File::create(&book).unwrap();
    // Without data on the disk.
    let set_gibibytes = |count: u64| file.set_len(count << 30).unwrap();
    for protocol in PROTOCOLS {
        set_gibibytes(16);
        let mut engine = Program::greeted(protocol);
        let set = match protocol {
            "uci" => format!("setoption name Book File value {book}\n"),
            _ => format!("option Book File={book}\n"),
        };
        engine.write(&format!("{set}isready\nping 1\n"));
        let is_answer = |line: &str| line == "readyok" || line == "pong 1";
        assert!(is_answer(
            &engine.wait_until(|line| !line.starts_with("Error"))
        ));
        set_gibibytes(17);
        engine.write(&set);
        engine.wait_until(|line| line.contains("huge.bin is larger than 16 GiB"));
    }
    std::fs::remove_file(&book).unwrap();
}

#[test]
fn a_long_game_is_read_with_little_memory() {
    let (games, book) = (scratch("long.pgn"), scratch("long.bin"));
    let cycle = "Nf3 Nf6 Ng1 Ng8 ".repeat(600_000);
    std::fs::write(&games, format!("1. e4 e5 {cycle}*")).unwrap();
    let make = ["book", "make", &games, "-o", &book, "--min-games", "1"];
    #[cfg(unix)]
    let mut command = crate::support::program::command_with_memory(150_000, &make);
    #[cfg(not(unix))]
    let mut command = crate::support::program::command(&make);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let summary = String::from_utf8(output.stdout).unwrap();
    assert!(summary.starts_with("games: 1\nskipped: 0\n"), "{summary}");
    for file in [&games, &book] {
        std::fs::remove_file(file).unwrap();
    }
}
