//! A table in Markdown.
//!
//! Knows nothing of what is in it.

use std::fmt::Write;

use crate::stats::Spread;

/// A table of Markdown that grows by rows.
pub struct Table {
    /// What there is of it.
    pub text: String,
}

impl Table {
    /// Without rows yet. The corner stands above the rows' names.
    pub fn new(corner: &str, headings: impl IntoIterator<Item = String>) -> Table {
        let headings: Vec<String> = headings.into_iter().collect();
        let rule = "---:|".repeat(headings.len());
        let headings = headings.join(" | ");
        Table {
            text: format!("| {corner} | {headings} |\n|---|{rule}\n"),
        }
    }

    /// Adds a row.
    pub fn row(&mut self, name: &str, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "| {name} | {} |", cells.join(" | "));
    }
}

/// A median with its spread; `missing` when there is none.
#[must_use]
pub fn cell(spread: Option<Spread>, digits: usize) -> String {
    let Some(Spread { median, low, high }) = spread else {
        return "missing".into();
    };
    format!("{median:.digits$} ({low:.digits$}–{high:.digits$})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_rule_as_wide_as_its_headings() {
        let mut table = Table::new("side", ["a", "b"].map(String::from));
        let spread = Spread::of([1.0, 2.0, 4.0]);
        table.row("floor", [cell(spread, 1), cell(None, 1)]);
        let expected = "| side | a | b |\n|---|---:|---:|\n| floor | 2.0 (1.0–4.0) | missing |\n";
        assert_eq!(table.text, expected);
    }
}
