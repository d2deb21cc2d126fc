//! The tables of fields in `docs/protocol.md`, written from the JSON Schema: for each message and
//! object every field with its type, whether it may be absent, and what it means.

use std::{collections::BTreeSet, fmt::Write};

use serde_json::{Map, Value};

/// The fields that every message of a group has; they stand above the table and not in it.
const OF_REQUESTS: [&str; 2] = ["type", "id"];
const OF_COMMANDS: [&str; 4] = ["type", "id", "room", "n"];
const OF_EVENTS: [&str; 4] = ["type", "room", "seq", "at_ms"];
const OF_OTHERS: [&str; 1] = ["type"];
/// They have tables of their own.
const ELSEWHERE: [&str; 3] = ["Limits", "Refusal", "Refused"];

/// All tables, as Markdown.
pub fn tables(document: &Value) -> String {
    let defs = document["$defs"].as_object().expect("definitions");
    let mut text = String::new();
    let (commands, requests): (Vec<_>, Vec<_>) = requests(defs)
        .into_iter()
        .partition(|message| message.fields().contains_key("n"));
    let group = |heading: &str, about: &str, messages: &[Message], common: &[&str]| {
        format!(
            "### {heading}\n\n{about}\n\n{}\n",
            rows(defs, messages, common)
        )
    };
    text += &group(
        "Fields of requests",
        "Every request also has `type` and `id`.",
        &requests,
        &OF_REQUESTS,
    );
    text += &group(
        "Fields of commands",
        "Every command of a seat also has `type`, `id`, `room` and `n`.",
        &commands,
        &OF_COMMANDS,
    );
    text += &group(
        "Fields of replies",
        "What stands in `ok`, beside its `type`.",
        &variants(defs, "Accepted"),
        &OF_OTHERS,
    );
    text += &group(
        "Fields of events",
        "Every event also has `type`, `room`, `seq` and `at_ms`.",
        &variants(defs, "EventFrame"),
        &OF_EVENTS,
    );
    text += &group(
        "Fields of other frames",
        "Every frame also has `type`. The fields of `error`, and of `Refused`, are those of a [refusal](#refusal-codes).",
        &variants(defs, "Frame"),
        &OF_OTHERS,
    );
    text += &group(
        "Fields of objects",
        "The names of objects are those of the schema; they do not travel.",
        &objects(defs),
        &[],
    );
    text += &group(
        "Fields of clocks",
        "A `ClockSetting`, by its `type`.",
        &variants(defs, "ClockSetting"),
        &OF_OTHERS,
    );
    text += "### Values\n\n| type | values |\n|---|---|\n";
    for (name, def) in defs {
        if let Some(values) = values(def) {
            let _ = writeln!(text, "| `{name}` | {values} |");
        }
    }
    text
}

/// A message or an object, of one or two definitions (what is in it, and what is around that).
struct Message<'a> {
    name: &'a str,
    parts: Vec<&'a Value>,
}

impl Message<'_> {
    fn fields(&self) -> Map<String, Value> {
        let mut fields = Map::new();
        for part in &self.parts {
            let alternatives = part["oneOf"].as_array().into_iter().flatten();
            for one in alternatives.chain([*part]) {
                fields.extend(one["properties"].as_object().cloned().unwrap_or_default());
            }
        }
        fields
    }

    fn requires(&self, field: &str) -> bool {
        let required = |part: &&Value| {
            let list = part["required"].as_array();
            list.is_some_and(|list| list.iter().any(|name| name == field))
        };
        self.parts.iter().any(required)
    }
}

fn requests(defs: &Map<String, Value>) -> Vec<Message<'_>> {
    let list = defs["Request"]["oneOf"].as_array().into_iter().flatten();
    list.map(|variant| {
        let def = &defs[target(variant).expect("a request has a definition")];
        Message {
            name: kind(def).expect("a request has a type"),
            parts: vec![def],
        }
    })
    .collect()
}

/// The variants of a union that have a `type` of this version.
fn variants<'a>(defs: &'a Map<String, Value>, union: &str) -> Vec<Message<'a>> {
    let list = defs[union]["oneOf"].as_array().into_iter().flatten();
    list.filter_map(|variant| {
        let inner = target(variant).filter(|inner| !ELSEWHERE.contains(inner));
        Some(Message {
            name: kind(variant)?,
            parts: std::iter::once(variant)
                .chain(inner.map(|name| &defs[name]))
                .collect(),
        })
    })
    .collect()
}

