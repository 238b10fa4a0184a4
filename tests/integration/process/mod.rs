//! The program as a process.

mod bench;
mod book;
mod compliance;
mod conversations;
mod datagen;
#[cfg(unix)]
mod install;
mod rebel;
mod session;
mod settings;
