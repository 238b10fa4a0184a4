//! PGN reader (<https://www.chessprogramming.org/Portable_Game_Notation>): headers, result, and the text of the
//! main-line moves with their comments. Variations and glyphs are skipped. Files and lines of any size are read with
//! little memory, and of a game only so much is kept that memory stays bounded.
//!
//! Any other word in the movetext is kept as a move, so that an unreadable game fails when it is replayed.
//! The crate pgn-reader is not used because it silently skips what it cannot read: of a game with piece
//! letters of another language it keeps only the moves that look the same in English.

use std::io::{self, BufRead, Read};
use std::mem;

use super::game_result::GameResult;

/// Bytes read at a time; longer lines are read in parts.
const PART: u64 = 1 << 18;

/// Bytes of a line that are known before a token of it is read. Of a longer header the rest is dropped.
const MAX_TOKEN: usize = 1 << 16;

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
    /// [`PART`] and [`MAX_TOKEN`], smaller in tests.
    sizes: (u64, usize),
    /// The current line, or a part of it.
    text: String,
    /// Byte offset of the next token in `text`.
    offset: usize,
    /// The bytes that follow `text`: perhaps the beginning of a character.
    undecoded: Vec<u8>,
    /// Whether more of the line follows after `text`.
    line_continues: bool,
    /// Whether the next token is the first one of the line.
    at_line_start: bool,
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
            sizes: (PART, MAX_TOKEN),
            text: String::new(),
            offset: 0,
            undecoded: Vec::new(),
            line_continues: false,
            at_line_start: true,
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
        while self.fill()? {
            if self.read_token(&mut game)? == Progress::GameEnds {
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

    /// Reads on, unless enough of the current line is known. Returns `false` at the end of the input.
    fn fill(&mut self) -> io::Result<bool> {
        let known = self.text.len() - self.offset;
        if known > 0 && (known >= self.sizes.1 || !self.line_continues) {
            return Ok(true);
        }
        self.text.drain(..self.offset);
        self.offset = 0;
        if self.line_continues {
            self.read_parts()?;
            return Ok(true);
        }
        self.line_number += 1;
        self.at_line_start = true;
        let is_read = self.read_part()?;
        self.read_parts()?;
        if self.text.starts_with('\u{feff}') {
            self.offset = '\u{feff}'.len_utf8();
        }
        if self.text.starts_with('%') && !self.in_comment {
            self.skip_line()?;
        }
        Ok(is_read)
    }

    /// Reads the line on until enough of it is known for a token.
    fn read_parts(&mut self) -> io::Result<()> {
        while self.line_continues && self.text.len() < self.sizes.1 {
            self.read_part()?;
        }
        Ok(())
    }

    /// Appends the next part of the line to the text. Returns `false` at the end of the input.
    fn read_part(&mut self) -> io::Result<bool> {
        let mut bytes = mem::take(&mut self.undecoded);
        let mut limited = self.input.by_ref().take(self.sizes.0);
        let is_read = limited.read_until(b'\n', &mut bytes)? > 0;
        self.line_continues = is_read && !bytes.ends_with(b"\n");
        if self.line_continues {
            let incomplete = bytes.utf8_chunks().last();
            let incomplete = incomplete.map_or(0, |chunk| chunk.invalid().len());
            self.undecoded = bytes.split_off(bytes.len() - incomplete);
        }
        self.text.push_str(&String::from_utf8_lossy(&bytes));
        Ok(is_read)
    }

    /// Skips the rest of the line.
    fn skip_line(&mut self) -> io::Result<()> {
        while self.line_continues {
            self.text.clear();
            self.read_part()?;
        }
        self.offset = self.text.len();
        Ok(())
    }

    /// Reads the next token of the line.
    fn read_token(&mut self, game: &mut PgnGame) -> io::Result<Progress> {
        let rest = &self.text[self.offset..];
        let trimmed = rest.trim_start();
        self.offset += rest.len() - trimmed.len();
        let is_too_short = self.line_continues && trimmed.len() < self.sizes.1;
        if trimmed.is_empty() || is_too_short && trimmed.len() < rest.len() {
            return Ok(Progress::Continue);
        }
        let at_line_start = mem::take(&mut self.at_line_start);
        let is_next_game = at_line_start && trimmed.starts_with(FIRST_HEADER);
        if self.in_comment && !is_next_game {
            // A comment may span lines; an unclosed one ends at the next game.
            let end = trimmed.find('}');
            if self.variation_depth == 0 {
                game.add_comment(&trimmed[..end.unwrap_or(trimmed.len())]);
            }
            self.in_comment = end.is_none();
            return Ok(self.skip(end.map_or(trimmed.len(), |end| end + 1)));
        }
        match trimmed.as_bytes()[0] {
            b'[' => return self.read_header(game, at_line_start, is_next_game),
            b'{' => self.in_comment = true,
            b';' => {
                if self.variation_depth == 0 {
                    game.add_comment(&trimmed[1..]);
                }
                self.skip_line()?;
                return Ok(Progress::Continue);
            }
            b'(' => self.variation_depth += 1,
            b')' => self.variation_depth = self.variation_depth.saturating_sub(1),
            b'}' | b']' | b'<' | b'>' | b'"' => {}
            b'$' => {
                let digits = trimmed[1..].bytes().take_while(u8::is_ascii_digit).count();
                return Ok(self.skip(1 + digits));
            }
            _ => return self.read_word(game),
        }
        Ok(self.skip(1))
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
    ) -> io::Result<Progress> {
        let Some(header) = parse_header(&self.text[self.offset..]) else {
            return Ok(self.skip(1));
        };
        let is_skipped = self.variation_depth > 0 && !at_line_start;
        // Headers after moves, or a second Event header, belong to the next game.
        let in_movetext = !game.moves.is_empty() || self.in_comment || self.variation_depth > 0;
        if !is_skipped && (in_movetext || is_next_game && !game.headers.is_empty()) {
            self.at_line_start = at_line_start;
            return Ok(Progress::GameEnds);
        }
        if header.is_closed {
            self.offset += header.length;
        } else {
            self.skip_line()?;
        }
        if !is_skipped {
            self.set_line(game);
        }
        if !is_skipped && game.headers.len() < MAX_HEADERS {
            let value = truncated(&header.value, MAX_VALUE).to_owned();
            game.headers.push((header.name, value));
        }
        Ok(Progress::Continue)
    }

    fn set_line(&self, game: &mut PgnGame) {
        if game.line == 0 {
            game.line = self.line_number;
        }
    }

    /// Reads a move, move number, result or annotation.
    fn read_word(&mut self, game: &mut PgnGame) -> io::Result<Progress> {
        let word = self.take_word()?;
        if self.variation_depth > 0 {
            return Ok(Progress::Continue);
        }
        self.set_line(game);
        if let Some(result) = GameResult::parse(&word) {
            game.movetext_result = Some(result);
            return Ok(Progress::GameEnds);
        }
        if word == "*" {
            return Ok(Progress::GameEnds);
        }
        let word = without_move_number(&word);
        if is_move(word) && game.moves.len() < MAX_MOVES {
            game.moves.push(truncated(word, MAX_WORD).to_owned());
        }
        Ok(Progress::Continue)
    }

    /// Takes the next word. Of one that is longer than any move only the beginning is kept.
    fn take_word(&mut self) -> io::Result<String> {
        let is_end = |c: char| c.is_whitespace() || "{}()[];$<>\"".contains(c);
        let mut word = String::new();
        loop {
            let rest = &self.text[self.offset..];
            let end = rest.find(is_end);
            let part = &rest[..end.unwrap_or(rest.len())];
            if word.is_empty() {
                word.push_str(part);
            }
            self.offset += part.len();
            if end.is_some() || !self.line_continues {
                return Ok(word);
            }
            self.fill()?;
        }
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

/// A header as it is parsed.
pub(super) struct Header {
    pub(super) name: String,
    pub(super) value: String,
    /// Length in bytes.
    pub(super) length: usize,
    /// Whether the value has a closing quotation mark.
    is_closed: bool,
}

/// Parses `[Name "Value"]`. A backslash escapes quotation marks in the value.
pub(super) fn parse_header(text: &str) -> Option<Header> {
    let inner = text.strip_prefix('[')?.trim_start();
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_-+#=:".contains(c);
    let name_end = inner.find(|c| !is_name(c))?;
    let (name, rest) = inner.split_at(name_end);
    let quoted = rest.trim_start().strip_prefix('"')?;
    if name.is_empty() || name.len() > MAX_VALUE {
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
                return Some(Header {
                    name: name.to_owned(),
                    value,
                    length: text.len() - after.len() + end,
                    is_closed: true,
                });
            }
            _ => {
                escaped = false;
                value.push(c);
            }
        }
    }
    // An unterminated value ends with the line.
    Some(Header {
        name: name.to_owned(),
        value: value.trim_end_matches([']', '\n', '\r']).to_owned(),
        length: text.len(),
        is_closed: false,
    })
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

    /// The games of a text, which are the same if it is read in small parts.
    fn games(text: &str) -> Vec<PgnGame> {
        let read = |sizes| -> Vec<PgnGame> {
            let mut reader = PgnReader::new(text.as_bytes());
            reader.sizes = sizes;
            reader.map(Result::unwrap).collect()
        };
        let games = read((PART, MAX_TOKEN));
        for part in [1, 2, 3, 7, 64] {
            assert!(read((part, 64)) == games, "{part}: {text}");
        }
        games
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
        assert!(
            reader.text.capacity() < 4 << 20,
            "{}",
            reader.text.capacity()
        );
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
        for part in [PART as usize, 1 << 20] {
            for shift in 0..20 {
                let comment = "x".repeat(part - shift);
                let text = format!("{{{comment}}} 1. Nf3 Nf6 2. Ng1 Ng8 *");
                assert_eq!(first_game(&text).moves, ["Nf3", "Nf6", "Ng1", "Ng8"]);
            }
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
