//! The tokens of a PGN text.

use super::game_result::GameResult;
use super::tag::parse_header;

/// Start of the first tag of a game, which ends even an unclosed comment.
const FIRST_TAG: &str = "[Event \"";

/// A token of a PGN text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// A tag pair, with its value unescaped.
    Tag {
        name: String,
        value: String,
        /// Whether only white space precedes it in its line.
        at_line_start: bool,
        /// Whether it is the `Event` tag at the start of a line, with which files of games begin each game.
        is_first: bool,
    },
    /// A move, move number, result, or annotation in letters and symbols.
    Word(&'a str),
    /// The number of a numeric annotation glyph (NAG), without `$`.
    Nag(&'a str),
    /// The text of a comment in braces, or the part of it in this text.
    Comment(&'a str),
    /// The text of a comment from a semicolon to the end of the line.
    LineComment(&'a str),
    /// The text of a line after `%`, which PGN readers ignore.
    Escape(&'a str),
    /// The start of a variation.
    Open,
    /// The end of a variation.
    Close,
    /// A character that has no meaning where it stands.
    Stray(char),
}

/// The state of the lexer after the text before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LexerState {
    /// Whether a comment is open.
    pub in_comment: bool,
    /// Nesting depth of variations.
    pub depth: usize,
}

/// Splits a text, a line or a whole game, into tokens.
pub(crate) struct Lexer<'a> {
    text: &'a str,
    /// Byte offset of the rest.
    offset: usize,
    /// Byte offset of the last token.
    start: usize,
    /// Whether only white space lies between the start of the line and the rest.
    at_line_start: bool,
    state: LexerState,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of a game.
    pub(crate) fn new(text: &'a str) -> Lexer<'a> {
        Lexer::resume(text, 0, true, LexerState::default())
    }

    /// A lexer that continues at a byte offset.
    pub(super) fn resume(
        text: &'a str,
        offset: usize,
        at_line_start: bool,
        state: LexerState,
    ) -> Lexer<'a> {
        Lexer {
            text,
            offset,
            start: offset,
            at_line_start,
            state,
        }
    }

    /// Byte offset of the last token.
    pub(crate) fn start(&self) -> usize {
        self.start
    }

    /// Byte offset of the text after the last token.
    pub(super) fn end(&self) -> usize {
        self.offset
    }

    /// The state after the last token.
    pub(super) fn state(&self) -> LexerState {
        self.state
    }

    /// Whether the text ends within a comment.
    pub(crate) fn in_comment(&self) -> bool {
        self.state.in_comment
    }

    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    fn skip_white_space(&mut self) {
        let rest = self.rest();
        let trimmed = rest.trim_start();
        let skipped = &rest[..rest.len() - trimmed.len()];
        self.at_line_start |= skipped.contains('\n');
        self.offset += skipped.len();
    }

    /// Takes `length` bytes.
    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.rest()[..length];
        self.offset += length;
        taken
    }

    /// The rest of the line without its end, which stays.
    fn take_line(&mut self) -> &'a str {
        let rest = self.rest();
        let line = self.take(rest.find('\n').unwrap_or(rest.len()));
        line.trim_end_matches('\r')
    }

    /// The rest of an open comment. An unclosed one ends before the next game.
    fn take_comment(&mut self) -> Token<'a> {
        let rest = self.rest();
        let brace = rest.find('}');
        let before_brace = &rest[..brace.unwrap_or(rest.len())];
        let mut next_games = before_brace
            .match_indices(FIRST_TAG)
            .map(|(start, _)| start);
        let next_game = next_games.find(|&start| {
            let line = before_brace[..start].rsplit_once('\n');
            line.is_some_and(|(_, before)| before.trim_start().is_empty())
        });
        let text = self.take(next_game.unwrap_or(before_brace.len()));
        self.state.in_comment = next_game.is_some() || brace.is_none();
        self.at_line_start = next_game.is_some();
        self.offset += usize::from(!self.state.in_comment);
        Token::Comment(text)
    }

    fn take_tag(&mut self, at_line_start: bool) -> Token<'a> {
        let rest = self.rest();
        let line = rest.split('\n').next().unwrap_or(rest);
        let Some(header) = parse_header(line) else {
            self.offset += 1;
            return Token::Stray('[');
        };
        self.offset += header.length;
        Token::Tag {
            name: header.name,
            value: header.value,
            at_line_start,
            is_first: at_line_start && line.starts_with(FIRST_TAG),
        }
    }

    fn take_word(&mut self) -> Token<'a> {
        let rest = self.rest();
        if rest.starts_with('*') {
            return Token::Word(self.take(1));
        }
        let is_end = |c: char| c.is_whitespace() || "{}()[];$<>\"*".contains(c);
        Token::Word(self.take(rest.find(is_end).unwrap_or(rest.len())))
    }

    fn take_mark(&mut self, token: Token<'a>) -> Token<'a> {
        self.offset += 1;
        token
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if self.state.in_comment {
            let begins_game = self.at_line_start && self.rest().trim_start().starts_with(FIRST_TAG);
            if !begins_game {
                self.start = self.offset;
                self.at_line_start = false;
                return (!self.rest().is_empty()).then(|| self.take_comment());
            }
            self.state.in_comment = false;
        }
        self.skip_white_space();
        self.start = self.offset;
        let at_line_start = std::mem::take(&mut self.at_line_start);
        let starts_line = self.start == 0 || self.text[..self.start].ends_with('\n');
        let token = match self.rest().chars().next()? {
            '%' if at_line_start && starts_line => {
                self.offset += 1;
                Token::Escape(self.take_line())
            }
            '[' => self.take_tag(at_line_start),
            '{' => {
                self.offset += 1;
                self.take_comment()
            }
            ';' => {
                self.offset += 1;
                Token::LineComment(self.take_line())
            }
            '(' => {
                self.state.depth += 1;
                self.take_mark(Token::Open)
            }
            ')' => {
                self.state.depth = self.state.depth.saturating_sub(1);
                self.take_mark(Token::Close)
            }
            '$' => {
                let digits = self.rest()[1..].bytes().take_while(u8::is_ascii_digit);
                let length = 1 + digits.count();
                Token::Nag(&self.take(length)[1..])
            }
            mark @ ('}' | ']' | '<' | '>' | '"') => self.take_mark(Token::Stray(mark)),
            _ => self.take_word(),
        };
        Some(token)
    }
}

