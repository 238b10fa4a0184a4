//! PGN reader (<https://www.chessprogramming.org/Portable_Game_Notation>): headers, result, and the text of the
//! main-line moves with their comments. Variations and glyphs are skipped. Files of any size are read line by line, and
//! of a game only so much is kept that memory stays bounded.
//!
//! Any other word in the movetext is kept as a move, so that an unreadable game fails when it is replayed.
//! The crate pgn-reader is not used because it silently skips what it cannot read: of a game with piece
//! letters of another language it keeps only the moves that look the same in English.

use std::io::{self, BufRead, Read};
use std::mem;

use super::game_result::GameResult;

/// Maximum number of bytes read at a time; longer lines are read in parts.
const MAX_LINE: u64 = 1 << 20;

/// Most moves, and most headers, kept of a game; the rest is skipped.
const MAX_MOVES: usize = 1 << 14;
const MAX_HEADERS: usize = 1 << 8;

/// Most bytes kept of a header value, of a word in the place of a move, and of the comments after a move.
const MAX_VALUE: usize = 1 << 10;
const MAX_WORD: usize = 1 << 6;
const MAX_COMMENT: usize = 1 << 8;

/// Start of the first header of a game.
const FIRST_HEADER: &str = "[Event \"";

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

    fn is_empty(&self) -> bool {
        self.headers.is_empty() && self.moves.is_empty()
    }
}

/// Iterator over the games of a PGN file.
pub struct PgnReader<R> {
    input: R,
    /// Current line.
    text: String,
    /// Byte offset of the next token in `text`.
    offset: usize,
    line_number: usize,
    game_count: usize,
    in_comment: bool,
    /// Nesting depth of variations.
    variation_depth: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Continue,
    GameEnds,
}

impl<R: BufRead> PgnReader<R> {
    /// Creates a reader.
    pub fn new(input: R) -> PgnReader<R> {
        PgnReader {
            input,
            text: String::new(),
            offset: 0,
            line_number: 0,
            game_count: 0,
            in_comment: false,
            variation_depth: 0,
        }
    }

    /// Reads the next game; `None` at the end of the input.
    fn read_game(&mut self) -> io::Result<Option<PgnGame>> {
        let mut game = PgnGame::default();
        self.in_comment = false;
        self.variation_depth = 0;
        loop {
            if self.offset >= self.text.len() && !self.read_line()? {
                break;
            }
            if self.read_token(&mut game) == Progress::GameEnds {
                break;
            }
        }
        if game.is_empty() && game.movetext_result.is_none() {
            return Ok(None);
        }
        self.game_count += 1;
        game.number = self.game_count;
        Ok(Some(game))
    }

    fn read_line(&mut self) -> io::Result<bool> {
        let mut bytes = Vec::new();
        let mut limited = self.input.by_ref().take(MAX_LINE);
        if limited.read_until(b'\n', &mut bytes)? == 0 {
            return Ok(false);
        }
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        self.text = String::from_utf8_lossy(bytes).into_owned();
        self.offset = 0;
        self.line_number += 1;
        if self.text.starts_with('%') && !self.in_comment {
            self.text.clear();
        }
        Ok(true)
    }

    /// Reads the next token of the line.
    fn read_token(&mut self, game: &mut PgnGame) -> Progress {
        let rest = &self.text[self.offset..];
        let trimmed = rest.trim_start();
        self.offset += rest.len() - trimmed.len();
        let at_line_start = self.text[..self.offset].trim_start().is_empty();
        let is_next_game = at_line_start && trimmed.starts_with(FIRST_HEADER);
        if self.in_comment && !is_next_game {
            // A comment may span lines; an unclosed one ends at the next game.
            let end = trimmed.find('}');
            if self.variation_depth == 0 {
                game.add_comment(&trimmed[..end.unwrap_or(trimmed.len())]);
            }
            self.in_comment = end.is_none();
            return self.skip(end.map_or(trimmed.len(), |end| end + 1));
        }
        match trimmed.chars().next() {
            None => Progress::Continue,
            Some('[') => self.read_header(game, at_line_start, is_next_game),
            Some('{') => {
                self.in_comment = true;
                self.skip(1)
            }
            Some(';') => {
                if self.variation_depth == 0 {
                    game.add_comment(&trimmed[1..]);
                }
                self.skip(trimmed.len())
            }
            Some('(') => {
                self.variation_depth += 1;
                self.skip(1)
            }
            Some(')') => {
                self.variation_depth = self.variation_depth.saturating_sub(1);
                self.skip(1)
            }
            Some('}' | ']' | '<' | '>' | '"') => self.skip(1),
            Some('$') => {
                let digits = trimmed[1..].bytes().take_while(u8::is_ascii_digit).count();
                self.skip(1 + digits)
            }
            Some(_) => self.read_word(game),
        }
    }

