//! Tablebase probes of nodes below the root.
//!
//! A node is probed just after a capture or a pawn move, where the result (WDL) alone decides: the fifty-move
//! counter has been reset. The conditions of the probe are those of Stockfish, as is the rule that nothing is
//! probed below a root that the tablebases contain.

use crate::board::Position;
use crate::eval::EvalRules;
use crate::search::bound::Bound;
use crate::search::threads::worker::Worker;
use crate::search::tree::tablebase_config::CURSED_WIN_SCORE;
use crate::search::tt::TtEntry;
use crate::search::window::Window;
use crate::tablebase::WdlScore;
use crate::types::{MAX_PLY, Score};

/// The result of a tablebase probe.
pub(crate) enum TbProbeResult {
    /// The score of the node: the search of the node is cut off.
    Cutoff(Score),
    /// The least and the greatest score of the node.
    Bounds(Score, Score),
}

impl TbProbeResult {
    /// The result without a successful probe.
    const NONE: TbProbeResult = TbProbeResult::Bounds(Score::NEG_INFINITE, Score::INFINITE);
}

impl<R: EvalRules> Worker<'_, R> {
    /// Probes the tablebases for a node below the root.
    #[inline]
    pub(crate) fn probe_tablebases(
        &mut self,
        position: &Position<R>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> TbProbeResult {
        let is_partial = ply == 0 || self.stack[ply].excluded_move.is_some();
        if is_partial || !self.shared.tablebase_prober.is_probed(position, depth) {
            return TbProbeResult::NONE;
        }
        self.probe_wdl(position, window, depth, ply)
    }

    #[cold]
    fn probe_wdl(
        &self,
        position: &Position<R>,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> TbProbeResult {
        let prober = &self.shared.tablebase_prober;
        let probe = |position| prober.tablebases.probe_wdl(position);
        let Some(wdl) = position.as_standard().and_then(probe) else {
            return TbProbeResult::NONE;
        };
        prober.count_hits(self.index, 1);
        let win = Score::tablebase_win_in(ply);
        let draw = self.draw_score(ply);
        let (score, bound) = match (wdl, prober.fifty_move_rule) {
            (WdlScore::Win, _) | (WdlScore::CursedWin, false) => (win, Bound::Lower),
            (WdlScore::Loss, _) | (WdlScore::BlessedLoss, false) => (-win, Bound::Upper),
            (WdlScore::CursedWin, true) => (draw + CURSED_WIN_SCORE, Bound::Exact),
            (WdlScore::BlessedLoss, true) => (draw - CURSED_WIN_SCORE, Bound::Exact),
            (WdlScore::Draw, _) => (draw, Bound::Exact),
        };
        if !window.is_cutoff(score, bound) {
            return match bound {
                Bound::Upper => TbProbeResult::Bounds(Score::NEG_INFINITE, score),
                _ => TbProbeResult::Bounds(score, Score::INFINITE),
            };
        }
        // The score needs no search, so the entry counts as six plies deeper.
        let tt_entry = TtEntry {
            best_move: None,
            score: score.to_tt(ply),
            eval: None,
            depth: (depth + 6).clamp(0, MAX_PLY as i32 - 1) as u8,
            bound,
            pv: self.stack[ply].tt_pv,
        };
        self.shared.tt.store(self.tt_key(position), tt_entry);
        TbProbeResult::Cutoff(score)
    }
}
