//! The WDL model: win, draw and loss probabilities of a score.

mod fit;
mod model;

pub use fit::WdlFitter;
pub use model::{Wdl, WdlModel};
