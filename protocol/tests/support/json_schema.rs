//! The JSON Schema document, made from the Rust types.
//!
//! What schemars cannot say by itself is added here:
//! that requests refuse foreign fields, and that frames and events of a later
//! server are to be passed over.

use protocol::{EventFrame, Frame, Invitation, Record, Request};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

type Defs = Map<String, Value>;

const ABOUT: &str = "Version 1 of the wire of OXO. A client's frames are #/$defs/Request; a \
    server's are #/$defs/Frame; #/$defs/View is what a room's events fold into; \
    #/$defs/Record is what `/games/ID.json` gives, #/$defs/Invitation what `/r/CODE.json` \
    gives. Requests except hello are refused with a field that does not stand here; frames may have more fields than \
    stand here, and there may be more frames and events.";

/// The whole document.
pub fn document() -> Value {
    let mut asked = SchemaSettings::draft2020_12().into_generator();
    asked.subschema_for::<Request>();
    let mut asked = flat_requests(asked.take_definitions(true));
    asked.values_mut().for_each(close);
    open_one(&mut asked["HelloRequest"]);

    let mut sent = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    sent.subschema_for::<Frame>();
    sent.subschema_for::<EventFrame>();
    sent.subschema_for::<Record>();
    sent.subschema_for::<Invitation>();
    let mut sent = sent.take_definitions(true);
    sent.values_mut().for_each(open);
    for name in ["Frame", "EventFrame"] {
        pass_over_strangers(&mut sent[name]);
    }
    add_events(&mut sent["Frame"]);

    // A type that both sides use has two definitions where only requests are strict.
    let differing = |(name, _): &(&String, &Value)| sent.get(*name).is_some();
    let names: Vec<String> = asked
        .iter()
        .filter(differing)
        .filter(|(name, def)| sent[*name] != **def)
        .map(|(name, _)| name.clone())
        .collect();
    for name in names {
        if let Some(def) = asked.remove(&name) {
            asked.insert(format!("{name}Asked"), def);
            let (old, new) = (format!("#/$defs/{name}"), format!("#/$defs/{name}Asked"));
            asked.values_mut().for_each(|def| point(def, &old, &new));
        }
    }
    sent.extend(asked);
    let mut document = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "OXO",
        "description": ABOUT,
        "$defs": sent,
    });
    reword(&mut document);
    document
}

/// Text of a Rust doc comment for readers who have no Rust: without links, and
/// without the sentence that only points from one Rust type to another.
fn plain(doc: &str) -> String {
    let doc = doc.replace("[`", "`").replace("`]", "`");
    match doc.strip_prefix("See `").and_then(|d| d.split_once("`.")) {
        Some((_, rest)) => rest.trim().to_owned(),
        None => doc,
    }
}

/// Every request as one closed object with its own definition: references
/// beside properties could not be closed without keywords that few tools know.
fn flat_requests(mut defs: Defs) -> Defs {
    let request = defs.remove("Request").unwrap_or_default();
    let seat = defs.remove("SeatRequest").unwrap_or_default();
    let mut bodies = Defs::new();
    let mut entry = Vec::new();
    let plain_ones = variants(&request).iter().map(|v| (v, vec![&request]));
    let seat_ones = variants(&seat).iter().map(|v| (v, vec![&request, &seat]));
    for (variant, around) in plain_ones.chain(seat_ones) {
        let Some(kind) = kind_of(variant) else {
            continue;
        };
        let body = variant["$ref"].as_str().and_then(|r| r.rsplit('/').next());
        let body = body.map(|name| defs[name].clone()).unwrap_or_default();
        let mut fields = Defs::new();
        let mut required = Vec::new();
        for part in around.into_iter().chain([variant, &body]) {
            fields.extend(part["properties"].as_object().cloned().unwrap_or_default());
            required.extend(part["required"].as_array().cloned().unwrap_or_default());
        }
        let text = |part: &Value| plain(part["description"].as_str().unwrap_or_default());
        let about = format!("{} {}", text(variant), text(&body));
        let mut flat = json!({
            "description": about.trim(),
            "type": "object",
            "properties": fields,
            "required": required,
        });
        for keyword in ["if", "then", "else"] {
            if !body[keyword].is_null() {
                flat[keyword] = body[keyword].clone();
            }
        }
        let name = format!("{}Request", pascal(kind));
        entry.push(json!({ "$ref": format!("#/$defs/{name}") }));
        bodies.insert(name, flat);
    }
    let about = request["description"].clone();
    bodies.insert(
        "Request".into(),
        json!({ "description": about, "oneOf": entry }),
    );
    // What was flattened is referred to by nothing any more.
    loop {
        let used = Value::Object(bodies.clone()).to_string();
        let wanted = |name: &String| used.contains(&format!("\"#/$defs/{name}\""));
        let more: Vec<_> = defs.keys().filter(|n| wanted(n)).cloned().collect();
        if more.is_empty() {
            return bodies;
        }
        for name in more {
            if let Some(def) = defs.remove(&name) {
                bodies.insert(name, def);
            }
        }
    }
}

