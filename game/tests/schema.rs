//! The crate's types in the generated schema and TypeScript; built only with the `schema` feature.
#![cfg(feature = "schema")]

use game::{Judged, Mark, Review, Rules, Verdict};
use serde_json::{Value, json};
use ts_rs::{Config, TS};

#[test]
fn typescript_has_the_wire_shapes() {
    let config = Config::default();
    assert_eq!(Mark::inline(&config), r#""X" | "O""#);
    let rules = Rules::inline(&config).replace([' ', '\n'], "");
    assert_eq!(
        rules,
        "{width:number,height:number,line:number,misere?:boolean,exact?:boolean}"
    );
    assert_eq!(Verdict::inline(&config), r#""kept" | "lost" | "only""#);
    let shape = |inline: String| inline.replace([' ', '\n'], "");
    let judged = shape(Judged::inline(&config));
    assert!(judged.contains("best:Array<number>"), "{judged}");
    let review = shape(Review::inline(&config));
    assert!(review.contains("moves:Array<Judged|null>"), "{review}");
    assert_eq!(
        (Mark::name(&config), Rules::name(&config)),
        ("Mark".into(), "Rules".into())
    );
}

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
