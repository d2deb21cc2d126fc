//! The documents name files, folders and tests that exist.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Documents about the source. The others are about the programs, and only their links are followed.
const ABOUT_THE_SOURCE: [&str; 3] = ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"];

/// File extensions of the source.
const ENDINGS: [&str; 9] = [
    ".rs", ".js", ".mjs", ".json", ".jsonl", ".py", ".toml", ".md", ".yml",
];

/// Folders that hold nothing of the source.
const FOREIGN: [&str; 3] = [".git", "node_modules", "target"];

/// Every file and folder below a folder, with `/` before and, behind a folder, after its path.
fn paths(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if FOREIGN.contains(&name.as_str()) {
            continue;
        }
        let path = format!("{prefix}/{name}");
        if entry.file_type().unwrap().is_dir() {
            found.push(format!("{path}/"));
            paths(&entry.path(), &path, found);
        } else {
            found.push(path);
        }
    }
}

/// Words that look like a file, a folder or a test, by the characters they have.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let part_of_a_path = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    text.split(move |c: char| !part_of_a_path(c))
        .map(|word| word.trim_end_matches('.'))
}

/// The texts between backticks on one line each, and the lines of blocks.
fn code(document: &str) -> Vec<&str> {
    let mut block = false;
    let mut found = Vec::new();
    for line in document.lines() {
        if line.starts_with("```") {
            block = !block;
        } else if block {
            found.push(line);
        } else {
            found.extend(line.split('`').skip(1).step_by(2));
        }
    }
    found
}

fn links(document: &str) -> impl Iterator<Item = &str> {
    document
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|link| !link.contains("://"))
        .map(|link| link.split('#').next().unwrap_or_default())
        .filter(|link| !link.is_empty())
}

/// Names in a document that the tree does not have.
fn missing(document: &str, tree: &[String], tests: &str) -> BTreeSet<String> {
    let exists = |path: &str| {
        let path = format!("/{}", path.trim_start_matches('/'));
        tree.iter().any(|one| one.ends_with(&path))
    };
    let is_file = |word: &str| {
        // Templates such as journal-N, and what people have at home.
        !word.starts_with('.') && ENDINGS.iter().any(|ending| word.ends_with(ending))
    };
    let is_folder = |word: &str| word.ends_with('/') && word.len() > 1 && !word.starts_with('/');
    let is_test = |word: &str| word.matches('_').count() > 3 && !word.contains(['/', '.']);
    code(document)
        .into_iter()
        .flat_map(words)
        .filter(|word| match word {
            word if is_file(word) || is_folder(word) => !exists(word),
            word if is_test(word) => !tests.contains(&format!("fn {word}(")),
            _ => false,
        })
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_file_and_test_that_the_documents_name_exists() {
    let root = super::workspace();
    let mut tree = Vec::new();
    paths(&root, "", &mut tree);
    let read = |path: &str| fs::read_to_string(root.join(path.trim_start_matches('/'))).unwrap();
    let sources = tree.iter().filter(|path| path.ends_with(".rs"));
    let sources: String = sources.map(|path| read(path)).collect();
    for document in tree.iter().filter(|path| path.ends_with(".md")) {
        let text = read(document);
        let name = document.trim_start_matches('/');
        let folder = PathBuf::from(name).parent().unwrap().to_owned();
        for link in links(&text) {
            assert!(
                root.join(&folder).join(link).exists(),
                "{name} links to {link}"
            );
        }
        if ABOUT_THE_SOURCE.contains(&name) || name.starts_with("docs/decisions/") {
            let missing = missing(&text, &tree, &sources);
            assert!(
                missing.is_empty(),
                "{name} names what is not there: {missing:?}"
            );
        }
    }
}

/// Names of tests in a script, as `module::beginning_of_a_name`; without a name, all of the module.
fn filters(script: &str) -> impl Iterator<Item = (&str, &str)> {
    let is_name = |part: &str| part.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let lines = script
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'));
    let part_of_a_path = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    lines
        .flat_map(move |line| line.split(move |c: char| !part_of_a_path(c)))
        .filter_map(|word| word.split_once("::"))
        .filter(move |(module, name)| !module.is_empty() && is_name(module) && is_name(name))
}

#[test]
fn every_test_that_the_script_names_exists() {
    let root = super::workspace();
    let mut tree = Vec::new();
    paths(&root, "", &mut tree);
    let read = |path: &String| fs::read_to_string(root.join(&path[1..])).unwrap();
    let script = fs::read_to_string(root.join("tests/run")).unwrap();
    let found: Vec<_> = filters(&script).collect();
    assert!(found.len() > 8, "the names are found: {found:?}");
    for (module, name) in found {
        let of_module = [format!("/{module}.rs"), format!("/{module}/mod.rs")];
        let mut files = tree
            .iter()
            .filter(|path| of_module.iter().any(|it| path.ends_with(it)));
        let exists = files.any(|path| read(path).contains(&format!("fn {name}")));
        assert!(exists, "tests/run names {module}::{name}");
    }
}

#[test]
fn a_missing_name_is_found() {
    let document = "See `a/b.rs` and `gone.rs`, `a/` and `c/`.\n\n```\nsrc/  `x`\n```\n`a_test_that_is_not_there`\n`an_existing_test_passes`";
    let tree = ["/a/", "/a/b.rs"].map(str::to_owned);
    let missing = missing(document, &tree, "fn an_existing_test_passes() {}");
    let expected = ["a_test_that_is_not_there", "c/", "gone.rs", "src/"];
    assert_eq!(missing, expected.map(str::to_owned).into());
    assert_eq!(
        links("[a](b.md#c) [d](https://e) [f](#g)").collect::<Vec<_>>(),
        ["b.md"]
    );
}
