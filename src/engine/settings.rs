//! Setters of the options that need more than a new value.

use std::sync::Arc;

use super::engine::Engine;
use super::options::Options;
use crate::eval;
use crate::eval::nnue::NetworkLoadError;
use crate::search::{PositionValues, Reconfiguration};

impl Engine {
    /// The options that take effect with the next search, to be changed.
    pub fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    /// Sets the folders of the Syzygy tablebases.
    pub fn set_syzygy_path(&mut self, path: &str) {
        path.clone_into(&mut self.options.syzygy_path);
        self.pending_tablebases += 1;
        self.prepare(Reconfiguration::Tablebases(path.to_owned()));
    }

    /// Sets the smallest remaining depth at which positions with the largest probed number of pieces
    /// are probed.
    pub fn set_syzygy_probe_depth(&mut self, depth: i32) {
        self.options.tablebase_config.probe_depth = depth;
    }

    /// Sets the largest number of pieces at which tablebases are probed.
    pub fn set_syzygy_probe_limit(&mut self, pieces: u32) {
        self.options.tablebase_config.probe_limit = pieces;
    }

    /// Sets whether tablebase probes respect the fifty-move rule. A change clears the tables: their
    /// scores assume the other rule.
    pub fn set_syzygy_50_move_rule(&mut self, on: bool) {
        if self.options.tablebase_config.fifty_move_rule != on {
            self.options.tablebase_config.fifty_move_rule = on;
            self.clear();
        }
    }

    /// Sets the centipawns by which a draw counts less than an even position.
    pub fn set_contempt(&mut self, centipawns: i32) {
        let before = self.contempt();
        self.options.contempt = centipawns;
        self.update_contempt(before);
    }

    /// Sets whether the GUI analyses.
    pub fn set_analyse_mode(&mut self, on: bool) {
        let before = self.contempt();
        self.options.analyse_mode = on;
        self.update_contempt(before);
    }

    fn update_contempt(&mut self, before: i32) {
        if self.contempt() != before {
            self.use_contempt(self.contempt());
        }
    }

    /// Contempt of the searches in games.
    pub(super) fn contempt(&self) -> i32 {
        if self.options.analyse_mode {
            0
        } else {
            self.options.contempt
        }
    }

    /// Clears the tables if their scores assume another contempt.
    pub(super) fn use_contempt(&mut self, contempt: i32) {
        if self.tt_contempt != contempt {
            self.tt_contempt = contempt;
            self.clear();
        }
    }

    /// Loads the network to evaluate with, or selects the hand-crafted evaluation. An invalid network is
    /// rejected; the current evaluation stays.
    pub fn set_eval_file(&mut self, path: &str) -> Result<(), NetworkLoadError> {
        let network = eval::load_network(path)?;
        path.clone_into(&mut self.options.eval_file);
        if self.network != network {
            self.network = network;
            self.clear();
        }
        Ok(())
    }

    /// Changes the scores that the user assigns to positions, and clears the tables: their scores do not
    /// know of the change.
    pub fn assign_scores(&mut self, change: impl FnOnce(&mut PositionValues)) {
        change(Arc::make_mut(&mut self.position_values));
        self.clear();
    }

    /// Turns small random differences between games on or off.
    pub fn set_variety(&mut self, on: bool) {
        self.variety_seed = on.then(rand::random);
    }

    /// Whether games differ at random.
    pub fn has_variety(&self) -> bool {
        self.variety_seed.is_some()
    }

    /// Sets a search parameter by name. Returns whether there is one.
    #[cfg(feature = "tuning")]
    pub fn set_search_parameter(&mut self, name: &str, value: i32) -> bool {
        crate::search::set_parameter(name, value)
    }
}
