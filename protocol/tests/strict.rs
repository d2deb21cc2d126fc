//! Schema and server held against each other, which read the same requests: these are made from the schema,
//! changed in one place and in two, and shown to both.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use crate::support::samples;

use protocol::{Limits, Refusal, parse, parse::Unreadable};
use serde_json::Value;

/// Changes in two places at once, drawn at random.
const DRAWN: usize = 30_000;

/// Applies the rules that no schema can express: to JSON Schema 1.0 is the number 1, and its length
/// of a text is the server's. The contract says that a whole number is written without fraction and
/// exponent.
fn with_whole_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => match number.as_f64() {
            Some(float) if float.fract() == 0.0 && float.abs() < 1e18 => (float as i64).into(),
            _ => value.clone(),
        },
        Value::Array(items) => items.iter().map(with_whole_numbers).collect(),
        Value::Object(fields) => {
            let whole =
                |(name, value): (&String, &Value)| (name.clone(), with_whole_numbers(value));
            fields.iter().map(whole).collect()
        }
        other => other.clone(),
    }
}

struct Both {
    schema: jsonschema::Validator,
    document: Value,
    accepted: usize,
    refused: usize,
    /// Refused for a number like 1.0 alone.
    fractions: usize,
}

impl Both {
    fn new() -> Both {
        let text = include_str!("../schema/oxo.schema.json");
        let document: Value = serde_json::from_str(text).unwrap();
        let mut schema = document.clone();
        schema["$ref"] = "#/$defs/Request".into();
        Both {
            schema: jsonschema::validator_for(&schema).unwrap(),
            document,
            accepted: 0,
            refused: 0,
            fractions: 0,
        }
    }

    fn agree(&mut self, request: &Value) {
        let text = request.to_string();
        let read = parse::request(&text, Limits::default().nesting);
        match (self.schema.is_valid(request), &read) {
            (true, Ok(_)) => self.accepted += 1,
            (false, Err(_)) => self.refused += 1,
            (true, Err(_)) => {
                let whole = with_whole_numbers(request);
                assert_ne!(whole, *request, "the schema alone accepts {text}: {read:?}");
                let again = parse::request(&whole.to_string(), Limits::default().nesting);
                assert!(again.is_ok(), "the schema alone accepts {text}: {read:?}");
                self.fractions += 1;
            }
            (false, Ok(_)) => {
                let why = self.schema.validate(request).unwrap_err();
                panic!("the server alone accepts {text}: {why}");
            }
        }
        if let Err(Unreadable::Frame(why) | Unreadable::Request { why, .. }) = read {
            plain(&why, &text);
        }
    }
}

/// A refusal says what is wrong without a word of Rust, and where.
fn plain(why: &Refusal, text: &str) {
    let (Refusal::BadField { detail, .. } | Refusal::BadMessage { detail }) = why else {
        return;
    };
    let foreign = [
        "invalid", "expected", "struct", "variant", "tuple", "u8", "u16", "u32", "u64", "f64",
        "sequence", "map", "integer", "line 1",
    ];
    let word = detail
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .find(|word| foreign.contains(word));
    assert_eq!(word, None, "{detail}: {text}");
    assert!(!detail.is_empty(), "{text}");
    if let Refusal::BadField { field, .. } = why {
        assert!(!field.is_empty(), "{text}: {detail}");
    }
}

#[test]
fn the_schema_accepts_what_the_server_reads() {
    let mut both = Both::new();
    let requests = samples::samples(&both.document, &both.document["$defs"]["Request"]);
    for request in &requests {
        both.agree(request);
    }
    // Many have rules that are misère and exact at once, which are none.
    assert!(
        both.accepted * 5 > requests.len() * 2,
        "{} of {}",
        both.accepted,
        requests.len()
    );
    for request in &requests {
        for place in samples::places(request) {
            for other in samples::instead(request.pointer(&place).unwrap()) {
                let mut changed = request.clone();
                *changed.pointer_mut(&place).unwrap() = other;
                both.agree(&changed);
            }
        }
    }
    // A generator with a fixed seed (SplitMix64): the same changes in every run.
    let mut state = 7_u64;
    let mut draw = |below: usize| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % below as u64).unwrap()
    };
    for _ in 0..DRAWN {
        let mut changed = requests[draw(requests.len())].clone();
        for _ in 0..2 {
            let mut places = samples::places(&changed);
            let place = places.swap_remove(draw(places.len()));
            let value = changed.pointer_mut(&place).unwrap();
            let mut others = samples::instead(value);
            *value = others.swap_remove(draw(others.len()));
        }
        both.agree(&changed);
    }
    println!(
        "{} accepted, {} refused, {} for a fraction",
        both.accepted, both.refused, both.fractions
    );
    assert!(both.accepted > 5_000 && both.refused > 50_000 && both.fractions > 100);
}
