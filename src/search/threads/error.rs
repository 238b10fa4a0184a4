//! The errors of jobs of the search thread.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use thiserror::Error;

use crate::search::tt::OutOfMemory;

/// Why a search cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SearchError {
    /// There is no memory for the transposition table.
    #[error(transparent)]
    Table(#[from] OutOfMemory),
    /// The threads cannot be started.
    #[error("{0}")]
    Threads(String),
    /// The search panicked, which is a bug.
    #[error("the search panicked")]
    Panic,
}

/// Why a perft or a benchmark has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JobError {
    /// It was stopped.
    #[error("stopped")]
    Stopped,
    /// It failed for this reason.
    #[error("failed: {0}")]
    Failed(String),
}

/// Why a reconfiguration failed, and what is in force after it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ReconfigurationError {
    /// The reason, for the user.
    pub message: String,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Number of search threads.
    pub threads: usize,
}

/// Does some work. If it panics, which is a bug, the error says so and quotes the message of the panic.
pub(super) fn catch_panic<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let message = format!("internal error: {}", panic_message(&*payload));
        log::error!("{message}");
        message
    })
}

fn panic_message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("panic")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_with_its_message() {
        assert_eq!(catch_panic(|| 7), Ok(7));
        let error = |result: Result<(), String>| result.unwrap_err();
        let number = 3;
        assert_eq!(
            error(catch_panic(|| panic!("no square"))),
            "internal error: no square"
        );
        assert_eq!(
            error(catch_panic(|| panic!("no square {number}"))),
            "internal error: no square 3"
        );
        assert_eq!(
            error(catch_panic(|| std::panic::panic_any(number))),
            "internal error: panic"
        );
    }
}
