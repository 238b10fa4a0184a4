//! Polyglot books.

use diglot::board::Position;
use diglot::book::{Book, BookEntry};

use super::file_with;

/// Opens a book. If it can be opened, lookups give legal moves only and, in a sorted book, find every entry.
pub fn check_book(bytes: &[u8]) {
    let file = file_with(bytes);
    let Ok(book) = Book::open(file.path()) else {
        return;
    };
    assert_eq!(book.len() * 16, bytes.len() as u64);
    let mut position = Position::startpos();
    // A few plies along the first book moves, as a game would be played.
    for _ in 0..8 {
        let moves = book.moves(&position, position.en_passant()).unwrap();
        let legal = position.legal_moves();
        assert!(moves.iter().all(|book_move| legal.contains(&book_move.m)));
        let Some(first) = moves.first() else { break };
        position = position.after(first.m);
    }
    if book.check_order().is_ok() {
        for &bytes in bytes.as_chunks::<16>().0.iter().take(100) {
            let entry = BookEntry::from_bytes(bytes);
            assert_eq!(entry.to_bytes(), bytes);
            assert!(!book.entries(entry.key).unwrap().is_empty());
        }
    }
}
