//! Conversations in UCI. The number in each name is the row of the list of protocol features.

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