/// Returns whether a word ends a game.
pub(crate) fn is_result(word: &str) -> bool {
    word == "*" || GameResult::parse(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        Lexer::new(text).collect()
    }

    #[test]
    fn every_part_of_a_game_is_a_token() {
        let text = "[White \"A \\\"b\\\"\"]\n%esc\n1.e4! $1{c\nd} (1. d4 ;rest )\r\n) 1-0*";
        let expected = [
            Token::Tag {
                name: "White".to_owned(),
                value: "A \"b\"".to_owned(),
                at_line_start: true,
                is_first: false,
            },
            Token::Escape("esc"),
            Token::Word("1.e4!"),
            Token::Nag("1"),
            Token::Comment("c\nd"),
            Token::Open,
            Token::Word("1."),
            Token::Word("d4"),
            Token::LineComment("rest )"),
            Token::Close,
            Token::Word("1-0"),
            Token::Word("*"),
        ];
        assert_eq!(tokens(text), expected);
        let unescaped = tokens("[White \"A \"b\" [c]\"] [Black \"d\"]");
        assert!(matches!(&unescaped[0], Token::Tag { value, .. } if value == "A \"b\" [c]"));
        assert!(matches!(&unescaped[1], Token::Tag { value, .. } if value == "d"));
        assert_eq!(tokens("} ] < > \" [x").len(), 7);
        assert_eq!(tokens(" %no 50%"), [Token::Word("%no"), Token::Word("50%")]);
    }

    #[test]
    fn a_comment_may_continue_in_the_next_text() {
        let mut lexer = Lexer::new("e4 {one");
        assert_eq!(lexer.by_ref().count(), 2);
        assert!(lexer.in_comment());
        let mut next = Lexer::resume("two} e5", 0, true, lexer.state());
        assert_eq!(next.next(), Some(Token::Comment("two")));
        assert_eq!(next.next(), Some(Token::Word("e5")));
        let mut next = Lexer::resume("[Event \"b\"]", 0, true, lexer.state());
        assert!(matches!(
            next.next(),
            Some(Token::Tag { is_first: true, .. })
        ));
        assert!(!next.in_comment());
        let text = "{open\n [Event \"b\"]\n1. e4 {x}";
        let tokens = tokens(text);
        assert_eq!(tokens[0], Token::Comment("open\n "));
        assert!(
            matches!(tokens[1], Token::Tag { is_first: true, .. }),
            "{tokens:?}"
        );
        assert_eq!(tokens.len(), 5);
    }
}
