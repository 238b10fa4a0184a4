//! The search tree: negamax, the move loop, quiescence, pruning, reductions, extensions and tablebase probes.

pub(super) mod extensions;
pub(super) mod hindsight;
pub(super) mod history_update;
pub(super) mod late_move_reductions;
pub(super) mod move_loop;
pub(super) mod negamax;
pub(super) mod node;
pub(super) mod pruning;
pub(super) mod quiescence;
pub(super) mod score_adjustment;
pub(super) mod scored_move;
pub(super) mod static_eval;
pub(super) mod tablebase_config;
pub(super) mod tablebase_probe;
pub(super) mod tablebase_prober;
pub(super) mod transposition;
