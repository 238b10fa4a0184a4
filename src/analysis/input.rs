//! The inputs of an analysis: games or positions from several files, one after the other.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::error::{AnalysisError, io_error};
use crate::board::is_comment_line;
use crate::files::check_text;
use crate::pgn::{GameText, PgnPlace, PgnSplitter};

/// Longer lines of positions are read in parts, none of which is a position.
const MAX_EPD_LINE: u64 = 1 << 16;

/// The part of a file that tells games from positions.
const HEAD: u64 = 1 << 16;

/// The kind of the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum InputKind {
    /// Games in PGN.
    Pgn,
    /// A position per line, EPD or FEN.
    Epd,
}

/// The files to analyse, all of the same kind.
#[derive(Clone, Debug)]
pub(super) struct Inputs {
    pub kind: InputKind,
    pub paths: Vec<PathBuf>,
    /// Sizes in bytes.
    pub sizes: Vec<u64>,
    /// Names, sizes and times of the files: an interrupted run is only continued if they are the same.
    pub description: String,
}

impl Inputs {
    /// Looks at the files.
    pub(super) fn open(paths: &[PathBuf]) -> Result<Inputs, AnalysisError> {
        let mut inputs = Inputs {
            kind: InputKind::Pgn,
            paths: paths.to_vec(),
            sizes: Vec::new(),
            description: String::new(),
        };
        let mut kinds = Vec::new();
        for path in paths {
            let metadata = fs::metadata(path).map_err(io_error(path))?;
            if !metadata.is_file() {
                return Err(AnalysisError::NoFile(path.clone()));
            }
            let modified = metadata.modified().ok();
            let modified = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            inputs.description.push_str(&format!(
                ", {:?} {} bytes {}",
                path,
                metadata.len(),
                modified.unwrap_or_default().as_nanos()
            ));
            inputs.sizes.push(metadata.len());
            kinds.push(kind(path).map_err(io_error(path))?);
        }
        inputs.kind = kinds.first().copied().unwrap_or(InputKind::Pgn);
        let of_kind = |wanted| kinds.iter().position(|&kind| kind == wanted);
        if let (Some(pgn), Some(epd)) = (of_kind(InputKind::Pgn), of_kind(InputKind::Epd)) {
            let [pgn, epd] = [pgn, epd].map(|index: usize| paths[index].clone());
            return Err(AnalysisError::Mixed { epd, pgn });
        }
        Ok(inputs)
    }

    pub(super) fn total_bytes(&self) -> u64 {
        self.sizes.iter().sum()
    }

    /// Bytes before a place.
    pub(super) fn bytes_before(&self, place: Place) -> u64 {
        self.sizes[..place.file.min(self.sizes.len())]
            .iter()
            .sum::<u64>()
            + place.offset
    }
}

/// Games or positions? The first line that is neither blank nor a comment decides: a position begins with eight ranks.
fn kind(path: &Path) -> io::Result<InputKind> {
    let mut head = Vec::new();
    File::open(path)?.take(HEAD).read_to_end(&mut head)?;
    check_text(&head)?;
    let head = String::from_utf8_lossy(&head);
    let mut lines = head
        .lines()
        .map(|line| line.trim_start_matches('\u{feff}').trim());
    let first = lines.find(|line| !is_comment_line(line));
    let board = first.and_then(|line| line.split_ascii_whitespace().next());
    // Pieces in hand may follow as a ninth rank.
    let is_board = board.is_some_and(|board| matches!(board.matches('/').count(), 7 | 8));
    Ok(if is_board {
        InputKind::Epd
    } else {
        InputKind::Pgn
    })
}

/// A place in the inputs where a game or position begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Index of the file.
    pub file: usize,
    /// Byte offset in the file.
    pub offset: u64,
    /// Line number, from 1.
    pub line: usize,
    /// Number of games before in the file.
    pub games: usize,
}

impl Place {
    fn start(file: usize) -> Place {
        let place = PgnPlace::default();
        Place {
            file,
            offset: place.offset,
            line: place.line,
            games: place.games,
        }
    }
}

impl Default for Place {
    fn default() -> Place {
        Place::start(0)
    }
}

/// A game or a line of positions.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// Name of the file.
    pub file: String,
    /// Line number of its start, from 1.
    pub line: usize,
    /// Number of the game in its file, from 1.
    pub number: usize,
    /// Size in bytes.
    pub bytes: u64,
    pub content: Content,
    /// The place after it.
    pub next: Place,
}

impl Item {
    /// Whether it is a game or position, not a blank line.
    pub(super) fn is_game(&self) -> bool {
        !matches!(self.content, Content::Blank(_))
    }
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    /// A game, and whether its text ends within a comment.
    Game { text: String, ends_in_comment: bool },
    /// A game that is too long to be read: the bytes of the file.
    LongGame {
        file: usize,
        start: u64,
        ends_in_comment: bool,
    },
    /// A line with a position.
    Position(String),
    /// A line without a position.
    Blank(String),
}

/// Reads the inputs.
pub(super) struct InputReader<'a> {
    inputs: &'a Inputs,
    place: Place,
    file: Option<FileReader>,
}

enum FileReader {
    Pgn(PgnSplitter<BufReader<File>>),
    Epd(BufReader<File>),
}

