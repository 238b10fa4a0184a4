//! The table at the end.

use crate::suite::{Summary, TestPosition, TestResult, TestSuite};

/// More parts than this are not listed.
const MAX_PARTS: usize = 40;

/// The results by suite, by part of a suite, and in total.
#[derive(Default)]
pub(super) struct SuiteTable {
    suites: Vec<SuiteRows>,
    total: Summary,
    rejected: usize,
}

struct SuiteRows {
    name: String,
    rejected: usize,
    summary: Summary,
    /// By part, in the order of the file.
    parts: Vec<(String, Summary)>,
}

impl SuiteTable {
    /// Begins a suite.
    pub(super) fn begin(&mut self, name: &str, suite: &TestSuite) {
        self.rejected += suite.rejected.len();
        self.suites.push(SuiteRows {
            name: name.to_owned(),
            rejected: suite.rejected.len(),
            summary: Summary::default(),
            parts: Vec::new(),
        });
    }

    /// Adds a result to the last suite that was begun.
    pub(super) fn add(&mut self, test: &TestPosition, result: &TestResult) {
        self.total.add(test, result);
        let Some(suite) = self.suites.last_mut() else {
            return;
        };
        suite.summary.add(test, result);
        let part = test.part().unwrap_or_default();
        let known = suite.parts.iter_mut().find(|(name, _)| name == part);
        match known {
            Some((_, summary)) => summary.add(test, result),
            None => {
                let mut summary = Summary::default();
                summary.add(test, result);
                suite.parts.push((part.to_owned(), summary));
            }
        }
    }

    /// The results of all suites.
    pub(super) fn total(&self) -> &Summary {
        &self.total
    }

    /// The table. Columns that say nothing are left out.
    pub(super) fn lines(&self) -> Vec<String> {
        let columns = self.columns();
        let mut rows = vec![header(&columns)];
        for suite in &self.suites {
            if suite.has_parts() {
                let part = |(name, summary): &(String, Summary)| {
                    let rejected = None;
                    row(&format!("  {name}"), summary, rejected, &columns)
                };
                rows.extend(suite.parts.iter().map(part));
            }
            rows.push(row(
                &suite.name,
                &suite.summary,
                Some(suite.rejected),
                &columns,
            ));
        }
        if self.suites.len() > 1 {
            rows.push(row("total", &self.total, Some(self.rejected), &columns));
        }
        align(&rows)
    }

    fn columns(&self) -> Vec<Column> {
        let has_points = self.total.max_points > 0;
        let has_mates = self.total.mates > 0;
        let all = [
            (Column::Positions, true),
            (Column::Unreadable, true),
            (Column::Solved, true),
            (Column::Percent, true),
            (Column::Points, has_points),
            (Column::MaxPoints, has_points),
            (Column::PointPercent, has_points),
            (Column::MatesFound, has_mates),
            (Column::Nodes, true),
            (Column::Time, true),
            (Column::SolutionTime, true),
            (Column::SolutionDepth, true),
        ];
        let shown = all.into_iter().filter(|&(_, is_shown)| is_shown);
        shown.map(|(column, _)| column).collect()
    }
}

impl SuiteRows {
    /// Whether the positions belong to several parts that are worth a row each.
    fn has_parts(&self) -> bool {
        let is_named = |(name, _): &(String, Summary)| !name.is_empty();
        (2..=MAX_PARTS).contains(&self.parts.len()) && self.parts.iter().all(is_named)
    }
}

#[derive(Clone, Copy)]
enum Column {
    Positions,
    Unreadable,
    Solved,
    Percent,
    Points,
    MaxPoints,
    PointPercent,
    MatesFound,
    Nodes,
    Time,
    SolutionTime,
    SolutionDepth,
}

