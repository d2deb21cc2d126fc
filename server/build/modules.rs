//! Bundling of the page's modules into one, so that a visitor asks for one file and not for sixty. Each module becomes
//! a function that is called once and returns its exports; the first one, which the document starts, stands at the end
//! as it is. What is loaded later shares the modules that are there already.
//!
//! It reads lines, not a grammar: statements of import and export begin a line, and a form that it
//! does not know ends the build.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use super::Sources;

#[derive(Default)]
struct Module {
    imports: Vec<Import>,
    /// Own exports: each as it is called inside and outside.
    exports: Vec<Name>,
    /// Exports of other modules that are passed on.
    passed_on: Vec<Import>,
    body: String,
}

struct Import {
    from: String,
    names: Names,
}

enum Names {
    All(String),
    Some(Vec<Name>),
}

/// A name where it is declared, and its new name from there on.
struct Name {
    inner: String,
    outer: String,
}

/// A module that is started, and becomes a file.
#[derive(Clone, Copy)]
pub struct Entry {
    pub path: &'static str,
    /// The entry before it whose file is loaded by then.
    beside: Option<&'static str>,
}

impl Entry {
    pub const fn alone(path: &'static str) -> Entry {
        Entry { path, beside: None }
    }

    pub const fn beside(path: &'static str, other: &'static str) -> Entry {
        Entry {
            path,
            beside: Some(other),
        }
    }
}

/// For each entry the one module that behaves as these do when it is started.
pub fn joined<const N: usize>(
    entries: [Entry; N],
    sources: &Sources,
) -> Result<[String; N], String> {
    let mut joins: Vec<Join<'_>> = Vec::new();
    for entry in entries {
        let beside = entry.beside.map(|path| {
            let loaded = joins.iter_mut().find(|join| join.entry.path == path);
            loaded.ok_or_else(|| format!("{}: {path} is no entry before it", entry.path))
        });
        let join = match beside.transpose()? {
            Some(loaded) => Join::beside(entry, loaded)?,
            None => Join::alone(entry, sources)?,
        };
        joins.push(join);
    }
    if let Some(unused) = sources
        .keys()
        .find(|path| !joins.iter().any(|join| join.done.contains_key(*path)))
    {
        return Err(format!("{unused}: no module imports it"));
    }
    let mut joins = joins.into_iter();
    Ok(entries.map(|_| joins.next().map(Join::finish).unwrap_or_default()))
}

struct Join<'a> {
    entry: Entry,
    sources: &'a Sources,
    begun: BTreeSet<String>,
    /// Exports of each module that is there.
    done: BTreeMap<String, BTreeSet<String>>,
    /// The modules of the file beside that are used here.
    borrowed: BTreeSet<String>,
    /// The modules of this file that one beside it uses.
    lent: BTreeSet<String>,
    text: String,
}