impl<'a> InputReader<'a> {
    /// A reader that begins at `place`.
    pub(super) fn new(inputs: &'a Inputs, place: Place) -> InputReader<'a> {
        InputReader {
            inputs,
            place,
            file: None,
        }
    }

    /// The next item; `None` at the end of all files.
    pub(super) fn next(&mut self) -> Result<Option<Item>, AnalysisError> {
        while let Some(path) = self.inputs.paths.get(self.place.file) {
            let name = path.display().to_string();
            let item = self.next_in_file(path).map_err(io_error(path))?;
            if let Some(item) = item {
                self.place = item.next;
                return Ok(Some(Item { file: name, ..item }));
            }
            self.file = None;
            self.place = Place::start(self.place.file + 1);
        }
        Ok(None)
    }

    fn next_in_file(&mut self, path: &Path) -> io::Result<Option<Item>> {
        if self.file.is_none() {
            let mut file = File::open(path)?;
            file.seek(SeekFrom::Start(self.place.offset))?;
            let file = BufReader::with_capacity(1 << 16, file);
            self.file = Some(match self.inputs.kind {
                InputKind::Epd => FileReader::Epd(file),
                InputKind::Pgn => {
                    let Place {
                        offset,
                        line,
                        games,
                        ..
                    } = self.place;
                    let place = PgnPlace {
                        offset,
                        line,
                        games,
                    };
                    FileReader::Pgn(PgnSplitter::resume(file, place))
                }
            });
        }
        match &mut self.file {
            Some(FileReader::Pgn(games)) => {
                let game = games.next().transpose()?;
                Ok(game.map(|game| game_item(game, self.place)))
            }
            Some(FileReader::Epd(lines)) => position_item(lines, self.place),
            None => Ok(None),
        }
    }
}

fn game_item(game: GameText, place: Place) -> Item {
    let next = game.next_place();
    let (start, ends_in_comment) = (game.start, game.ends_in_comment);
    Item {
        file: String::new(),
        line: game.line,
        number: game.number,
        bytes: game.end - game.start,
        content: match game.is_truncated {
            false => Content::Game {
                text: game.text,
                ends_in_comment,
            },
            true => Content::LongGame {
                file: place.file,
                start,
                ends_in_comment,
            },
        },
        next: Place {
            file: place.file,
            offset: next.offset,
            line: next.line,
            games: next.games,
        },
    }
}

fn position_item(input: &mut impl BufRead, place: Place) -> io::Result<Option<Item>> {
    let mut bytes = Vec::new();
    let read = input.take(MAX_EPD_LINE).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    let ends_line = bytes.ends_with(b"\n");
    let text = String::from_utf8(bytes).unwrap_or_else(|error| {
        let latin1 = error.as_bytes().iter();
        latin1.copied().map(char::from).collect()
    });
    let text = text
        .trim_start_matches('\u{feff}')
        .trim_end_matches(['\r', '\n']);
    let is_blank = is_comment_line(text.trim());
    let number = place.games + usize::from(!is_blank);
    Ok(Some(Item {
        file: String::new(),
        line: place.line,
        number,
        bytes: read as u64,
        content: match is_blank {
            true => Content::Blank(text.to_owned()),
            false => Content::Position(text.to_owned()),
        },
        next: Place {
            file: place.file,
            offset: place.offset + read as u64,
            line: place.line + usize::from(ends_line),
            games: number,
        },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(folder: &Path, files: &[(&str, &str)]) -> Result<Inputs, AnalysisError> {
        let path = |(name, text): &(&str, &str)| {
            let path = folder.join(name);
            fs::write(&path, text).unwrap();
            path
        };
        Inputs::open(&files.iter().map(path).collect::<Vec<_>>())
    }

    fn items(inputs: &Inputs, place: Place) -> Vec<Item> {
        let mut reader = InputReader::new(inputs, place);
        std::iter::from_fn(|| reader.next().unwrap()).collect()
    }

    const FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn reading_can_begin_at_any_item() {
        let folder = tempfile::tempdir().unwrap();
        let pgn = [
            (
                "a",
                "[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d4 1-0 1. c4 0-1\n",
            ),
            (
                "b",
                "[Event \"M\u{fc}ller\"]\n*\n\n[Event \"5\"]\n\n1. e4 {",
            ),
        ];
        let positions = format!("{FEN}\n\n# comment\n% comment\n; comment\n{FEN} bm e4;\n");
        for files in [&pgn[..], &[("c", positions.as_str())]] {
            let inputs = open(folder.path(), files).unwrap();
            let all = items(&inputs, Place::default());
            assert!(all.len() >= 4, "{all:?}");
            let games = all.iter().filter(|item| item.is_game()).count();
            assert_eq!(games, if files.len() == 1 { 2 } else { 5 }, "{all:?}");
            for (i, item) in all.iter().enumerate() {
                let rest = items(&inputs, item.next);
                assert_eq!(format!("{rest:?}"), format!("{:?}", &all[i + 1..]));
            }
            let last = all.last().unwrap();
            assert_eq!(inputs.bytes_before(last.next), inputs.total_bytes());
        }
    }

    #[test]
    fn positions_are_told_from_games() {
        let folder = tempfile::tempdir().unwrap();
        let kind = |text: &str| open(folder.path(), &[("x", text)]).unwrap().kind;
        assert_eq!(kind(FEN), InputKind::Epd);
        assert_eq!(
            kind(&format!("# suite\n\n{FEN} bm e4; id \"x\";\n")),
            InputKind::Epd
        );
        assert_eq!(kind("[Event \"a\"]\n\n1. e4 1/2-1/2\n"), InputKind::Pgn);
        assert_eq!(kind("1. e4 e5 *"), InputKind::Pgn);
        let mixed = open(folder.path(), &[("a", FEN), ("b", "1. e4 *")]);
        assert!(matches!(mixed, Err(AnalysisError::Mixed { .. })));
        let is_folder = Inputs::open(&[folder.path().to_owned()]);
        assert!(matches!(is_folder, Err(AnalysisError::NoFile(_))));
    }
}
