//! The settings of the speed test.

use std::sync::Arc;
use std::time::Duration;

use crate::eval::nnue::Network;

/// How to run the speed test.
#[derive(Clone, Debug)]
pub struct SpeedtestConfig {
    /// Search threads.
    pub threads: usize,
    /// Size of the transposition table in MiB; a smaller one is taken if there is too little memory.
    pub hash: usize,
    /// Duration of the whole test, warm-up included.
    pub time: Duration,
    /// The network that evaluates; `None` for the HCE.
    pub network: Option<Arc<Network>>,
}
