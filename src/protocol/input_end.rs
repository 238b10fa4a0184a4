//! The end of standard input: which searches are awaited.

use crate::search::Limits;

/// A search for a mate within this many plies is awaited; a longer one may take too long.
const AWAITED_MATE: u32 = 8;

/// A search to this depth in plies is awaited; a deeper one may take hours.
const AWAITED_DEPTH: u32 = 40;

/// A perft of up to this number of plies is awaited; a longer one may take hours.
const AWAITED_PERFT: u32 = 7;

/// Whether a perft is awaited at the end of input.
pub(super) fn is_perft_awaited(depth: u32) -> bool {
    depth <= AWAITED_PERFT
}

/// Whether a search is awaited at the end of input, since it ends in reasonable time without a stop. Others are
/// stopped, since no command to stop can come any more.
pub(super) fn is_awaited(limits: &Limits) -> bool {
    let ending = Limits {
        mate: limits.mate.filter(|&plies| plies <= AWAITED_MATE),
        depth: limits.depth.filter(|&depth| depth <= AWAITED_DEPTH),
        ..limits.clone()
    };
    ending.is_bounded()
}
