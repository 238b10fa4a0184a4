//! The networks that evaluate: the embedded one and those in users' files.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::nnue::{Network, NetworkLoadError};

/// The embedded network file, checked by the build script: `nnue/networks/default.nnue`, whose model card is beside it,
/// or the one that the variable `EVALFILE` named at build time.
const DEFAULT_NETWORK: &[u8] = include_bytes!(env!("DIGLOT_NETWORK"));

/// Name that selects the HCE, the hand-crafted evaluation, in place of a network file. Users see this value as
/// `classical`; everywhere else the code says HCE.
pub const CLASSICAL: &str = "classical";

/// The embedded network; `None` if it cannot be read, which the build script rules out.
pub fn default_network() -> Option<Arc<Network>> {
    static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
    let read = || {
        let network = Network::from_bytes(DEFAULT_NETWORK);
        let network = network.inspect_err(|error| log::error!("the embedded network: {error}"));
        network.ok().map(Arc::new)
    };
    NETWORK.get_or_init(read).clone()
}

/// Loads the network that a user names: a path, an empty string for the embedded network, or [`CLASSICAL`] for none,
/// which means the HCE. The case of [`CLASSICAL`] does not matter, as UCI wants it of every value.
pub fn load_network(name: &str) -> Result<Option<Arc<Network>>, NetworkLoadError> {
    match name {
        "" => Ok(default_network()),
        name if name.eq_ignore_ascii_case(CLASSICAL) => Ok(None),
        path => Network::load(Path::new(path)).map(|network| Some(Arc::new(network))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_network_is_valid() {
        assert!(default_network().is_some());
    }

    #[test]
    fn the_hce_is_named_in_any_case() {
        for name in [CLASSICAL, "Classical"] {
            assert_eq!(load_network(name).ok(), Some(None), "{name}");
        }
    }
}
