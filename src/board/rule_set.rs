//! Rule sets: the type parameter of a position, and the state that the rules need beyond the board.

use std::fmt::Debug;

/// The rules that a [`Position`](super::Position) follows, as far as they decide what it stores.
pub trait RuleSet: Copy + Eq + Debug + Send + Sync + 'static {
    /// State of a position beyond what chess has: pockets, promoted pieces, checks.
    type State: Copy + Eq + Debug + Send + Sync;

    /// The part of the Zobrist key that stands for the state.
    fn state_key(state: &Self::State) -> u64;
}

/// The rules of standard chess and Chess960. The type has no size and its functions are known at compile time, so that
/// variants cost chess nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standard;

impl RuleSet for Standard {
    type State = ();

    #[inline]
    fn state_key((): &()) -> u64 {
        0
    }
}
