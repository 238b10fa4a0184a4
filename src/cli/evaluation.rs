//! Which evaluation a command uses.

use std::sync::Arc;

use crate::eval;
use crate::eval::nnue::{Network, NetworkLoadError};

/// What evaluates.
#[derive(clap::Args)]
pub(super) struct Evaluation {
    /// Evaluate by the network in FILE, or with `classical` by hand-made terms
    #[arg(
        long,
        value_name = "FILE",
        default_value = "",
        hide_default_value = true
    )]
    eval_file: String,
}

impl Evaluation {
    /// The network; `None` for hand-made terms.
    pub(super) fn network(&self) -> Result<Option<Arc<Network>>, NetworkLoadError> {
        eval::load_network(&self.eval_file)
    }
}
