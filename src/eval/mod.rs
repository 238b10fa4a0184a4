//! Evaluation of positions: by a network, and where there is none by hand-made terms. Nothing in here
//! knows of the search.

pub mod endgame;
mod evaluator;
pub mod hce;
pub mod nnue;
mod wdl;

use std::path::Path;
use std::sync::{Arc, OnceLock};

pub use evaluator::Evaluator;
#[cfg(feature = "train")]
pub use hce::{EvalTrace, Weight, current_weights, weights_to_source};
pub use wdl::{Wdl, WdlFitter, WdlModel};

use crate::board::{BoardObserver, Position};
use crate::types::{Color, Square};
use hce::PsqtAccumulator;
use nnue::{Network, NetworkLoadError};

/// The file of the network that is part of the program; `networks/README.md` beside it tells how it was made.
const DEFAULT_NETWORK: &[u8] = include_bytes!("nnue/networks/default.nnue");

/// The network that is part of the program; none if its file was damaged before it was built in.
pub fn default_network() -> Option<Arc<Network>> {
    static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
    let read = || {
        let network = Network::from_bytes(DEFAULT_NETWORK);
        let network = network.inspect_err(|error| log::error!("the embedded network: {error}"));
        network.ok().map(Arc::new)
    };
    NETWORK.get_or_init(read).clone()
}

/// What is given in place of a network's file where hand-made terms are to evaluate.
pub const CLASSICAL: &str = "classical";

/// What evaluates by the name that a user gives: the network in a file, with no name the one that is part
/// of the program, or hand-made terms.
pub fn load_network(name: &str) -> Result<Option<Arc<Network>>, NetworkLoadError> {
    match name {
        "" => Ok(default_network()),
        CLASSICAL => Ok(None),
        path => Network::load(Path::new(path)).map(|network| Some(Arc::new(network))),
    }
}

impl PsqtAccumulator {
    /// The sums of a position from nothing.
    pub fn of(position: &Position) -> PsqtAccumulator {
        let mut sums = PsqtAccumulator::default();
        for square in Square::all() {
            if let Some(piece) = position.piece_on(square) {
                sums.added(piece, square);
            }
        }
        sums
    }
}

/// The evaluation of a position for people to read: by a network, or without one term by term.
pub fn evaluate_for_display(position: &Position, network: Option<&Arc<Network>>) -> String {
    let mut evaluator = Evaluator::new(network);
    evaluator.reset(position);
    let score = evaluator.evaluate(position, 0).raw();
    let white = match position.side_to_move() {
        Color::White => score,
        Color::Black => -score,
    };
    let mut text = match network {
        Some(network) => format!("Network: {}\n", network.summary()),
        None => hce::HceEvaluator::new().explain(position, &PsqtAccumulator::of(position)),
    };
    text.push_str(&format!(
        "Final evaluation: {:+.2} (White's view)",
        f64::from(white) / 100.0
    ));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_network_is_one() {
        assert!(default_network().is_some());
    }
}
