//! Logs of `scripts/spsa.py`.

use super::columns::Columns;
use super::error::PlotError;
use super::figure::{Figure, Panel, Series};

/// The first columns of a log; one for each parameter follows.
pub(super) const FIRST_COLUMNS: &str = "iteration,result";

/// The sum of the results, and each parameter over the iterations with its first value for comparison.
pub(super) fn spsa_figure(title: &str, text: &str) -> Result<Figure, PlotError> {
    let columns = Columns::parse(text)?;
    let panel = |title: &str, points: Vec<(f64, f64)>| Panel {
        title: title.to_owned(),
        x_label: "iteration".to_owned(),
        reference: points.first().map(|&(_, first)| first),
        series: vec![Series {
            name: title.to_owned(),
            points,
            band: Vec::new(),
        }],
        ..Panel::default()
    };
    let parameters = columns.names.iter().skip(2);
    let panels: Vec<Panel> = parameters
        .map(|name| panel(name, columns.points(name)))
        .collect();
    Ok(Figure {
        title: title.to_owned(),
        columns: panels.len().clamp(1, 3),
        panels,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_has_a_panel() {
        let text = "iteration,result,lmr_base,rfp_margin\n1,2,70.5,80\n2,-1,71,79.5\n";
        let figure = spsa_figure("spsa.csv", text).unwrap();
        assert_eq!((figure.panels.len(), figure.columns), (2, 2));
        assert_eq!(figure.panels[1].title, "rfp_margin");
        assert_eq!(
            figure.panels[1].series[0].points,
            [(1.0, 80.0), (2.0, 79.5)]
        );
        assert_eq!(figure.panels[1].reference, Some(80.0));
    }
}
