//! The main line of a game, with every move checked.

use thiserror::Error;

use crate::board::{AnyPosition, CastlingMode};
use crate::pgn::{
    Lexer, MAX_GAME_BYTES, PgnMoveError, PgnStartError, Token, header, is_move, is_result,
    start_position, without_move_number,
};
use crate::types::Move;

/// Longer main lines are not analysed. By the rules a game ends after 17,697 plies at the latest.
const MAX_PLIES: usize = 20_000;

/// Why a game cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum GameError {
    #[error(transparent)]
    Start(#[from] PgnStartError),
    #[error(transparent)]
    Move(#[from] PgnMoveError),
    #[error("unexpected {0:?}")]
    Stray(char),
    #[error("a variation before the first move")]
    VariationFirst,
    #[error("a variation is not closed")]
    OpenVariation,
    #[error("a comment is not closed")]
    OpenComment,
    #[error("more than {MAX_PLIES} plies")]
    TooManyPlies,
    #[error("more than {} MiB of text", MAX_GAME_BYTES >> 20)]
    TooLong,
}

/// The main line of a game.
#[derive(Clone, Debug)]
pub(super) struct MainLine {
    /// Tag pairs in the order of the file.
    pub tags: Vec<(String, String)>,
    /// How castling is written in coordinates.
    pub mode: CastlingMode,
    /// The start position and those after each move.
    pub positions: Vec<AnyPosition>,
    pub moves: Vec<Move>,
    /// Result at the end of the movetext.
    pub result: Option<String>,
}

impl MainLine {
    /// A game without moves.
    pub(super) fn from_position(position: AnyPosition, mode: CastlingMode) -> MainLine {
        MainLine {
            tags: Vec::new(),
            mode,
            positions: vec![position],
            moves: Vec::new(),
            result: None,
        }
    }

    /// Reads the text of a game. An error comes with its byte offset.
    pub(super) fn parse(text: &str) -> Result<MainLine, (usize, GameError)> {
        let mut lexer = Lexer::new(text);
        let mut parser = Parser::default();
        while let Some(token) = lexer.next() {
            let start = lexer.start();
            parser.add(token).map_err(|error| (start, error))?;
        }
        let end = text.trim_end().len();
        let error = match (lexer.in_comment(), parser.depth) {
            (true, _) => GameError::OpenComment,
            (false, 0) => return parser.finish().map_err(|error| (0, error)),
            (false, _) => GameError::OpenVariation,
        };
        Err((end, error))
    }

    /// Value of a tag, by its name in any case.
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        header(&self.tags, name)
    }
}

#[derive(Default)]
struct Parser {
    tags: Vec<(String, String)>,
    /// `None` until the first move.
    game: Option<MainLine>,
    result: Option<String>,
    /// Nesting depth of variations.
    depth: usize,
}

impl Parser {
    fn add(&mut self, token: Token) -> Result<(), GameError> {
        match token {
            Token::Tag { name, value, .. } if self.game.is_none() && self.depth == 0 => {
                self.tags.push((name, value));
            }
            Token::Tag { .. } => return Err(GameError::Stray('[')),
            Token::Stray(mark) => return Err(GameError::Stray(mark)),
            Token::Open if self.game.is_none() => return Err(GameError::VariationFirst),
            Token::Open => self.depth += 1,
            Token::Close => {
                let outer = self.depth.checked_sub(1);
                self.depth = outer.ok_or(GameError::Stray(')'))?;
            }
            Token::Word(word) if self.depth == 0 => self.add_word(word)?,
            _ => {}
        }
        Ok(())
    }

    fn add_word(&mut self, word: &str) -> Result<(), GameError> {
        if is_result(word) {
            self.result = Some(word.to_owned());
            return Ok(());
        }
        let word = without_move_number(word);
        if !is_move(word) {
            return Ok(());
        }
        if self.game.is_none() {
            let (position, mode) = start_position(&self.tags)?;
            self.game = Some(MainLine::from_position(position, mode));
        }
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        if game.moves.len() >= MAX_PLIES {
            return Err(GameError::TooManyPlies);
        }
        let position = game.positions[game.moves.len()];
        let m = position.parse_move(word);
        let m = m.map_err(|reason| PgnMoveError::new(reason, word, game.moves.len()))?;
        game.moves.push(m);
        game.positions.push(position.after(m));
        Ok(())
    }

    fn finish(self) -> Result<MainLine, GameError> {
        let game = match self.game {
            Some(game) => game,
            None => {
                let (position, mode) = start_position(&self.tags)?;
                MainLine::from_position(position, mode)
            }
        };
        Ok(MainLine {
            tags: self.tags,
            result: self.result,
            ..game
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let (offset, error) = MainLine::parse(text).unwrap_err();
        format!("{offset}: {error}")
    }

    #[test]
    fn the_main_line_is_read_without_annotations() {
        let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4! {x} e5 (1... c5 2. Zz9) 2.Nf3 N = $7 Nc6 1-0 {end}";
        let game = MainLine::parse(text).unwrap();
        assert_eq!((game.moves.len(), game.positions.len()), (4, 5));
        assert_eq!(game.tag("black"), Some("B"));
        assert_eq!(game.result.as_deref(), Some("1-0"));
        let empty = MainLine::parse("[Event \"forfeit\"]\n\n0-1").unwrap();
        assert!(empty.moves.is_empty());
    }

    #[test]
    fn games_of_variants_are_read_by_their_tags() {
        for (text, last_fen) in [
            (
                "[Variant \"Crazyhouse\"]\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@e5 @e4",
                "rnbqkbnr/ppp1pppp/8/4P3/4p3/2N5/PPPP1PPP/R1BQKBNR[] w KQkq - 4 5",
            ),
            (
                "[Variant \"Three-check\"]\n1. e4 f6 2. Qh5+ *",
                "rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 2+3 1 2",
            ),
            (
                "[Variant \"atomic\"]\n1. Nf3 f6 2. Nd4 e6 3. Nb5 a6 4. Nxc7 *",
                "r3kbnr/1p1p2pp/p3pp2/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 4",
            ),
        ] {
            let game = MainLine::parse(text).unwrap();
            let last = game.positions[game.moves.len()];
            assert_eq!(last.to_fen(Default::default()), last_fen);
        }
    }

    #[test]
    fn broken_games_are_refused_with_place_and_reason() {
        for (text, expected) in [
            ("1. e4 e5 2. Ke3 *", "12: illegal move: \"Ke3\", ply 3"),
            ("1. e4 Sf6", "6: not a move: \"Sf6\", ply 2"),
            ("1. e4 -- 2. d4", "6: not a move: \"--\", ply 2"),
            ("1. e4 {open", "11: a comment is not closed"),
            ("1. e4 (1. d4 \n", "12: a variation is not closed"),
            ("1. e4 ) e5", "6: unexpected ')'"),
            ("1. e4 } e5", "6: unexpected '}'"),
            ("1. e4 (1. d4 [%x]) e5", "13: unexpected '['"),
            ("(1. d4) 1. e4", "0: a variation before the first move"),
            (
                "[Variant \"Xiangqi\"]\n1. h2e2 *",
                "23: its variant is xiangqi",
            ),
            (
                "[Variant \"King of the Hill\"]\n1. Ke2 *",
                "32: illegal move: \"Ke2\", ply 1",
            ),
        ] {
            assert_eq!(error(text), expected, "{text}");
        }
        assert!(error("[FEN \"8/8 w\"]\n*").contains("it begins with no position"));
        let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(5001);
        assert!(error(&shuffle).ends_with("more than 20000 plies"));
    }
}
