//! From a line to a command with checked arguments. Nothing in here knows of the game.

use std::time::Duration;

use thiserror::Error;

use super::level::Level;
use super::rebel;
use crate::protocol::parse_number;
use crate::types::Color;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// The greatest protocol version that the GUI speaks.
    Protover(i64),
    /// A feature was accepted or rejected.
    FeatureReply {
        /// Which.
        name: String,
        /// Whether it was accepted.
        accepted: bool,
    },
    /// Changes how the engine thinks and talks.
    Setting(Setting),
    /// Changes the position on the board.
    Board(BoardCommand),
    /// Changes who plays.
    Play(PlayCommand),
    /// Changes what is searched in the position on the board.
    Root(RootCommand),
    /// Tells what the user does with the pieces on the board.
    Hand(HandCommand),
    /// Nothing shall be thought about.
    Pause,
    /// The pause is over.
    Resume,
    /// Asks for something.
    Query(Query),
    /// One of the extensions of Rebel Century.
    Rebel(rebel::Command),
    /// Known, and nothing has to be done.
    Ignored,
    /// The process shall end.
    Quit,
}

/// Changes how the engine thinks and talks.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Setting {
    /// Show thinking.
    Post(bool),
    /// Think on the opponent's time.
    Ponder(bool),
    /// Play a little differently every time, or no longer.
    Random,
    /// Memory for all tables, in MiB.
    Memory(i64),
    /// Processors to use.
    Cores(i64),
    /// The folders of the Syzygy tables.
    SyzygyPath(String),
    /// An engine option.
    Option {
        /// Its name.
        name: String,
        /// Its value, unless it is a button.
        value: Option<String>,
    },
    /// A conventional or incremental time control.
    Level(Level),
    /// An exact time for each move.
    TimePerMove(Duration),
    /// The greatest depth; 0 for any.
    Depth(i64),
    /// The greatest depth comes in the next line.
    DepthFollows,
    /// The engine's clock in centiseconds.
    Time(i64),
    /// The opponent's clock in centiseconds.
    OpponentTime(i64),
    /// Nodes that count as a second; 0 for processor time, less for the time that passes.
    NodeRate(i64),
    /// The opponent's name.
    OpponentName(String),
    /// The opponent's rating; 0 for none.
    OpponentRating(i64),
    /// The opponent is a program.
    Computer,
}

/// Changes what is searched in the position on the board.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum RootCommand {
    /// Without this move.
    Exclude(String),
    /// Without any move.
    ExcludeAll,
    /// With this move again.
    Include(String),
    /// With all moves again.
    IncludeAll,
}

/// Tells what the user does with the pieces on the board. Each has the name of a square.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum HandCommand {
    /// Picks up the piece on it.
    Lift(String),
    /// Puts the piece on it.
    Put(String),
    /// Points at it.
    Hover(String),
}

/// Changes the position on the board.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum BoardCommand {
    /// A new game.
    New,
    /// Other rules for the game that has just begun.
    Variant(String),
    /// A position in FEN.
    SetBoard(String),
    /// The old set-up mode begins.
    Edit,
    /// Takes back one ply.
    Undo,
    /// Takes back two plies.
    Remove,
    /// A move of the opponent, or in force mode of either side.
    Move(String),
    /// This side shall be on move, and the engine play the other.
    Turn(Color),
    /// The position on the board is worth so much, searched so deep.
    SetScore {
        /// As in thinking output, from the view of the side on move.
        score: i64,
        /// In plies.
        depth: u32,
    },
}

/// Changes who plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PlayCommand {
    /// The engine plays neither side.
    Force,
    /// The engine plays the side on move.
    Go,
    /// The engine plays the side that is not on move.
    PlayOther,
    /// Move at once.
    MoveNow,
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result,
    /// Analysis begins.
    Analyze,
    /// Analysis ends.
    Exit,
}

/// Asks for something.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Query {
    /// A `pong` when everything before is done.
    Ping(String),
    /// A move to recommend.
    Hint,
    /// What the book says.
    Book,
    /// How far the search is.
    Status,
}

/// Why a line is no command. Displayed in `Error (...): LINE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum ParseError {
    /// The first word is no command.
    #[error("unknown command")]
    Unknown,
    /// Something is missing.
    #[error("too few parameters")]
    TooFew,
    /// Something is there that does not belong there.
    #[error("too many parameters")]
    TooMany,
    /// A parameter has the wrong form.
    #[error("bad parameter")]
    Bad,
}

