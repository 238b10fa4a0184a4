//! The program itself.

mod bench;
mod book;
mod compliance;
mod conversations;
mod datagen;
mod rebel;
mod session;
