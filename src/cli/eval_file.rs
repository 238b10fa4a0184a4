//! The option `--eval-file` of several commands.

use std::sync::Arc;

use crate::eval;
use crate::eval::nnue::{Network, NetworkLoadError};

#[derive(clap::Args)]
pub(super) struct EvalFileArg {
    /// Evaluate with the network in FILE, or with the hand-crafted evaluation if FILE is `classical`
    #[arg(
        long,
        value_name = "FILE",
        default_value = "",
        hide_default_value = true
    )]
    eval_file: String,
}

impl EvalFileArg {
    /// Loads the network; `None` for the hand-crafted evaluation (HCE).
    pub(super) fn network(&self) -> Result<Option<Arc<Network>>, NetworkLoadError> {
        eval::load_network(&self.eval_file)
    }
}
