//! Analyses a game or position and renders it for the outputs.

use super::analyser::{Analyser, Interruption};
use super::annotation::Annotation;
use super::epd_output::annotated_epd;
use super::game::{GameError, MainLine};
use super::html::{HtmlGame, game_section};
use super::input::{Content, Item};
use super::json_output::json_line;
use super::pgn_output::annotated_pgn;
use crate::board::Epd;

/// Which outputs are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Formats {
    pub text: bool,
    pub json: bool,
    pub html: bool,
}

/// The output of an annotated game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Text {
    Rendered(String),
    /// Bytes of an input file, then this text.
    Copied {
        file: usize,
        start: u64,
        bytes: u64,
        then: String,
    },
}

/// The text that a game or line adds to each output; empty for those that are not wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rendered {
    pub text: Text,
    pub json: String,
    pub html: String,
    /// Whether it is a game or position, not a blank line.
    pub is_game: bool,
    /// Why it was copied without annotations, with its place.
    pub skipped: Option<String>,
}

impl Rendered {
    fn blank(line: &str) -> Rendered {
        Rendered {
            text: Text::Rendered(format!("{line}\n")),
            json: String::new(),
            html: String::new(),
            is_game: false,
            skipped: None,
        }
    }
}

/// Analyses and renders an item, the `number`-th of the run. Calls `observe` after each position with the number of
/// positions.
pub(super) fn render(
    item: &Item,
    number: u64,
    formats: Formats,
    analyser: &mut Analyser,
    observe: &mut dyn FnMut(usize),
) -> Result<Rendered, Interruption> {
    let renderer = Renderer {
        item,
        number,
        formats,
    };
    let (text, game) = match &item.content {
        Content::Blank(line) => return Ok(Rendered::blank(line)),
        Content::LongGame {
            file,
            start,
            ends_in_comment,
        } => {
            let note = note(&GameError::TooLong.to_string());
            let text = Text::Copied {
                file: *file,
                start: *start,
                bytes: item.bytes,
                then: format!("{}\n{note}\n", closing(*ends_in_comment)),
            };
            return Ok(renderer.skip(text, item.line, &GameError::TooLong.to_string()));
        }
        Content::Position(line) => match Epd::parse_of(line, analyser.rules()) {
            Ok(epd) => (
                line,
                MainLine::from_position(epd.position, analyser.rules().mode),
            ),
            Err(error) => {
                let text = Text::Rendered(format!("{line}\n"));
                return Ok(renderer.skip(text, item.line, &error.to_string()));
            }
        },
        Content::Game {
            text,
            ends_in_comment,
        } => match MainLine::parse(text) {
            Ok(game) => (text, game),
            Err((offset, error)) => {
                let line = item.line + text[..offset].matches('\n').count();
                let copy = unannotated(text, *ends_in_comment, &error.to_string());
                return Ok(renderer.skip(Text::Rendered(copy), line, &error.to_string()));
            }
        },
    };
    let positions = game.positions.len();
    let annotation = match &item.content {
        Content::Game { .. } if game.moves.is_empty() => Annotation::none(),
        _ => analyser.analyse(&game, &mut || observe(positions))?,
    };
    Ok(renderer.render(text, &game, &annotation))
}

struct Renderer<'a> {
    item: &'a Item,
    /// Number of the game in the run, from 1.
    number: u64,
    formats: Formats,
}

impl Renderer<'_> {
    fn render(&self, text: &str, game: &MainLine, annotation: &Annotation) -> Rendered {
        let is_searched = !annotation.positions.is_empty();
        let annotated = match &self.item.content {
            Content::Position(_) => annotated_epd(text, game, annotation),
            _ if is_searched => annotated_pgn(text, game, annotation),
            _ => format!("{}\n\n", text.trim_end()),
        };
        let html_game = HtmlGame::Annotated(text, game, annotation);
        let json_game = Some((game, annotation));
        Rendered {
            text: Text::Rendered(annotated),
            json: self.json(json_game, None),
            html: self.html(&html_game),
            is_game: true,
            skipped: None,
        }
    }

    /// An item that is copied as it is; `line` is the line of the error.
    fn skip(&self, text: Text, line: usize, reason: &str) -> Rendered {
        let Item { file, number, .. } = self.item;
        let place = match self.item.content {
            Content::Position(_) => format!("{file}: line {line}"),
            _ => format!(
                "{file}: game {number} (line {}), line {line}",
                self.item.line
            ),
        };
        Rendered {
            text,
            json: self.json(None, Some(reason)),
            html: self.html(&HtmlGame::Skipped(reason)),
            is_game: true,
            skipped: Some(format!("{place}: {reason}; not analysed")),
        }
    }

    fn json(&self, game: Option<(&MainLine, &Annotation)>, error: Option<&str>) -> String {
        match self.formats.json {
            true => json_line(self.item, game, error),
            false => String::new(),
        }
    }

    fn html(&self, game: &HtmlGame) -> String {
        match self.formats.html {
            true => game_section(self.number, self.item, game),
            false => String::new(),
        }
    }
}

/// The end of a copied game, whose open comment would hide the next game.
fn closing(ends_in_comment: bool) -> &'static str {
    if ends_in_comment { " }" } else { "" }
}

/// The line after a copied game that tells why it has no annotations.
fn note(reason: &str) -> String {
    format!("% not analysed: {reason}\n")
}

/// The text of a game that cannot be analysed.
fn unannotated(text: &str, ends_in_comment: bool, reason: &str) -> String {
    let note = note(reason);
    let text = text.trim_end();
    let text = text
        .strip_suffix(note.trim_end())
        .unwrap_or(text)
        .trim_end();
    format!("{text}{}\n{note}\n", closing(ends_in_comment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_not_analysed_is_copied_with_the_reason() {
        let once = unannotated("1. e4 Zz9 *\n\n\n", false, "not a move");
        assert_eq!(once, "1. e4 Zz9 *\n% not analysed: not a move\n\n");
        assert_eq!(unannotated(&once, false, "not a move"), once);
        let open = unannotated("1. e4 {x", true, "open");
        assert_eq!(open, "1. e4 {x }\n% not analysed: open\n\n");
    }
}
