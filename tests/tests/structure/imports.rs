//! Finds which files of a crate import which: every path in their source, resolved.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use syn::{
    Attribute, ImplItem, Item, ItemUse, Local, Meta,
    visit::{self, Visit},
};

use super::{
    graph::Graph,
    modules::{Modules, Target, Used, attributes, only_in_tests, taken_apart},
};

/// Adds the imports between the files of a crate to a graph. Unit tests are left out.
pub fn read(workspace: &Path, root: &str, graph: &mut Graph) {
    let mut modules = Modules::read(workspace, root);
    for at in 0..modules.all.len() {
        let items = std::mem::take(&mut modules.all[at].items);
        let mut inner = InnerUses(Vec::new());
        items.iter().for_each(|item| inner.visit_item(item));
        modules.note_uses(at, inner.0);
        modules.all[at].items = items;
    }
    for (at, module) in modules.all.iter().enumerate() {
        let mut visitor = Paths {
            modules: &modules,
            at,
            graph,
        };
        module
            .items
            .iter()
            .for_each(|item| visitor.visit_item(item));
    }
}

/// Collects the `use` declarations inside functions.
struct InnerUses(Vec<Used>);

impl<'ast> Visit<'ast> for InnerUses {
    fn visit_item(&mut self, item: &'ast Item) {
        if !only_in_tests(attributes(item)) && !matches!(item, Item::Use(_)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        for statement in &block.stmts {
            if let syn::Stmt::Item(Item::Use(used)) = statement {
                self.0.extend(taken_apart(&used.tree));
            }
        }
        visit::visit_block(self, block);
    }
}

/// Resolves every path in one module.
struct Paths<'a> {
    modules: &'a Modules,
    at: usize,
    graph: &'a mut Graph,
}

impl Paths<'_> {
    fn path(&mut self, path: &[String]) {
        if let Some(Target::Item(module, name)) = self.modules.resolve(self.at, path) {
            let all = &self.modules.all;
            self.graph.add(&all[self.at].file, &all[module].file, &name);
        }
    }

    /// Paths in what only a macro understands: names joined by `::`. In attributes a path may also
    /// be a text (`with = "crate::quote"`).
    fn tokens(&mut self, tokens: &TokenStream, texts: bool) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        let mut after_dot = false;
        for token in tokens.clone() {
            let text = token.to_string();
            match &token {
                TokenTree::Punct(_) if text == ":" => colons += 1,
                TokenTree::Ident(_) => {
                    if colons != 2 {
                        self.path(&std::mem::take(&mut path));
                    }
                    if after_dot {
                        path.clear();
                    } else {
                        path.push(text.clone());
                    }
                    colons = 0;
                }
                _ => {
                    self.path(&std::mem::take(&mut path));
                    colons = 0;
                }
            }
            after_dot = text == ".";
            match token {
                TokenTree::Group(group) => self.tokens(&group.stream(), texts),
                TokenTree::Literal(_) if texts => {
                    let inside = text.trim_matches('"');
                    if inside.contains("::") {
                        let names: Vec<String> = inside.split("::").map(str::to_owned).collect();
                        self.path(&names);
                    }
                }
                _ => (),
            }
        }
        self.path(&path);
    }
}

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !only_in_tests(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let attributes: &[Attribute] = match item {
            ImplItem::Const(one) => &one.attrs,
            ImplItem::Fn(one) => &one.attrs,
            ImplItem::Type(one) => &one.attrs,
            _ => &[],
        };
        if !only_in_tests(attributes) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_local(&mut self, local: &'ast Local) {
        if !only_in_tests(&local.attrs) {
            visit::visit_local(self, local);
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        for used in taken_apart(&item.tree) {
            if !self.modules.hands_on(self.at, &item.vis, &used.path) {
                self.path(&used.path);
            }
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        self.path(&names);
        visit::visit_path(self, path);
    }

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Meta::List(list) = &attribute.meta {
            self.tokens(&list.tokens, true);
        }
    }

    fn visit_token_stream(&mut self, tokens: &'ast TokenStream) {
        self.tokens(tokens, false);
    }
}
