//! Splitting a PGN file of any size into the texts of its games.

use std::io::{self, BufRead, Read};
use std::mem;

use super::lexer::{Lexer, LexerState, Token, is_result};
use super::windows_1252;

/// Bytes kept of the text of a game; parts of it that do not fit are left out whole.
pub(crate) const MAX_GAME_BYTES: usize = 4 << 20;

/// Maximum number of bytes read at a time; longer lines are read in parts.
pub(super) const MAX_LINE: u64 = 1 << 20;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The text of one game of a PGN file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameText {
    /// Number of the game in the file, from 1.
    pub number: usize,
    /// Line number of its start, from 1.
    pub line: usize,
    /// Byte offset of its start in the file.
    pub start: u64,
    /// Byte offset of its end, where the next game starts.
    pub end: u64,
    /// Line number at its end.
    pub end_line: usize,
    /// The text, or its beginning, at most [`MAX_GAME_BYTES`]. Lines that are not UTF-8 are read as Windows-1252.
    pub text: String,
    /// Whether the text goes on.
    pub is_truncated: bool,
    /// Whether it ends within a comment.
    pub ends_in_comment: bool,
}

/// The place in a file where a game starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PgnPlace {
    /// Byte offset.
    pub offset: u64,
    /// Line number, from 1.
    pub line: usize,
    /// Number of games before.
    pub games: usize,
}

impl Default for PgnPlace {
    fn default() -> PgnPlace {
        PgnPlace {
            offset: 0,
            line: 1,
            games: 0,
        }
    }
}

impl GameText {
    /// The place after this game.
    pub(crate) fn next_place(&self) -> PgnPlace {
        PgnPlace {
            offset: self.end,
            line: self.end_line,
            games: self.number,
        }
    }
}

/// The parts of a game read so far, which tell where the next game begins.
#[derive(Clone, Copy, Debug, Default)]
struct Contents {
    has_tags: bool,
    has_event: bool,
    has_moves: bool,
    has_result: bool,
}

impl Contents {
    fn is_empty(self) -> bool {
        !(self.has_tags || self.has_moves || self.has_result)
    }

    /// Returns whether a token begins the next game; otherwise adds it to this one.
    fn begins_next(&mut self, token: &Token, before: LexerState, after: LexerState) -> bool {
        match token {
            Token::Tag {
                at_line_start,
                is_first,
                ..
            } => {
                if before.depth > 0 && !at_line_start {
                    return false;
                }
                // Tags after moves, or a second Event tag, belong to the next game.
                let in_movetext = self.has_moves
                    || self.has_result
                    || before.depth > 0
                    || before.in_comment && self.has_tags;
                let is_next = in_movetext || *is_first && self.has_event;
                self.has_tags = true;
                self.has_event |= is_first;
                is_next
            }
            Token::Word(word) if after.depth == 0 => {
                let is_next = self.has_result;
                let is_result = is_result(word);
                self.has_result |= is_result;
                self.has_moves |= !is_result;
                is_next
            }
            Token::Open => {
                self.has_moves = true;
                false
            }
            _ => false,
        }
    }
}

/// Iterator over the games of a PGN file, which is read line by line.
pub(crate) struct PgnSplitter<R> {
    input: R,
    /// Current line, or a part of a long one.
    line: String,
    /// Whether the line is Windows-1252 in the file.
    is_windows_1252: bool,
    /// Whether `line` begins a line of the file.
    begins_line: bool,
    /// Byte offset of the next token in `line`.
    position: usize,
    /// Byte offset in `line` of the first byte that is not in the text of the game.
    kept: usize,
    /// Byte offset of `line` in the file, and of the text after it.
    line_start: u64,
    line_end: u64,
    line_number: usize,
    /// Bytes of a long line after its part.
    carry: Vec<u8>,
    state: LexerState,
    game: GameText,
    contents: Contents,
    games: usize,
}

impl<R: BufRead> PgnSplitter<R> {
    /// Splits the rest of a file, of which `input` is at `place`.
    pub(crate) fn resume(input: R, place: PgnPlace) -> PgnSplitter<R> {
        PgnSplitter {
            input,
            line: String::new(),
            is_windows_1252: false,
            begins_line: true,
            position: 0,
            kept: 0,
            line_start: place.offset,
            line_end: place.offset,
            line_number: place.line - 1,
            carry: Vec::new(),
            state: LexerState::default(),
            game: GameText::default(),
            contents: Contents::default(),
            games: place.games,
        }
    }

