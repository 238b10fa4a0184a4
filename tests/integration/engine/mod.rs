//! The engine behind both protocols.

mod stop_races;
