//! Search for sentences in the code: what people read is in the catalogues.

use std::path::Path;

use clap::CommandFactory;

use super::testing::sources;
use crate::cli::Cli;

/// Whether a file is compiled for tests alone: `tests.rs`, or one in a folder `tests`.
fn is_test(path: &Path) -> bool {
    path.with_extension("").iter().any(|part| part == "tests")
}

/// Literals that look like sentences and are none: names of keys and of HTTP
/// headers, of a value on the command line, a word to developers, and results in SGF.
const NONE: [&str; 14] = [
    "Ctrl-C",
    "Home/End",
    "Space",
    "Bearer {}",
    "WxHxL",
    " (os error ",
    "Sec-WebSocket-Protocol",
    "Draw",
    "Void",
    ", not more",
    // The protocol of Gomocup.
    "ERROR no move is left",
    r"INFO timeout_match 0\nINFO time_left 2147483647\nINFO game_type 0",
    r"{command}\n{SETTINGS}\nINFO rule {rule}",
    "INFO timeout_turn {}",
];

/// Whether it is a command line of this program, which no language translates.
fn is_command(literal: &str) -> bool {
    let words = literal.strip_prefix("oxo ").unwrap_or_default();
    let first = words.split(' ').next().unwrap_or_default();
    first.starts_with("--") || Cli::command().find_subcommand(first).is_some()
}

/// The string literals of a source, up to the tests at its end. Comments and
/// attributes have none that count.
fn literals(source: &str) -> Vec<String> {
    let end = source.find("mod tests {");
    let mut found = Vec::new();
    let mut rest = &source[..end.unwrap_or(source.len())];
    while let Some(at) = rest.find(['"', '\'', '/', '#']) {
        rest = &rest[at..];
        rest = if rest.starts_with("//") || rest.starts_with("#[") {
            rest.find('\n').map_or("", |end| &rest[end..])
        } else if let Some(within) = rest.strip_prefix('"') {
            let (literal, behind) = quoted(within);
            found.push(literal);
            behind
        } else if let Some(behind) = rest.strip_prefix("'\"'") {
            behind
        } else {
            &rest[1..]
        };
    }
    found
}

/// The text up to the closing quotation mark, and the rest behind it.
fn quoted(text: &str) -> (String, &str) {
    let mut escaped = false;
    let end = text.find(|c: char| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    let end = end.unwrap_or(text.len());
    (text[..end].to_owned(), text.get(end + 1..).unwrap_or(""))
}

/// The text outside of `{…}`.
fn without_params(text: &str) -> String {
    let mut within = false;
    let outside = text.chars().filter(|c| {
        let param = within || *c == '{';
        within = param && *c != '}';
        !param
    });
    outside.collect()
}

/// Whether two words of at least two letters stand side by side outside of
/// parameters, or a word that begins as a sentence does, or a letter that is
/// not of English.
fn is_sentence(literal: &str) -> bool {
    let words = without_params(literal);
    let words: Vec<bool> = words
        .split(' ')
        .map(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1)
        .collect();
    let foreign = literal.contains(|c: char| c.is_alphabetic() && !c.is_ascii());
    let mut letters = literal.chars();
    let capital = letters.next().is_some_and(char::is_uppercase)
        && letters.next().is_some_and(char::is_lowercase);
    foreign || capital || words.windows(2).any(|two| two == [true, true])
}

#[test]
fn every_text_for_people_is_in_the_catalogues() {
    let mut found = Vec::new();
    for (path, source) in sources() {
        if is_test(&path) {
            continue;
        }
        let literals = literals(&source).into_iter();
        let sentence = |literal: &String| is_sentence(literal) && !is_command(literal);
        found.extend(literals.filter(sentence));
    }
    for none in NONE {
        let before = found.len();
        found.retain(|literal| literal != none);
        assert!(found.len() < before, "{none} is not there any more");
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn sentences_are_distinguished_from_names() {
    let source = r#"
        // "a comment with words"
        #[expect(x, reason = "an attribute with words")]
        let a = "one";
        let b = 'x' as char == '"' || text == "say \"two words\"";
        let c = "room {name}";
        "#;
    let found = literals(source);
    assert_eq!(found, ["one", "say \\\"two words\\\"", "room {name}"]);
    for (literal, sentence) in [
        ("", false),
        ("event.moved.you", false),
        ("┌ ─ ┐", false),
        ("{left} {right}", false),
        ("1 .. 9", false),
        ("{count} of {all}", false),
        ("your turn", true),
        ("Lost.", true),
        ("a b", false),
        ("Olá", true),
    ] {
        assert_eq!(is_sentence(literal), sentence, "{literal}");
    }
}
