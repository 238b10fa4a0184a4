//! The full-width mate search behind `go mate` and `setlevel 3`: proof-number search for forced mates, for and against
//! the side to move (<https://www.chessprogramming.org/Proof-Number_Search>).
//!
//! The main search prunes, so it overlooks mates with quiet key moves and cannot show that there is no mate. This
//! search leaves out no move. Both take turns, see `mate_search`.

mod checks;
mod line;
pub(crate) mod mate_search;
mod proof_search;
mod proof_table;
