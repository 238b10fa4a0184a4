//! Node counting, node limits, and polling of the clock and the signal.

use std::sync::atomic::Ordering;

use crate::search::threads::worker::{POLL_INTERVAL, Worker};

impl Worker<'_> {
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
            self.poll();
            self.report_current_line(ply);
        }
    }

    /// Claims one node of the hard node limit of all threads. Returns `false` if none is left.
    fn claim_node(&mut self, limit: u64) -> bool {
        let claimed = self.shared.claimed_nodes.fetch_add(1, Ordering::Relaxed) + 1;
        let pondering = self.shared.signal.is_pondering();
        self.stopped |= claimed >= limit && !pondering;
        claimed <= limit || pondering
    }

    /// Stops the search if the signal or the hard limit says so, or if another thread completed this
    /// iteration.
    fn poll(&mut self) {
        self.publish_nodes();
        let shared = self.shared;
        shared.signal.wait_while_paused();
        let is_main_thread = self.index == 0;
        if is_main_thread {
            shared.time.record_ponderhit(|| shared.total_nodes());
        }
        let stops_on_ponderhit = self.stop_on_ponderhit && !shared.signal.is_pondering();
        self.stopped |= shared.signal.is_stopped()
            || is_main_thread && (stops_on_ponderhit || shared.time.is_hard_limit_reached());
        if !self.stopped && shared.depth_sharing.depth() >= self.depth {
            self.is_overtaken = true;
            self.stopped = true;
        }
        self.check_skill_nodes();
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

    /// Makes the node count of this thread visible to the others.
    pub(crate) fn publish_nodes(&self) {
        self.shared.nodes[self.index].store(self.nodes, Ordering::Relaxed);
    }
}
