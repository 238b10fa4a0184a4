//! Commands that only read: count, validate and wdl.

use std::path::PathBuf;

use super::counts::GameCounts;
use crate::data::{GameReader, PackedGame, PackedGameError};
use crate::eval::{WdlFitter, WdlModel};

pub(super) fn count(files: &[PathBuf]) -> Result<Vec<String>, String> {
    visit_games(files, |_| Ok(()))
}

pub(super) fn validate(files: &[PathBuf]) -> Result<Vec<String>, String> {
    visit_games(files, PackedGame::check)
}

pub(super) fn fit_wdl_model(files: &[PathBuf]) -> Result<Vec<String>, String> {
    let mut fitter = WdlFitter::default();
    visit_games(files, |game| {
        for ply in game.replay() {
            let ply = ply?;
            if let Some(score) = ply.score {
                fitter.add(&ply.position, score, game.winner());
            }
        }
        Ok(())
    })?;
    let fitted = fitter.fit(WdlModel::CURRENT);
    let line = |name: &str, model: &WdlModel| {
        let WdlModel { centre, width } = model;
        let log_loss = fitter.log_loss(model);
        format!("{name}: centre {centre:.1?}, width {width:.1?}, log loss {log_loss:.5}")
    };
    Ok(vec![
        format!("positions: {}", fitter.positions()),
        line("current", &WdlModel::CURRENT),
        line("fitted", &fitted),
    ])
}

/// Calls `visit` for every game; its error names the file and the game. Returns a line per file and one for the
/// total.
pub(super) fn visit_games(
    files: &[PathBuf],
    mut visit: impl FnMut(&PackedGame) -> Result<(), PackedGameError>,
) -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    let mut total = GameCounts::default();
    for path in files {
        let mut counts = GameCounts::default();
        for game in GameReader::open(path).map_err(|error| error.to_string())? {
            let game = game.map_err(|error| error.to_string())?;
            counts.add(&game);
            total.add(&game);
            visit(&game)
                .map_err(|error| format!("{}: game {}: {error}", path.display(), counts.games))?;
        }
        lines.push(counts.file_line(path));
    }
    lines.push(total.line("total"));
    Ok(lines)
}
