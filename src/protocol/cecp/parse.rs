//! Reads a line as a command.

use super::command::{
    BoardCommand, CecpCommand, ExcludeCommand, HighlightCommand, Holding, PartnerCommand,
    PlayCommand, QueryCommand, SettingCommand,
};
use super::level::{self, Level};
use super::parse_error::ParseError;
use super::rebel;
use crate::protocol::parse_leading_number;
use crate::types::{Color, Square};

/// Reads a line that is neither empty nor a subcommand of `edit`.
pub(super) fn parse(line: &str) -> Result<CecpCommand, ParseError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim_start();
    match word {
        "quit" => Ok(CecpCommand::Quit),
        // A malformed `protover` counts as version 2: XBoard would take an error for version 1.
        "protover" => Ok(CecpCommand::Protover(
            parse_leading_number(rest).unwrap_or(2),
        )),
        "accepted" | "rejected" => Ok(CecpCommand::FeatureReply {
            name: rest.to_owned(),
            accepted: word == "accepted",
        }),
        // ChessBase's GUI introduces itself with `fritz`.
        "xboard" | "beep" | "fritz" => Ok(CecpCommand::Ignored),
        // Syzygy tables are the only ones supported.
        "egtpath" => match rest.split_once(char::is_whitespace) {
            Some((kind, path)) if kind.eq_ignore_ascii_case("syzygy") => {
                let path = path.trim().to_owned();
                Ok(CecpCommand::Setting(SettingCommand::SyzygyPath(path)))
            }
            Some(_) => Ok(CecpCommand::Ignored),
            None => Err(ParseError::TooFew),
        },
        // Definitions of variants by the GUI's other engine.
        "setup" | "piece" => Ok(CecpCommand::Ignored),
        "holding" => parse_holding(rest),
        "partner" if rest.is_empty() => Ok(CecpCommand::Partner(PartnerCommand::Lost)),
        "partner" => Ok(CecpCommand::Partner(PartnerCommand::Gained)),
        "ptell" => {
            let text = rest.to_owned();
            Ok(CecpCommand::Partner(PartnerCommand::Tells(text)))
        }
        "setvar" | "getvar" | "setlevel" | "begin" | "end" => {
            rebel::parse::parse(word, rest).map(CecpCommand::Rebel)
        }
        _ if word.starts_with('#') => Ok(CecpCommand::Ignored),
        _ => match parse_setting(word, rest)? {
            Some(command) => Ok(command),
            None => parse_game(word, rest),
        },
    }
}

fn parse_setting(word: &str, rest: &str) -> Result<Option<CecpCommand>, ParseError> {
    let setting = match word {
        "post" => none(rest, SettingCommand::Post(true))?,
        "nopost" => none(rest, SettingCommand::Post(false))?,
        // `ponder` is ChessBase's and, with a word, Crafty's.
        "ponder" if rest == "off" => SettingCommand::Ponder(false),
        "ponder" if rest == "on" => SettingCommand::Ponder(true),
        "hard" | "ponder" => none(rest, SettingCommand::Ponder(true))?,
        "easy" => none(rest, SettingCommand::Ponder(false))?,
        "random" => none(rest, SettingCommand::Random)?,
        "memory" => SettingCommand::Memory(one_number(rest)?),
        "cores" => SettingCommand::Cores(one_number(rest)?),
        "option" => parse_option(rest)?,
        "level" => SettingCommand::Level(Level::parse(rest)?),
        "st" => SettingCommand::TimePerMove(level::parse_seconds(one(rest)?)?),
        "sd" => SettingCommand::Depth(one_number(rest)?),
        "nps" => SettingCommand::Nps(one_number(rest)?),
        // `-` is a local opponent.
        "ics" => SettingCommand::ChessServer(one(rest)? != "-"),
        "name" => SettingCommand::OpponentName(rest.to_owned()),
        "rating" => SettingCommand::OpponentRating(opponents_rating(rest)),
        // GNU Chess 4 takes `depth` and the number in two lines.
        "depth" if rest.is_empty() => SettingCommand::DepthFollows,
        "depth" => SettingCommand::Depth(one_number(rest)?),
        "computer" => SettingCommand::Computer,
        // XBoard would send neither of these any more after an error that names one.
        "time" | "otim" => match parse_leading_number(rest) {
            Some(centiseconds) if word == "time" => SettingCommand::Time(centiseconds),
            Some(centiseconds) => SettingCommand::OpponentTime(centiseconds),
            None => return Ok(Some(CecpCommand::Ignored)),
        },
        _ => return Ok(None),
    };
    Ok(Some(CecpCommand::Setting(setting)))
}

