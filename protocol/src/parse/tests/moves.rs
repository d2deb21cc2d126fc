//! The quick way of reading a move, held to the general way.

use proptest::{prelude::*, sample::select};

use super::*;

#[test]
fn the_quick_parser_takes_only_plain_moves_and_agrees_with_the_general_one() {
    let quick = [
        r#"{"type":"move","id":7,"room":"K7QX-4MTR","n":3,"game":1,"ply":0,"cell":4}"#,
        r#" { "cell":4, "ply":0, "game":1, "n":3, "room":"k7qx4mtr", "id":7, "type":"move" } "#,
    ];
    for text in quick {
        let read = quick_move(text).unwrap();
        assert_eq!(any_request(text, 16), Ok(read), "{text}");
    }
    let not_quick = [
        // Said, and so found out, by the general way alone.
        r#"{"type":"mo\u0076e","id":7,"room":"K7QX-4MTR","n":3,"game":1,"ply":0,"cell":4}"#,
        r#"{"type":"move","id":7,"room":"K7QX-4MTR","n":3,"game":1,"ply":0,"cell":4,"x":1}"#,
        r#"{"type":"move","id":7,"room":"K7QX-4MTR","n":3,"game":1,"ply":0}"#,
        r#"{"type":"move","id":7,"id":7,"room":"K7QX-4MTR","n":3,"game":1,"ply":0,"cell":4}"#,
        r#"{"type":"move","id":9007199254740992,"room":"K7QX-4MTR","n":3,"game":1,"ply":0,"cell":4}"#,
        r#"{"type":"move","id":7,"room":"K7QX-4MTR","n":3,"game":1,"ply":0,"cell":-1}"#,
        r#"{"type":"move","id":7,"room":"nowhere","n":3,"game":1,"ply":0,"cell":4}"#,
        r#"{"type":"move","id":07,"room":"K7QX-4MTR","n":3,"game":1,"ply":0,"cell":4}"#,
        r#"{"type":"move","id":7,"room":"K7QX-4MTR","n":3,"game":1,"ply":0,"cell":+4}"#,
        r#"{"type":"move","id":7,"room":"K7QX-4MTR","n":3.0,"game":1,"ply":0,"cell":4}"#,
        r#"{"type":"move","id":7,"room":"K7QX-4MTR","n":3,"game":1,"ply":0,"cell":65536}"#,
        r#"{"type":"move","id":7,"room":"K7QX-4MTR","n":3,"game":1,"ply":0,"cell":4,}"#,
        r#"{"type":"move","id":7,"room":"K7QX-4MTR","n":3,"game":1,"ply":0,"cell":4}}"#,
        r#"{"type":"move","id":7,"room":K7QX-4MTR,"n":3,"game":1,"ply":0,"cell":4}"#,
        "{\u{a0}\"type\":\"move\",\"id\":7,\"room\":\"K7QX-4MTR\",\"n\":3,\"game\":1,\"ply\":0,\"cell\":4}",
        r#"{"type":"move","id":7,"room":"K7QX-4MTR","n":0,"game":1,"ply":0,"cell":4}"#,
        r#"{"type":"resign","id":7,"room":"K7QX-4MTR","n":3,"game":1}"#,
        r#"{"type":"set_name","id":7,"name":"move"}"#,
    ];
    for text in not_quick {
        assert_eq!(quick_move(text), None, "{text}");
    }
}

/// A value that a field of a move may have, or nearly.
fn nearly() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (0..70_000_u64).prop_map(|n| n.to_string()),
        1 => any::<u64>().prop_map(|n| n.to_string()),
        1 => ((1_u64 << 53) - 2..=1 << 53).prop_map(|n| n.to_string()),
        1 => (u64::from(u32::MAX) - 1..=1 << 32).prop_map(|n| n.to_string()),
        1 => any::<i32>().prop_map(|n| n.to_string()),
        1 => select(vec!["0", "00", "01", "-0", "+1", "1.0", "1e0", "1E2", "", "null", "\"1\"", "[1]", "4 ", "4\u{b}", "4}", "4\0"])
            .prop_map(str::to_owned),
    ]
}

fn nearly_a_room() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "\"[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}\"",
        1 => "\"[ -]{0,2}[2-9a-zA-Z]{3,5}[ -]{0,2}[2-9a-zA-Z]{3,5}\"",
        1 => select(vec!["\"\"", "\"K7QX\\u002d4MTR\"", "\"K7QX\\t4MTR\"", "\"K7QX\"4MTR\"", "7", "K7QX-4MTR"]).prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_quick_and_the_general_parser_read_the_same_moves(
        room in nearly_a_room(),
        values in proptest::collection::vec(nearly(), 5),
        order in Just((0..7_usize).collect::<Vec<_>>()).prop_shuffle(),
        space in "[ \t\r\n]{0,2}",
        odd in proptest::option::weighted(0.2, (any::<proptest::sample::Index>(), "[,:{}\"\\\\ 0-9a-z]")),
    ) {
        let kind = "\"move\"".to_owned();
        let fields = [("type", &kind), ("room", &room), ("id", &values[0]), ("n", &values[1]), ("game", &values[2]), ("ply", &values[3]), ("cell", &values[4])];
        let fields: Vec<_> = order.iter().map(|at| format!("{space}\"{}\":{space}{}", fields[*at].0, fields[*at].1)).collect();
        let mut text = format!("{space}{{{}}}{space}", fields.join(","));
        if let Some((at, odd)) = odd {
            let at = at.index(text.len());
            if text.is_char_boundary(at) {
                text.insert_str(at, &odd);
            }
        }
        if let Some(read) = quick_move(&text) {
            prop_assert_eq!(any_request(&text, 16), Ok(read), "{}", text);
        }
    }
}
