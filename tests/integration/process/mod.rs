//! The program as a process.

mod bench;
mod book;
mod compliance;
mod conversations;
mod datagen;
mod rebel;
mod session;
