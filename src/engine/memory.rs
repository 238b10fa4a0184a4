//! The sizes of the tables.

use super::engine::Engine;
use super::options::MAX_HASH;
use crate::search::{Reconfiguration, tt_size_for_memory};

impl Engine {
    /// Sets the size of the transposition table in MiB. It replaces a memory limit. A table of that size stays as it is: a
    /// GUI repeats the size before each game, or during an analysis.
    pub fn set_hash(&mut self, mebibytes: usize) {
        if mebibytes == self.options.hash && self.memory_limit.is_none() {
            return;
        }
        self.options.hash = mebibytes;
        self.clear_memory_limit();
        self.refused_threads = None;
        self.prepare(Reconfiguration::TtSize(mebibytes));
    }

    /// Sets the number of search threads, unless it was refused before with the same memory: a GUI repeats it before
    /// each game. Returns whether it changes.
    pub fn request_threads(&mut self, threads: usize) -> bool {
        let changes = threads != self.options.threads && self.refused_threads != Some(threads);
        if changes {
            self.set_threads(threads);
        }
        changes
    }

    /// Sets the number of search threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.options.threads = threads;
        self.refused_threads = None;
        self.prepare(Reconfiguration::Threads(threads));
        self.fit_memory_limit();
    }

    /// Limits the memory of all tables together, in MiB, now and when the number of threads changes.
    /// If there is less memory, the transposition table gets the largest size that fits, which is reported
    /// once. Returns whether the size of the transposition table changes.
    pub fn set_memory_limit(&mut self, mebibytes: usize) -> bool {
        // A GUI repeats the limit before each game.
        if self.memory_limit != Some(mebibytes) {
            self.tt_ceiling = None;
            self.refused_threads = None;
        }
        self.memory_limit = Some(mebibytes);
        self.fit_memory_limit()
    }

    /// Removes the memory limit. The transposition table keeps its size.
    pub fn clear_memory_limit(&mut self) {
        self.memory_limit = None;
        self.tt_ceiling = None;
    }

    /// Gives the transposition table the memory left after the per-thread tables.
    fn fit_memory_limit(&mut self) -> bool {
        let Some(limit) = self.memory_limit else {
            return false;
        };
        let ceiling = self.tt_ceiling.unwrap_or(MAX_HASH as usize);
        let size = tt_size_for_memory(limit, self.options.threads).min(ceiling);
        let changes = size != self.options.hash;
        if changes {
            self.options.hash = size;
            self.prepare(Reconfiguration::LargestTt(size));
        }
        changes
    }

    /// Begins another game: clears the tables, and compares no clock with that of the game before. The position stays.
    pub fn begin_game(&mut self) {
        self.lag.forget();
        self.clear();
    }

    /// Clears the transposition table and the histories. The game stays.
    pub fn clear(&mut self) {
        self.prepare(Reconfiguration::Clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_table_size_changes_nothing() {
        let mut engine = Engine::new();
        let size = engine.options().hash();
        engine.set_hash(size);
        assert!(!engine.is_preparing());
        engine.set_hash(size + 1);
        assert!(engine.is_preparing());
    }
}
