//! Bundling of the page's stylesheets into one, with the dark colours for systems that prefer them and for people who
//! chose them.

use super::Sources;

/// Behind the address of the stylesheet that has the dark colours.
const DARK: &str = "(prefers-color-scheme: dark)";

/// A blank behind these means nothing.
const BLANKS: [&str; 4] = ["{", ";", ":", ","];

/// The stylesheet of `entry` with its imports in place. The rules of the dark one are
/// written twice: `data-theme` at the root says what the person chose.
pub fn joined(entry: &str, sources: &Sources) -> Result<String, String> {
    let mut text = String::new();
    for line in source(entry, sources)?.lines() {
        let Some(import) = line.strip_prefix("@import ") else {
            return Err(format!("{entry}: only imports stand there, not {line}"));
        };
        let import = import.trim_end_matches(';');
        let (path, media) = import.split_once(' ').unwrap_or((import, ""));
        let rules = source(path.trim_matches('"'), sources)?;
        match media {
            "" => text += &tight(rules),
            DARK => text += &dark(&tight(rules)),
            other => return Err(format!("{entry}: no rules are for {other}")),
        }
    }
    Ok(text)
}

fn source<'a>(path: &str, sources: &'a Sources) -> Result<&'a String, String> {
    let source = sources.get(path);
    source.ok_or_else(|| format!("{path}: imported, but not there"))
}

/// Rules without the blanks that mean nothing.
fn tight(rules: &str) -> String {
    let tight_line = |line: &str| {
        // They may be part of a text.
        if line.contains('"') {
            return line.to_owned();
        }
        let line = line.replace(" {", "{");
        let behind = |line: String, mark: &&str| line.replace(&format!("{mark} "), mark);
        BLANKS.iter().fold(line, behind)
    };
    rules
        .lines()
        .flat_map(|line| [tight_line(line), "\n".into()])
        .collect()
}

fn dark(rules: &str) -> String {
    let [preferred, chosen] = [
        ":root:not([data-theme=\"light\"])",
        ":root[data-theme=\"dark\"]",
    ]
    .map(|root| rules.replace(":root", root));
    format!("@media {DARK} {{\n{preferred}}}\n{chosen}")
}

#[cfg(test)]
mod tests {
    use super::{Sources, joined, tight};

    #[test]
    fn styles_stand_in_the_order_of_their_imports() {
        let join = |entry: &str| {
            let files = [
                ("style.css", entry),
                ("style/a.css", "a {\n}\n"),
                ("style/b.css", "b {\n}\n"),
                ("style/dark.css", ":root {\n--c: #000;\n}\n"),
            ];
            let sources = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
            joined("style.css", &Sources::from(sources))
        };
        let both = join("@import \"style/b.css\";\n@import \"style/a.css\";\n");
        assert_eq!(both.as_deref(), Ok("b{\n}\na{\n}\n"));
        let dark = join("@import \"style/dark.css\" (prefers-color-scheme: dark);\n");
        let wanted = "\
@media (prefers-color-scheme: dark) {
:root:not([data-theme=\"light\"]){
--c:#000;
}
}
:root[data-theme=\"dark\"]{
--c:#000;
}
";
        assert_eq!(dark.as_deref(), Ok(wanted));
        assert_eq!(
            tight("a, b :is(c) { d: e f; g: h(i, j); }\nk { content: \"; \"; }\n"),
            "a,b :is(c){d:e f;g:h(i,j);}\nk { content: \"; \"; }\n"
        );
        for entry in [
            "a {}\n",
            "@import \"style/c.css\";\n",
            "@import \"style/a.css\" print;\n",
        ] {
            assert!(join(entry).is_err(), "{entry}");
        }
    }
}
