//! The files of the workspace, by their paths from its root.

use super::workspace;

/// The files below a folder.
pub fn below(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(workspace().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            found.extend(below(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// Those of them that are Rust.
pub fn rust(folder: &str) -> impl Iterator<Item = String> + use<> {
    below(folder)
        .into_iter()
        .filter(|path| path.ends_with(".rs"))
}

/// Those of them that are no tests.
pub fn sources(folder: &str) -> impl Iterator<Item = String> + use<> {
    let is_test = |part: &str| matches!(part, "tests" | "tests.rs");
    rust(folder).filter(move |path| !path.split('/').any(is_test))
}

pub fn read(path: &str) -> String {
    std::fs::read_to_string(workspace().join(path)).unwrap()
}
