//! What tests of the whole crate share: its own source, and the client library's.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Every file of both crates, with its path from `src` on.
pub fn sources() -> Vec<(PathBuf, String)> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let roots = ["src", "../client/src"].map(|root| here.join(root));
    let mut found: Vec<_> = roots.iter().flat_map(|root| sources_in(root)).collect();
    found.sort();
    found
}

fn sources_in(root: &Path) -> Vec<(PathBuf, String)> {
    let (mut found, mut folders) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ext| ext == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path.strip_prefix(root).unwrap().to_owned(), text));
            }
        }
    }
    found
}

/// The modules that show a session to somebody, each in its own way.
const FRONTENDS: [&str; 4] = ["tui", "plain", "jsonl", "bot"];

#[test]
fn no_frontend_imports_another() {
    for (path, source) in sources() {
        let own = FRONTENDS.iter().find(|own| path.starts_with(own));
        let others = FRONTENDS
            .iter()
            .filter(|other| own.is_some_and(|own| own != *other));
        for other in others {
            let name = format!("{other}::");
            let before = |at: usize| source[..at].chars().next_back();
            let apart = |at: usize| before(at).is_some_and(|c| !c.is_alphanumeric() && c != '_');
            let found = source.match_indices(&name).any(|(at, _)| apart(at));
            assert!(!found, "{} names {name}", path.display());
        }
    }
}
