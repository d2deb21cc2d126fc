//! The TypeScript declarations, made from the JSON Schema.
//!
//! TypeScript has no words for bounds of numbers, texts and lists, nor for conditions between fields.

use std::collections::BTreeMap;

use serde_json::Value;

const HEAD: &str = "\
// Version 1 of the wire of OXO. Generated from the JSON Schema; `docs/protocol.md` is the contract.
//
// A client sends `Request` and reads `Frame`; `View` is what a room's events fold into;
// `Record` is what `/games/ID.json` gives, `Invitation` what `/r/CODE.json` gives.
// Numbers are whole and below 2^53. An optional field is absent, never `null`, but for
// what `pong` echoes. A server of this version may send fields, frames and events that do not stand
// here: ignore them, but count an event's `seq`.
";

/// A shorter type without comments stands on one line.
const SHORT: usize = 72;

/// Keywords of a schema that the declarations read, and those that they leave to it.
const KEYWORDS: [&str; 2] = [
    "$ref anyOf const description items oneOf properties required type",
    "additionalProperties allOf contains default else format if maxItems maxLength maximum \
     minItems minLength minimum not pattern then",
];

/// The whole file.
pub fn declarations(document: &Value) -> String {
    let defs = document["$defs"].as_object().expect("definitions");
    let mut types = BTreeMap::new();
    for (name, def) in defs {
        let (name, type_) = (plain_name(name), type_of(def, 0));
        let space = if type_.starts_with('\n') { "" } else { " " };
        let text = format!("{}export type {name} ={space}{type_};\n", comment(def, 0));
        if let Some(twin) = types.insert(name, text.clone()) {
            assert_eq!(twin, text, "the definitions differ in more than bounds");
        }
    }
    let texts = types.values().map(|text| format!("\n{text}"));
    HEAD.to_owned() + &texts.collect::<String>()
}

/// Of a type that is stricter in requests, both definitions are the same TypeScript.
fn plain_name(name: &str) -> &str {
    name.trim_end_matches("Asked")
}

/// The type of a schema: the intersection of its properties, its reference and its alternatives.
fn type_of(schema: &Value, depth: usize) -> String {
    for keyword in schema.as_object().expect("a schema").keys() {
        let mut known = KEYWORDS.iter().flat_map(|list| list.split(' '));
        assert!(
            known.any(|known| known == keyword),
            "no TypeScript for `{keyword}`"
        );
    }
    let mut parts = Vec::new();
    if schema["properties"].is_object() {
        parts.push(object(schema, depth));
    }
    if let Some((_, name)) = schema["$ref"].as_str().and_then(|r| r.rsplit_once('/')) {
        parts.push(plain_name(name).to_owned());
    }
    let alternatives = ["oneOf", "anyOf"].iter().find_map(|k| schema[k].as_array());
    match alternatives.map(|list| union(list, depth)) {
        None if parts.is_empty() => return simple(schema, depth),
        None => {}
        Some(union) if parts.is_empty() => return union,
        Some(union) if union.starts_with('\n') => {
            parts.push(format!("({union}\n{})", indent(depth)));
        }
        Some(union) => parts.push(format!("({union})")),
    }
    parts.join(" & ")
}

fn simple(schema: &Value, depth: usize) -> String {
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    let named = |name: &Value| match name.as_str() {
        Some("array") => format!("Array<{}>", type_of(&schema["items"], depth)),
        Some("integer" | "number") => "number".to_owned(),
        Some(name @ ("boolean" | "null" | "string")) => name.to_owned(),
        _ => panic!("no TypeScript for {schema}"),
    };
    match &schema["type"] {
        Value::Null => "unknown".to_owned(),
        Value::Array(names) => names.iter().map(named).collect::<Vec<_>>().join(" | "),
        name => named(name),
    }
}

fn object(schema: &Value, depth: usize) -> String {
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    let place = |name: &str| required.iter().position(|required| required == name);
    let properties = schema["properties"].as_object().expect("properties");
    let mut fields: Vec<_> = properties.iter().collect();
    // Those that are always there as the Rust type has them, then the others by name: the order of
    // keys depends on the features other crates ask of serde_json.
    fields.sort_by_key(|(name, _)| (place(name).unwrap_or(usize::MAX), *name));
    let field = |(name, field): (&String, &Value)| {
        let type_ = type_of(field, depth + 1);
        let text = match place(name) {
            Some(_) => format!("{name}: {type_}"),
            // What may be absent is never sent as null.
            None => format!("{name}?: {}", type_.trim_end_matches(" | null")),
        };
        (comment(field, depth + 1), text)
    };
    let fields: Vec<_> = fields.into_iter().map(field).collect();
    if let Some(line) = one_line(&fields, "; ") {
        return format!("{{ {line} }}");
    }
    let inner = indent(depth + 1);
    let line = |(about, field): &(String, String)| format!("{about}{inner}{field};\n");
    let lines: String = fields.iter().map(line).collect();
    format!("{{\n{lines}{}}}", indent(depth))
}

/// The alternatives, but for the one that stands for those of later versions: its `type` is any other text,
/// by which TypeScript could not tell the others apart.
fn union(list: &[Value], depth: usize) -> String {
    let known = |one: &&Value| one["properties"]["type"]["not"].is_null();
    let variant = |one| (comment(one, depth + 1), type_of(one, depth + 1));
    let variants: Vec<_> = list.iter().filter(known).map(variant).collect();
    if let Some(line) = one_line(&variants, " | ") {
        return line;
    }
    let inner = indent(depth + 1);
    let line = |(about, variant): &(String, String)| format!("\n{about}{inner}| {variant}");
    variants.iter().map(line).collect()
}

/// The parts in a row, if they are short and have no comments.
fn one_line(parts: &[(String, String)], between: &str) -> Option<String> {
    let plain = parts.iter().all(|(about, _)| about.is_empty());
    let texts: Vec<_> = parts.iter().map(|(_, text)| text.as_str()).collect();
    let line = texts.join(between);
    (plain && line.len() <= SHORT && !line.contains('\n')).then_some(line)
}

fn comment(schema: &Value, depth: usize) -> String {
    let indent = indent(depth);
    let about = schema["description"].as_str().unwrap_or_default();
    if !about.contains('\n') {
        return match about {
            "" => String::new(),
            about => format!("{indent}/** {about} */\n"),
        };
    }
    let line = |line: &str| format!("{indent} * {line}").trim_end().to_owned() + "\n";
    let lines: String = about.lines().map(line).collect();
    format!("{indent}/**\n{lines}{indent} */\n")
}

fn indent(depth: usize) -> String {
    "  ".repeat(depth)
}