    /// Reads the next line, or a part of a long one; `false` at the end of the input.
    fn read_line(&mut self) -> io::Result<bool> {
        let mut bytes = mem::take(&mut self.carry);
        let is_continued = !bytes.is_empty();
        let limit = MAX_LINE.saturating_sub(bytes.len() as u64).max(1);
        let read = self
            .input
            .by_ref()
            .take(limit)
            .read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(false);
        }
        let is_part = read as u64 == limit && !bytes.ends_with(b"\n");
        if is_part && let Some(space) = bytes.iter().rposition(u8::is_ascii_whitespace) {
            // No word is cut in two.
            self.carry = bytes.split_off(space + 1);
        }
        let was_whole = self.line.is_empty() || self.line.ends_with('\n');
        self.begins_line = was_whole && !is_continued;
        self.line_number += usize::from(self.begins_line);
        self.line_start = self.line_end;
        self.line_end += bytes.len() as u64;
        self.decode(bytes);
        Ok(true)
    }

    fn decode(&mut self, mut bytes: Vec<u8>) {
        if bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
            self.line_start += BYTE_ORDER_MARK.len() as u64;
        }
        (self.line, self.is_windows_1252) = match String::from_utf8(bytes) {
            Ok(line) => (line, false),
            Err(error) => (windows_1252::decode(error.as_bytes()), true),
        };
        (self.position, self.kept) = (0, 0);
    }

    /// Byte offset in the file of a byte offset in the line.
    fn file_offset(&self, position: usize) -> u64 {
        let before = &self.line[..position];
        let bytes = if self.is_windows_1252 {
            before.chars().count()
        } else {
            before.len()
        };
        self.line_start + bytes as u64
    }

    /// Adds the line up to `end` to the text of the game.
    fn keep(&mut self, end: usize) {
        let part = &self.line[self.kept..end];
        self.kept = end;
        let game = &mut self.game;
        game.is_truncated |= game.text.len() + part.len() > MAX_GAME_BYTES;
        if !game.is_truncated {
            game.text.push_str(part);
        }
    }

    /// Begins a game at the token at `start` of the line.
    fn begin(&mut self, start: usize) {
        self.kept = start;
        self.game = GameText {
            line: self.line_number,
            start: self.file_offset(start),
            ..GameText::default()
        };
    }

    /// Ends the game at `end` of the line; `None` if it has neither tags nor movetext.
    fn finish(&mut self, end: usize, ends_in_comment: bool) -> Option<GameText> {
        self.keep(end);
        let contents = mem::take(&mut self.contents);
        let game = mem::take(&mut self.game);
        if contents.is_empty() {
            return None;
        }
        self.games += 1;
        Some(GameText {
            number: self.games,
            end: self.file_offset(end),
            end_line: self.line_number,
            ends_in_comment,
            ..game
        })
    }

    /// Reads tokens of the line until the next game begins, and returns the game before it.
    fn split_line(&mut self) -> Option<GameText> {
        while self.position < self.line.len() {
            let before = self.state;
            let mut lexer = Lexer::resume(
                &self.line,
                self.position,
                self.begins_line && self.line[..self.position].trim_start().is_empty(),
                before,
            );
            let token = lexer.next();
            let (start, end, after) = (lexer.start(), lexer.end(), lexer.state());
            let Some(token) = token else {
                self.position = self.line.len();
                break;
            };
            let mut contents = self.contents;
            let begins_next = contents.begins_next(&token, before, after);
            if self.game.line == 0 {
                self.begin(start);
            }
            if begins_next {
                let finished = self.finish(start, before.in_comment);
                // The token is read again as the first one of its game.
                self.state = LexerState::default();
                self.position = start;
                return finished;
            }
            self.contents = contents;
            self.state = after;
            self.position = end;
        }
        let end = self.line.len();
        if self.game.line > 0 {
            self.keep(end);
        }
        None
    }

    fn read_game(&mut self) -> io::Result<Option<GameText>> {
        loop {
            if self.position >= self.line.len() && !self.read_line()? {
                let in_comment = mem::take(&mut self.state).in_comment;
                return Ok(self.finish(self.line.len(), in_comment));
            }
            if let Some(game) = self.split_line() {
                return Ok(Some(game));
            }
        }
    }
}

