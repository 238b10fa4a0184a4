//! Decides when a search reports, and what. Times count from its start.

use std::time::Duration;

/// Earlier an iteration reports nothing but its result: no scores that are only bounds, and no single MultiPV lines.
const UNFINISHED_DELAY: Duration = Duration::from_secs(3);
/// A search reports something at least this often, and finished MultiPV lines not more often.
const REGULAR_INTERVAL: Duration = Duration::from_secs(1);
/// Earlier current lines and refutations are not reported, to avoid too much traffic.
const TRAFFIC_DELAY: Duration = Duration::from_secs(1);
/// How often the current lines are reported.
const CURRENT_LINES_INTERVAL: Duration = Duration::from_millis(500);

/// Whether an unfinished iteration may report what it has found so far.
pub(crate) fn may_report_unfinished(now: Duration) -> bool {
    now >= UNFINISHED_DELAY
}

/// Whether refutations may be reported.
pub(crate) fn may_report_refutations(now: Duration) -> bool {
    now >= TRAFFIC_DELAY
}

/// A report that is due although no iteration has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RegularReport {
    /// The MultiPV lines: one has been finished.
    Lines,
    /// The statistics of the search.
    Statistics,
}

/// When a search reports next.
#[derive(Clone, Debug)]
pub(crate) struct ReportSchedule {
    last_lines: Duration,
    next_regular: Duration,
    next_current_lines: Duration,
    /// A finished MultiPV line waits to be reported.
    has_unreported_line: bool,
}

impl ReportSchedule {
    /// The schedule of a search that begins.
    pub(crate) fn new() -> ReportSchedule {
        ReportSchedule {
            last_lines: Duration::ZERO,
            next_regular: REGULAR_INTERVAL,
            next_current_lines: TRAFFIC_DELAY,
            has_unreported_line: false,
        }
    }

    /// All lines are reported.
    pub(crate) fn set_lines_reported(&mut self, now: Duration) {
        self.last_lines = now;
        self.next_regular = now + REGULAR_INTERVAL;
        self.has_unreported_line = false;
    }

    /// An unfinished iteration has finished a MultiPV line. Returns whether the lines are to be reported at once; if
    /// they have just been, they come with the next regular report.
    pub(crate) fn add_finished_line(&mut self, now: Duration) -> bool {
        if !may_report_unfinished(now) {
            return false;
        }
        self.has_unreported_line = true;
        now >= self.last_lines + REGULAR_INTERVAL
    }

    /// The regular report that is due.
    pub(crate) fn take_regular(&mut self, now: Duration) -> Option<RegularReport> {
        if now < self.next_regular {
            return None;
        }
        self.next_regular = now + REGULAR_INTERVAL;
        Some(if self.has_unreported_line {
            RegularReport::Lines
        } else {
            RegularReport::Statistics
        })
    }

    /// Whether the current lines are due.
    pub(crate) fn take_current_lines(&mut self, now: Duration) -> bool {
        let is_due = now >= self.next_current_lines;
        if is_due {
            self.next_current_lines = now + CURRENT_LINES_INTERVAL;
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn no_second_passes_without_a_report() {
        let mut schedule = ReportSchedule::new();
        assert_eq!(schedule.take_regular(ms(999)), None);
        assert_eq!(
            schedule.take_regular(ms(1000)),
            Some(RegularReport::Statistics)
        );
        assert_eq!(schedule.take_regular(ms(1999)), None);
        schedule.set_lines_reported(ms(1999));
        assert_eq!(schedule.take_regular(ms(2998)), None);
        assert_eq!(
            schedule.take_regular(ms(2999)),
            Some(RegularReport::Statistics)
        );
    }

    #[test]
    fn finished_lines_are_reported_at_once_but_not_more_than_once_a_second() {
        let mut schedule = ReportSchedule::new();
        assert!(!schedule.add_finished_line(ms(2900)));
        assert!(schedule.add_finished_line(ms(3000)));
        schedule.set_lines_reported(ms(3000));
        assert!(!schedule.add_finished_line(ms(3100)));
        assert_eq!(schedule.take_regular(ms(3900)), None);
        assert_eq!(schedule.take_regular(ms(4000)), Some(RegularReport::Lines));
        schedule.set_lines_reported(ms(4000));
        assert_eq!(
            schedule.take_regular(ms(5000)),
            Some(RegularReport::Statistics)
        );
        assert!(schedule.add_finished_line(ms(5010)));
    }

    #[test]
    fn current_lines_and_refutations_come_after_the_first_second() {
        let mut schedule = ReportSchedule::new();
        assert!(!schedule.take_current_lines(ms(999)));
        assert!(schedule.take_current_lines(ms(1000)));
        assert!(!schedule.take_current_lines(ms(1499)));
        assert!(schedule.take_current_lines(ms(1500)));
        assert!(!may_report_refutations(ms(999)) && may_report_refutations(ms(1000)));
    }
}
