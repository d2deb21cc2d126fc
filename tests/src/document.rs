//! Tables of documents that are written from what the program has.

use std::{fs, path::Path};

/// Asserts that a document has that table behind that head; with `OXO_BLESS` set it is written.
/// `test` is what runs the test.
///
/// # Panics
/// When it has another one.
pub fn assert_has_table(document: &str, head: &str, table: &str, test: &str) {
    // Asked for when the test runs, so that it can be held against any tree.
    let tests = std::env::var("CARGO_MANIFEST_DIR").expect("the folder of this package");
    let file = Path::new(&tests).join("..").join(document);
    let text = fs::read_to_string(&file).expect("a document");
    let begin = text.find(head).expect("the table's head") + head.len();
    let end = text[begin..]
        .find("\n\n")
        .map_or(text.len(), |at| begin + at + 1);
    if std::env::var_os("OXO_BLESS").is_some() {
        let blessed = format!("{}{table}{}", &text[..begin], &text[end..]);
        fs::write(file, blessed).expect("a document that can be written");
        return;
    }
    assert_eq!(
        &text[begin..end],
        table,
        "{document} is not what the server has; OXO_BLESS=1 cargo test -p tests --test {test} writes it"
    );
}