/// The objects that are in fields: what is no message itself, nor the whole of one.
fn objects(defs: &Map<String, Value>) -> Vec<Message<'_>> {
    let whole: BTreeSet<&str> = ["Accepted", "Frame"]
        .iter()
        .flat_map(|union| defs[*union]["oneOf"].as_array().into_iter().flatten())
        .filter_map(target)
        .collect();
    let is_object = |name: &str, def: &Value| {
        let twin = name
            .strip_suffix("Asked")
            .is_some_and(|twin| defs.contains_key(twin));
        def["properties"].is_object()
            && kind(def).is_none()
            && !(twin || whole.contains(name) || ELSEWHERE.contains(&name))
            && !name.starts_with("BySeat_")
    };
    let plain = defs
        .iter()
        .filter(|(name, def)| is_object(name, def))
        .map(|(name, def)| Message {
            name,
            parts: vec![def],
        });
    plain.collect()
}

fn rows(defs: &Map<String, Value>, messages: &[Message], common: &[&str]) -> String {
    let mut text =
        String::from("| in | field | type | present | meaning |\n|---|---|---|---|---|\n");
    for message in messages {
        let mut fields = message.fields();
        fields.retain(|name, _| !common.contains(&name.as_str()));
        if fields.is_empty() {
            let _ = writeln!(text, "| `{}` | none | | | |", message.name);
        }
        for (field, schema) in &fields {
            let presence = if message.requires(field) {
                "always"
            } else {
                "optional"
            };
            let meaning = schema["description"].as_str().unwrap_or_default();
            let _ = writeln!(
                text,
                "| `{}` | `{field}` | {} | {presence} | {} |",
                message.name,
                kind_of_value(defs, schema),
                meaning.replace('\n', " ").replace('|', "\\|"),
            );
        }
    }
    text
}

/// The type of a field, in words.
fn kind_of_value(defs: &Map<String, Value>, schema: &Value) -> String {
    if let Some(name) = target(schema) {
        return named(defs, name);
    }
    if let Some(list) = schema["anyOf"].as_array() {
        let kinds = list.iter().filter(|one| one["type"] != "null");
        let kinds: Vec<_> = kinds.map(|one| kind_of_value(defs, one)).collect();
        return kinds.join(" or ");
    }
    if let Some(value) = schema["const"].as_str() {
        return format!("`{value}`");
    }
    match type_of(schema) {
        "array" => {
            let inner = kind_of_value(defs, &schema["items"]);
            match inner.as_str() {
                "number" | "text" => format!("list of {inner}s"),
                _ => format!("list of {}", inner.replacen("list of", "lists of", 1)),
            }
        }
        "integer" => "number".into(),
        "" => "any JSON".into(),
        "string" => "text".into(),
        other => other.into(),
    }
}

fn named(defs: &Map<String, Value>, name: &str) -> String {
    if let Some(inner) = name.strip_prefix("BySeat_") {
        let inner = inner.strip_prefix("Nullable_").unwrap_or(inner);
        let inner = match inner {
            "uint64" => "number".into(),
            inner => named(defs, inner),
        };
        return format!("`host` and `guest`, {inner} each");
    }
    if let Some(inner) = name.strip_prefix("Choice_") {
        return format!("`any` or a list of {}", named(defs, inner));
    }
    let own = name.strip_suffix("Asked");
    let name = own.filter(|own| defs.contains_key(*own)).unwrap_or(name);
    if type_of(&defs[name]) == "integer" {
        return "number".into();
    }
    format!("`{name}`")
}

/// The values of an enumeration.
fn values(def: &Value) -> Option<String> {
    let list = def["oneOf"].as_array()?;
    let values = list
        .iter()
        .map(|one| Some(format!("`{}`", one["const"].as_str()?)));
    Some(values.collect::<Option<Vec<_>>>()?.join(", "))
}

fn target(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

fn kind(schema: &Value) -> Option<&str> {
    schema["properties"]["type"]["const"].as_str()
}

/// The type that is not null.
fn type_of(schema: &Value) -> &str {
    match &schema["type"] {
        Value::String(name) => name,
        Value::Array(names) => {
            let mut names = names.iter().filter_map(Value::as_str);
            names.find(|name| *name != "null").unwrap_or_default()
        }
        _ => "",
    }
}
