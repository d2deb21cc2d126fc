//! Requests that are wrong in one place: each gets its reply, which names the place in plain words.

#![expect(clippy::too_many_lines, reason = "tables of requests")]

use super::*;

#[test]
fn a_type_and_a_number_that_can_be_read_get_a_reply_whatever_else_stands_there() {
    let resign = r#""type":"resign","room":"K7QX-4MTR","game":1"#;
    let join = r#""type":"join_room","secret":"AAAAAAAAAAAAAAAAAAAAAA""#;
    let big = "9".repeat(400);
    for (rest, field) in [
        (format!(r#"{resign},"n":1.0"#), "n"),
        (format!(r#"{resign},"n":1e0"#), "n"),
        (format!(r#"{resign},"n":-1"#), "n"),
        (format!(r#"{resign},"n":-0"#), "n"),
        (format!(r#"{resign},"n":0"#), "n"),
        (format!(r#"{resign},"n":"x""#), "n"),
        (format!(r#"{resign},"n":1e999"#), "n"),
        (format!(r#"{resign},"n":{big}"#), "n"),
        (format!(r#"{resign},"n":9007199254740992"#), "n"),
        (format!(r#"{resign},"n":1,"n":1"#), "n"),
        (format!(r#"{resign},"n":1,"game":1"#), "game"),
        (format!(r#"{join},"room":null"#), "room"),
        (format!(r#"{join},"room":"nope""#), "room"),
        (format!(r#"{join},"room":"\ud800""#), "room"),
        (r#""type":"rooms","cursor":null"#.into(), "cursor"),
        (r#""type":"resume","last_seq":null"#.into(), "last_seq"),
        (r#""type":"hello","versions":[1],"bot":null"#.into(), "bot"),
        (r#""type":"set_name","name":["a"]"#.into(), "name"),
        (r#""type":"react","phrase":{"hello":null}"#.into(), "phrase"),
    ] {
        for text in [
            format!(r#"{{"id":7,{rest}}}"#),
            format!(r#"{{{rest},"id":7}}"#),
        ] {
            let hello = text.contains("hello\",");
            match request(&text, 16) {
                Err(Unreadable::Request {
                    id: 7,
                    hello: told,
                    why: Refusal::BadField { field: at, .. },
                }) => {
                    assert_eq!((at.as_str(), told), (field, hello), "{text}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }
    for (text, why) in [
        (
            r#"{"type":"\ud800","id":7}"#,
            Refusal::UnknownType {
                got: "\u{fffd}\u{fffd}\u{fffd}".into(),
            },
        ),
        (
            r#"{"type":"hint","id":7,"\ud800":1}"#,
            Refusal::UnknownField {
                field: "\u{fffd}\u{fffd}\u{fffd}".into(),
            },
        ),
        (
            r#"{"type":"hint","id":7,"n":1e999}"#,
            Refusal::UnknownField { field: "n".into() },
        ),
        (
            r#"{"type":"HINT","id":7}"#,
            Refusal::UnknownType { got: "HINT".into() },
        ),
        (
            r#"{"type":"","id":7}"#,
            Refusal::UnknownType { got: String::new() },
        ),
    ] {
        let (id, hello) = (7, false);
        assert_eq!(
            request(text, 16),
            Err(Unreadable::Request { id, hello, why }),
            "{text}"
        );
    }
}

#[test]
fn a_list_is_no_object_at_any_depth() {
    let create = |rest: &str| {
        format!(r#"{{"type":"create_room","id":7,"secret":"AAAAAAAAAAAAAAAAAAAAAA",{rest}}}"#)
    };
    for (text, field) in [
        (create(r#""settings":[]"#), "settings"),
        (
            create(r#""settings":{"rules":[3,3,3,false]}"#),
            "settings.rules",
        ),
        (
            create(r#""settings":{"clock":["per_move",5000]}"#),
            "settings.clock",
        ),
        (create(r#""computer":[3]"#), "computer"),
        (
            r#"{"type":"exhibit","id":7,"computers":[{"level":3},{"level":3}]}"#.into(),
            "computers",
        ),
    ] {
        match refused(&text) {
            Refusal::BadField { field: at, detail } => {
                assert_eq!((at.as_str(), detail.as_str()), (field, "must be an object"));
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    for text in [r#"["move",7]"#, r#"["move",7,"K7QX-4MTR",1,1,0,4]"#] {
        let detail = "must be an object".into();
        assert_eq!(
            request(text, 16),
            Err(Unreadable::Frame(Refusal::BadMessage { detail }))
        );
    }
}

#[test]
fn each_mistake_in_a_request_is_named_in_plain_words() {
    let create = |settings: &str| {
        format!(
            r#"{{"type":"create_room","id":7,"secret":"AAAAAAAAAAAAAAAAAAAAAA","settings":{settings}}}"#
        )
    };
    let offer = |rest: &str| {
        format!(r#"{{"type":"offer","id":7,"room":"K7QX-4MTR","n":1,"game":1,{rest}}}"#)
    };
    let computer = |it: &str| {
        format!(r#"{{"type":"seat_computer","id":7,"room":"K7QX-4MTR","n":1,"computer":{it}}}"#)
    };
    for (text, field, said) in [
        (
            create(r#"{"clock":{"type":"per_move","move_ms":999}}"#),
            "settings.clock.move_ms",
            "must be a whole number from 1000 to 3600000",
        ),
        (
            create(r#"{"clock":{"type":"total","initial_ms":5000}}"#),
            "settings.clock.increment_ms",
            "is missing",
        ),
        (
            create(r#"{"clock":{}}"#),
            "settings.clock.type",
            "is missing",
        ),
        (
            create(r#"{"clock":{"type":"hourglass"}}"#),
            "settings.clock.type",
            "must be one of none, per_move, total, correspondence",
        ),
        (
            create(r#"{"first":"me"}"#),
            "settings.first",
            "must be one of host, guest, random",
        ),
        (
            create(r#"{"listed":1}"#),
            "settings.listed",
            "must be true or false",
        ),
        (
            create(r#"{"rules":{"width":3,"height":20,"line":3}}"#),
            "settings.rules.height",
            "must be a whole number from 1 to 19",
        ),
        (
            computer(r#"{"level":6}"#),
            "computer.level",
            "must be a whole number from 1 to 5",
        ),
        (offer(r#""kind":"takeback""#), "ply", "is missing"),
        (
            offer(r#""kind":"takeback","ply":4294967296"#),
            "ply",
            "must be a whole number from 0 to 4294967295",
        ),
        (
            r#"{"type":"set_name","id":7,"name":7}"#.into(),
            "name",
            "must be text",
        ),
        (
            r#"{"type":"hello","id":7,"versions":1}"#.into(),
            "versions",
            "must be a list",
        ),
    ] {
        let (field, detail) = (field.into(), said.into());
        assert_eq!(
            refused(&text),
            Refusal::BadField { field, detail },
            "{text}"
        );
    }
    for (text, field) in [
        (offer(r#""kind":"draw","ply":1"#), "ply"),
        (
            create(r#"{"clock":{"type":"none","move_ms":5000}}"#),
            "settings.clock.move_ms",
        ),
        (computer(r#"{"level":5,"hat":true}"#), "computer.hat"),
    ] {
        let field = field.into();
        assert_eq!(refused(&text), Refusal::UnknownField { field }, "{text}");
    }
}
