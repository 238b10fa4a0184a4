//! The Chess Engine Communication Protocol of XBoard and WinBoard, versions 1 and 2.
//!
//! `parse` reads a line as a `command` (with `level`, `rebel` and `parse_error`). The `session` hands it to
//! the part that owns the state it is about. Each part has private fields, knows nothing of the session or
//! of the state of other parts, and returns values, lines, or effects (`effect`). The session carries the
//! effects out in one function, `CecpSession::apply`, the only one that starts, stops or abandons searches.
//! Events of the engine take the same way. Mode, end of the game and expected reply change in
//! `GameState::handle` alone.
//!
//! | part | owns | commands |
//! |---|---|---|
//! | `game_state` | mode, end of the game, expected reply, illegal position, requested side | `new` `force` `go` `playother` `analyze` `exit` `white` `black` `result` |
//! | `search` | the search in progress and what is shown of it | `post` `nopost` `hard` `easy` `?` `hint` `.` |
//! | `clock` | time control and both clocks | `level` `st` `sd` `nps` `time` `otim` `ics` `setlevel` |
//! | `draw_resign` | scores of the game, the opponent's draw offer | `draw` |
//! | `exclude` | root moves | `exclude` `include` |
//! | `highlight` | the lifted piece | `lift` `put` `hover` |
//! | `editor` | the board being set up | `edit` |
//! | `partner` | the partner in bughouse | `partner` `ptell` |
//! | `pause` | events held back | `pause` `resume` |
//! | `features` | protocol version, accepted features | `protover` `accepted` `rejected` |
//! | `rebel` | variables | `setvar` `getvar` `begin` `end` |
//! | `settings_file` | path of the settings | `option Save Settings` |
//!
//! The files under `session/` handle the commands that need several parts: `play` (moves), `board`
//! (positions), `bughouse` (pieces in hand, the partner), `searching` (searches), `options`, `queries`,
//! `pausing`, `rebel` and `events`. `variants` has what the GUI is told of the variants, `ponder_limits` whether
//! pondering can go on. `format`, `notation`, `option_lines` and `xboard_words` write lines.

mod clock;
mod command;
mod draw_resign;
mod editor;
mod effect;
mod exclude;
mod features;
mod format;
mod game_state;
mod highlight;
mod level;
mod notation;
mod option_lines;
mod parse;
mod parse_error;
mod partner;
mod pause;
mod ponder_limits;
mod rebel;
mod search;
mod session;
mod settings_file;
mod variants;
mod version;
mod xboard_words;

pub(super) use option_lines::cecp_options;
pub use rebel::cpeini;
pub use session::CecpSession;
