//! Finds which of the page's modules import which: every relative `import` and `export … from`.

use std::path::Path;

use super::graph::Graph;

/// Adds the imports between the scripts of a folder to a graph; the folder is a path from the root
/// of the workspace.
pub fn read(workspace: &Path, folder: &str, graph: &mut Graph) {
    for entry in std::fs::read_dir(workspace.join(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let path = format!("{folder}/{name}");
        if entry.path().is_dir() {
            read(workspace, &path, graph);
        } else if name.ends_with(".js") {
            let source = std::fs::read_to_string(entry.path()).unwrap();
            for (from, names) in imports(&source) {
                let from = join(folder, &from);
                for name in names.split(',').map(str::trim) {
                    graph.add(&path, &from, name);
                }
            }
        }
    }
}

/// The modules that a script imports, as it names them, each with what it takes. Declarations begin
/// a line, as the formatter leaves them; types imported in comments count as nothing.
fn imports(source: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut declaration = String::new();
    for line in source.lines() {
        let begins = ["import ", "export {", "export *"];
        if begins.iter().any(|words| line.starts_with(words)) {
            declaration.clear();
        } else if declaration.is_empty() {
            let code = line.trim_start();
            let later = code
                .split_once("import(")
                .filter(|_| !code.starts_with(['*', '/']));
            let from = later.and_then(|(_, rest)| quoted(rest));
            found.extend(from.map(|from| (from, "import()".to_owned())));
            continue;
        }
        declaration.push_str(line);
        if line.ends_with(';') {
            found.extend(imported(&declaration));
            declaration.clear();
        }
    }
    found
}

fn imported(declaration: &str) -> Option<(String, String)> {
    let Some((names, from)) = declaration.split_once("from ") else {
        let from = quoted(declaration.strip_prefix("import ")?)?;
        return Some((from, "import".to_owned()));
    };
    let names = names.split_once('{').map_or(names, |(_, names)| names);
    let names = names.trim_end_matches([' ', '}', ',']).trim();
    Some((quoted(from)?, names.to_owned()))
}

/// A relative path in quotes at the beginning of a text.
fn quoted(text: &str) -> Option<String> {
    let text = text.trim_start();
    let quote = text
        .chars()
        .next()
        .filter(|one| matches!(one, '"' | '\''))?;
    let path = text[1..].split(quote).next()?;
    path.starts_with('.').then(|| path.to_owned())
}

fn join(folder: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in relative.split('/') {
        match part {
            "." => (),
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
