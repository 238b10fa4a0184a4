//! `diglot parameters`: the search parameters in the format of OpenBench's SPSA input.

use crate::search::{PARAMETERS, Parameter};

/// Returns one line per parameter: name, type, value, minimum, maximum, step, learning rate.
pub(super) fn run() -> Vec<String> {
    let line = |parameter: &Parameter| {
        let Parameter {
            name,
            default,
            min,
            max,
            step,
        } = parameter;
        format!("{name}, int, {default}, {min}, {max}, {step}, 0.002")
    };
    PARAMETERS.iter().map(line).collect()
}
