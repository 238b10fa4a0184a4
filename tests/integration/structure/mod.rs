//! The structure of the source tree: layers between the rooms, no import circles within them, and a glossary in ARCHITECTURE.md
//! that leads to the code. See ARCHITECTURE.md for what these tests hold the code to.

mod circles;
mod glossary;
mod layers;
mod paths;
pub(crate) mod sources;
