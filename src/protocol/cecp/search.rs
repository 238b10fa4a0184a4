//! The search in progress: what it is for, what it has reported, and what of that the GUI is shown
//! (`post`, `nopost`, `hard`, `easy`, `hint` and `.`).

use std::time::{Duration, Instant};

use super::effect::Effect;
use super::format::{self, SearchStatus};
use super::notation::Notation;
use crate::board::AnyPosition;
use crate::protocol::input_end;
use crate::search::{CurrentMove, Info, Limits, Progress};
use crate::types::Move;

/// The purpose of a search.
#[derive(Clone, Debug)]
pub(super) enum Purpose {
    /// The engine's move.
    Think,
    /// The engine's time is not running: the opponent is on move.
    Ponder {
        /// The reply that the searched position assumes; `None` if it is the opponent's to choose.
        expected: Option<Move>,
        /// The limits that hold once the expected reply has come.
        limits: Box<Limits>,
    },
    /// `analyze`
    Analyze,
    /// `hint`: a move to suggest to the user.
    Hint,
}

/// The running search.
#[derive(Clone, Debug)]
struct CurrentSearch {
    purpose: Purpose,
    /// The position that is searched.
    root: AnyPosition,
    /// When it started; for the engine's move, when its clock started to run.
    started: Instant,
    /// Number of root moves; 0 if all are excluded, so that the search waits for one.
    move_count: usize,
    /// Number of lines that it reports.
    multi_pv: usize,
    /// Whether its end is awaited once the input has ended.
    awaited_at_input_end: bool,
    /// `?` asked for the move.
    move_now: bool,
    /// Whether the GUI has been told the expected reply.
    hinted: bool,
    /// `hint` has come before the first report.
    hint_requested: bool,
    /// The last report of the best line.
    info: Option<Info>,
    /// Lines of thinking output that belong to a better one, which follows them, and whether each is new.
    held_lines: Vec<(String, bool)>,
    /// With several lines, those of the last two iterations that have been shown.
    shown: Vec<Info>,
    /// The root move being searched.
    current_move: Option<CurrentMove>,
}

impl CurrentSearch {
    /// The first move of the best line reported so far.
    fn best_move(&self) -> Option<Move> {
        self.info.as_ref()?.pv.first().copied()
    }

    /// Records that a line is shown; `false` if it has been before. All lines are reported whenever one is finished.
    fn show(&mut self, info: &Info) -> bool {
        if self.multi_pv == 1 {
            return true;
        }
        let is_same = |line: &Info| {
            (line.depth, line.bound, line.score) == (info.depth, info.bound, info.score)
                && line.pv == info.pv
        };
        let is_new = !self.shown.iter().any(is_same);
        if is_new {
            self.shown.retain(|line| line.depth + 1 >= info.depth);
            self.shown.push(info.clone());
        }
        is_new
    }

    /// Takes the lines held back: those not shown before, the best one last even if it has been.
    fn take_held_lines(&mut self) -> Vec<String> {
        let lines: Vec<_> = self.held_lines.drain(..).collect();
        let is_needed = |(i, line): &(usize, (String, bool))| *i == 0 || line.1;
        if lines.iter().all(|&(_, is_new)| !is_new) {
            return Vec::new();
        }
        let needed = lines.into_iter().enumerate().filter(is_needed).rev();
        needed.map(|(_, (line, _))| line).collect()
    }
}

/// A search that has ended with an answer.
#[derive(Clone, Debug)]
pub(super) enum Finished {
    /// The engine's move.
    Move(FinishedSearch),
    /// A move to suggest to the user.
    Hint,
}

/// A search for the engine's move that has ended.
#[derive(Clone, Debug)]
pub(super) struct FinishedSearch {
    /// When the engine's clock started to run.
    pub(super) started: Instant,
    pub(super) info: Option<Info>,
}

/// The search in progress, and what is shown of it.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchState {
    current: Option<CurrentSearch>,
    /// `post`: thinking output is wanted.
    post: bool,
    /// `hard`: the engine ponders.
    ponder: bool,
}

impl SearchState {
    /// Handles `post` and `nopost`.
    pub(super) fn set_post(&mut self, post: bool) {
        self.post = post;
    }

    /// Handles `hard` and `easy`. Returns the reply to ponder on, or the end of pondering.
    pub(super) fn set_ponder(
        &mut self,
        ponder: bool,
        playing: bool,
        expected: Option<Move>,
    ) -> Option<Effect> {
        self.ponder = ponder;
        // No reply is expected before the engine's first move, so that it does not ponder there.
        if ponder && self.current.is_none() && playing && expected.is_some() {
            Some(Effect::Ponder(expected))
        } else if !ponder && self.pondering().is_some() {
            Some(Effect::AbandonSearch)
        } else {
            None
        }
    }

