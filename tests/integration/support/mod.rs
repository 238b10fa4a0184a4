//! What several subjects need.

pub(crate) mod cecp;
pub(crate) mod gui;
pub(crate) mod program;
pub(crate) mod random_network;
pub(crate) mod uci;