fn parse_game(word: &str, rest: &str) -> Result<CecpCommand, ParseError> {
    use BoardCommand as Board;
    use PlayCommand as Play;
    Ok(match word {
        // `reset` is ChessBase's.
        "new" | "reset" => none(rest, CecpCommand::Board(Board::New))?,
        "variant" => CecpCommand::Board(Board::Variant(one(rest)?.to_owned())),
        "setboard" => CecpCommand::Board(Board::SetBoard(rest.to_owned())),
        "edit" => none(rest, CecpCommand::Board(Board::Edit))?,
        "setscore" => parse_score(rest)?,
        "exclude" | "include" => CecpCommand::Exclude(parse_exclude(word, one(rest)?)),
        "lift" | "put" | "hover" if is_beside_the_board(rest) => CecpCommand::Ignored,
        "lift" => CecpCommand::Highlight(HighlightCommand::Lift(one_square(rest)?)),
        "put" => CecpCommand::Highlight(HighlightCommand::Put(one_square(rest)?)),
        "hover" => CecpCommand::Highlight(HighlightCommand::Hover(one_square(rest)?)),
        "pause" => none(rest, CecpCommand::Pause)?,
        "resume" => none(rest, CecpCommand::Resume)?,
        "undo" => none(rest, CecpCommand::Board(Board::Undo))?,
        "remove" => none(rest, CecpCommand::Board(Board::Remove))?,
        "usermove" => CecpCommand::Board(Board::UserMove(one(rest)?.to_owned())),
        "white" => none(rest, CecpCommand::Board(Board::SideToMove(Color::White)))?,
        "black" => none(rest, CecpCommand::Board(Board::SideToMove(Color::Black)))?,
        "force" => none(rest, CecpCommand::Play(Play::Force))?,
        "go" => none(rest, CecpCommand::Play(Play::Go))?,
        "playother" => none(rest, CecpCommand::Play(Play::PlayOther))?,
        "?" => none(rest, CecpCommand::Play(Play::MoveNow))?,
        "draw" => CecpCommand::Play(Play::Draw),
        "result" => CecpCommand::Play(Play::Result),
        "analyze" => CecpCommand::Play(Play::Analyze),
        "exit" => CecpCommand::Play(Play::Exit),
        "ping" => CecpCommand::Query(QueryCommand::Ping(one(rest)?.to_owned())),
        "hint" => none(rest, CecpCommand::Query(QueryCommand::Hint))?,
        // SCID turns Crafty's book off.
        "bk" if rest == "off" => CecpCommand::Ignored,
        "bk" => none(rest, CecpCommand::Query(QueryCommand::Book))?,
        "." => none(rest, CecpCommand::Query(QueryCommand::Status))?,
        "help" => CecpCommand::Query(QueryCommand::Help),
        _ => return Err(ParseError::Unknown),
    })
}

/// Reads `NAME=VALUE`, or `NAME` for a button. Names may have blanks.
fn parse_option(rest: &str) -> Result<SettingCommand, ParseError> {
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name.trim_end(), Some(value.trim_start().to_owned())),
        None => (rest, None),
    };
    match name {
        "" => Err(ParseError::TooFew),
        _ => Ok(SettingCommand::Option {
            name: name.to_owned(),
            value,
        }),
    }
}

/// Reads the second number of `OWN OPPONENT`, which may be missing.
fn opponents_rating(rest: &str) -> i64 {
    let second = rest.split_ascii_whitespace().nth(1);
    second.and_then(parse_leading_number).unwrap_or(0)
}

/// Whether XBoard means a place beside the board, where it shows the pieces in hand: it counts the files on to the left
/// and to the right.
fn is_beside_the_board(rest: &str) -> bool {
    let rank = rest.strip_prefix(['^', '_', '`', 'i', 'j']);
    rank.is_some_and(|rank| matches!(rank.as_bytes(), [b'1'..=b'8']))
}

