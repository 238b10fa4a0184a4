//! Move overhead: the time that a move costs beyond its search.

use std::thread;
use std::time::Duration;

/// Processor time that a thread needs, at most, to see that the search is stopped.
const TIME_TO_STOP: Duration = Duration::from_millis(1);

/// Time lost per move between engine and GUI.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveOverhead {
    /// The value of the option `Move Overhead`.
    pub configured: Duration,
    /// The measured lag of a typical move.
    pub typical_lag: Duration,
    /// The measured lag of the slowest move.
    pub worst_lag: Duration,
}

impl MoveOverhead {
    /// The overhead of a search on `threads` threads: those that share a processor stop one after the other.
    pub(crate) fn with_threads(self, threads: usize) -> MoveOverhead {
        if threads == 1 {
            // Short searches on one thread cannot afford to ask the system.
            return self;
        }
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let waiting = (threads - 1) / processors;
        let waiting = u32::try_from(waiting).unwrap_or(u32::MAX);
        MoveOverhead {
            configured: self.configured + TIME_TO_STOP * waiting,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_without_a_processor_of_their_own_cost_time() {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let overhead = MoveOverhead::default();
        assert_eq!(overhead.with_threads(processors), overhead);
        let shared = overhead.with_threads(100 * processors);
        assert_eq!(shared.configured, 99 * TIME_TO_STOP);
    }
}
