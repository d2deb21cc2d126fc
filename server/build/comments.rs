//! Leaves comments out of modules and styles: whoever opens the page would
//! wait for them and not read them. What is left stays in its line, so that an
//! error message names the right one.

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
