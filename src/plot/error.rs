//! Errors of plots.

use thiserror::Error;

/// Error: a log cannot be plotted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlotError {
    /// The format is none of those known.
    #[error("neither a CSV of `diglot train` or scripts/spsa.py, nor match results, nor PGN")]
    UnknownFormat,
    /// A line of a CSV file has the wrong number of values, or one is not a number.
    #[error("line {0}: expected one number for each column")]
    Row(usize),
    /// There is nothing to plot.
    #[error("no results yet")]
    Empty,
    /// No game of this engine has a result.
    #[error("no results of {engine}; the players are {players}")]
    NoGames {
        /// The engine.
        engine: String,
        /// The players of all games.
        players: String,
    },
    /// The games could not be read.
    #[error("cannot read the games: {0}")]
    Games(String),
    /// The plot could not be drawn.
    #[error("cannot draw: {0}")]
    Draw(String),
}
