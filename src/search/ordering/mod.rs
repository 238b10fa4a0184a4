//! Move ordering: the move picker, histories, killer moves and correction history.

pub(super) mod history;
pub(super) mod move_picker;
pub(super) mod quiet_scorer;
pub(super) mod threats;