    fn skip(&mut self, bytes: usize) -> Progress {
        self.offset += bytes;
        Progress::Continue
    }

    fn read_header(
        &mut self,
        game: &mut PgnGame,
        at_line_start: bool,
        is_next_game: bool,
    ) -> Progress {
        let Some((name, value, length)) = parse_header(&self.text[self.offset..]) else {
            return self.skip(1);
        };
        if self.variation_depth > 0 && !at_line_start {
            return self.skip(length);
        }
        // Headers after moves, or a second Event header, belong to the next game.
        let in_movetext = !game.moves.is_empty() || self.in_comment || self.variation_depth > 0;
        if in_movetext || is_next_game && !game.headers.is_empty() {
            return Progress::GameEnds;
        }
        self.set_line(game);
        if game.headers.len() < MAX_HEADERS {
            let value = truncated(&value, MAX_VALUE).to_owned();
            game.headers.push((name, value));
        }
        self.skip(length)
    }

    fn set_line(&self, game: &mut PgnGame) {
        if game.line == 0 {
            game.line = self.line_number;
        }
    }

    /// Reads a move, move number, result or annotation.
    fn read_word(&mut self, game: &mut PgnGame) -> Progress {
        let rest = &self.text[self.offset..];
        let is_end = |c: char| c.is_whitespace() || "{}()[];$<>\"".contains(c);
        let end = rest.find(is_end).unwrap_or(rest.len());
        let word = rest[..end].to_owned();
        self.offset += end;
        if self.variation_depth > 0 {
            return Progress::Continue;
        }
        self.set_line(game);
        if let Some(result) = GameResult::parse(&word) {
            game.movetext_result = Some(result);
            return Progress::GameEnds;
        }
        if word == "*" {
            return Progress::GameEnds;
        }
        let word = without_move_number(&word);
        if is_move(word) && game.moves.len() < MAX_MOVES {
            game.moves.push(truncated(word, MAX_WORD).to_owned());
        }
        Progress::Continue
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = io::Result<PgnGame>;

    fn next(&mut self) -> Option<io::Result<PgnGame>> {
        self.read_game().transpose()
    }
}

/// Value of a header among several, by its name in any case.
pub(crate) fn header<'a>(headers: &'a [(String, String)], name: &str) -> Option<&'a str> {
    let mut headers = headers.iter();
    let found = headers.find(|(other, _)| other.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.as_str())
}

/// The start of a text, at most `length` bytes.
fn truncated(text: &str, length: usize) -> &str {
    let end = (0..=length.min(text.len()))
        .rev()
        .find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}

/// Parses `[Name "Value"]` into name, value and length in bytes. A backslash escapes quotation marks in the
/// value.
pub(super) fn parse_header(text: &str) -> Option<(String, String, usize)> {
    let inner = text.strip_prefix('[')?.trim_start();
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_-+#=:".contains(c);
    let name_end = inner.find(|c| !is_name(c))?;
    let (name, rest) = inner.split_at(name_end);
    let quoted = rest.trim_start().strip_prefix('"')?;
    if name.is_empty() {
        return None;
    }
    let mut value = String::new();
    let mut escaped = false;
    for (i, c) in quoted.char_indices() {
        match c {
            '\\' if !escaped => escaped = true,
            '"' if !escaped && ends_value(&quoted[i + 1..]) => {
                let after = &quoted[i + 1..];
                let end = after.find(']').map_or(0, |end| end + 1);
                let length = text.len() - after.len() + end;
                return Some((name.to_owned(), value, length));
            }
            _ => {
                escaped = false;
                value.push(c);
            }
        }
    }
    // An unterminated value ends with the line.
    let value = mem::take(&mut value)
        .trim_end_matches([']', '\n', '\r'])
        .to_owned();
    Some((name.to_owned(), value, text.len()))
}

/// Returns whether a quotation mark before this text ends a value: some programs do not escape those within values.
fn ends_value(after: &str) -> bool {
    after.trim_start().starts_with(']') || !after.contains('"')
}

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

#[cfg(test)]
mod tests {
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
        let game = games(&text).remove(0);
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
        let long = format!("1. e4 {{{}}} e5 *", "x".repeat(3 << 20));
        assert_eq!(moves(&long), ["e4 e5"]);
    }
}
