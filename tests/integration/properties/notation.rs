//! Positions and moves as text: FEN, EPD, SAN and coordinate notation.

use diglot::board::{AnyPosition, CastlingMode, Epd, FenStyle, Position, Setup, variant};
use diglot::types::MAX_MOVES;

/// Checks that every legal move can be made and written in SAN.
pub fn check_playable(position: &AnyPosition) {
    check_count(position);
    for m in position.legal_moves() {
        let next = position.after(m);
        check_count(&next);
        let san = position.to_san(m);
        assert_eq!(position.parse_san(&san), Ok(m), "{san} in {position:?}");
        match position {
            AnyPosition::Standard(position) => position.see_at_least(m, 0),
            AnyPosition::Fairy(position) => position.see_at_least(m, 0),
        };
    }
}

/// Checks the count of the legal moves against their list.
fn check_count(position: &AnyPosition) {
    let count = position.count_legal_moves();
    assert!(count <= MAX_MOVES, "{count} moves in {position:?}");
    assert_eq!(position.legal_moves().len(), count, "{position:?}");
}

/// Checks that an accepted position is written as a FEN that needs no warnings.
pub fn check_round_trip(position: &AnyPosition, mode: CastlingMode) {
    // X-FEN in standard mode would lose a castling right of a rook on an inner file.
    for (style, mode) in [
        (FenStyle::Shredder, mode),
        (FenStyle::XFen, CastlingMode::Chess960),
    ] {
        let fen = position.to_fen(style);
        let (read, warnings) = AnyPosition::from_fen(position.variant(), &fen, mode).unwrap();
        assert_eq!(warnings, [], "{fen}");
        assert!(read == *position, "{fen}");
    }
}

/// Reads a text as a FEN and as an EPD line.
pub fn check_text(text: &str) {
    let setup = Setup::from_fen(text);
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        let fen = Position::from_fen(text, mode);
        assert!(fen.is_err() || setup.is_ok(), "{text}");
        let epd = Epd::parse(text, mode);
        let accepted = [
            fen.ok().map(|(position, _)| position),
            epd.ok().map(|epd| epd.position),
        ];
        for position in accepted.into_iter().flatten() {
            let position = AnyPosition::from(position);
            check_round_trip(&position, mode);
            check_playable(&position);
        }
    }
}

/// Reads a text as a move in each notation. What is read is legal.
pub fn check_move_text(position: &AnyPosition, text: &str) {
    let legal = position.legal_moves();
    let readings = [
        position.parse_move(text),
        position.parse_san(text),
        position.parse_coordinate(text),
    ];
    for m in readings.into_iter().flatten() {
        assert!(legal.contains(&m), "{text} in {position:?}");
    }
}

/// Reads a position in the first line and moves of it in the other lines.
pub fn check_moves(text: &str) {
    let (fen, moves) = text.split_once('\n').unwrap_or(("", text));
    let position = Position::from_fen(fen, CastlingMode::Chess960)
        .map_or_else(|_| Position::startpos(), |(position, _)| position);
    for text in moves.lines() {
        check_move_text(&position.into(), text);
    }
}

/// Reads a variant and a position of it (`NAME;FEN`) in the first line, and plays the moves in the other lines.
pub fn check_variant(text: &str) {
    let mut lines = text.lines();
    let (name, fen) = lines
        .next()
        .and_then(|line| line.split_once(';'))
        .unwrap_or_default();
    let variant = variant(name);
    let mut position = AnyPosition::start_of(variant);
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        if let Ok((accepted, _)) = AnyPosition::from_fen(variant, fen, mode) {
            check_round_trip(&accepted, mode);
            check_playable(&accepted);
            position = accepted;
        }
    }
    for text in lines {
        check_move_text(&position, text);
        if let Ok(m) = position.parse_move(text) {
            position = position.after(m);
            check_round_trip(&position, CastlingMode::Chess960);
        }
    }
}
