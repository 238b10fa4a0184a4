//! The search tree: negamax, the move loop, quiescence, pruning, reductions, extensions and tablebase probes.

pub(super) mod move_loop;
pub(super) mod negamax;
pub(super) mod node;
pub(super) mod node_pruning;
pub(super) mod pruning;
pub(super) mod quiescence;
pub(super) mod reductions;
pub(super) mod tablebase_config;
pub(super) mod tablebase_probe;
pub(super) mod tablebase_prober;
