//! The Elo difference over the games of matches.

use super::figure::{Band, Figure, Panel, Series};
use super::match_log::MatchProgress;

/// More points than this are thinned out.
const MAX_POINTS: usize = 400;
/// Of this many points or more, those of the first games are left out: their error bars would hide the rest.
const MANY_POINTS: usize = 20;
/// The part of the games that is left out then.
const FIRST_GAMES: u32 = 20;

/// Elo with its 95 % confidence interval over the number of games, a line for each match.
pub(super) fn match_figure(title: &str, matches: &[MatchProgress]) -> Figure {
    let panel = Panel {
        title: String::new(),
        x_label: "games".to_owned(),
        y_label: "Elo difference, 95 % confidence".to_owned(),
        series: matches.iter().map(series).collect(),
        reference: Some(0.0),
    };
    let title = match matches {
        [only] => format!("{title}: {}", result(only)),
        _ => title.to_owned(),
    };
    Figure {
        title,
        panels: vec![panel],
        columns: 1,
    }
}

fn series(progress: &MatchProgress) -> Series {
    let last = progress.points.last().map_or(0, |&(games, _)| games);
    let is_many = progress.points.len() >= MANY_POINTS;
    let is_early = |games| is_many && games < last / FIRST_GAMES;
    let points: Vec<_> = progress
        .points
        .iter()
        .filter(|&&(games, _)| !is_early(games))
        .collect();
    let step = points.len().div_ceil(MAX_POINTS).max(1);
    // The last point is always kept.
    let kept = points.into_iter().rev().step_by(step).rev();
    let kept = kept.map(|&(games, estimate)| (f64::from(games), estimate));
    Series {
        name: result(progress),
        points: kept
            .clone()
            .map(|(x, estimate)| (x, estimate.elo))
            .collect(),
        band: kept
            .map(|(x, estimate)| Band {
                x,
                low: estimate.low,
                high: estimate.high,
            })
            .collect(),
    }
}

/// The engines and the last estimate.
fn result(progress: &MatchProgress) -> String {
    match progress.points.last() {
        None => progress.name.clone(),
        Some((games, last)) => format!(
            "{}, {games} games: {:+.1} Elo [{:+.1}, {:+.1}]",
            progress.name, last.elo, last.low, last.high
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::elo::EloEstimate;
    use super::*;

    #[test]
    fn many_points_are_thinned_out_the_first_dropped_and_the_last_stays() {
        let estimate = EloEstimate {
            elo: 5.0,
            low: -1.0,
            high: 11.0,
        };
        let progress = MatchProgress {
            name: "a vs b".to_owned(),
            points: (1..=1001).map(|games| (games, estimate)).collect(),
        };
        let figure = match_figure("log", &[progress]);
        let series = &figure.panels[0].series[0];
        assert!(series.points.len() <= MAX_POINTS && series.points[0].0 >= 50.0);
        assert_eq!(series.points.last(), Some(&(1001.0, 5.0)));
        assert_eq!(series.points.len(), series.band.len());
        assert_eq!(
            figure.title,
            "log: a vs b, 1001 games: +5.0 Elo [-1.0, +11.0]"
        );
    }
}
