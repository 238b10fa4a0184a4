//! The Elo difference over the games of matches.

use super::elo::{EloEstimate, MAX_ELO};
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
    let points = meaningful_points(&progress.points);
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

/// The points whose error bars say something. Without any all points are kept.
fn meaningful_points(points: &[(u32, EloEstimate)]) -> Vec<&(u32, EloEstimate)> {
    let last = points.last().map_or(0, |&(games, _)| games);
    let is_many = points.len() >= MANY_POINTS;
    let is_early = |games| is_many && games < last / FIRST_GAMES;
    let is_limited = |estimate: &EloEstimate| estimate.low > -MAX_ELO && estimate.high < MAX_ELO;
    let is_kept = |point: &&(u32, EloEstimate)| !is_early(point.0) && is_limited(&point.1);
    let kept: Vec<_> = points.iter().filter(is_kept).collect();
    if kept.is_empty() {
        points.iter().collect()
    } else {
        kept
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
    use super::*;

    fn estimate(elo: f64, margin: f64) -> EloEstimate {
        EloEstimate {
            elo,
            low: elo - margin,
            high: elo + margin,
        }
    }

    #[test]
    fn points_without_a_limit_are_dropped_if_there_are_others() {
        let games = |points: &[(u32, EloEstimate)]| -> Vec<u32> {
            let kept = meaningful_points(points);
            kept.into_iter().map(|&(games, _)| games).collect()
        };
        let wide = (1, estimate(MAX_ELO, 0.0));
        assert_eq!(games(&[wide, (2, estimate(0.0, 100.0))]), [2]);
        assert_eq!(games(&[wide]), [1]);
    }

    #[test]
    fn many_points_are_thinned_out_the_first_dropped_and_the_last_stays() {
        let progress = MatchProgress {
            name: "a vs b".to_owned(),
            points: (1..=1001)
                .map(|games| (games, estimate(5.0, 6.0)))
                .collect(),
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
