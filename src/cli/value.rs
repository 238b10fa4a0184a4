//! Parsers of option values that several commands share.

use crate::board::{VARIANTS, Variant, variant};

/// Parses a number from 0 to 1.
pub(super) fn fraction(text: &str) -> Result<f64, String> {
    let value = text
        .parse()
        .ok()
        .filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| format!("{text:?} is not a number from 0 to 1"))
}

/// Parses the name of a chess variant.
pub(super) fn parse_variant(name: &str) -> Result<&'static Variant, String> {
    let names = || VARIANTS.iter().map(|variant| variant.name);
    variant(name).ok_or_else(|| {
        let known: Vec<&str> = names().collect();
        format!("not one of {}", known.join(", "))
    })
}
