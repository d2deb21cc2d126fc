//! The files in `protocol/schema/` and the tables of fields in `docs/protocol.md` are what the types
//! generate, and the examples of the document conform to them. `OXO_BLESS=1` writes them.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use crate::support::examples;
use crate::support::fields;
use crate::support::json_schema;
use crate::support::typescript;

use std::{fs, path::PathBuf};

use serde_json::{Value, json};

/// Whether a value conforms to a definition of the document.
fn conforms(document: &Value, name: &str, value: &Value) -> Result<(), String> {
    let mut schema = document.clone();
    schema["$ref"] = format!("#/$defs/{name}").into();
    let validator = jsonschema::validator_for(&schema).unwrap();
    validator.validate(value).map_err(|why| why.to_string())
}

const BLESS: &str =
    "run `OXO_BLESS=1 cargo test -p protocol --features schema schema::` and commit the file";

/// The committed text of a generated file; with `OXO_BLESS` set, written first.
fn committed(name: &str, generated: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("schema")
        .join(name);
    if blesses() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, generated).unwrap();
    }
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}; {BLESS}", path.display()))
}

fn blesses() -> bool {
    std::env::var_os("OXO_BLESS").is_some_and(|value| value == "1")
}

#[test]
fn the_json_schema_is_what_the_types_say() {
    let generated = json_schema::document();
    let text = serde_json::to_string_pretty(&generated).unwrap() + "\n";
    // As values: the order of keys depends on the features other crates ask of serde_json.
    let committed: Value = serde_json::from_str(&committed("oxo.schema.json", &text)).unwrap();
    let name = |defs: &Value| -> Vec<String> {
        let defs = defs["$defs"].as_object().unwrap();
        defs.keys().cloned().collect()
    };
    assert_eq!(name(&committed), name(&generated), "{BLESS}");
    for (name, def) in generated["$defs"].as_object().unwrap() {
        assert_eq!(&committed["$defs"][name], def, "{name} is stale: {BLESS}");
    }
    assert_eq!(committed, generated, "{BLESS}");
}

#[test]
fn the_typescript_is_what_the_schema_says() {
    let generated = typescript::declarations(&json_schema::document());
    let committed = committed("oxo.d.ts", &generated);
    for (have, want) in committed.lines().zip(generated.lines()) {
        assert_eq!(have, want, "oxo.d.ts is stale: {BLESS}");
    }
    assert_eq!(committed, generated, "oxo.d.ts is stale: {BLESS}");
}

/// Where the tables begin and end in the document.
const FIELDS: [&str; 2] = [
    "<!-- The tables of fields are generated from the types. -->\n\n",
    "\n<!-- Here they end. -->\n",
];

#[test]
fn the_tables_of_fields_are_what_the_types_say() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/protocol.md");
    let document = fs::read_to_string(&path).unwrap();
    let (before, rest) = document.split_once(FIELDS[0]).expect(FIELDS[0]);
    let (committed, after) = rest.split_once(FIELDS[1]).expect(FIELDS[1]);
    let generated = fields::tables(&json_schema::document());
    if blesses() {
        let blessed = [before, FIELDS[0], &generated, FIELDS[1], after].concat();
        fs::write(&path, blessed).unwrap();
        return;
    }
    for (have, want) in committed.lines().zip(generated.lines()) {
        assert_eq!(have, want, "docs/protocol.md is stale: {BLESS}");
    }
    assert_eq!(committed, generated, "docs/protocol.md is stale: {BLESS}");
}

#[test]
fn every_example_of_the_document_conforms() {
    let document = json_schema::document();
    for example in examples::all() {
        let name = if example.is_request() {
            "Request"
        } else {
            "Frame"
        };
        let fits = conforms(&document, name, &example.json());
        if example.special == "refused" {
            assert!(fits.is_err(), "line {}: {}", example.line, example.text);
        } else if let Err(why) = fits {
            panic!("line {}: {why}\n{}", example.line, example.text);
        }
    }
}

#[test]
fn requests_are_closed_but_for_hello_and_frames_are_open() {
    let document = json_schema::document();
    for example in examples::all() {
        if example.special == "refused" {
            continue;
        }
        let mut json = example.json();
        let hello = json["type"] == "hello";
        json["of_a_later_version"] = json!({ "deep": [1] });
        let name = if example.is_request() {
            "Request"
        } else {
            "Frame"
        };
        let expected = !example.is_request() || hello;
        let fits = conforms(&document, name, &json);
        assert_eq!(fits.is_ok(), expected, "line {}: {fits:?}", example.line);
    }
    let event = json!({ "type": "danced", "room": "K7QX-4MTR", "seq": 1, "at_ms": 2 });
    assert_eq!(conforms(&document, "Frame", &event), Ok(()));
    let event = json!({ "type": "returned", "room": "K7QX-4MTR", "seq": 1, "at_ms": 2 });
    assert!(conforms(&document, "Frame", &event).is_err());
}
