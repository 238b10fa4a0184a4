//! Draws figures as SVG.

use std::fmt::Display;

use plotters::chart::{ChartBuilder, ChartContext, SeriesLabelPosition};
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{PathElement, Polygon};
use plotters::prelude::SVGBackend;
use plotters::series::LineSeries;
use plotters::style::{BLACK, Color, RGBColor, ShapeStyle, WHITE};

use super::error::PlotError;
use super::figure::{Figure, Panel, Series};

/// Width of a picture in pixels.
const WIDTH: u32 = 960;
/// Height of a row of panels in pixels, by the number of panels in a row.
const ROW_HEIGHTS: [u32; 3] = [360, 260, 220];
/// Height of the headline in pixels.
const TITLE_HEIGHT: u32 = 40;

/// Colours that people with colour blindness can tell apart (Okabe and Ito 2008).
const COLORS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// Draws a figure.
pub fn to_svg(figure: &Figure) -> Result<String, PlotError> {
    let columns = figure.columns.clamp(1, ROW_HEIGHTS.len());
    let rows = figure.panels.len().div_ceil(columns).max(1);
    let height = TITLE_HEIGHT + rows as u32 * ROW_HEIGHTS[columns - 1];
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        root.fill(&WHITE).map_err(draw_error)?;
        let body = root
            .titled(&figure.title, ("sans-serif", 20))
            .map_err(draw_error)?;
        let areas = body.split_evenly((rows, columns));
        for (area, panel) in areas.iter().zip(&figure.panels) {
            draw_panel(area, panel)?;
        }
        root.present().map_err(draw_error)?;
    }
    Ok(svg)
}

fn draw_panel(area: &Area, panel: &Panel) -> Result<(), PlotError> {
    let [(left, right), (bottom, top)] = panel.ranges();
    let mut builder = ChartBuilder::on(area);
    builder
        .margin(8)
        .margin_right(24)
        .x_label_area_size(40)
        .y_label_area_size(80);
    if !panel.title.is_empty() {
        builder.caption(&panel.title, ("sans-serif", 16));
    }
    let mut chart = builder
        .build_cartesian_2d(left..right, bottom..top)
        .map_err(draw_error)?;
    let y_digits = digits(top - bottom);
    chart
        .configure_mesh()
        .x_labels(8)
        .y_labels(6)
        .max_light_lines(0)
        .bold_line_style(BLACK.mix(0.12))
        .x_label_formatter(&|x| count(*x))
        .y_label_formatter(&|y| format!("{y:.y_digits$}"))
        .x_desc(&panel.x_label)
        .y_desc(&panel.y_label)
        .draw()
        .map_err(draw_error)?;
    if let Some(reference) = panel.reference {
        let line = [(left, reference), (right, reference)];
        chart
            .draw_series(LineSeries::new(line, BLACK.mix(0.5)))
            .map_err(draw_error)?;
    }
    for (series, color) in panel.series.iter().zip(COLORS.into_iter().cycle()) {
        draw_series(&mut chart, series, color)?;
    }
    if panel.series.len() > 1 {
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.3))
            .draw()
            .map_err(draw_error)?;
    }
    Ok(())
}

fn draw_series(chart: &mut Chart, series: &Series, color: RGBColor) -> Result<(), PlotError> {
    let style = ShapeStyle::from(&color).stroke_width(2);
    let low = series.band.iter().map(|band| (band.x, band.low));
    let high = series.band.iter().rev().map(|band| (band.x, band.high));
    let outline: Vec<(f64, f64)> = low.chain(high).collect();
    if !outline.is_empty() {
        chart
            .draw_series([Polygon::new(outline, color.mix(0.15))])
            .map_err(draw_error)?;
    }
    let points = series.points.iter().copied();
    let finite = points.filter(|(x, y)| x.is_finite() && y.is_finite());
    let drawn = chart
        .draw_series(LineSeries::new(finite, style).point_size(point_size(series)))
        .map_err(draw_error)?;
    drawn
        .label(&series.name)
        .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], style));
    Ok(())
}

/// Radius in pixels of the points of a series: a line through one point would not show.
fn point_size(series: &Series) -> u32 {
    if series.points.len() < 30 { 3 } else { 0 }
}

/// The label of a place on the horizontal axis, which counts something: none between two numbers.
fn count(x: f64) -> String {
    if (x - x.round()).abs() < 1e-6 {
        format!("{x:.0}")
    } else {
        String::new()
    }
}

/// Digits after the point that tell the labels of a range apart.
fn digits(range: f64) -> usize {
    (1.0 - range.log10().floor()).clamp(0.0, 9.0) as usize
}

fn draw_error(error: impl Display) -> PlotError {
    PlotError::Draw(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::figure::Band;
    use super::*;

    fn figure(panels: usize) -> Figure {
        let series = |name: &str, slope: f64| Series {
            name: name.to_owned(),
            points: (0..50)
                .map(|x| (f64::from(x), slope * f64::from(x)))
                .collect(),
            band: (0..50)
                .map(|x| Band {
                    x: f64::from(x),
                    low: slope * f64::from(x) - 1.0,
                    high: slope * f64::from(x) + 1.0,
                })
                .collect(),
        };
        let panel = Panel {
            title: "one <two> & three".to_owned(),
            x_label: "games".to_owned(),
            y_label: "Elo".to_owned(),
            series: vec![series("a & b", 1.0), series("c", -2.0)],
            reference: Some(0.0),
        };
        Figure {
            title: "log".to_owned(),
            panels: vec![panel; panels],
            columns: 2,
        }
    }

    #[test]
    fn lines_bands_and_escaped_texts_are_drawn() {
        let svg = to_svg(&figure(1)).unwrap();
        assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
        assert_eq!(svg.matches("<polygon ").count(), 2);
        // Two series with their legends, and the reference, beside the axes.
        assert!(svg.matches("<polyline ").count() >= 5, "{svg}");
        assert!(svg.contains("one &lt;two&gt; &amp; three") && svg.contains("a &amp; b"));
        assert!(!svg.contains("<two>") && !svg.contains("NaN"));
    }

    #[test]
    fn every_panel_has_a_place_of_its_own() {
        let captions = |svg: &str| svg.matches("one &lt;two&gt;").count();
        let svg = to_svg(&figure(5)).unwrap();
        assert_eq!(captions(&svg), 5);
        assert!(svg.contains("height=\"820\""), "{}", &svg[..200]);
        assert!(to_svg(&Figure::default()).is_ok());
    }

    #[test]
    fn labels_of_small_ranges_are_told_apart() {
        assert_eq!(digits(1000.0), 0);
        assert_eq!(digits(5.0), 1);
        assert_eq!(digits(0.001), 4);
        assert_eq!([count(3.0), count(3.5)], ["3", ""]);
    }
}