impl Column {
    fn title(self) -> &'static str {
        match self {
            Column::Positions => "positions",
            Column::Unreadable => "unreadable",
            Column::Solved => "solved",
            Column::Percent | Column::PointPercent => "%",
            Column::Points => "points",
            Column::MaxPoints => "of",
            Column::MatesFound => "mates",
            Column::Nodes => "nodes",
            Column::Time => "time s",
            Column::SolutionTime => "solution s",
            Column::SolutionDepth => "depth",
        }
    }

    fn text(self, summary: &Summary, rejected: Option<usize>) -> String {
        let solution = summary.mean_solution();
        match self {
            Column::Positions => summary.positions.to_string(),
            Column::Unreadable => rejected.map_or_else(String::new, |count| count.to_string()),
            Column::Solved => summary.solved.to_string(),
            Column::Percent => percent(summary.solved as u64, summary.positions as u64),
            Column::Points => summary.points.to_string(),
            Column::MaxPoints => summary.max_points.to_string(),
            Column::PointPercent => percent(summary.points, summary.max_points),
            Column::MatesFound => summary.mates_found.to_string(),
            Column::Nodes => summary.nodes.to_string(),
            Column::Time => format!("{:.1}", summary.time.as_secs_f64()),
            Column::SolutionTime => solution.map_or_else(
                || "-".to_owned(),
                |(time, _)| format!("{:.3}", time.as_secs_f64()),
            ),
            Column::SolutionDepth => {
                solution.map_or_else(|| "-".to_owned(), |(_, depth)| format!("{depth:.1}"))
            }
        }
    }
}

fn percent(part: u64, all: u64) -> String {
    match all {
        0 => "-".to_owned(),
        _ => format!("{:.1}", 100.0 * part as f64 / all as f64),
    }
}

fn header(columns: &[Column]) -> Vec<String> {
    let titles = columns.iter().map(|column| column.title().to_owned());
    std::iter::once("suite".to_owned()).chain(titles).collect()
}

fn row(name: &str, summary: &Summary, rejected: Option<usize>, columns: &[Column]) -> Vec<String> {
    let texts = columns.iter().map(|column| column.text(summary, rejected));
    std::iter::once(name.to_owned()).chain(texts).collect()
}

/// Aligns the first column to the left and the others to the right.
fn align(rows: &[Vec<String>]) -> Vec<String> {
    let width = |column: usize| {
        let lengths = rows.iter().map(|row| row[column].chars().count());
        lengths.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows.first().map_or(0, Vec::len)).map(width).collect();
    let line = |row: &Vec<String>| {
        let mut line = format!("{:<width$}", row[0], width = widths[0]);
        for (text, width) in row.iter().zip(&widths).skip(1) {
            line.push_str(&format!("  {text:>width$}"));
        }
        line
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Solution;
    use crate::types::Score;
    use std::time::Duration;

    /// A result with its points; one with points is solved.
    fn result(points: u32) -> TestResult {
        let solution = Solution {
            depth: 4,
            nodes: 50,
            time: Duration::from_millis(20),
        };
        TestResult {
            best: None,
            score: Score::DRAW,
            depth: 9,
            nodes: 100,
            time: Duration::from_millis(300),
            solution: (points > 0).then_some(solution),
            points,
            is_mate_found: false,
        }
    }

    fn table(name: &str, ids: &[(&str, u32)], table: &mut SuiteTable) {
        let line = |(id, _): &(&str, u32)| {
            format!("4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; c0 \"e4=10\"; id \"{id}\";\n")
        };
        let text: String = ids.iter().map(line).collect();
        let suite = TestSuite::parse((text + "x\n").as_bytes(), Default::default());
        table.begin(name, &suite);
        for (test, &(_, points)) in suite.positions.iter().zip(ids) {
            table.add(test, &result(points));
        }
    }

    #[test]
    fn suites_have_a_row_for_each_part_and_all_a_total() {
        let mut rows = SuiteTable::default();
        table("a.epd", &[("A 1", 10), ("A 2", 0), ("B 1", 5)], &mut rows);
        table("bb.epd", &[("C 1", 0), ("C 2", 0)], &mut rows);
        let expected = "\
suite   positions  unreadable  solved      %  points  of     %  nodes  time s  solution s  depth
  A             2                   1   50.0      10  20  50.0    200     0.6       0.020    4.0
  B             1                   1  100.0       5  10  50.0    100     0.3       0.020    4.0
a.epd           3           1       2   66.7      15  30  50.0    300     0.9       0.020    4.0
bb.epd          2           1       0    0.0       0  20   0.0    200     0.6           -      -
total           5           2       2   40.0      15  50  30.0    500     1.5       0.020    4.0";
        assert_eq!(rows.lines().join("\n"), expected);
        assert_eq!(rows.total().solved, 2);
    }
}
