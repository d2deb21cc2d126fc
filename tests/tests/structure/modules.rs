//! The module tree of a crate, read from its source, and what a path in it names.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use syn::{Attribute, Expr, Item, ItemMod, Lit, Meta, UseTree, Visibility};

/// Meaning of a name in a module.
#[derive(Clone, Debug)]
enum Binding {
    Module(usize),
    /// Defined in the module itself.
    Item,
    /// Brought in by `use`: the path as written.
    Alias(Vec<String>),
}

/// Where a path leads.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    Module(usize),
    /// The module that defines the item, and the item's name.
    Item(usize, String),
}

/// One module of a crate, inline or with a file of its own.
pub struct Module {
    /// From the root of the workspace.
    pub file: String,
    pub items: Vec<Item>,
    parent: Option<usize>,
    names: BTreeMap<String, Vec<Binding>>,
    globs: Vec<Vec<String>>,
}

/// A crate's modules without its unit tests; the first is the crate's root.
pub struct Modules {
    pub all: Vec<Module>,
    workspace: PathBuf,
    /// Names that are being looked up, so that `use a::a` ends.
    busy: RefCell<BTreeSet<(usize, String)>>,
}

/// A `use` declaration taken apart.
pub struct Used {
    pub path: Vec<String>,
    /// The name it gets here; none for `*`.
    pub name: Option<String>,
}

impl Modules {
    /// Reads a crate from its root file, a path from the root of the workspace.
    ///
    /// # Panics
    /// When a file cannot be read or is no Rust.
    pub fn read(workspace: &Path, root: &str) -> Modules {
        let mut modules = Modules {
            all: Vec::new(),
            workspace: workspace.to_owned(),
            busy: RefCell::default(),
        };
        let folder = Path::new(root).parent().unwrap();
        modules.read_file(Path::new(root), folder, None);
        modules
    }

    /// Reads a file; the files of its child modules are in `folder`.
    fn read_file(&mut self, file: &Path, folder: &Path, parent: Option<usize>) -> usize {
        let source = std::fs::read_to_string(self.workspace.join(file));
        let source = source.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let parsed = syn::parse_file(&source);
        let parsed = parsed.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.add(file, folder, parent, parsed.items)
    }

    fn add(
        &mut self,
        file: &Path,
        folder: &Path,
        parent: Option<usize>,
        items: Vec<Item>,
    ) -> usize {
        let at = self.all.len();
        self.all.push(Module {
            file: file.to_str().unwrap().to_owned(),
            items: Vec::new(),
            parent,
            names: BTreeMap::new(),
            globs: Vec::new(),
        });
        let items = items
            .into_iter()
            .filter(|item| !only_in_tests(attributes(item)));
        let (children, items): (Vec<Item>, Vec<Item>) =
            items.partition(|item| matches!(item, Item::Mod(_)));
        for child in children {
            if let Item::Mod(child) = child {
                self.add_child(at, file, folder, child);
            }
        }
        for item in &items {
            self.note(at, item);
        }
        self.all[at].items = items;
        at
    }

    fn add_child(&mut self, at: usize, file: &Path, folder: &Path, child: ItemMod) {
        let name = child.ident.to_string();
        let inside = folder.join(&name);
        let number = if let Some((_, items)) = child.content {
            self.add(file, &inside, Some(at), items)
        } else if let Some(path) = path_attribute(&child.attrs) {
            let path = tidy(&file.parent().unwrap().join(path));
            let beside = path.parent().unwrap().to_owned();
            self.read_file(&path, &beside, Some(at))
        } else {
            let alone = folder.join(format!("{name}.rs"));
            let within = inside.join("mod.rs");
            let there = self.workspace.join(&alone).exists();
            self.read_file(if there { &alone } else { &within }, &inside, Some(at))
        };
        self.bind(at, &name, Binding::Module(number));
    }

    fn bind(&mut self, at: usize, name: &str, binding: Binding) {
        let names = &mut self.all[at].names;
        names.entry(name.to_owned()).or_default().push(binding);
    }

    /// Notes the names that an item brings into its module.
    fn note(&mut self, at: usize, item: &Item) {
        let ident = match item {
            Item::Use(used) => return self.note_uses(at, taken_apart(&used.tree)),
            Item::Const(one) => &one.ident,
            Item::Enum(one) => &one.ident,
            Item::Fn(one) => &one.sig.ident,
            Item::Static(one) => &one.ident,
            Item::Struct(one) => &one.ident,
            Item::Trait(one) => &one.ident,
            Item::TraitAlias(one) => &one.ident,
            Item::Type(one) => &one.ident,
            Item::Union(one) => &one.ident,
            Item::Macro(one) => {
                let Some(ident) = &one.ident else { return };
                ident
            }
            _ => return,
        };
        self.bind(at, &ident.to_string(), Binding::Item);
    }

    /// Notes the names that `use` brings into a module, also inside a function: names inside
    /// functions are few, and rarely mean something else outside.
    pub fn note_uses(&mut self, at: usize, uses: Vec<Used>) {
        for used in uses {
            match used.name {
                None => self.all[at].globs.push(used.path),
                Some(name) => self.bind(at, &name, Binding::Alias(used.path)),
            }
        }
    }

