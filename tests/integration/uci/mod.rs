//! UCI sessions.

mod book;
mod chess960;
mod go;
mod handshake;
mod info;
mod network;
mod options;
mod position;
mod robustness;
mod strength;
mod tablebases;
mod variants;
