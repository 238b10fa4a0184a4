//! Diglot: a chess engine that natively speaks both engine protocols, CECP (xboard) and UCI.
//!
//! The modules stand in layers, and each uses only those before it: [`types`] and [`files`], [`board`], [`eval`], [`book`],
//! [`tablebase`] and [`data`], [`search`] and (with the feature of that name) `train`, [`engine`] and [`selfplay`],
//! [`protocol`], [`cli`].

pub mod board;
pub mod book;
pub mod cli;
pub mod data;
pub mod engine;
pub mod eval;
pub mod files;
pub mod protocol;
pub mod search;
pub mod selfplay;
mod signals;
pub mod tablebase;
#[cfg(feature = "train")]
pub mod train;
pub mod types;
