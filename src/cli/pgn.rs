//! Reading PGN files for commands.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use crate::pgn::{PgnGame, PgnReader};
use crate::streams;

/// Opens a PGN file; `-` is standard input.
pub(super) fn open(path: &Path) -> Result<PgnReader<Box<dyn BufRead>>, String> {
    if path == Path::new("-") {
        let input = streams::input().map_err(|error| format!("standard input: {error}"))?;
        return Ok(PgnReader::new(Box::new(BufReader::new(input))));
    }
    let file = fs::metadata(path).and_then(|metadata| {
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        File::open(path)
    });
    let file = file.map_err(|error| format!("{}: {error}", path.display()))?;
    let input = BufReader::with_capacity(1 << 16, file);
    Ok(PgnReader::new(Box::new(input)))
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
