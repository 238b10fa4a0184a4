//! Evaluations as users see them. Won endings have evaluations of more than a hundred pawns, by which the search
//! tells progress; users read them as errors. Beyond ninety pawns they are compressed, in the same order.

use super::score::Score;

/// Evaluations up to this one, in centipawns for either side, are shown as they are.
const UNCHANGED: i32 = 9_000;

/// The highest evaluation that is shown, below the tablebase wins of the protocols.
const MAX_DISPLAYED: i32 = 9_649;

/// Width in centipawns of the range that is compressed, and of the range that it is compressed into.
const RANGE: i32 = Score::MAX_EVAL.raw() - UNCHANGED;
const DISPLAYED_RANGE: i32 = MAX_DISPLAYED - UNCHANGED;

/// The centipawns to show for an evaluation in centipawns.
pub(crate) fn displayed_centipawns(centipawns: i32) -> i32 {
    let excess = (centipawns.abs() - UNCHANGED).clamp(0, RANGE);
    let shown = UNCHANGED.min(centipawns.abs()) + excess * DISPLAYED_RANGE / RANGE;
    shown * centipawns.signum()
}

/// An evaluation that is shown as these centipawns; beyond [`MAX_DISPLAYED`] the highest one.
pub(crate) fn score_from_displayed(shown: i32) -> Score {
    let excess = shown.saturating_abs().saturating_sub(UNCHANGED);
    let excess = excess.clamp(0, DISPLAYED_RANGE);
    let magnitude = shown.saturating_abs().min(UNCHANGED);
    let centipawns = magnitude + (excess * RANGE + DISPLAYED_RANGE - 1) / DISPLAYED_RANGE;
    Score::cp(centipawns * shown.signum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn won_endings_are_shown_in_order_below_a_hundred_pawns() {
        let limit = Score::MAX_EVAL.raw();
        let shown = (-limit..=limit).map(displayed_centipawns);
        assert!(shown.is_sorted());
        assert_eq!(displayed_centipawns(limit), MAX_DISPLAYED);
        for centipawns in [0, 37, -37, 1234, 9_000, -9_000] {
            assert_eq!(displayed_centipawns(centipawns), centipawns);
            assert_eq!(score_from_displayed(centipawns), Score::cp(centipawns));
        }
        for known_win in [10_000, 10_867, 12_000, 20_000] {
            let shown = displayed_centipawns(known_win);
            assert!(shown > 9_000 && shown < displayed_centipawns(known_win + 100));
            assert_eq!(displayed_centipawns(-known_win), -shown);
        }
    }

    #[test]
    fn a_displayed_score_is_read_back() {
        for shown in -MAX_DISPLAYED..=MAX_DISPLAYED {
            let score = score_from_displayed(shown);
            assert_eq!(displayed_centipawns(score.raw()), shown);
        }
        for beyond in [MAX_DISPLAYED + 1, i32::MAX] {
            assert_eq!(score_from_displayed(beyond), Score::MAX_EVAL);
        }
        assert_eq!(score_from_displayed(i32::MIN), -Score::MAX_EVAL);
    }
}