/// Reads a line that is neither empty nor meant for the set-up mode.
pub(super) fn parse(line: &str) -> Result<Command, ParseError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim_start();
    match word {
        "quit" => Ok(Command::Quit),
        // A wrong `protover` is taken for version 2: XBoard would take an error for version 1.
        "protover" => Ok(Command::Protover(parse_number(rest).unwrap_or(2))),
        "accepted" | "rejected" => Ok(Command::FeatureReply {
            name: rest.to_owned(),
            accepted: word == "accepted",
        }),
        // Nothing depends on where the game is played. ChessBase's GUI introduces itself with `fritz`.
        "xboard" | "ics" | "beep" | "fritz" => Ok(Command::Ignored),
        // Only tables that are free are read.
        "egtpath" => match rest.split_once(char::is_whitespace) {
            Some((kind, path)) if kind.eq_ignore_ascii_case("syzygy") => {
                let path = path.trim().to_owned();
                Ok(Command::Setting(Setting::SyzygyPath(path)))
            }
            Some(_) => Ok(Command::Ignored),
            None => Err(ParseError::TooFew),
        },
        // About variants that are not played.
        "setup" | "piece" | "partner" | "ptell" | "holding" => Ok(Command::Ignored),
        "setvar" | "getvar" | "setlevel" | "begin" | "end" => {
            rebel::parse(word, rest).map(Command::Rebel)
        }
        _ if word.starts_with('#') => Ok(Command::Ignored),
        _ => match parse_setting(word, rest)? {
            Some(command) => Ok(command),
            None => parse_game(word, rest),
        },
    }
}

fn parse_setting(word: &str, rest: &str) -> Result<Option<Command>, ParseError> {
    let setting = match word {
        "post" => none(rest, Setting::Post(true))?,
        "nopost" => none(rest, Setting::Post(false))?,
        // `ponder` is ChessBase's.
        "hard" | "ponder" => none(rest, Setting::Ponder(true))?,
        "easy" => none(rest, Setting::Ponder(false))?,
        "random" => none(rest, Setting::Random)?,
        "memory" => Setting::Memory(one_number(rest)?),
        "cores" => Setting::Cores(one_number(rest)?),
        "option" => parse_option(rest)?,
        "level" => Setting::Level(Level::parse(rest)?),
        "st" => Setting::TimePerMove(super::level::parse_seconds(one(rest)?)?),
        "sd" => Setting::Depth(one_number(rest)?),
        "nps" => Setting::NodeRate(one_number(rest)?),
        "name" => Setting::OpponentName(rest.to_owned()),
        "rating" => Setting::OpponentRating(opponents_rating(rest)),
        // As GNU Chess 4 wants it: `depth` and the number in two lines.
        "depth" if rest.is_empty() => Setting::DepthFollows,
        "depth" => Setting::Depth(one_number(rest)?),
        "computer" => Setting::Computer,
        // An error that names one of these would make XBoard send neither any more.
        "time" | "otim" => match parse_number(rest) {
            Some(centiseconds) if word == "time" => Setting::Time(centiseconds),
            Some(centiseconds) => Setting::OpponentTime(centiseconds),
            None => return Ok(Some(Command::Ignored)),
        },
        _ => return Ok(None),
    };
    Ok(Some(Command::Setting(setting)))
}

fn parse_game(word: &str, rest: &str) -> Result<Command, ParseError> {
    use BoardCommand as Board;
    use PlayCommand as Play;
    Ok(match word {
        // `reset` is ChessBase's.
        "new" | "reset" => none(rest, Command::Board(Board::New))?,
        "variant" => Command::Board(Board::Variant(one(rest)?.to_owned())),
        "setboard" => Command::Board(Board::SetBoard(rest.to_owned())),
        "edit" => none(rest, Command::Board(Board::Edit))?,
        "setscore" => parse_score(rest)?,
        "exclude" | "include" => Command::Root(parse_root_moves(word, one(rest)?)),
        "lift" => Command::Hand(HandCommand::Lift(one(rest)?.to_owned())),
        "put" => Command::Hand(HandCommand::Put(one(rest)?.to_owned())),
        "hover" => Command::Hand(HandCommand::Hover(one(rest)?.to_owned())),
        "pause" => none(rest, Command::Pause)?,
        "resume" => none(rest, Command::Resume)?,
        "undo" => none(rest, Command::Board(Board::Undo))?,
        "remove" => none(rest, Command::Board(Board::Remove))?,
        "usermove" => Command::Board(Board::Move(one(rest)?.to_owned())),
        "white" => none(rest, Command::Board(Board::Turn(Color::White)))?,
        "black" => none(rest, Command::Board(Board::Turn(Color::Black)))?,
        "force" => none(rest, Command::Play(Play::Force))?,
        "go" => none(rest, Command::Play(Play::Go))?,
        "playother" => none(rest, Command::Play(Play::PlayOther))?,
        "?" => none(rest, Command::Play(Play::MoveNow))?,
        "draw" => Command::Play(Play::Draw),
        "result" => Command::Play(Play::Result),
        "analyze" => Command::Play(Play::Analyze),
        "exit" => Command::Play(Play::Exit),
        "ping" => Command::Query(Query::Ping(one(rest)?.to_owned())),
        "hint" => none(rest, Command::Query(Query::Hint))?,
        "bk" => none(rest, Command::Query(Query::Book))?,
        "." => none(rest, Command::Query(Query::Status))?,
        _ => return Err(ParseError::Unknown),
    })
}

