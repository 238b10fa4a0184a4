//! Lokasoft's extensions of 2003 for Rebel Century and ChessPartner: variables that a client sets and
//! reads (`setvar`, `getvar`, `begin`, `end`), the levels of Rebel (`setlevel`), and the root move being
//! searched (`var:curmov`).
//!
//! The names, the ranges and the forms of the lines are known. The rest is decided here:
//!
//! - The extensions are in use from the first `setvar`, `getvar` or `setlevel` of a session, in any version
//!   of the protocol. From then on `var:curmov` comes while the engine thinks or analyses, with `post` or
//!   without, at most ten times a second, and the answer to `bk` starts with the list `bookmoves`.
//! - Names are read in any case. In `getvar`, `*` in a name matches any characters; a pattern without a
//!   match is an error. The elements of an array count from 1; `[n/m]` names their number; an empty array
//!   is shown as one line, `var:NAME=`.
//! - A `setvar` sets engine options (see the table in `variables`), and is echoed once they are set; one that
//!   would have no effect is refused with the reason. Between `begin` and `end` a running analysis goes on
//!   with the old options until `end`. `setvar begin` and `setvar end` do the same and are echoed.
//! - `eocuse` needs an `ecofile`: it may follow inside a group, and comes first outside of one.
//! - A personality is a text file (see `personality`). One that cannot be used changes nothing.
//! - `setlevel TYPE …` has these parameters, with times in seconds that may have decimals: `0 DEPTH`,
//!   `1 MOVES TIME [MOVES TIME]` (the last period repeats; 0 moves are the rest of the game), `2 TIME`,
//!   `3 PLIES`, `4 TIME`, `5 TIME INCREMENT`, `6`. Further parameters are ignored. It replaces an earlier
//!   `level` or `st`, and they replace it; `sd` holds beside it. Once a mate within the plies is excluded, the
//!   engine moves all the same.

pub(super) mod command;
mod cpeini;
pub(super) mod known_scores;
pub(super) mod level;
pub(super) mod parse;
mod personality;
pub(super) mod state;
pub(super) mod variables;

pub use cpeini::cpeini;
