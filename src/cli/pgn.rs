//! Reading PGN files for commands.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use crate::files::check_text;
use crate::pgn::{PgnGame, PgnReader};
use crate::streams;

/// Opens a PGN file; `-` is standard input.
pub(super) fn open(path: &Path) -> Result<PgnReader<Box<dyn BufRead>>, String> {
    let name = match path == Path::new("-") {
        true => "standard input".to_owned(),
        false => path.display().to_string(),
    };
    let open = || {
        let mut input = open_text(path)?;
        check_text(input.fill_buf()?)?;
        Ok(input)
    };
    let input = open().map_err(|error: io::Error| format!("{name}: {error}"))?;
    Ok(PgnReader::new(input))
}

fn open_text(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        return Ok(Box::new(BufReader::new(streams::input()?)));
    }
    if fs::metadata(path)?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let input = BufReader::with_capacity(1 << 16, File::open(path)?);
    Ok(Box::new(input))
}

/// Identifies a game in a message.
pub(super) fn describe(path: &Path, game: &PgnGame) -> String {
    let mut text = format!(
        "{}: game {} (line {}",
        path.display(),
        game.number,
        game.line
    );
    if let (Some(white), Some(black)) = (game.header("White"), game.header("Black")) {
        text.push_str(&format!(", {white} - {black}"));
    }
    text.push(')');
    // Headers may hold any characters.
    text.replace(char::is_control, " ")
}
