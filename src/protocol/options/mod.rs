//! The options of both protocols: one table with the name, kind, range, help and effect of each.

mod error;
mod notice;
mod set;
mod spec;
mod table;

pub use error::{OptionError, TextError};
pub(crate) use notice::option_notice;
pub(crate) use set::{EMPTY_TEXT, reset_options, set_option};
pub use spec::{OptionGroup, OptionKind, OptionSpec, OptionTarget, OptionValue, Scope};
pub use table::OPTIONS;