    /// Target of a path that is written in a module; nothing outside of this crate.
    pub fn resolve(&self, at: usize, path: &[String]) -> Option<Target> {
        let (first, mut rest) = path.split_first()?;
        let mut here = match first.as_str() {
            "crate" => vec![Target::Module(0)],
            "self" => vec![Target::Module(at)],
            "super" => vec![Target::Module(self.all[at].parent?)],
            name => self.look_up(at, name),
        };
        while let Some((next, after)) = rest.split_first() {
            let module = here.iter().find_map(|target| match target {
                Target::Module(number) => Some(*number),
                Target::Item(..) => None,
            });
            // An item's own names (`Type::new`, `Enum::Variant`) are the item's.
            let Some(module) = module else { break };
            let found = if next == "super" {
                vec![Target::Module(self.all[module].parent?)]
            } else {
                self.look_up(module, next)
            };
            here = match found.is_empty() {
                false => found,
                // Another meaning of the name, or something that a macro defines there.
                true => match here.into_iter().find(|one| matches!(one, Target::Item(..))) {
                    Some(item) => vec![item],
                    None => vec![Target::Item(module, next.clone())],
                },
            };
            rest = after;
        }
        // One name may be a module's and an item's; the import is of the item.
        here.into_iter().max()
    }

    fn look_up(&self, at: usize, name: &str) -> Vec<Target> {
        let key = (at, name.to_owned());
        let first = self.busy.borrow_mut().insert(key.clone());
        let module = &self.all[at];
        let bindings = module.names.get(name).into_iter().flatten();
        let mut found: Vec<Target> = bindings
            .filter_map(|binding| match binding {
                Binding::Module(number) => Some(Target::Module(*number)),
                Binding::Item => Some(Target::Item(at, name.to_owned())),
                Binding::Alias(path) if first => self.resolve(at, path),
                Binding::Alias(_) => None,
            })
            .collect();
        if found.is_empty() && first {
            for glob in &module.globs {
                if let Some(Target::Module(source)) = self.resolve(at, glob) {
                    found.extend(self.look_up(source, name));
                }
            }
        }
        if first {
            self.busy.borrow_mut().remove(&key);
        }
        found
    }

    /// Whether a `use` hands a child's item on, as a parent does that is the door of a folder.
    pub fn hands_on(&self, at: usize, vis: &Visibility, path: &[String]) -> bool {
        let name = match path {
            [first, name, ..] if first == "self" => name,
            [name, ..] => name,
            [] => return false,
        };
        let names = self.all[at].names.get(name).into_iter().flatten();
        let mut children = names.filter(|binding| matches!(binding, Binding::Module(_)));
        !matches!(vis, Visibility::Inherited) && children.next().is_some()
    }
}

/// The single declarations of a `use`.
pub fn taken_apart(tree: &UseTree) -> Vec<Used> {
    let mut found = Vec::new();
    take_apart(tree, &mut Vec::new(), &mut found);
    found
}

fn take_apart(tree: &UseTree, prefix: &mut Vec<String>, found: &mut Vec<Used>) {
    let mut add = |prefix: &[String], name: Option<String>, as_name: Option<String>| {
        // `a::{self}` is `a`.
        let name = name.filter(|name| name != "self" || prefix.is_empty());
        let path: Vec<String> = prefix.iter().cloned().chain(name).collect();
        let name = as_name.map(|own| match own.as_str() {
            "self" => path.last().cloned().unwrap_or_default(),
            _ => own,
        });
        found.push(Used { path, name });
    };
    match tree {
        UseTree::Path(path) => {
            prefix.push(path.ident.to_string());
            take_apart(&path.tree, prefix, found);
            prefix.pop();
        }
        UseTree::Name(name) => {
            let name = name.ident.to_string();
            add(prefix, Some(name.clone()), Some(name));
        }
        UseTree::Rename(renamed) => {
            let (name, own) = (renamed.ident.to_string(), renamed.rename.to_string());
            add(prefix, Some(name), Some(own));
        }
        UseTree::Glob(_) => add(prefix, None, None),
        UseTree::Group(group) => {
            for tree in &group.items {
                take_apart(tree, prefix, found);
            }
        }
    }
}

/// Whether something is compiled for unit tests only.
pub fn only_in_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            let condition = list.tokens.to_string().replace(' ', "");
            condition == "test" || condition.starts_with("all(test,")
        }
        _ => false,
    })
}

fn path_attribute(attributes: &[Attribute]) -> Option<String> {
    attributes
        .iter()
        .find_map(|attribute| match &attribute.meta {
            Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
                Expr::Lit(value) => match &value.lit {
                    Lit::Str(text) => Some(text.value()),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        })
}

/// A path without `..`.
fn tidy(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part.as_os_str().to_str() {
            Some("..") => drop(tidy.pop()),
            _ => tidy.push(part),
        }
    }
    tidy
}

pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(one) => &one.attrs,
        Item::Enum(one) => &one.attrs,
        Item::Fn(one) => &one.attrs,
        Item::Impl(one) => &one.attrs,
        Item::Macro(one) => &one.attrs,
        Item::Mod(one) => &one.attrs,
        Item::Static(one) => &one.attrs,
        Item::Struct(one) => &one.attrs,
        Item::Trait(one) => &one.attrs,
        Item::Type(one) => &one.attrs,
        Item::Use(one) => &one.attrs,
        _ => &[],
    }
}