impl<'a> Join<'a> {
    fn alone(entry: Entry, sources: &'a Sources) -> Result<Join<'a>, String> {
        Join {
            entry,
            sources,
            begun: BTreeSet::new(),
            done: BTreeMap::new(),
            borrowed: BTreeSet::new(),
            lent: BTreeSet::new(),
            text: String::new(),
        }
        .joined()
    }

    fn beside(entry: Entry, loaded: &mut Join<'a>) -> Result<Join<'a>, String> {
        // What starts the other file gives nothing away.
        let mut done = loaded.done.clone();
        done.remove(loaded.entry.path);
        let join = Join {
            entry,
            sources: loaded.sources,
            begun: loaded.begun.clone(),
            done,
            borrowed: BTreeSet::new(),
            lent: BTreeSet::new(),
            text: String::new(),
        }
        .joined()?;
        loaded.lent.extend(join.borrowed.iter().cloned());
        Ok(join)
    }

    fn joined(mut self) -> Result<Join<'a>, String> {
        let there: BTreeSet<String> = self.done.keys().cloned().collect();
        self.add(self.entry.path)?;
        self.borrowed.retain(|path| there.contains(path));
        Ok(self)
    }

    /// The text of the file.
    fn finish(self) -> String {
        let Join {
            entry,
            borrowed,
            lent,
            text,
            ..
        } = self;
        let list = |paths: &BTreeSet<String>| {
            let names: Vec<String> = paths.iter().map(|path| variable(path)).collect();
            format!("{{ {} }}", names.join(", "))
        };
        let from = entry.beside.filter(|_| !borrowed.is_empty());
        let import = from.map(|other| format!("import {} from \"./{other}\";\n", list(&borrowed)));
        let export = (!lent.is_empty()).then(|| format!("export {};\n", list(&lent)));
        import.into_iter().chain([text]).chain(export).collect()
    }

    /// Puts a module behind those that it imports.
    fn add(&mut self, path: &str) -> Result<(), String> {
        if self.done.contains_key(path) {
            return Ok(());
        }
        if !self.begun.insert(path.to_owned()) {
            return Err(format!("{path}: imports itself, by way of others"));
        }
        let source = self.sources.get(path);
        let source = source.ok_or_else(|| format!("{path}: imported, but not there"))?;
        let module = Module::read(path, source).map_err(|why| format!("{path}: {why}"))?;
        for import in module.imports.iter().chain(&module.passed_on) {
            self.add(&import.from)?;
            self.check(path, import)?;
            self.borrowed.insert(import.from.clone());
        }
        let is_entry = path == self.entry.path;
        self.text += &module.written(path, is_entry);
        self.done.insert(path.to_owned(), module.outer_names());
        Ok(())
    }

    fn check(&self, path: &str, import: &Import) -> Result<(), String> {
        let Names::Some(names) = &import.names else {
            return Ok(());
        };
        let from = &import.from;
        match names
            .iter()
            .find(|name| !self.done[from].contains(&name.inner))
        {
            Some(name) => Err(format!("{path}: {from} does not export {}", name.inner)),
            None => Ok(()),
        }
    }
}

impl Module {
    fn read(path: &str, source: &str) -> Result<Module, String> {
        let mut module = Module::default();
        let mut lines = source
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty());
        while let Some(line) = lines.next() {
            if line.matches('`').count() % 2 == 1 {
                return Err(format!("a text over several lines: {line}"));
            }
            if line.starts_with("import ") || line.starts_with("export {") {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    statement += lines.next().ok_or("a statement without an end")?;
                }
                module.take(path, &statement)?;
                continue;
            }
            let declared = line.strip_prefix("export ");
            if let Some(declared) = declared {
                module.exports.push(Name::same(declared_name(declared)?));
            }
            // Of a path, it would be another's than the one it stands in; of an address that was resolved there, it is right.
            if line.contains("import(\"") {
                return Err(format!("an import of a path while the page runs: {line}"));
            }
            module.body += declared.unwrap_or(line);
            module.body.push('\n');
        }
        Ok(module)
    }

    /// Takes a statement that imports, or exports a list.
    fn take(&mut self, path: &str, statement: &str) -> Result<(), String> {
        let unknown = || format!("a form that server/build/modules.rs does not know: {statement}");
        let text = statement.trim_end_matches(';');
        let (word, rest) = text.split_once(' ').ok_or_else(unknown)?;
        let (clause, from) = match rest.split_once(" from ") {
            Some((clause, from)) => (clause, Some(resolved(path, from.trim_matches('"')))),
            None => (rest, None),
        };
        let names = match clause.strip_prefix("* as ") {
            Some(all) => Names::All(all.to_owned()),
            None => Names::Some(listed(clause).ok_or_else(unknown)?),
        };
        match (word, names, from) {
            ("import", names, Some(from)) => self.imports.push(Import { from, names }),
            ("export", names @ Names::Some(_), Some(from)) => {
                self.passed_on.push(Import { from, names });
            }
            ("export", Names::Some(names), None) => self.exports.extend(names),
            _ => return Err(unknown()),
        }
        Ok(())
    }

    fn written(&self, path: &str, is_entry: bool) -> String {
        let mut text = String::new();
        if !is_entry {
            let _ = writeln!(text, "const {} = (() => {{", variable(path));
        }
        for Import { from, names } in &self.imports {
            let bound = match names {
                Names::All(name) => name.clone(),
                Names::Some(names) => format!("{{ {} }}", pairs(names)),
            };
            let _ = writeln!(text, "const {bound} = {};", variable(from));
        }
        let here = format!("new URL(\"{path}\", import.meta.url).href");
        text += &self.body.replace("import.meta.url", &here);
        if !is_entry {
            let own = self
                .exports
                .iter()
                .map(|name| pair(&name.outer, &name.inner));
            let passed_on = self.passed_on.iter().flat_map(Import::passed_on);
            let exports: Vec<String> = own.chain(passed_on).collect();
            let _ = writeln!(text, "return {{ {} }};\n}})();", exports.join(", "));
        } else {
            text += &self.entry_exports();
        }
        text
    }

    /// One that is asked for while the page runs has something to give.
    fn entry_exports(&self) -> String {
        let mut text = String::new();
        let mut names = Vec::new();
        for import in &self.passed_on {
            let Names::Some(passed) = &import.names else {
                continue;
            };
            let _ = writeln!(
                text,
                "const {{ {} }} = {};",
                pairs(passed),
                variable(&import.from)
            );
            names.extend(passed.iter().map(|name| name.outer.clone()));
        }
        names.extend(self.exports.iter().map(|name| match name {
            Name { inner, outer } if inner == outer => inner.clone(),
            Name { inner, outer } => format!("{inner} as {outer}"),
        }));
        if !names.is_empty() {
            let _ = writeln!(text, "export {{ {} }};", names.join(", "));
        }
        text
    }

    fn outer_names(&self) -> BTreeSet<String> {
        let passed_on = self
            .passed_on
            .iter()
            .filter_map(|import| match &import.names {
                Names::Some(names) => Some(names),
                Names::All(_) => None,
            });
        let names = self.exports.iter().chain(passed_on.flatten());
        names.map(|name| name.outer.clone()).collect()
    }
}

