//! Whether a JSON value conforms to a schema, for the few keywords that the
//! generated document uses. Any other keyword is an error, so that a schema
//! which says more than is checked here does not pass unseen.

use serde_json::Value;

/// Checks `value` against the definition `name` of a document.
pub fn conforms(document: &Value, name: &str, value: &Value) -> Result<(), String> {
    check(document, &document["$defs"][name], value, name)
}

#[expect(clippy::too_many_lines, reason = "an arm for each keyword")]
fn check(document: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let Some(rules) = schema.as_object() else {
        return match schema.as_bool() {
            Some(true) => Ok(()),
            _ => Err(format!("{at}: nothing may stand here")),
        };
    };
    let count = |list: &Value| -> usize {
        let list = list.as_array().into_iter().flatten();
        list.filter(|s| check(document, s, value, at).is_ok())
            .count()
    };
    for (keyword, rule) in rules {
        let ok = match keyword.as_str() {
            "description" | "default" | "format" | "title" => true,
            "$ref" => {
                let name = rule.as_str().unwrap_or_default();
                let target = document.pointer(name.trim_start_matches('#'));
                let target = target.ok_or_else(|| format!("{at}: nothing at {name}"))?;
                check(document, target, value, at)?;
                true
            }
            "type" => types(rule).iter().any(|name| is(value, name)),
            "const" => value == rule,
            "enum" => rule.as_array().is_some_and(|list| list.contains(value)),
            "not" => check(document, rule, value, at).is_err(),
            "oneOf" => count(rule) == 1,
            "anyOf" => count(rule) >= 1,
            "minimum" => value.as_f64() >= rule.as_f64() || !value.is_number(),
            "maximum" => value.as_f64() <= rule.as_f64() || !value.is_number(),
            "minLength" => length(value).is_none_or(|n| Some(n) >= rule.as_u64()),
            "maxLength" => length(value).is_none_or(|n| Some(n) <= rule.as_u64()),
            "minItems" => items(value).is_none_or(|n| Some(n) >= rule.as_u64()),
            "maxItems" => items(value).is_none_or(|n| Some(n) <= rule.as_u64()),
            // The one pattern there is.
            "pattern" if rule == "^[A-Za-z0-9_-]{22,64}$" => value.as_str().is_none_or(|text| {
                let fits = |b: u8| b.is_ascii_alphanumeric() || b"_-".contains(&b);
                (22..=64).contains(&text.len()) && text.bytes().all(fits)
            }),
            "required" => rule.as_array().is_some_and(|names| {
                let has = |name: &Value| value.get(name.as_str().unwrap_or_default()).is_some();
                !value.is_object() || names.iter().all(has)
            }),
            "properties" => {
                for (name, inner) in rule.as_object().into_iter().flatten() {
                    if let Some(field) = value.get(name) {
                        check(document, inner, field, &format!("{at}.{name}"))?;
                    }
                }
                true
            }
            "additionalProperties" if rule == false => value
                .as_object()
                .is_none_or(|fields| fields.keys().all(|f| schema["properties"].get(f).is_some())),
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    check(document, rule, item, &format!("{at}[]"))?;
                }
                true
            }
            other => return Err(format!("{at}: {other} {rule} is not checked here")),
        };
        if !ok {
            return Err(format!("{at}: {value} against {keyword} {rule}"));
        }
    }
    Ok(())
}

fn types(rule: &Value) -> Vec<&str> {
    match rule {
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

fn is(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        _ => false,
    }
}

fn length(value: &Value) -> Option<u64> {
    Some(value.as_str()?.chars().count() as u64)
}

fn items(value: &Value) -> Option<u64> {
    Some(value.as_array()?.len() as u64)
}
