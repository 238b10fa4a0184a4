//! Lokasoft's extensions of 2003 for Rebel Century and ChessPartner: variables that a client sets and
//! reads (`setvar`, `getvar`, `begin`, `end`), the levels of Rebel (`setlevel`), and the root move being
//! searched (`var:curmov`).
//!
//! The names, the ranges and the forms of the lines are known. The rest is decided here:
//!
//! - The extensions are in use from the first `setvar`, `getvar` or `setlevel` of a session, in any version
//!   of the protocol. From then on `var:curmov` comes while the engine thinks or analyses, with `post` or
//!   without, and the answer to `bk` starts with the list `bookmoves`.
//! - Names are read in any case. In `getvar`, `*` in a name matches any characters; a pattern without a
//!   match is an error. The elements of an array count from 1; `[n/m]` names their number; an empty array
//!   is shown as one line, `var:NAME[0/0]=`.
//! - Between `begin` and `end` a `setvar` is checked, stored and echoed at once, but takes effect only at
//!   `end`, together with all others; one that is refused does not affect the others. `setvar begin` and
//!   `setvar end` do the same and are echoed.
//! - `setlevel TYPE …` has these parameters, with times in seconds that may have decimals: `0 DEPTH`,
//!   `1 MOVES TIME` (in periods that repeat; 0 moves are the whole game), `2 TIME`, `3 MOVES`,
//!   `4 TIME`, `5 TIME INCREMENT`, `6`. It replaces an earlier `level` or `st`, and they replace it;
//!   `sd` holds beside it. When a mate is not found in a search well beyond its length, the engine moves.

pub(super) mod command;
mod cpeini;
pub(super) mod level;
pub(super) mod parse;
pub(super) mod state;
pub(super) mod variables;

pub use cpeini::cpeini;
