//! Endgame knowledge: endgames with few pieces whose result, or the way to it, is known. It overrides both the network
//! and the HCE: [`evaluate`] where the material decides which rule applies, [`cannot_win`] where the side that seems
//! ahead has no winning chances, and [`is_drawish`] where it has few.
//!
//! Which endgames need such knowledge is common among engines; see <https://www.chessprogramming.org/Endgame>, and
//! Stockfish before it had a network.

mod fortress;
mod known_endgames;
mod kpk_bitbase;
mod material;
mod mating;
mod pawn_endgames;

pub use fortress::cannot_win;
pub use known_endgames::evaluate;
pub use material::is_drawish;
