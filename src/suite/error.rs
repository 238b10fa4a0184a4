//! Errors in the lines of a test suite.

use thiserror::Error;

use crate::board::{EpdError, MoveError};

/// Error: a line of a suite is not a position with a known solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TestPositionError {
    /// The line is not EPD.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// An operand is not a legal move.
    #[error("{opcode}: {error}: {text:?}")]
    Move {
        /// The opcode.
        opcode: &'static str,
        /// The operand.
        text: String,
        /// The reason.
        error: MoveError,
    },
    /// An operand is not the length of a mate.
    #[error("{opcode}: not the length of a mate in moves: {text:?}")]
    Mate {
        /// The opcode.
        opcode: &'static str,
        /// The operand.
        text: String,
    },
    /// The game is over: there is no move to find.
    #[error("no legal move")]
    NoLegalMove,
    /// Nothing says what solves the position.
    #[error("no solution: none of bm, am, dm and scored moves")]
    NoSolution,
}
