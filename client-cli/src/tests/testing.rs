//! Helpers shared by the tests of the whole crate: its own source, and that of the crates that
//! `oxo` is made of.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Every file of these crates, with its path from `src` on.
pub fn sources() -> Vec<(PathBuf, String)> {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let roots = [
        "src",
        "../bot/src",
        "../frontend/src",
        "../archive/src",
        "../client/src",
        "../sentences/src",
    ]
    .map(|root| here.join(root));
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
