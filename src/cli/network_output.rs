//! Network files that commands write.

use std::path::Path;

use crate::eval::nnue::Network;
use crate::files::check_writable;

/// Rejects an output that cannot be written, or a file that is not a network, before the work is done.
pub(super) fn check_output(path: &Path) -> Result<(), String> {
    let exists = path.try_exists();
    if exists.map_err(|error| format!("{}: {error}", path.display()))? {
        Network::load(path).map_err(|error| format!("the output file already exists: {error}"))?;
    }
    check_writable(path).map_err(|error| format!("{}: {error}", path.display()))
}
