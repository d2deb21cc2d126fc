//! Requests made from the schema: every alternative, every field there and not there, every bound
//! and its neighbours; and what becomes of them when something is changed.

use serde_json::{Map, Value, json};

/// Values of a definition, most of which conform to it.
pub fn samples(document: &Value, schema: &Value) -> Vec<Value> {
    if let Some(target) = schema["$ref"].as_str() {
        let target = document.pointer(target.trim_start_matches('#'));
        return samples(document, target.expect("a definition"));
    }
    if let Some(one) = schema.get("const") {
        return vec![one.clone()];
    }
    if let Some(list) = schema["enum"].as_array() {
        return list.clone();
    }
    for alternatives in ["oneOf", "anyOf"] {
        if let Some(list) = schema[alternatives].as_array() {
            return list.iter().flat_map(|one| samples(document, one)).collect();
        }
    }
    match schema["type"].as_str() {
        Some("object") => objects(document, schema),
        Some("array") => arrays(document, schema),
        Some("integer") => integers(schema),
        Some("string") => strings(schema),
        Some("boolean") => vec![true.into(), false.into()],
        _ => vec![json!({ "any": [1, "a", null] }), json!(7), Value::Null],
    }
}

fn integers(schema: &Value) -> Vec<Value> {
    let bound = |name: &str| schema[name].as_u64().expect("a bound");
    let (least, most) = (bound("minimum"), bound("maximum"));
    let mut all = vec![least, most, least + 1, most - 1];
    all.dedup();
    all.into_iter().map(Value::from).collect()
}

fn strings(schema: &Value) -> Vec<Value> {
    if let Some(pattern) = schema["pattern"].as_str() {
        let known = match pattern {
            room if room.contains("{8}") => ["K7QX-4MTR", "k7qx4mtr", " K7 QX--4mTR "],
            _ => [
                "AAAAAAAAAAAAAAAAAAAAAA",
                "q83vASNFZ4mrze8BI0VniQ",
                "0123456789abcdefghij-_A",
            ],
        };
        return known.map(Value::from).to_vec();
    }
    match (schema["minLength"].as_u64(), schema["maxLength"].as_u64()) {
        (Some(least), Some(most)) => {
            let sizes = [least, most].map(|size| usize::try_from(size).unwrap());
            sizes
                .iter()
                .flat_map(|size| ["k", "é", "😀"].map(|letter| letter.repeat(*size).into()))
                .collect()
        }
        _ => vec!["Ana".into(), "".into(), "😀\u{0}\"\\".into()],
    }
}

fn arrays(document: &Value, schema: &Value) -> Vec<Value> {
    let items = samples(document, &schema["items"]);
    let size = |name: &str, absent: usize| {
        let given = schema[name]
            .as_u64()
            .map(|size| usize::try_from(size).unwrap());
        given.unwrap_or(absent)
    };
    let mut all: Vec<Value> = items.iter().map(|item| json!([item])).collect();
    for size in [size("minItems", 0), size("maxItems", 3)] {
        all.push(vec![items[0].clone(); size].into());
    }
    all
}

/// With nothing but what is required, with everything, with each optional field alone, and with each
/// value of each field in turn.
fn objects(document: &Value, schema: &Value) -> Vec<Value> {
    let fields: Vec<(&String, Vec<Value>)> = schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, inner)| (name, samples(document, inner)))
        .collect();
    let required = |name: &str| {
        schema["required"]
            .as_array()
            .is_some_and(|all| all.contains(&name.into()))
    };
    let first = |(name, values): &(&String, Vec<Value>)| ((*name).clone(), values[0].clone());
    let least: Map<_, _> = fields
        .iter()
        .filter(|(name, _)| required(name))
        .map(first)
        .collect();
    let most: Map<_, _> = fields.iter().map(first).collect();
    let mut all = vec![Value::from(least.clone()), most.clone().into()];
    for (name, values) in &fields {
        for value in values {
            for around in [&least, &most] {
                let mut object = around.clone();
                object.insert((*name).clone(), value.clone());
                all.push(object.into());
            }
        }
    }
    all.sort_by_key(Value::to_string);
    all.dedup();
    all
}

/// The places in a value, as JSON pointers, itself included.
pub fn places(value: &Value) -> Vec<String> {
    let inner = |step: String, value: &Value| {
        let inner = places(value).into_iter();
        inner
            .map(move |rest| format!("/{step}{rest}"))
            .collect::<Vec<_>>()
    };
    let below: Vec<String> = match value {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| inner(name.clone(), value))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .flat_map(|(at, value)| inner(at.to_string(), value))
            .collect(),
        _ => Vec::new(),
    };
    std::iter::once(String::new()).chain(below).collect()
}

/// Values that may stand in the place of this one.
pub fn instead(value: &Value) -> Vec<Value> {
    let mut all = changed(value);
    all.extend([
        Value::Null,
        true.into(),
        json!(0),
        json!(-1),
        json!(1.0),
        json!(1.5),
        json!(1e300),
        json!(256),
        json!(65_536),
        json!(1_u64 << 32),
        json!((1_u64 << 53) - 1),
        json!(1_u64 << 53),
        json!(u64::MAX),
        json!(""),
        json!("none"),
        json!("any"),
        json!([]),
        json!({}),
        json!([value]),
        json!({ "type": value }),
    ]);
    all
}

/// A value with something changed in it.
fn changed(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_default();
            all.extend([
                json!(number - 1),
                json!(number.saturating_add(1)),
                json!(number as f64),
            ]);
            all.push(number.to_string().into());
        }
        Value::String(text) => {
            all.extend(
                [
                    format!("{text}k"),
                    format!("{text} "),
                    format!("{text}\n"),
                    text.to_uppercase(),
                ]
                .map(Value::from),
            );
            all.push(text.chars().skip(1).collect::<String>().into());
            all.push(json!({ text: null }));
        }
        // As serde's own readers would take it.
        Value::Object(fields) => {
            all.push(fields.values().cloned().collect());
            all.push(
                fields
                    .iter()
                    .map(|(name, value)| json!([name, value]))
                    .collect(),
            );
            let tag = fields.get("type").cloned().into_iter();
            let rest = fields.iter().filter(|(name, _)| *name != "type");
            all.push(tag.chain(rest.map(|(_, value)| value.clone())).collect());
            for name in fields.keys() {
                let mut less = fields.clone();
                less.remove(name);
                all.push(less.into());
            }
            for name in ["colour", "Type", "width", "move_ms", "ply", "n", "room"] {
                let mut more = fields.clone();
                more.insert(name.into(), 1.into());
                all.push(more.into());
            }
        }
        Value::Array(items) => {
            let twice = items.iter().chain(items).cloned();
            all.extend([twice.collect(), items.iter().skip(1).cloned().collect()]);
            all.push(
                items
                    .iter()
                    .enumerate()
                    .map(|(at, item)| (at.to_string(), item.clone()))
                    .collect(),
            );
        }
        Value::Bool(_) | Value::Null => {}
    }
    all
}
