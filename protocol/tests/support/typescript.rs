//! The TypeScript declarations, made from the Rust types.
//!
//! ts-rs gives each type on one line with comments in
//! between; here they are collected into one file and laid out for readers.

use std::{any::TypeId, collections::BTreeMap, collections::HashSet};

use protocol::{EventFrame, Frame, Invitation, Record, Request};
use ts_rs::{Config, TS, TypeVisitor};

use super::json_schema::plain;

const HEAD: &str = "\
// Version 1 of the wire of OXO. Generated from the Rust types; `docs/protocol.md` is the contract.
//
// A client sends `Request` and reads `Frame`; `View` is what a room's events fold into;
// `Record` is what `/games/ID.json` gives, `Invitation` what `/r/CODE.json` gives.
// Numbers are whole and below 2^53. A server of this version may send fields, frames and events
// that do not stand here: ignore them, but count an event's `seq`.
";

/// A shorter object without comments stands on one line.
const SHORT: usize = 72;

/// The whole file.
pub fn declarations() -> String {
    let config = Config::new().with_large_int("number");
    let mut found = Found {
        config: &config,
        seen: HashSet::new(),
        types: BTreeMap::new(),
    };
    found.visit::<Request>();
    found.visit::<Frame>();
    found.visit::<Record>();
    found.visit::<Invitation>();
    // An event is a frame as well: its fields stand in the frame itself.
    found.visit::<EventFrame>();
    if let Some(frame) = found.types.get_mut("Frame") {
        frame.truncate(frame.trim_end_matches(";\n").len());
        frame.push_str("\n  | EventFrame;\n");
    }
    let mut file = HEAD.to_owned();
    for text in found.types.values() {
        file.push('\n');
        file.push_str(text);
    }
    file
}

struct Found<'a> {
    config: &'a Config,
    seen: HashSet<TypeId>,
    types: BTreeMap<String, String>,
}

impl TypeVisitor for Found<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        // Builtin types have no file of their own, and nothing to declare.
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let docs = docs
                .trim()
                .trim_start_matches("/**")
                .trim_end_matches("*/")
                .lines()
                .map(|line| line.trim().trim_start_matches('*').trim())
                .collect::<Vec<_>>()
                .join("\n");
            let comment = comment(&plain(docs.trim()), 0);
            let body = laid_out(&T::decl(self.config));
            let text = format!("{comment}export {body}\n");
            self.types.insert(T::ident(self.config), text);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn comment(text: &str, depth: usize) -> String {
    let indent = "  ".repeat(depth);
    match text.lines().collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        [line] => format!("{indent}/** {line} */\n"),
        lines => {
            let body: String = lines
                .iter()
                .map(|line| format!("{indent} * {line}").trim_end().to_owned() + "\n")
                .collect();
            format!("{indent}/**\n{body}{indent} */\n")
        }
    }
}

/// One variant a line, unless all fit on one.
fn laid_out(declaration: &str) -> String {
    let (head, body) = declaration.split_once(" = ").unwrap_or_default();
    let body = body.strip_suffix(';').unwrap_or(body);
    // What the variants of a union have in common stands before it, in an intersection.
    let intersection = body.strip_suffix(')').and_then(|b| b.split_once("& ("));
    match intersection {
        None => format!("{head} ={};", union(body, "")),
        Some((common, variants)) => {
            let variants = union(variants, "\n");
            let variants = variants.trim_start_matches(' ');
            format!("{head} = {}& ({variants});", fields(common, 0))
        }
    }
}

fn union(text: &str, after: &str) -> String {
    let variants = variants(text);
    if variants.len() == 1 || (text.len() <= SHORT && !text.contains("/*")) {
        let variants: Vec<_> = variants.iter().map(|v| fields(v, 0)).collect();
        return format!(" {}", variants.join(" | "));
    }
    let variants = variants.iter().map(|v| fields(v, 1));
    let lines: String = variants.map(|v| format!("\n  | {v}")).collect();
    lines + after
}

/// The members of a union.
fn variants(union: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut depth, mut from) = (0, 0);
    for (at, next) in union.char_indices() {
        match next {
            '{' | '<' | '(' => depth += 1,
            '}' | '>' | ')' => depth -= 1,
            '|' if depth == 0 => {
                found.push(union[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(union[from..].trim());
    found
}

/// One field a line, comments above what they are about.
fn fields(type_: &str, outer: usize) -> String {
    let mut out = String::new();
    let mut depth = outer;
    let mut rest = type_;
    while let Some(next) = rest.chars().next() {
        if let Some((text, after)) = rest.strip_prefix("/**").and_then(|r| r.split_once("*/")) {
            let lines: Vec<_> = text
                .lines()
                .map(|line| line.trim().trim_start_matches('*').trim())
                .collect();
            out.truncate(out.trim_end().len());
            out.push('\n');
            out.push_str(&comment(&plain(lines.join("\n").trim()), depth));
            out.push_str(&"  ".repeat(depth));
            rest = after.trim_start();
            continue;
        }
        if next == '{' {
            let object = &rest[..=closing(rest)];
            if object.len() <= SHORT && !object.contains("/*") {
                out.push_str(&object.replace(", }", " }"));
                rest = &rest[object.len()..];
                continue;
            }
        }
        rest = &rest[next.len_utf8()..];
        match next {
            '{' => {
                depth += 1;
                out.push('{');
                rest = line_break(&mut out, depth, rest);
            }
            '}' => {
                depth -= 1;
                line_break(&mut out, depth, "");
                out.push('}');
            }
            ',' if depth > outer => {
                out.push(';');
                rest = line_break(&mut out, depth, rest);
            }
            other => out.push(other),
        }
    }
    out
}

/// Begins a line and passes over the white space that stood there.
fn line_break<'a>(out: &mut String, depth: usize, rest: &'a str) -> &'a str {
    out.truncate(out.trim_end().len());
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
    rest.trim_start()
}

/// Where the object that begins a text ends.
fn closing(text: &str) -> usize {
    let mut depth = 0;
    for (at, next) in text.char_indices() {
        match next {
            '{' => depth += 1,
            '}' if depth == 1 => return at,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len() - 1
}