fn variants(schema: &Value) -> &[Value] {
    let list = ["oneOf", "anyOf"].iter().find_map(|k| schema[k].as_array());
    list.map_or(&[], Vec::as_slice)
}

fn kind_of(variant: &Value) -> Option<&str> {
    variant["properties"]["type"]["const"].as_str()
}

fn pascal(snake: &str) -> String {
    let word = |w: &str| w[..1].to_uppercase() + &w[1..];
    snake.split('_').map(word).collect()
}

/// Lets objects have more fields than are known.
fn open(schema: &mut Value) {
    open_one(schema);
    each(schema, open);
}

fn open_one(schema: &mut Value) {
    if let Some(object) = schema.as_object_mut() {
        object.remove("additionalProperties");
    }
}

/// Closes a schema to what a server reads: objects without other fields, nothing that is null, and
/// numbers that fit.
fn close(schema: &mut Value) {
    if schema["type"] == "object" {
        schema["additionalProperties"] = false.into();
    }
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        schema["type"] = types[0].take();
    }
    let most = match schema["format"].as_str() {
        Some("uint16") => Some(u16::MAX.into()),
        Some("uint32") => Some(u32::MAX.into()),
        Some("uint64") => Some((1_u64 << 53) - 1),
        _ => None,
    };
    if let Some(most) = most.filter(|_| schema["maximum"].is_null()) {
        schema["maximum"] = most.into();
    }
    if let Some(list) = schema["anyOf"].as_array()
        && let [one, null] = list.as_slice()
        && null["type"] == "null"
    {
        let (one, about) = (one.clone(), schema["description"].clone());
        *schema = one;
        schema["description"] = about;
    }
    each(schema, close);
}

/// In the place of the variant for a later version: any `type` that is not known.
fn pass_over_strangers(schema: &mut Value) {
    let known: Vec<_> = variants(schema)
        .iter()
        .filter_map(kind_of)
        .filter(|kind| *kind != "unknown")
        // It has a number too, but is no event.
        .chain(["room"])
        .map(str::to_owned)
        .collect();
    let list = schema["oneOf"].as_array_mut().into_iter().flatten();
    for variant in list.filter(|v| kind_of(v) == Some("unknown")) {
        variant["properties"]["type"] = json!({ "type": "string", "not": { "enum": known } });
    }
}

/// An event is a frame as well. One of a later version differs from other
/// unknown frames by its number.
fn add_events(frame: &mut Value) {
    if let Some(list) = frame["oneOf"].as_array_mut() {
        for stranger in list.iter_mut().filter(|v| kind_of(v).is_none()) {
            stranger["properties"]["seq"] = false.into();
        }
        list.push(json!({ "$ref": "#/$defs/EventFrame" }));
    }
}

fn point(schema: &mut Value, old: &str, new: &str) {
    if schema["$ref"] == old {
        schema["$ref"] = new.into();
    }
    each(schema, |inner| point(inner, old, new));
}

fn reword(schema: &mut Value) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        let paragraphs: Vec<_> = plain(text)
            .split("\n\n")
            .map(|p| p.replace('\n', " "))
            .collect();
        *text = paragraphs.join("\n\n");
    }
    each(schema, reword);
}

fn each(schema: &mut Value, mut change: impl FnMut(&mut Value)) {
    match schema {
        Value::Object(object) => object
            .values_mut()
            .filter(|v| v.is_object() || v.is_array())
            .for_each(change),
        Value::Array(list) => {
            for inner in list.iter_mut().filter(|v| v.is_object() || v.is_array()) {
                change(inner);
            }
        }
        _ => {}
    }
}