impl Import {
    /// As properties of the module that passes them on.
    fn passed_on(&self) -> Vec<String> {
        let Names::Some(names) = &self.names else {
            return Vec::new();
        };
        let from = variable(&self.from);
        let property = |name: &Name| format!("{}: {from}.{}", name.outer, name.inner);
        names.iter().map(property).collect()
    }
}

impl Name {
    fn same(name: &str) -> Name {
        Name {
            inner: name.to_owned(),
            outer: name.to_owned(),
        }
    }
}

/// The names of `{ a, b as c }`.
fn listed(clause: &str) -> Option<Vec<Name>> {
    let inside = clause.trim().strip_prefix('{')?.strip_suffix('}')?;
    let items = inside
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty());
    let name = |item: &str| match item.split_once(" as ") {
        Some((inner, outer)) => Name {
            inner: inner.to_owned(),
            outer: outer.to_owned(),
        },
        None => Name::same(item),
    };
    Some(items.map(name).collect())
}

/// Names that a pattern takes out of a module.
fn pairs(names: &[Name]) -> String {
    let pairs = names.iter().map(|name| pair(&name.inner, &name.outer));
    pairs.collect::<Vec<_>>().join(", ")
}

/// A property and its value, or the variable that it is put into.
fn pair(property: &str, variable: &str) -> String {
    match property == variable {
        true => property.to_owned(),
        false => format!("{property}: {variable}"),
    }
}

/// The name in a declaration whose value never changes afterwards: the functions that modules become
/// return values, not bindings.
fn declared_name(declaration: &str) -> Result<&str, String> {
    let kinds = ["const ", "function ", "async function ", "class "];
    let rest = kinds.iter().find_map(|kind| declaration.strip_prefix(kind));
    let name = rest.and_then(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')?;
        Some(&rest[..end])
    });
    name.filter(|name| !name.is_empty()).ok_or_else(|| {
        format!("an export that server/build/modules.rs does not know: {declaration}")
    })
}

/// The path that a module at `path` calls `relative`.
fn resolved(path: &str, relative: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in relative.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The variable that holds a module's exports.
fn variable(path: &str) -> String {
    let stem = path.trim_end_matches(".js");
    stem.replace('/', "$")
        .replace(|c: char| !c.is_alphanumeric() && c != '$', "_")
}

#[cfg(test)]
mod tests;