impl<R: BufRead> Iterator for PgnSplitter<R> {
    type Item = io::Result<GameText>;

    fn next(&mut self) -> Option<io::Result<GameText>> {
        self.read_game().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &[u8]) -> Vec<GameText> {
        let splitter = PgnSplitter::resume(text, PgnPlace::default());
        splitter.map(Result::unwrap).collect()
    }

    fn texts(text: &str) -> Vec<String> {
        let games = split(text.as_bytes()).into_iter();
        games.map(|game| game.text.trim_end().to_owned()).collect()
    }

    #[test]
    fn games_follow_one_another() {
        let first = "[Event \"A\"]\n[White \"x\"]\n\n1. e4 e5\n\n2. Nf3 {a\n[Site \"?\"]} (2. d4 [x] *) 1-0 {end}\n% end";
        let second = "[Site \"B\"]\n\n1. d4 *";
        let bare = ["1. c4 c5 1/2-1/2 ;x", "1. b4 0-1", "e4"];
        let text = format!("{first}\n\n{second} {}\n{} {}", bare[0], bare[1], bare[2]);
        assert_eq!(texts(&text), [&[first, second], &bare[..]].concat());
        let games = split(text.as_bytes());
        let lines: Vec<_> = games.iter().map(|game| (game.number, game.line)).collect();
        assert_eq!(lines, [(1, 1), (2, 10), (3, 12), (4, 13), (5, 13)]);
        for game in &games {
            let (start, end) = (game.start as usize, game.end as usize);
            assert_eq!(&text[start..end], game.text);
        }
        assert_eq!(games[4].end, text.len() as u64);
        assert!(texts("").is_empty() && texts("\n\n  \n% x\n{ comment }\n").is_empty());
        assert_eq!(texts("[Site \"x\"]\n[Event \"a\"]\n\n1. e4 *").len(), 1);
        assert_eq!(texts("{ before }\n[White \"a\"]\n*").len(), 1);
    }

    #[test]
    fn broken_games_do_not_affect_the_next_one() {
        for broken in [
            "1. e4 {open\n",
            "1. e4 (1. d4 ((",
            "1. e4 )))) }",
            "1. e4",
            "[Nonsense",
            "*",
        ] {
            let first = format!("[Event \"a\"]\n\n{broken}");
            let second = "[Event \"b\"]\n[Site \"?\"]\n\n1. d4 d5 *";
            let text = format!("{first}\n\n{second}\n");
            assert_eq!(texts(&text), [first.trim_end(), second]);
            let is_open = split(text.as_bytes())[0].ends_in_comment;
            assert_eq!(is_open, broken.contains('{'));
        }
        assert_eq!(texts("[Event \"a\"]\n[Event \"b\"]\n\n1. e4 *").len(), 2);
    }

    #[test]
    fn any_bytes_are_split_and_long_games_are_left_out() {
        let bytes: Vec<u8> = (0..=255).cycle().take(70_000).collect();
        let games = split(&bytes);
        assert!(games.is_sorted_by(|a, b| a.end == b.start));
        let latin1 = split(b"\xef\xbb\xbf[White \"M\xfcller\"]\n\n1. e4 * 1. d4");
        assert_eq!(latin1[0].text, "[White \"M\u{fc}ller\"]\n\n1. e4 * ");
        assert_eq!((latin1[0].start, latin1[1].end), (3, 34));
        // Long lines are read in parts, and no word is cut.
        let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(200_000);
        let long = format!("{moves}* {} 1-0 1. d4 *", "x".repeat(5 << 20));
        let games = split(long.as_bytes());
        assert_eq!(games[0].text.split_ascii_whitespace().count(), 800_001);
        let truncated: Vec<bool> = games.iter().map(|game| game.is_truncated).collect();
        assert_eq!(truncated, [false, true, false]);
        assert_eq!(games[2].text, "1. d4 *");
        assert!(
            games
                .iter()
                .all(|game| (game.line, game.end_line) == (1, 1))
        );
    }
}
