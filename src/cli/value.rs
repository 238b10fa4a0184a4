//! Parsers of option values that several commands share.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

use crate::board::{VARIANT_NAMES, Variant, variant};

/// Parses a number from 0 to 1.
pub(super) fn fraction(text: &str) -> Result<f64, String> {
    let value = text
        .parse()
        .ok()
        .filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| format!("{text:?} is not a number from 0 to 1"))
}

/// Parser of the path of an input that must be a file, not standard input.
pub(super) fn input_file() -> impl TypedValueParser<Value = PathBuf> {
    file("standard input is not supported; name a file")
}

/// Parser of the path of an output that must be a file, not standard output.
pub(super) fn output_file() -> impl TypedValueParser<Value = PathBuf> {
    file("standard output is not supported; name a file")
}

/// Parser of a path other than `-`, which is rejected for this reason.
fn file(reason: &'static str) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| match path == Path::new("-") {
        true => Err(reason),
        false => Ok(path),
    })
}

/// Parses the name of a variant other than chess.
pub(super) fn parse_variant(name: &str) -> Result<&'static Variant, String> {
    variant(name).ok_or_else(|| format!("not one of {}", VARIANT_NAMES[1..].join(", ")))
}
