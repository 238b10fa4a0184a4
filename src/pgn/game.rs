//! A game of a PGN file: headers, result, and the text of the main-line moves with their comments.
//!
//! Any other word in the movetext is kept as a move, so that an unreadable game fails when it is replayed.
//! The crate pgn-reader is not used because it silently skips what it cannot read: of a game with piece
//! letters of another language it keeps only the moves that look the same in English.

use super::game_result::GameResult;
use super::lexer::{Lexer, Token};
use super::splitter::GameText;
use super::tag::header;
use super::words::{is_move, without_move_number};

/// Most moves, and most headers, kept of a game; the rest is skipped.
const MAX_MOVES: usize = 1 << 14;
const MAX_HEADERS: usize = 1 << 8;

/// Most bytes kept of a header value, of a word in the place of a move, and of the comments after a move.
const MAX_VALUE: usize = 1 << 10;
const MAX_WORD: usize = 1 << 6;
const MAX_COMMENT: usize = 1 << 8;

/// A game of a PGN file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PgnGame {
    /// Number of the game in the file, from 1.
    pub number: usize,
    /// Line number of its start, from 1.
    pub line: usize,
    /// Headers (tag pairs) in file order.
    pub headers: Vec<(String, String)>,
    /// Main-line moves as written.
    pub moves: Vec<String>,
    /// Main-line comments, each with the number of moves before it; comments after the same move are joined.
    comments: Vec<(usize, String)>,
    /// Result at the end of the movetext.
    movetext_result: Option<GameResult>,
}

impl PgnGame {
    /// Reads the text of a game. Variations and glyphs are skipped.
    pub(super) fn parse(text: &GameText) -> PgnGame {
        let mut game = PgnGame {
            number: text.number,
            line: text.line,
            ..PgnGame::default()
        };
        let mut depth = 0_usize;
        for token in Lexer::new(&text.text) {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                Token::Tag { name, value, .. } => game.add_header(name, &value),
                Token::Word(word) => game.add_word(word),
                Token::Comment(text) => text.lines().for_each(|line| game.add_comment(line)),
                Token::LineComment(text) => game.add_comment(text),
                Token::Nag(_) | Token::Escape(_) | Token::Stray(_) => {}
            }
        }
        game
    }

    /// Value of a header, by its name in any case.
    pub fn header(&self, name: &str) -> Option<&str> {
        header(&self.headers, name)
    }

    /// Result of the movetext, otherwise of the `Result` header.
    pub fn result(&self) -> Option<GameResult> {
        let header_result = || GameResult::parse(self.header("Result")?);
        self.movetext_result.or_else(header_result)
    }

    /// The comment after the first `moves` moves; empty if there is none. Long ones are truncated.
    pub fn comment(&self, moves: usize) -> &str {
        let found = self
            .comments
            .binary_search_by_key(&moves, |comment| comment.0);
        found.map_or("", |i| &self.comments[i].1)
    }

    fn add_header(&mut self, name: String, value: &str) {
        if self.headers.len() < MAX_HEADERS {
            let value = truncated(value, MAX_VALUE).to_owned();
            self.headers.push((name, value));
        }
    }

    /// Adds a move or result. Move numbers and annotations are left out.
    fn add_word(&mut self, word: &str) {
        let result = GameResult::parse(word);
        self.movetext_result = self.movetext_result.or(result);
        let word = without_move_number(word);
        if result.is_none() && word != "*" && is_move(word) && self.moves.len() < MAX_MOVES {
            self.moves.push(truncated(word, MAX_WORD).to_owned());
        }
    }

    /// Adds a comment, or a line of one, after the last move.
    fn add_comment(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        match self.comments.last_mut() {
            Some((moves, comment)) if *moves == self.moves.len() => {
                if comment.len() < MAX_COMMENT {
                    comment.push(' ');
                    comment.push_str(truncated(text, MAX_COMMENT - comment.len()));
                }
            }
            _ => {
                let text = truncated(text, MAX_COMMENT).to_owned();
                self.comments.push((self.moves.len(), text));
            }
        }
    }
}