    /// Whether the engine ponders.
    pub(super) fn ponders(&self) -> bool {
        self.ponder
    }

    /// Records the start of a search.
    pub(super) fn start(&mut self, purpose: Purpose, root: AnyPosition, limits: &Limits) {
        let chosen = limits.search_moves.as_ref().map(Vec::len);
        self.current = Some(CurrentSearch {
            purpose,
            root,
            started: limits.started,
            move_count: chosen.unwrap_or_else(|| root.count_legal_moves()),
            multi_pv: limits.multi_pv,
            awaited_at_input_end: input_end::is_awaited(limits),
            move_now: false,
            hinted: false,
            hint_requested: false,
            info: None,
            held_lines: Vec::new(),
            shown: Vec::new(),
            current_move: None,
        });
    }

    /// Forgets the running search.
    pub(super) fn abandon(&mut self) {
        self.current = None;
    }

    /// Records the end of the running search. Returns what it has an answer for.
    pub(super) fn finish(&mut self) -> Option<Finished> {
        let search = self.current.take()?;
        match search.purpose {
            Purpose::Think => Some(Finished::Move(FinishedSearch {
                started: search.started,
                info: search.info,
            })),
            Purpose::Hint => Some(Finished::Hint),
            Purpose::Ponder { .. } | Purpose::Analyze => None,
        }
    }

    /// Whether no search runs.
    pub(super) fn is_idle(&self) -> bool {
        self.current.is_none()
    }

    /// Whether a search runs that will end with an answer: the engine's move or a hint.
    pub(super) fn owes_answer(&self) -> bool {
        self.current.as_ref().is_some_and(|search| {
            matches!(search.purpose, Purpose::Think | Purpose::Hint) && !self.is_waiting()
        })
    }

    /// Whether the current search waits until a root move is included.
    pub(super) fn is_waiting(&self) -> bool {
        let search = self.current.as_ref();
        search.is_some_and(|search| search.move_count == 0)
    }

    /// Whether the running search is for a hint.
    pub(super) fn is_for_hint(&self) -> bool {
        let search = self.current.as_ref();
        search.is_some_and(|search| matches!(search.purpose, Purpose::Hint))
    }

    /// The search for the engine's move.
    fn thinking(&self) -> Option<&CurrentSearch> {
        let search = self.current.as_ref();
        search.filter(|search| matches!(search.purpose, Purpose::Think))
    }

    /// Whether the engine has to move: it searches for its move or waits for a root move.
    pub(super) fn is_thinking(&self) -> bool {
        self.thinking().is_some()
    }

    /// Whether the engine searches for its move until `?`, or perhaps for very long.
    pub(super) fn is_thinking_endlessly(&self) -> bool {
        self.thinking()
            .is_some_and(|search| !search.awaited_at_input_end)
    }

    /// The reply that a pondering search assumes; the outer `None` if the engine is not pondering.
    pub(super) fn pondering(&self) -> Option<Option<Move>> {
        match self.current.as_ref()?.purpose {
            Purpose::Ponder { expected, .. } => Some(expected),
            Purpose::Think | Purpose::Analyze | Purpose::Hint => None,
        }
    }

    /// Handles `?`. Does nothing unless the engine searches for its move.
    pub(super) fn move_now(&mut self) -> Option<Effect> {
        let search = self.current.as_mut()?;
        if !matches!(search.purpose, Purpose::Think) {
            return None;
        }
        search.move_now = true;
        Some(Effect::StopSearch)
    }

    /// When the search for the engine's move started, and whether `?` has asked for the move.
    pub(super) fn thinking_since(&self) -> Option<(Instant, bool)> {
        let search = self.thinking()?;
        Some((search.started, search.move_now))
    }

    /// The start and the limits of the pondering search that assumes this reply.
    pub(super) fn pondered_on(&self, reply: Move) -> Option<(Instant, &Limits)> {
        let search = self.current.as_ref()?;
        match &search.purpose {
            Purpose::Ponder { expected, limits } if *expected == Some(reply) => {
                Some((search.started, limits))
            }
            _ => None,
        }
    }

    /// The expected reply came at `at`: the pondering search goes on as one for the engine's move.
    pub(super) fn ponderhit(&mut self, at: Instant) {
        if let Some(search) = &mut self.current {
            search.purpose = Purpose::Think;
            search.started = at;
        }
    }

