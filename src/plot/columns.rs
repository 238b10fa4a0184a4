//! Logs as CSV: a line of column names, then numbers.

use super::error::PlotError;

/// The columns of a log.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Columns {
    pub names: Vec<String>,
    /// Rows of one number for each column.
    rows: Vec<Vec<f64>>,
}

impl Columns {
    /// Parses a log. Empty lines are skipped, and so is an unfinished last line: the log may still be written.
    pub(super) fn parse(text: &str) -> Result<Columns, PlotError> {
        let is_finished = text.ends_with('\n');
        let mut lines = (1..).zip(text.lines()).peekable();
        let (_, header) = lines.next().ok_or(PlotError::Empty)?;
        let names: Vec<String> = header.split(',').map(|n| n.trim().to_owned()).collect();
        let mut rows = Vec::new();
        while let Some((number, line)) = lines.next() {
            let is_last = lines.peek().is_none();
            let row: Result<Vec<f64>, _> = line.split(',').map(|x| x.trim().parse()).collect();
            match row {
                Ok(row) if row.len() == names.len() => rows.push(row),
                _ if line.trim().is_empty() || is_last && !is_finished => {}
                _ => return Err(PlotError::Row(number)),
            }
        }
        if rows.is_empty() {
            return Err(PlotError::Empty);
        }
        Ok(Columns { names, rows })
    }

    /// The values of a column against those of the first one; empty if there is no such column.
    pub(super) fn points(&self, name: &str) -> Vec<(f64, f64)> {
        let column = self.names.iter().position(|found| found == name);
        let Some(column) = column else {
            return Vec::new();
        };
        self.rows.iter().map(|row| (row[0], row[column])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_name() {
        let columns = Columns::parse("x, y,z\n1,2,3\n\n4,-5e-1,6\n7,8").unwrap();
        assert_eq!(columns.points("y"), [(1.0, 2.0), (4.0, -0.5)]);
        assert!(columns.points("w").is_empty());
    }

    #[test]
    fn broken_rows_are_named() {
        let error = |text| Columns::parse(text).unwrap_err();
        assert_eq!(error(""), PlotError::Empty);
        assert_eq!(error("x,y\n"), PlotError::Empty);
        assert_eq!(error("x,y\n1,2\n1\n3,4\n"), PlotError::Row(3));
        assert_eq!(error("x,y\n1,hello\n"), PlotError::Row(2));
    }
}
