//! Strips comments from modules and styles, which visitors would download for nothing. Lines keep
//! their numbers, so that error messages name the right ones.
//!
//! A comment is recognised where it begins a line, so no text over several lines may have a line
//! that looks like one.

/// The source without them.
pub fn left_out(source: &str) -> String {
    let mut inside = false;
    let lines = source.lines().map(|line| {
        let text = line.trim_start();
        if inside || text.starts_with("/*") {
            let end = text.split_once("*/");
            inside = end.is_none();
            end.map_or("", |(_, behind)| behind.trim())
        } else if text.starts_with("//") {
            ""
        } else {
            line
        }
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::left_out;

    #[test]
    fn comments_that_begin_a_line_are_left_out_and_lines_stay() {
        for (source, wanted) in [
            ("/** What it is.\n * More.\n */\nf();\n", "\n\n\nf();\n"),
            ("  // one\n  f();\n", "\n  f();\n"),
            ("  /** @type {X} */\n  a = 1;", "\n  a = 1;\n"),
            ("/** @type {X} */ let a;\n// b\n", "let a;\n\n"),
            ("/* a\n   b */ f(); // c\n", "\nf(); // c\n"),
            ("/* a\n// b */\nc\n", "\n\nc\n"),
            (
                "a = 'http://x'; /* b */\nc /= 2;\n",
                "a = 'http://x'; /* b */\nc /= 2;\n",
            ),
            ("", ""),
        ] {
            assert_eq!(left_out(source), wanted, "{source:?}");
        }
    }
}
