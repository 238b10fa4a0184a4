//! Sessions in the Chess Engine Communication Protocol.

mod analysis;
mod book;
mod encyclopedia;
mod exclude;
mod features;
mod game;
mod handshake;
mod highlight;
mod mixtures;
mod network;
mod node_time;
mod offers;
mod options;
mod pause;
mod personality;
mod rebel;
mod results;
mod sequences;
mod set_score;
mod setup;
mod startup;
mod tablebases;
mod thinking;
mod turn;
mod variants;
mod version_1;
