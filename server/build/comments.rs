//! Removal of comments, blank lines and indentation from modules and styles, which visitors would download for nothing.
//!
//! A comment is recognised where it begins a line, and a type wherever it stands, so no text may
//! have a line or a type that looks like one.

use std::borrow::Cow;

/// The source without them.
pub fn left_out(source: &str) -> String {
    let mut inside = false;
    let lines = source.lines().map(|line| {
        let text = line.trim();
        if inside || text.starts_with("/*") {
            let end = text.split_once("*/");
            inside = end.is_none();
            end.map_or("", |(_, behind)| behind.trim())
        } else if text.starts_with("//") {
            ""
        } else {
            text
        }
    });
    let lines = lines.filter(|line| !line.is_empty());
    lines
        .flat_map(|line| [without_types(line), "\n".into()])
        .collect()
}

/// A line without the types of its values, which are comments.
fn without_types(line: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(line);
    while let Some((before, rest)) = text.split_once("/** @type ")
        && let Some((_, behind)) = rest.split_once("*/")
    {
        text = format!("{before}{}", behind.trim_start()).into();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::left_out;

    #[test]
    fn comments_indentation_and_blank_lines_are_stripped() {
        for (source, wanted) in [
            ("/** What it is.\n * More.\n */\nf();\n", "f();\n"),
            ("  // one\n\n  f();\n", "f();\n"),
            ("  /** @type {X} */\n  a = 1;", "a = 1;\n"),
            ("/** @type {X} */ let a;\n// b\n", "let a;\n"),
            ("/* a\n   b */ f(); // c\n", "f(); // c\n"),
            ("/* a\n// b */\nc\n", "c\n"),
            (
                "a = 'http://x'; /* b */\nc /= 2;\n",
                "a = 'http://x'; /* b */\nc /= 2;\n",
            ),
            (
                "f((/** @type {import(\"x\").X} */ n) => g(/** @type {Y} */ (n)));\n",
                "f((n) => g((n)));\n",
            ),
            ("", ""),
        ] {
            assert_eq!(left_out(source), wanted, "{source:?}");
        }
    }
}
