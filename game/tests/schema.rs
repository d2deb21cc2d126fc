//! The crate's types in the generated schema; built only with the `schema` feature.
#![cfg(feature = "schema")]

use game::{Mark, Rules};
use serde_json::{Value, json};

#[test]
fn json_schema_has_the_wire_shapes() {
    let rules: Value = schemars::schema_for!(Rules).into();
    assert_eq!(rules["title"], "Rules");
    assert_eq!(rules["additionalProperties"], json!(false));
    assert_eq!(rules["required"], json!(["width", "height", "line"]));
    for (side, least) in [("width", 1), ("height", 1), ("line", 3)] {
        let property = &rules["properties"][side];
        assert_eq!(
            (&property["minimum"], &property["maximum"]),
            (&json!(least), &json!(19))
        );
    }
    let mark = serde_json::to_string(&schemars::schema_for!(Mark)).unwrap();
    assert!(
        mark.contains(r#""const":"X""#) && mark.contains(r#""const":"O""#),
        "{mark}"
    );
}
