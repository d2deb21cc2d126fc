//! A table in Markdown.

use std::fmt::Write;

use load::stats::Spread;

/// A table in Markdown that grows by rows.
pub struct MarkdownTable {
    pub text: String,
}

impl MarkdownTable {
    /// Without rows yet; `corner` is the heading of the rows' names.
    pub fn new(corner: &str, headings: impl IntoIterator<Item = String>) -> MarkdownTable {
        let headings: Vec<String> = headings.into_iter().collect();
        let rule = "---:|".repeat(headings.len());
        let headings = headings.join(" | ");
        MarkdownTable {
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
pub fn cell(spread: Option<Spread>, digits: usize) -> String {
    let Some(Spread { median, low, high }) = spread else {
        return "missing".into();
    };
    format!("{median:.digits$} ({low:.digits$}–{high:.digits$})")
}

#[cfg(test)]
mod tests;
