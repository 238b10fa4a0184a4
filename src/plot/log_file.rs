//! Detects the format of a log by its content.

use super::error::PlotError;
use super::figure::Figure;
use super::match_games::{no_games, read_games};
use super::match_log::read_matches;
use super::matches::match_figure;
use super::spsa_log::{FIRST_COLUMNS, spsa_figure};
use super::training_log::{FIRST_TRAINING_COLUMNS, training_figure};

/// Reads a log of any known format, detected by its content. `engine` is the engine whose results count in PGN; by
/// default the one with White in the first game.
pub fn read_log(title: &str, bytes: &[u8], engine: Option<&str>) -> Result<Figure, PlotError> {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().find(|line| !line.trim().is_empty());
    let first = first.ok_or(PlotError::Empty)?;
    if first.starts_with(FIRST_TRAINING_COLUMNS) {
        return training_figure(title, text);
    }
    if first.starts_with(FIRST_COLUMNS) {
        return spsa_figure(title, text);
    }
    let is_tag_pair = |line: &str| line.starts_with('[') && line.trim_end().ends_with("\"]");
    let is_pgn = text.lines().any(is_tag_pair);
    let matches = if is_pgn {
        read_games(bytes, engine)?
    } else {
        read_matches(text)
    };
    match (matches.is_empty(), is_pgn) {
        (false, _) => Ok(match_figure(title, &matches)),
        (true, true) => Err(no_games(bytes, engine)),
        (true, false) => Err(PlotError::UnknownFormat),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::TRAINING_COLUMNS;

    #[test]
    fn the_content_tells_the_format() {
        let panels = |text: &str| read_log("log", text.as_bytes(), None).map(|f| f.panels.len());
        assert_eq!(
            panels(&format!("{TRAINING_COLUMNS}\n1,1,1,1,1,1,1\n")),
            Ok(4)
        );
        assert_eq!(panels("iteration,result,a,b\n1,1,1,1\n"), Ok(2));
        assert_eq!(panels("starting\na vs b: games 2: +1 =1 -0\n"), Ok(1));
        let pgn = "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n\n1. e4 1-0\n";
        assert_eq!(panels(pgn), Ok(1));
        assert_eq!(panels(&format!("% a comment\n{pgn}")), Ok(1));
        let error = read_log("log", pgn.as_bytes(), Some("c")).unwrap_err();
        let named = PlotError::NoGames {
            engine: "c".to_owned(),
            players: "a, b".to_owned(),
        };
        assert_eq!(error, named);
        assert_eq!(panels("hello\n"), Err(PlotError::UnknownFormat));
        assert_eq!(panels("[package]\n"), Err(PlotError::UnknownFormat));
        assert_eq!(panels("\n"), Err(PlotError::Empty));
        assert_eq!(
            panels("[Event \"x\"]\n[White \"a\"]\n\n*\n"),
            Err(PlotError::Empty)
        );
    }
}