/// `NAME=VALUE`, or `NAME` for a button. Names have blanks in them.
fn parse_option(rest: &str) -> Result<Setting, ParseError> {
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name.trim_end(), Some(value.trim_start().to_owned())),
        None => (rest, None),
    };
    match name {
        "" => Err(ParseError::TooFew),
        _ => Ok(Setting::Option {
            name: name.to_owned(),
            value,
        }),
    }
}

/// `OWN OPPONENT`: the second number, which may be missing.
fn opponents_rating(rest: &str) -> i64 {
    let second = rest.split_ascii_whitespace().nth(1);
    second.and_then(parse_number).unwrap_or(0)
}

/// `SCORE DEPTH`
fn parse_score(rest: &str) -> Result<Command, ParseError> {
    let (score, depth) = rest
        .split_once(char::is_whitespace)
        .ok_or(ParseError::TooFew)?;
    let depth = one_number(depth)?;
    Ok(Command::Board(BoardCommand::SetScore {
        score: parse_number(score).ok_or(ParseError::Bad)?,
        depth: u32::try_from(depth.min(1000)).map_err(|_| ParseError::Bad)?,
    }))
}

fn parse_root_moves(word: &str, text: &str) -> RootCommand {
    match (word, text) {
        ("exclude", "all") => RootCommand::ExcludeAll,
        ("exclude", text) => RootCommand::Exclude(text.to_owned()),
        (_, "all") => RootCommand::IncludeAll,
        (_, text) => RootCommand::Include(text.to_owned()),
    }
}

/// The value, if no parameter is there.
fn none<T>(rest: &str, value: T) -> Result<T, ParseError> {
    match rest {
        "" => Ok(value),
        _ => Err(ParseError::TooMany),
    }
}

/// The only parameter.
fn one(rest: &str) -> Result<&str, ParseError> {
    let mut words = rest.split_ascii_whitespace();
    match (words.next(), words.next()) {
        (Some(word), None) => Ok(word),
        (Some(_), Some(_)) => Err(ParseError::TooMany),
        (None, _) => Err(ParseError::TooFew),
    }
}

fn one_number(rest: &str) -> Result<i64, ParseError> {
    parse_number(one(rest)?).ok_or(ParseError::Bad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_counted() {
        for (line, error) in [
            ("sd", ParseError::TooFew),
            ("sd 1 2", ParseError::TooMany),
            ("sd x", ParseError::Bad),
            ("level 1 2 3 4", ParseError::TooMany),
            ("go now", ParseError::TooMany),
            ("usermove", ParseError::TooFew),
            ("ping", ParseError::TooFew),
            ("option", ParseError::TooFew),
            ("option =3", ParseError::TooFew),
            ("GO", ParseError::Unknown),
            ("e2e4", ParseError::Unknown),
        ] {
            assert_eq!(parse(line), Err(error), "{line}");
        }
    }

    #[test]
    fn what_xboard_switches_off_on_errors_never_is_one() {
        for word in [
            "time", "otim", "draw", "analyze", "protover", "accepted", "rejected",
        ] {
            for rest in ["", " x", " 1 2 3"] {
                assert!(parse(&format!("{word}{rest}")).is_ok(), "{word}{rest}");
            }
        }
    }

    #[test]
    fn paths_are_of_syzygy_tables_or_ignored() {
        let path = Setting::SyzygyPath("/a path/with blanks".to_owned());
        for line in [
            "egtpath syzygy /a path/with blanks",
            "egtpath SYZYGY   /a path/with blanks ",
        ] {
            assert_eq!(parse(line), Ok(Command::Setting(path.clone())));
        }
        for line in ["egtpath nalimov /a", "egtpath gaviota /a"] {
            assert_eq!(parse(line), Ok(Command::Ignored));
        }
        assert_eq!(parse("egtpath syzygy"), Err(ParseError::TooFew));
    }

    #[test]
    fn option_names_have_blanks() {
        let option = |name: &str, value: Option<&str>| {
            Ok(Command::Setting(Setting::Option {
                name: name.to_owned(),
                value: value.map(str::to_owned),
            }))
        };
        assert_eq!(parse("option Clear Hash"), option("Clear Hash", None));
        assert_eq!(
            parse("option  Move Overhead = 20 "),
            option("Move Overhead", Some("20"))
        );
        assert_eq!(parse("option a=b=c"), option("a", Some("b=c")));
    }
}
