//! The transposition table (TT, <https://www.chessprogramming.org/Transposition_Table>).
//!
//! All search threads read and write it at once without locks. A cluster of three entries fills half a cache line:
//! one data word for each entry, and one word with a check of 21 bits for each. The check combines the key of the
//! position with the data (after Hyatt and Mann, "A lock-less transposition table", 2002), so that a reader who sees
//! words of different writers notices that they do not belong together, and an update of checks that overwrites
//! another one loses an entry but forges none. The words are relaxed atomics, so that there is no data race in the
//! memory model of the language either.

mod available_memory;
mod cluster;
mod entry;
mod table;

pub(crate) use available_memory::{can_allocate, largest_fitting, usable_mebibytes};
pub use entry::TtEntry;
pub use table::{OutOfMemory, TranspositionTable};
