//! The clock of the option `nodestime`, which runs on nodes (from Stockfish,
//! <https://official-stockfish.github.io/docs/stockfish-wiki/UCI-&-Commands.html>).

use std::mem;
use std::num::NonZeroU64;
use std::time::Duration;

use crate::search::{Limits, TimeSource};

/// The engine's clock of a game in which nodes count as time. The clock of the GUI runs on wall time, so it is read
/// only at the first `go` of the game, and for its increment and its number of moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodesTime {
    /// The clock before the search, with the time of the first period; `None` before the first `go`.
    clock: Option<NodesClock>,
}

#[derive(Clone, Copy, Debug)]
struct NodesClock {
    /// Time of a period, as the GUI had it at the first `go`.
    period: Duration,
    /// Time left.
    remaining: Duration,
    /// Increment of the running or last search.
    increment: Duration,
    /// Moves to the next time control at the last search.
    moves_to_go: Option<u32>,
    state: ClockState,
}

/// Whether the running search uses time of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClockState {
    /// There is no search, or it has no clock.
    Stopped,
    /// The clock of the opponent runs.
    Pondering,
    Running,
}

impl NodesTime {
    /// Handles `ucinewgame`.
    pub(super) fn new_game(&mut self) {
        self.clock = None;
    }

    /// Makes `nodes` nodes a millisecond of all times of a search. 0 leaves them as they are.
    pub(super) fn begin(&mut self, nodes: u32, limits: &mut Limits) {
        let Some(per_second) = NonZeroU64::new(u64::from(nodes) * 1000) else {
            self.clock = None;
            return;
        };
        limits.time_source = TimeSource::Nodes(per_second);
        let Some(gui) = &mut limits.clock else {
            return;
        };
        let clock = self.clock.get_or_insert(NodesClock {
            period: gui.remaining,
            remaining: gui.remaining,
            increment: gui.increment,
            moves_to_go: gui.moves_to_go,
            state: ClockState::Stopped,
        });
        if gui.moves_to_go > clock.moves_to_go {
            clock.remaining += clock.period;
        }
        clock.moves_to_go = gui.moves_to_go;
        clock.increment = gui.increment;
        clock.state = match (limits.infinite, limits.ponder) {
            (true, _) => ClockState::Stopped,
            (false, true) => ClockState::Pondering,
            (false, false) => ClockState::Running,
        };
        gui.remaining = clock.remaining;
    }

    /// Handles `ponderhit`.
    pub(super) fn ponderhit(&mut self) {
        if let Some(clock) = &mut self.clock
            && clock.state == ClockState::Pondering
        {
            clock.state = ClockState::Running;
        }
    }

    /// Takes the time that a search used off the clock, and adds the increment. A search that still pondered, or
    /// had no clock, leaves it as it is.
    pub(super) fn end(&mut self, used: Duration) {
        if let Some(clock) = &mut self.clock
            && mem::replace(&mut clock.state, ClockState::Stopped) == ClockState::Running
        {
            clock.remaining = clock.remaining.saturating_sub(used) + clock.increment;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::search::Clock;
    use std::time::Instant;

    const fn seconds(n: u64) -> Duration {
        Duration::from_secs(n)
    }

    /// The time that a search is given when the GUI's clock shows these times in seconds.
    fn begin(time: &mut NodesTime, nodes: u32, remaining: u64, moves: Option<u32>) -> Duration {
        begin_search(time, nodes, remaining, moves, false)
    }

    fn begin_search(
        time: &mut NodesTime,
        nodes: u32,
        remaining: u64,
        moves: Option<u32>,
        ponder: bool,
    ) -> Duration {
        let mut limits = Limits::none(Instant::now());
        limits.ponder = ponder;
        limits.clock = Some(Clock {
            remaining: seconds(remaining),
            increment: seconds(2),
            moves_to_go: moves,
        });
        time.begin(nodes, &mut limits);
        let per_second = u64::from(nodes) * 1000;
        let source = NonZeroU64::new(per_second).map_or(TimeSource::WallClock, TimeSource::Nodes);
        assert_eq!(limits.time_source, source);
        limits.clock.unwrap().remaining
    }

    #[test]
    fn the_engine_keeps_the_clock_of_a_game() {
        let mut time = NodesTime::default();
        assert_eq!(begin(&mut time, 600, 60, None), seconds(60));
        time.end(seconds(10));
        assert_eq!(begin(&mut time, 600, 17, None), seconds(52));
        time.end(seconds(100));
        assert_eq!(begin(&mut time, 600, 17, None), seconds(2));
        time.new_game();
        assert_eq!(begin(&mut time, 600, 17, None), seconds(17));
    }

    #[test]
    fn pondering_and_analysis_use_no_time() {
        let mut time = NodesTime::default();
        assert_eq!(begin(&mut time, 600, 60, None), seconds(60));
        time.end(seconds(10));
        assert_eq!(begin_search(&mut time, 600, 1, None, true), seconds(52));
        time.end(Duration::ZERO);
        assert_eq!(begin_search(&mut time, 600, 1, None, true), seconds(52));
        time.ponderhit();
        time.end(seconds(4));
        time.begin(600, &mut Limits::none(Instant::now()));
        time.ponderhit();
        time.end(seconds(40));
        assert_eq!(begin(&mut time, 600, 1, None), seconds(50));
    }

    #[test]
    fn a_new_period_adds_its_time() {
        let mut time = NodesTime::default();
        assert_eq!(begin(&mut time, 1, 60, Some(2)), seconds(60));
        time.end(seconds(30));
        assert_eq!(begin(&mut time, 1, 60, Some(1)), seconds(32));
        time.end(seconds(30));
        assert_eq!(begin(&mut time, 1, 60, Some(2)), seconds(64));
    }

    #[test]
    fn without_the_option_the_gui_keeps_the_clock() {
        let mut time = NodesTime::default();
        assert_eq!(begin(&mut time, 0, 60, None), seconds(60));
        time.end(seconds(10));
        assert_eq!(begin(&mut time, 0, 57, None), seconds(57));
    }

    #[test]
    fn other_limits_run_on_nodes_too() {
        let mut limits = Limits::none(Instant::now());
        limits.move_time = Some(seconds(1));
        NodesTime::default().begin(10, &mut limits);
        assert_eq!(
            limits.time_source,
            TimeSource::Nodes(10_000.try_into().unwrap())
        );
        assert_eq!(limits.clock, None);
    }
}