    /// Leaves a pause out of the search time. Returns how long the search was held up.
    pub(super) fn resume(&mut self, paused_since: Instant, at: Instant) -> Duration {
        let Some(search) = &mut self.current else {
            return Duration::ZERO;
        };
        let from = paused_since.max(search.started);
        let lost = at.saturating_duration_since(from);
        search.started += lost;
        lost
    }

    /// Takes the report of a line. Returns the lines of thinking output to show now. Those of one MultiPV
    /// search come best last: XBoard's main window, its game files and python-chess keep the last one.
    pub(super) fn progress(
        &mut self,
        info: Info,
        notation: Notation,
        columns: bool,
    ) -> Vec<String> {
        let Some(search) = &mut self.current else {
            return Vec::new();
        };
        let shown = match search.purpose {
            Purpose::Think | Purpose::Analyze => true,
            Purpose::Ponder { expected, .. } => expected.is_some(),
            Purpose::Hint => false,
        };
        if shown && self.post {
            let line = format::thinking(&info, &search.root, notation, columns);
            let is_new = search.show(&info);
            search.held_lines.push((line, is_new));
        }
        let is_last = info.multi_pv >= info.line_count;
        if info.multi_pv == 1 {
            search.info = Some(info);
        }
        if !is_last {
            return Vec::new();
        }
        search.take_held_lines()
    }

    /// Takes the book's line for the engine's move. Returns the line of thinking output, if one is wanted.
    pub(super) fn book_line(
        &self,
        line: &Info,
        notation: Notation,
        columns: bool,
    ) -> Option<String> {
        let search = self.thinking().filter(|_| self.post)?;
        Some(format::book_line(line, &search.root, notation, columns))
    }

    /// The reply that is pondered on, when the GUI is shown thinking output and has not been told it:
    /// the output starts after this reply.
    pub(super) fn take_ponder_hint(&mut self) -> Option<Move> {
        let search = self.current.as_mut().filter(|_| self.post)?;
        match search.purpose {
            Purpose::Ponder { expected, .. } if !search.hinted => {
                search.hinted = expected.is_some();
                expected
            }
            _ => None,
        }
    }

    /// The position that is searched.
    pub(super) fn root(&self) -> Option<&AnyPosition> {
        self.current.as_ref().map(|search| &search.root)
    }

    /// Takes a report of the root move being searched.
    pub(super) fn set_current_move(&mut self, current: CurrentMove) {
        if let Some(search) = &mut self.current {
            search.current_move = Some(current);
        }
    }

    /// The root move being searched for the position on the board, and the number of root moves.
    pub(super) fn current_move(&self) -> Option<(CurrentMove, usize)> {
        let search = self.current.as_ref()?;
        if matches!(search.purpose, Purpose::Ponder { .. } | Purpose::Hint) {
            return None;
        }
        Some((search.current_move?, search.move_count))
    }

    /// Handles `hint`: a move for the side on move. `expected` is the reply known without a search. Where a
    /// search of the user's move has not reported anything yet, its first report brings the answer.
    pub(super) fn hint(&mut self, expected: Option<Move>) -> Option<Move> {
        let Some(search) = &mut self.current else {
            return expected;
        };
        let best = search.best_move();
        match search.purpose {
            Purpose::Ponder {
                expected: Some(reply),
                ..
            } => Some(reply),
            Purpose::Ponder { .. } | Purpose::Analyze => {
                search.hint_requested = best.is_none();
                best
            }
            Purpose::Think => best,
            // The answer is on its way.
            Purpose::Hint => None,
        }
    }

    /// The best move of the running search, if `hint` has asked for it and is not answered yet.
    pub(super) fn take_requested_hint(&mut self) -> Option<Move> {
        let search = self
            .current
            .as_mut()
            .filter(|search| search.hint_requested)?;
        let best = search.best_move()?;
        search.hint_requested = false;
        Some(best)
    }

    /// Handles `.`: how far the running search is. `progress` is what the engine says of it, once it has begun.
    pub(super) fn status(
        &self,
        at: Instant,
        progress: Option<Progress>,
        notation: Notation,
    ) -> Option<SearchStatus> {
        let search = self.current.as_ref().filter(|_| !self.is_for_hint())?;
        let mut status = SearchStatus {
            time: at.saturating_duration_since(search.started),
            move_count: search.move_count,
            moves_left: search.move_count,
            ..SearchStatus::default()
        };
        if let Some(progress) = progress {
            // The clock of the thinking output, which under `nps` is the processor's.
            status.time = progress.time;
            status.nodes = progress.nodes;
        }
        if let Some(current) = progress.and_then(|progress| progress.current_move) {
            status.depth = current.depth;
            status.moves_left = search.move_count.saturating_sub(current.number);
            status.current_move = Some(notation.write(&search.root, current.m));
        }
        Some(status)
    }
}
