//! The engine that both protocols share.

mod stop_races;
