//! The end of standard input: which searches are awaited.

use crate::search::Limits;

/// A search for a mate within this many plies is awaited; a longer one may take too long.
const AWAITED_MATE: u32 = 8;

/// A perft of up to this number of plies is awaited; a longer one may take hours.
const AWAITED_PERFT: u32 = 7;

/// Whether a perft is awaited at the end of input.
pub(super) fn is_perft_awaited(depth: u32) -> bool {
    depth <= AWAITED_PERFT
}

/// Whether a search is awaited at the end of input, since it ends in reasonable time without a stop. Others are
/// stopped, since no command to stop can come any more.
pub(super) fn is_awaited(limits: &Limits) -> bool {
    let is_long_mate_search = limits.mate.is_some_and(|plies| plies > AWAITED_MATE);
    if is_long_mate_search {
        let others = Limits {
            mate: None,
            ..limits.clone()
        };
        return others.is_bounded();
    }
    limits.is_bounded()
}
