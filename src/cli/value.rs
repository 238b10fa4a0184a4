//! Parsers of option values that several commands share.

use crate::board::{VARIANT_NAMES, Variant, variant};

/// Parses a number from 0 to 1.
pub(super) fn fraction(text: &str) -> Result<f64, String> {
    number_up_to(1.0, text)
}

/// Parses a number from 0 to `max`.
pub(super) fn number_up_to(max: f64, text: &str) -> Result<f64, String> {
    let value = text
        .parse()
        .ok()
        .filter(|value| (0.0..=max).contains(value));
    value.ok_or_else(|| format!("{text:?} is not a number from 0 to {max}"))
}

/// Parses the name of a variant other than chess.
pub(super) fn parse_variant(name: &str) -> Result<&'static Variant, String> {
    variant(name).ok_or_else(|| format!("not one of {}", VARIANT_NAMES[1..].join(", ")))
}
