//! The partner in bughouse: what it tells the engine (`ptell`), and the answers (`tellics ptell`).
//!
//! Answers begin with no word that is understood here, so that two engines do not talk to each other without end.

use crate::search::Limits;

/// The partner, and what it has asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Partner {
    is_present: bool,
    /// The partner has asked to make no move for now.
    is_sitting: bool,
}

impl Partner {
    /// Handles `partner PLAYER`. Returns the greeting of a new partner.
    pub(super) fn gain(&mut self) -> Option<String> {
        let is_new = !std::mem::replace(&mut self.is_present, true);
        is_new.then(|| tell("Hello! I understand: sit, go, help"))
    }

    /// Handles `partner`.
    pub(super) fn lose(&mut self) {
        *self = Partner::default();
    }

    /// Handles `new`: the partner stays.
    pub(super) fn new_game(&mut self) {
        self.is_sitting = false;
    }

    /// Handles `ptell TEXT`: returns the answer to a word that changes or asks something.
    pub(super) fn hear(&mut self, text: &str) -> Option<String> {
        if !self.is_present {
            return None;
        }
        let words = text.split(|c: char| !c.is_ascii_alphabetic());
        let word = words.into_iter().find(|word| !word.is_empty())?;
        match word.to_ascii_lowercase().as_str() {
            "sit" | "wait" if !self.is_sitting => {
                self.is_sitting = true;
                Some(tell("I sit, for half of my time at most"))
            }
            "go" | "move" if self.is_sitting => {
                self.is_sitting = false;
                Some(tell("I go on"))
            }
            "help" => Some(tell(
                "I understand: sit (I make no move for half of my time), go (I move again), help",
            )),
            _ => None,
        }
    }

    /// Whether the partner has asked to make no move for now.
    pub(super) fn is_sitting(&self) -> bool {
        self.is_sitting
    }

    /// The limits of the search for the engine's move: while it sits it thinks for half of the time on its clock.
    pub(super) fn restrict(&self, limits: &mut Limits) {
        if self.is_sitting
            && let Some(clock) = limits.clock.take()
        {
            limits.move_time = Some(clock.remaining / 2);
        }
    }
}

/// A line that tells the partner something.
fn tell(text: &str) -> String {
    format!("tellics ptell {text}")
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::search::Clock;

    #[test]
    fn only_a_partner_is_answered_and_each_request_once() {
        let mut partner = Partner::default();
        assert_eq!(partner.hear("sit"), None);
        assert!(partner.gain().is_some());
        assert_eq!(partner.gain(), None);
        for text in ["", "...", "hello", "sitting", "+q -n", "go", "I sit"] {
            assert_eq!(partner.hear(text), None, "{text}");
        }
        assert!(partner.hear("Sit!").is_some() && partner.is_sitting());
        assert_eq!(partner.hear("please sit"), None);
        assert_eq!(partner.hear("sit"), None);
        assert!(partner.hear("go, now").is_some() && !partner.is_sitting());
        assert!(partner.hear("wait").is_some() && partner.is_sitting());
        partner.lose();
        assert!(!partner.is_sitting() && partner.hear("help").is_none());
    }

    #[test]
    fn two_engines_do_not_answer_each_other() {
        let mut first = Partner::default();
        let mut second = Partner::default();
        let greetings = [first.gain(), second.gain()];
        let answers = [first.hear("sit"), first.hear("go"), first.hear("help")];
        for line in greetings.into_iter().chain(answers).flatten() {
            let text = line.strip_prefix("tellics ptell ").unwrap_or_default();
            assert_eq!(second.hear(text), None, "{line}");
        }
    }

    #[test]
    fn sitting_lasts_half_of_the_time_on_the_clock() {
        let mut partner = Partner::default();
        partner.gain();
        let second = Duration::from_secs(1);
        let clock = Clock {
            remaining: 60 * second,
            increment: second,
            moves_to_go: None,
        };
        let limits = || {
            let mut limits = Limits::none(Instant::now());
            limits.clock = Some(clock);
            limits
        };
        let mut usual = limits();
        partner.restrict(&mut usual);
        assert_eq!((usual.clock, usual.move_time), (Some(clock), None));
        partner.hear("sit");
        let mut sitting = limits();
        partner.restrict(&mut sitting);
        assert_eq!(
            (sitting.clock, sitting.move_time),
            (None, Some(30 * second))
        );
    }
}
