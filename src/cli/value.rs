//! Parsers of option values that several commands share.

use crate::board::{VARIANT_NAMES, Variant, variant};

/// Parses a number from 0 to 1.
pub(super) fn fraction(text: &str) -> Result<f64, String> {
    let value = text
        .parse()
        .ok()
        .filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| format!("{text:?} is not a number from 0 to 1"))
}

/// Parses the name of a variant other than chess.
pub(super) fn parse_variant(name: &str) -> Result<&'static Variant, String> {
    variant(name).ok_or_else(|| format!("not one of {}", VARIANT_NAMES[1..].join(", ")))
}
