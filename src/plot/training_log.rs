//! Logs of `diglot train`.

use super::columns::Columns;
use super::error::PlotError;
use super::figure::{Figure, Panel, Series};

/// The columns of a training log, one row for each superbatch: its number, the mean training loss, the validation loss
/// after it, that of the game results alone, the learning rate of its last step, the epochs started, and positions per
/// second.
pub const TRAINING_COLUMNS: &str =
    "superbatch,loss,validation,validation_result,learning_rate,epochs,positions_per_second";

/// The first of these columns, by which logs of all versions are known.
pub const FIRST_TRAINING_COLUMNS: &str = "superbatch,loss,validation,";

/// Losses, learning rate and speed over the superbatches.
pub fn training_figure(title: &str, text: &str) -> Result<Figure, PlotError> {
    let columns = Columns::parse(text)?;
    let panel = |title: &str, y_label: &str, names: &[&str]| Panel {
        title: title.to_owned(),
        x_label: "superbatch".to_owned(),
        y_label: y_label.to_owned(),
        series: names
            .iter()
            .map(|&name| Series {
                name: name.replace('_', " "),
                points: columns.points(name),
                band: Vec::new(),
            })
            .collect(),
        reference: None,
    };
    let mut panels = vec![
        panel("Loss", "mean squared error", &["loss", "validation"]),
        panel(
            "Loss of the game results",
            "mean squared error",
            &["validation_result"],
        ),
        panel("Learning rate", "learning rate", &["learning_rate"]),
        panel("Speed", "positions per second", &["positions_per_second"]),
    ];
    // Logs of older versions have no loss of the game results.
    panels.retain(|panel| panel.series.iter().all(|series| !series.points.is_empty()));
    Ok(Figure {
        title: title.to_owned(),
        panels,
        columns: 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_is_plotted_over_the_superbatches() {
        let text = format!(
            "{TRAINING_COLUMNS}\n1,0.05,0.06,0.13,0.001,1,1000\n2,0.04,0.055,0.12,0.0005,1,1200\n"
        );
        let figure = training_figure("net.csv", &text).unwrap();
        let [loss, result, rate, speed] = &figure.panels[..] else {
            panic!("{figure:?}");
        };
        assert_eq!(loss.series[0].points, [(1.0, 0.05), (2.0, 0.04)]);
        assert_eq!(loss.series[1].points, [(1.0, 0.06), (2.0, 0.055)]);
        assert_eq!(result.series[0].points, [(1.0, 0.13), (2.0, 0.12)]);
        assert_eq!(rate.series[0].points[1], (2.0, 0.0005));
        assert_eq!(speed.series[0].points[1], (2.0, 1200.0));
        let old =
            "superbatch,loss,validation,learning_rate,epochs,positions_per_second\n1,1,1,1,1,1\n";
        assert_eq!(training_figure("old.csv", old).unwrap().panels.len(), 3);
    }
}
