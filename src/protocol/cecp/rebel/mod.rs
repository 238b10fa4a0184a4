//! Lokasoft's extensions of 2003 for Rebel Century and ChessPartner: variables that a client may set
//! and read, levels as Rebel has them, and the move being searched.
//!
//! What is known of them are the names, the ranges and the forms of the lines. Where that leaves a
//! choice, this is the one made:
//!
//! - The extensions are in use from the first `setvar`, `getvar` or `setlevel` of a session on, in any
//!   version of the protocol. From then on `var:curmov` comes while the engine thinks or analyses,
//!   whether thinking output is wanted or not, and `bk` begins with the list `bookmoves`.
//! - Names are taken in any case. Names in `getvar` may have `*` for any characters; that nothing fits
//!   is an error. The elements of an array count from 1; `[n/m]` says how many there are, and of
//!   an empty array one line remains, `var:NAME[0/0]=`.
//! - Between `begin` and `end` a setting is checked, kept and echoed at once, but acts only at `end`,
//!   together with all others; one that is refused does not take the others with it. `setvar begin` and
//!   `setvar end` do the same and are echoed.
//! - `setlevel TYPE …` has these parameters, with times in seconds that may have decimals: `0 DEPTH`,
//!   `1 MOVES TIME` (in periods that repeat; 0 moves are the whole game), `2 TIME`, `3 MOVES`,
//!   `4 TIME`, `5 TIME INCREMENT`, `6`. It stands in for an earlier `level` or `st`, and they for it;
//!   `sd` holds beside it. Of a mate that is not found in a search well beyond its length it is taken
//!   that there is none, and the engine moves.

mod cpeini;
mod level;
mod parse;
mod session;
mod variables;

pub use cpeini::cpeini;
pub(super) use level::Untimed;
pub(super) use parse::{Command, parse};
pub(super) use session::Rebel;
