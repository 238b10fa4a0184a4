//! Node counting, node limits, and polling of the clock and the signal.

use std::sync::atomic::Ordering;

use crate::eval::EvalRules;
use crate::search::threads::worker::{POLL_INTERVAL, Worker};

/// Nodes for which the main thread's first iteration ignores limits and stops. It needs some hundreds; more are
/// only needed in positions that no game reaches, with captures without end.
pub(crate) const FIRST_ITERATION_NODES: u64 = 1 << 15;

impl<R: EvalRules> Worker<'_, R> {
    /// Counts the node that is reached from `ply`, and polls at regular intervals.
    #[inline]
    pub(crate) fn count_node(&mut self, ply: usize) {
        if let Some(limit) = self.shared.node_limit
            && !self.claim_node(limit)
        {
            return;
        }
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            self.poll_and_report(ply);
        }
    }

    #[cold]
    fn poll_and_report(&mut self, ply: usize) {
        self.poll();
        if !self.stopped {
            self.report_current_line(ply);
            self.report_regularly();
        }
    }

    /// Claims one node of the hard node limit of all threads. Returns `false` if none is left.
    fn claim_node(&mut self, limit: u64) -> bool {
        let claimed_nodes = &self.shared.claimed_nodes;
        let claimed = if self.shared.threads == 1 {
            // Without other threads an atomic addition, which is slow, is not needed.
            let claimed = claimed_nodes.load(Ordering::Relaxed) + 1;
            claimed_nodes.store(claimed, Ordering::Relaxed);
            claimed
        } else {
            claimed_nodes.fetch_add(1, Ordering::Relaxed) + 1
        };
        if self.shared.signal.is_pondering() {
            return true;
        }
        let limit = if self.must_complete_iteration() {
            self.shared.first_iteration_nodes
        } else {
            limit
        };
        if claimed >= limit {
            self.stopped = true;
            self.check_overtaken();
        }
        claimed <= limit
    }

    /// Whether this is the main thread in its first iteration, before which it has no move to answer with.
    fn is_first_iteration(&self) -> bool {
        self.index == 0 && self.depth == 1
    }

    /// Whether the search has no result yet, so that the main thread does not stop.
    fn must_complete_iteration(&self) -> bool {
        self.is_first_iteration() && self.shared.depth_sharing.depth() == 0
    }

    /// Stops the search if the signal or a limit says so, or if another thread completed this iteration.
    fn poll(&mut self) {
        self.publish_nodes();
        let shared = self.shared;
        shared.signal.wait_while_paused();
        let is_main_thread = self.index == 0;
        if is_main_thread {
            shared.time.record_ponderhit(|| shared.total_nodes());
        }
        let stops_on_ponderhit = self.stop_on_ponderhit && !shared.signal.is_pondering();
        // Every thread watches the clock: with more threads than processors the main thread may have to wait for
        // its turn.
        if shared.time.is_hard_limit_reached() {
            shared.signal.stop();
        }
        let must_stop = shared.signal.is_stopped()
            || is_main_thread && (stops_on_ponderhit || self.is_score_search_late());
        let must_go_on = self.must_complete_iteration() && self.nodes < FIRST_ITERATION_NODES;
        self.stopped |= must_stop && !must_go_on;
        self.check_overtaken();
        self.check_skill_nodes();
    }

    /// Aborts the iteration if another thread completed it. A main thread that stops in its first iteration takes
    /// over the result of the other.
    fn check_overtaken(&mut self) {
        let continues = !self.stopped || self.is_first_iteration();
        if continues && self.shared.depth_sharing.depth() >= self.depth {
            self.is_overtaken = true;
            self.stopped = true;
        }
    }

    /// Stops the search when the skill's node limit is reached after the first iteration, and sets the
    /// next poll.
    fn check_skill_nodes(&mut self) {
        self.next_poll = self.nodes + POLL_INTERVAL;
        if self.nodes < self.skill_nodes {
            self.next_poll = self.next_poll.min(self.skill_nodes);
        } else if self.depth > 1 {
            self.skill_nodes_spent = !self.stopped;
            self.stopped = true;
        } else {
            self.next_poll = self.nodes + 1;
        }
    }

    /// Whether a score search has used up the time in which a weakened search waits before it answers.
    fn is_score_search_late(&self) -> bool {
        let shared = self.shared;
        let skill = self.skill.filter(|skill| skill.is_score_search());
        skill.is_some_and(|skill| {
            !shared.signal.is_pondering()
                && (shared.time).is_soft_limit_reached(shared.total_nodes(), skill.time_share())
        })
    }

    /// Makes the node count of this thread visible to the others.
    pub(crate) fn publish_nodes(&mut self) {
        let unpublished = self.nodes - self.published_nodes;
        self.shared.progress.add_nodes(unpublished);
        self.published_nodes = self.nodes;
    }
}
