//! A graph of files and what each takes from another by name, with its circles.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

/// Imports of each file, with the names it takes.
#[derive(Clone, Debug, Default)]
pub struct Graph(BTreeMap<String, BTreeMap<String, BTreeSet<String>>>);

impl Graph {
    /// Notes that a file takes a name from another. A file's own names count as nothing.
    pub fn add(&mut self, from: &str, to: &str, name: &str) {
        if from != to {
            let takes = self.0.entry(from.to_owned()).or_default();
            let names = takes.entry(to.to_owned()).or_default();
            names.insert(name.to_owned());
        }
    }

    /// Every import, as (importing file, imported file, names).
    pub fn imports(&self) -> impl Iterator<Item = (&str, &str, &BTreeSet<String>)> {
        self.0.iter().flat_map(|(from, takes)| {
            takes
                .iter()
                .map(move |(to, names)| (from.as_str(), to.as_str(), names))
        })
    }

    fn reachable(&self, from: &str) -> BTreeSet<&str> {
        let mut reached = BTreeSet::new();
        let mut todo: Vec<&str> = vec![from];
        while let Some(file) = todo.pop() {
            for next in self.0.get(file).into_iter().flat_map(BTreeMap::keys) {
                if reached.insert(next.as_str()) {
                    todo.push(next);
                }
            }
        }
        reached
    }

    /// The largest sets of files that all import each other, directly or through others.
    pub fn circles(&self) -> Vec<Circle> {
        let reachable: BTreeMap<&str, BTreeSet<&str>> = self
            .0
            .keys()
            .map(|file| (file.as_str(), self.reachable(file)))
            .collect();
        let mut circles = Vec::new();
        let mut placed: BTreeSet<&str> = BTreeSet::new();
        for (file, reached) in &reachable {
            if reached.contains(file) && !placed.contains(file) {
                let back = |other: &&str| reachable.get(other).is_some_and(|r| r.contains(file));
                let files: BTreeSet<&str> = reached.iter().copied().filter(back).collect();
                placed.extend(&files);
                circles.push(self.circle(&files));
            }
        }
        circles
    }

    fn circle(&self, files: &BTreeSet<&str>) -> Circle {
        let inside = self
            .imports()
            .filter(|(from, to, _)| files.contains(from) && files.contains(to));
        Circle {
            files: files.iter().map(|file| (*file).to_owned()).collect(),
            ties: inside
                .map(|(from, to, names)| {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    format!("{from} -> {to}: {}", names.join(", "))
                })
                .collect(),
        }
    }
}

/// Files that import each other, and every import between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle {
    pub files: Vec<String>,
    pub ties: Vec<String>,
}

impl fmt::Display for Circle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "circle of {} files", self.files.len())?;
        self.ties
            .iter()
            .try_for_each(|tie| writeln!(out, "  {tie}"))
    }
}