/// The start of a text, at most `length` bytes.
fn truncated(text: &str, length: usize) -> &str {
    let end = (0..=length.min(text.len()))
        .rev()
        .find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::super::reader::PgnReader;
    use super::super::splitter::MAX_LINE;
    use super::*;

    fn games(text: &str) -> Vec<PgnGame> {
        PgnReader::new(text.as_bytes())
            .map(Result::unwrap)
            .collect()
    }

    fn moves(text: &str) -> Vec<String> {
        games(text)
            .into_iter()
            .map(|game| game.moves.join(" "))
            .collect()
    }

    #[test]
    fn headers_moves_and_result() {
        let text = "[Event \"A \\\"great\\\" one\"]\r\n[White \"M\u{fc}ller\"]\r\n[Result \"1-0\"]\r\n\r\n\
                    1. e4 e5 2.Nf3 Nc6\r\n3. Bb5 1-0\r\n\r\n[Event \"B\"]\n[Result \"0-1\"]\n\n1.d4 *\n";
        let games = games(text);
        assert_eq!(games.len(), 2);
        assert_eq!((games[0].number, games[0].line), (1, 1));
        assert_eq!(games[0].header("event"), Some("A \"great\" one"));
        assert_eq!(games[0].header("White"), Some("M\u{fc}ller"));
        assert_eq!(games[0].moves.join(" "), "e4 e5 Nf3 Nc6 Bb5");
        assert_eq!(games[0].result(), Some(GameResult::WhiteWins));
        assert_eq!((games[1].number, games[1].line), (2, 8));
        assert_eq!(games[1].result(), Some(GameResult::BlackWins));
        assert_eq!(games[1].header("White"), None);
    }

    #[test]
    fn annotations_are_skipped() {
        for text in [
            "1. e4 {best} e5 2. Nf3 *",
            "1. e4 { [%clk 0:01:00] (not) 1-0 ; \n[%eval 0.3] a comment\nof lines } e5 2. Nf3 *",
            "1. e4! $1 e5?! $142 2. Nf3 +/- = N *",
            "1. e4 (1. d4 d5 (1... Nf6 {or) so} 2. c4) 2. c4 1-0) 1... e5 2. Nf3 *",
            "1. e4 ; the rest ( of { the line\ne5 2. Nf3 *",
            "% a line for programs 1. d4\n1. e4 e5\n% again\n2. Nf3 *",
            "\u{feff}1.e4 1...e5 2.Nf3*",
            "1.e4$1e5{x}2.Nf3",
            "e4 e5 Nf3 1/2-1/2",
        ] {
            let read = moves(text).join(" / ");
            let plain = read.replace(['!', '?', '*'], "");
            assert_eq!(plain, "e4 e5 Nf3", "{text}");
        }
    }

    #[test]
    fn comments_follow_their_moves() {
        let text = "{ before } 1. e4 {+0.35/12 0.45s} (1. d4 {not this} d5) {[%eval 0.2]\n more } e5 {} 2. Nf3 ; the line\n\
                    Nc6 {never closed\n\n[Event \"b\"]\n\n1. d4 {x} *";
        let games = games(text);
        let comments: Vec<&str> = (0..6).map(|moves| games[0].comment(moves)).collect();
        let first = "+0.35/12 0.45s [%eval 0.2] more";
        assert_eq!(
            comments,
            ["before", first, "", "the line", "never closed", ""]
        );
        assert_eq!(games[1].comment(1), "x");
    }

    #[test]
    fn what_is_kept_of_a_game_is_bounded() {
        let long = "é".repeat(1000);
        let headers = format!("[Name \"{long}\"]\n").repeat(1000);
        let long_moves = format!("{long} {{{long}}} {{{long}}} ").repeat(100);
        let text = headers + &long_moves + &"e4 {x} ".repeat(20_000);
        let game = first_game(&text);
        assert_eq!(game.headers.len(), MAX_HEADERS);
        assert_eq!(game.header("Name").map(str::len), Some(MAX_VALUE));
        assert_eq!(game.moves.len(), MAX_MOVES);
        assert!(game.moves[..100].iter().all(|word| word.len() == MAX_WORD));
        assert_eq!(game.comments.len(), MAX_MOVES);
        assert!(
            game.comments
                .iter()
                .all(|comment| comment.1.len() <= MAX_COMMENT)
        );
    }

    #[test]
    fn unreadable_moves_are_kept() {
        assert_eq!(
            moves("1. e4 e5 2. Sf3 Sc6 3. -- Nxx9 *"),
            ["e4 e5 Sf3 Sc6 -- Nxx9"]
        );
        assert_eq!(
            moves("1. e4 0-0 2. O-O-O 0-0-0 0-1"),
            ["e4 0-0 O-O-O 0-0-0"]
        );
    }

    #[test]
    fn broken_games_do_not_affect_the_next_one() {
        for broken in [
            "1. e4 {never closed\n\n",
            "1. e4 (1. d4 ((\n\n",
            "1. e4 )))) }\n\n",
            "1. e4\n",
            "1. e4 [Nonsense \n",
        ] {
            let text =
                format!("[Event \"a\"]\n\n{broken}[Event \"b\"]\n[Site \"?\"]\n\n1. d4 d5 *\n");
            let all = games(&text);
            assert_eq!(all.len(), 2, "{all:?}");
            assert_eq!(all[0].moves[0], "e4");
            assert_eq!(all[1].header("Event"), Some("b"));
            assert_eq!(all[1].moves.join(" "), "d4 d5");
        }
        assert_eq!(games("[Event \"a\"]\n[Event \"b\"]\n\n1. e4 *").len(), 2);
        assert_eq!(
            games("[Event \"a\n[Site \"b\"]\n\n1. e4 *")[0].header("Event"),
            Some("a")
        );
    }

    #[test]
    fn headers_and_games_are_optional() {
        assert_eq!(
            moves("1. e4 e5 1-0 1. d4 d5 0-1\n1. c4 *"),
            ["e4 e5", "d4 d5", "c4"]
        );
        assert!(games("").is_empty());
        assert!(games("\n\n  \n% x\n{ comment }\n").is_empty());
        assert_eq!(games("[Event \"a\"]\n*").len(), 1);
    }

    #[test]
    fn any_bytes_are_accepted() {
        let bytes: Vec<u8> = (0..=255).cycle().take(70_000).collect();
        let _ = PgnReader::new(&bytes[..]).map(Result::unwrap).count();
        let latin = b"[White \"M\xfcller\"]\n\n1. e4 *".as_slice();
        let game = PgnReader::new(latin).next().unwrap().unwrap();
        assert_eq!(game.moves, ["e4"]);
    }

    fn first_game(text: &str) -> PgnGame {
        let mut reader = PgnReader::new(text.as_bytes());
        let game = reader.next().unwrap().unwrap();
        assert!(reader.next().is_none());
        game
    }

    #[test]
    fn lines_of_any_length_are_read_with_little_memory() {
        let junk = "x".repeat(1 << 20);
        for text in [
            format!("1. e4 {{{junk}}} e5 2. Nf3 *"),
            format!("1. e4 {} e5 2. Nf3 *", " ".repeat(1 << 20)),
            format!("1. e4 ({}) e5 2. Nf3 *", "1. d4 d5 2. c4 ".repeat(70_000)),
            format!("% {junk} 1. d4\n1. e4 e5 ; {junk} 2. d4\n2. Nf3 *"),
            format!("[Event \"{junk} 1. d4\n\n1. e4 e5 2. Nf3 *"),
            format!("{}1. e4 e5 2. Nf3 *", "[Site \"x\"]\n".repeat(100_000)),
        ] {
            let game = first_game(&text);
            assert_eq!(game.moves, ["e4", "e5", "Nf3"], "{}", &text[..40]);
            assert!(game.headers.len() <= MAX_HEADERS);
            let longest = game.headers.iter().map(|(_, value)| value.len()).max();
            assert!(longest.unwrap_or(0) <= MAX_VALUE);
        }
    }

    /// However long the line, no move is cut: `Nf3` cut behind its first letter would be another move.
    #[test]
    fn moves_of_a_long_line_are_whole() {
        for shift in 0..20 {
            let comment = "x".repeat(MAX_LINE as usize - shift);
            let text = format!("{{{comment}}} 1. Nf3 Nf6 2. Ng1 Ng8 *");
            assert_eq!(first_game(&text).moves, ["Nf3", "Nf6", "Ng1", "Ng8"]);
        }
    }

    #[test]
    fn a_word_longer_than_any_move_is_one_unreadable_move() {
        let text = format!("1. e4 N{} e5 *", "f3".repeat(1 << 20));
        let game = first_game(&text);
        assert_eq!(game.moves.len(), 3);
        assert!(game.moves[1].starts_with("Nf3f3") && game.moves[1].len() == MAX_WORD);
        assert_eq!(game.moves[2], "e5");
    }
}
