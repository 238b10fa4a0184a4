//! Figures: the content of plots, independent of the output format.

/// A picture of one or more panels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// Headline.
    pub title: String,
    /// The panels, row by row.
    pub panels: Vec<Panel>,
    /// Number of panels in a row.
    pub columns: usize,
}

/// A coordinate system with its series.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// Headline; may be empty.
    pub title: String,
    /// Name of the horizontal axis.
    pub x_label: String,
    /// Name of the vertical axis.
    pub y_label: String,
    /// The series.
    pub series: Vec<Series>,
    /// A horizontal line for comparison.
    pub reference: Option<f64>,
}

/// A line through points, with an optional band around it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Name in the legend, which is left out if a panel has only one series.
    pub name: String,
    /// Points (x, y) in ascending order of x.
    pub points: Vec<(f64, f64)>,
    /// Error bars; empty for none.
    pub band: Vec<Band>,
}

/// An error bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// Place on the horizontal axis.
    pub x: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Panel {
    /// The smallest and the largest x and y of all finite values, with some room above and below. A panel without values,
    /// or with equal ones, gets a range too.
    pub(super) fn ranges(&self) -> [(f64, f64); 2] {
        let points = self.series.iter().flat_map(|series| series.points.iter());
        let bands = self.series.iter().flat_map(|series| series.band.iter());
        let (xs, ys): (Vec<f64>, Vec<f64>) = points.copied().unzip();
        let band_ys = bands.flat_map(|band| [band.low, band.high]);
        let ys = ys.into_iter().chain(band_ys).chain(self.reference);
        let (bottom, top) = range(ys);
        let height = top - bottom;
        // A legend needs room above the lines.
        let above = if self.series.len() > 1 { 0.25 } else { 0.05 };
        [range(xs), (bottom - 0.05 * height, top + above * height)]
    }
}

fn range(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let finite = values.into_iter().filter(|value| value.is_finite());
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    let (low, high) = finite.fold(none, |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        (0.0, 1.0)
    } else if low == high {
        let room = if low == 0.0 { 1.0 } else { 0.1 * low.abs() };
        (low - room, high + room)
    } else {
        (low, high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_all_values_and_are_never_empty() {
        let mut panel = Panel::default();
        assert_eq!(panel.ranges()[0], (0.0, 1.0));
        panel.series.push(Series {
            points: vec![(1.0, 5.0)],
            ..Series::default()
        });
        for (low, high) in panel.ranges() {
            assert!(low < high);
        }
        panel.series.push(Series {
            points: vec![(3.0, f64::NAN), (4.0, 10.0)],
            band: vec![Band {
                x: 3.0,
                low: -10.0,
                high: 20.0,
            }],
            ..Series::default()
        });
        assert_eq!(panel.ranges(), [(1.0, 4.0), (-11.5, 27.5)]);
        panel.reference = Some(-20.0);
        assert_eq!(panel.ranges()[1], (-22.0, 30.0));
    }
}
