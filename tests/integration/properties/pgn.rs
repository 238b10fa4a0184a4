//! PGN files.

use diglot::book::BookBuilder;
use diglot::pgn::PgnReader;

/// Reads the games of a file and adds them to a book, whose entries are sorted.
pub fn check_pgn(bytes: &[u8]) {
    let mut builder = BookBuilder::new(60);
    let (mut number, mut line) = (0, 0);
    for game in PgnReader::new(bytes) {
        // Bytes in memory can always be read.
        let game = game.unwrap();
        number += 1;
        assert_eq!(game.number, number);
        assert!(game.line >= line);
        line = game.line;
        let words = game.headers.len() + game.moves.len();
        assert!(words <= bytes.len());
        // A broken game is rejected with the reason.
        let _ = builder.add(&game);
    }
    assert!(builder.entries(1).is_sorted_by_key(|entry| entry.key));
}
