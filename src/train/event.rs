//! Events that report the progress of a training run.

use super::losses::Losses;

/// An event of a training run.
#[derive(Clone, Debug)]
pub enum TrainEvent {
    /// The validation positions are loaded; their number.
    ValidationLoaded(usize),
    /// Validation losses of the network that the training starts from, with the final WDL weight.
    InitialNetwork(Losses),
    /// The run resumes after this superbatch. It first reads all data up to there again, unless
    /// it is finished.
    Resumed(u64),
    /// The first batch is ready.
    Started,
    /// Some batches are done.
    Batches {
        /// Positions since the last event of this kind.
        positions: u64,
        /// Their mean loss.
        loss: f64,
    },
    /// A superbatch is done.
    Superbatch(SuperbatchStats),
    /// Validation losses of the model soup, before quantisation.
    Soup(Losses),
}

/// Statistics of a superbatch.
#[derive(Clone, Debug)]
pub struct SuperbatchStats {
    /// Its number, from 1.
    pub number: u64,
    /// Mean training loss over the superbatch, with the WDL weight of each step.
    pub loss: f64,
    /// Validation losses after the superbatch. They use the final WDL weight, so that superbatches are comparable.
    pub validation: Losses,
    /// Learning rate of the last step.
    pub learning_rate: f32,
    /// Epochs started.
    pub epochs: u64,
}
