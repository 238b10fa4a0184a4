//! What the fuzz targets check: the properties of the integration tests.

#[path = "../tests/integration/properties/mod.rs"]
mod properties;

pub use properties::book::check_book;
pub use properties::games::{check_file, check_game};
pub use properties::network::check_network;
pub use properties::notation::{check_moves, check_text, check_variant};
pub use properties::pgn::check_pgn;
pub use properties::session::{check_cecp, check_uci};
pub use properties::settings::check_settings;