/// Reads `[WHITE] [BLACK]`. A piece that has just been acquired may follow (`BR`); the lists include it.
fn parse_holding(rest: &str) -> Result<CecpCommand, ParseError> {
    fn list(text: &str) -> Option<(&str, &str)> {
        let (pieces, rest) = text.trim_start().strip_prefix('[')?.split_once(']')?;
        let is_list = pieces.bytes().all(|letter| letter.is_ascii_alphabetic());
        is_list.then_some((pieces, rest))
    }
    let (white, rest) = list(rest).ok_or(ParseError::Bad)?;
    let (black, _) = list(rest).ok_or(ParseError::Bad)?;
    Ok(CecpCommand::Board(BoardCommand::Holding(Holding {
        white: white.to_owned(),
        black: black.to_owned(),
    })))
}

/// Reads `SCORE DEPTH`.
fn parse_score(rest: &str) -> Result<CecpCommand, ParseError> {
    let (score, depth) = rest
        .split_once(char::is_whitespace)
        .ok_or(ParseError::TooFew)?;
    let depth = one_number(depth)?;
    Ok(CecpCommand::Board(BoardCommand::SetScore {
        score: parse_leading_number(score).ok_or(ParseError::Bad)?,
        depth: u32::try_from(depth.min(1000)).map_err(|_| ParseError::Bad)?,
    }))
}

fn parse_exclude(word: &str, text: &str) -> ExcludeCommand {
    match (word, text) {
        ("exclude", "all") => ExcludeCommand::ExcludeAll,
        ("exclude", text) => ExcludeCommand::Exclude(text.to_owned()),
        (_, "all") => ExcludeCommand::IncludeAll,
        (_, text) => ExcludeCommand::Include(text.to_owned()),
    }
}

/// The value, if there is no parameter.
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

/// The whole number at the start of the only parameter: GUIs write `64MB`, or a fraction where none is due.
fn one_number(rest: &str) -> Result<i64, ParseError> {
    parse_leading_number(one(rest)?).ok_or(ParseError::Bad)
}

/// The only parameter, a square. A comma after it says that the user holds a key down.
fn one_square(rest: &str) -> Result<Square, ParseError> {
    Square::parse(one(rest)?.trim_end_matches(',')).ok_or(ParseError::Bad)
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
    fn commands_that_xboard_switches_off_on_errors_never_fail() {
        for word in [
            "time", "otim", "draw", "analyze", "protover", "accepted", "rejected",
        ] {
            for rest in ["", " x", " 1 2 3"] {
                assert!(parse(&format!("{word}{rest}")).is_ok(), "{word}{rest}");
            }
        }
    }

    #[test]
    fn numbers_may_have_a_fraction_or_a_unit() {
        for (line, setting) in [
            ("time 6000.0", SettingCommand::Time(6000)),
            ("otim 5999,5", SettingCommand::OpponentTime(5999)),
            ("sd 10.0", SettingCommand::Depth(10)),
            ("nps 1000.0", SettingCommand::Nps(1000)),
            ("memory 64MB", SettingCommand::Memory(64)),
            ("cores 2.0", SettingCommand::Cores(2)),
            ("rating 2000 1800.5", SettingCommand::OpponentRating(1800)),
        ] {
            assert_eq!(parse(line), Ok(CecpCommand::Setting(setting)), "{line}");
        }
    }

    #[test]
    fn only_paths_of_syzygy_tables_are_used() {
        let path = SettingCommand::SyzygyPath("/a path/with blanks".to_owned());
        for line in [
            "egtpath syzygy /a path/with blanks",
            "egtpath SYZYGY   /a path/with blanks ",
        ] {
            assert_eq!(parse(line), Ok(CecpCommand::Setting(path.clone())));
        }
        for line in ["egtpath nalimov /a", "egtpath gaviota /a"] {
            assert_eq!(parse(line), Ok(CecpCommand::Ignored));
        }
        assert_eq!(parse("egtpath syzygy"), Err(ParseError::TooFew));
    }

    #[test]
    fn option_names_may_have_blanks() {
        let option = |name: &str, value: Option<&str>| {
            Ok(CecpCommand::Setting(SettingCommand::Option {
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
