//! The text of a frame.

use bolero::{TypeGenerator, check};
use protocol::{
    parse::{Unreadable, request},
    request::COMMANDS,
};
use serde_json::{Map, Value, json};

use crate::INPUTS;

const NESTING: u64 = 16;
/// The largest number that every language that reads JSON can hold.
const LARGEST: u64 = (1 << 53) - 1;

/// Types besides the commands of a seat, and one that is none.
const KINDS: [&str; 18] = [
    "hello",
    "quick_match",
    "play",
    "cancel",
    "create_room",
    "join_room",
    "watch_room",
    "unwatch",
    "exhibit",
    "resume",
    "set_name",
    "react",
    "hint",
    "review",
    "analyse",
    "rooms",
    "ping",
    "dance",
];

const FIELDS: [&str; 30] = [
    "versions", "client", "name", "bot", "boards", "clocks", "secret", "key", "bots", "unseen",
    "ticket", "settings", "computer", "room", "n", "game", "ply", "cell", "last_seq", "phrase",
    "kind", "data", "cursor", "level", "rules", "clock", "offer", "width", "height", "extra",
];

const TEXTS: [&str; 9] = [
    "k7qx4mtr9w2f2",
    "K7QX-4MTR",
    "k7qx4mtr",
    "any",
    "x",
    "draw",
    "Ana",
    "",
    "AAAAAAAAAAAAAAAAAAAAAA",
];

/// A value of a field.
#[derive(Debug, TypeGenerator)]
enum Given {
    Null,
    Bool(bool),
    Small(u8),
    Whole(u64),
    Negative(i64),
    Known(u8),
    Text(String),
    List(Vec<u8>),
    Object(u8, u8),
}

impl Given {
    fn json(&self) -> Value {
        match self {
            Given::Null => Value::Null,
            Given::Bool(is) => json!(is),
            Given::Small(number) => json!(number),
            Given::Whole(number) => json!(number),
            Given::Negative(number) => json!(number),
            Given::Known(number) => json!(one_of(&TEXTS, *number)),
            Given::Text(text) => json!(text),
            Given::List(numbers) => json!(numbers),
            Given::Object(key, value) => json!({ one_of(&FIELDS, *key): value }),
        }
    }
}

fn one_of<'a>(list: &[&'a str], number: u8) -> &'a str {
    list[usize::from(number) % list.len()]
}

/// A frame whose type and number can be read.
#[derive(Debug, TypeGenerator)]
struct Framed {
    kind: u8,
    id: u64,
    fields: Vec<(u8, Given)>,
}

impl Framed {
    fn text(&self) -> String {
        let fields = self.fields.iter();
        let fields = fields.map(|(key, value)| (one_of(&FIELDS, *key).to_owned(), value.json()));
        let mut frame: Map<String, Value> = fields.collect();
        frame.insert(
            "type".to_owned(),
            json!(one_of(&[&KINDS[..], COMMANDS].concat(), self.kind)),
        );
        frame.insert("id".to_owned(), json!(self.id));
        Value::Object(frame).to_string()
    }
}

/// Asserts the properties of any text.
fn holds(text: &str) {
    let read = request(text, NESTING);
    if let Ok(request) = &read {
        assert!(request.id <= LARGEST);
        let again = serde_json::to_string(request).unwrap();
        assert_eq!(
            self::request(&again, NESTING).as_ref(),
            Ok(request),
            "{again}"
        );
    }
    // Moves are read by a shorter way, which an escape in a key closes.
    let other = request(&text.replacen("\"type\"", "\"\\u0074ype\"", 1), NESTING);
    assert_eq!(read.as_ref().ok(), other.as_ref().ok());
}

#[test]
fn a_readable_head_gets_one_reply_under_its_number() {
    check!()
        .with_iterations(INPUTS)
        .with_type::<Framed>()
        .for_each(|frame| {
            let text = frame.text();
            match request(&text, NESTING) {
                Ok(request) => assert_eq!(request.id, frame.id),
                Err(Unreadable::Request { id, .. }) => assert_eq!(id, frame.id),
                Err(Unreadable::Frame(why)) => assert!(frame.id > LARGEST, "{text}: {why:?}"),
            }
            holds(&text);
        });
}

/// A move as somebody might write it, right and almost right.
#[derive(Debug, TypeGenerator)]
struct Written {
    id: u64,
    n: u32,
    game: u16,
    ply: u16,
    cell: i16,
    code: [u8; 2],
    blanks: [u8; 8],
    cut: u8,
}

impl Written {
    fn text(&self) -> String {
        let Written {
            id,
            n,
            game,
            ply,
            cell,
            ..
        } = self;
        let blank =
            |place: usize| one_of(&["", " ", "\t", "\r\n", "\u{a0}"], self.blanks[place] / 32);
        let code = one_of(&TEXTS, self.code[0]);
        let zero = one_of(&["", "", "", "0", "-", "1e"], self.code[1]);
        let fields = [
            format!("\"type\"{}:\"move\"", blank(0)),
            format!("{}\"id\":{id}", blank(1)),
            format!("\"room\":{}\"{code}\"", blank(2)),
            format!("\"n\":{n}{}", blank(3)),
            format!("\"game\":{game}"),
            format!("\"ply\":{ply}"),
            format!("\"cell\":{zero}{cell}"),
        ];
        let text = format!("{}{{{}}}{}", blank(4), fields.join(","), blank(5));
        let cut = text.len().saturating_sub(usize::from(self.cut / 32));
        text.get(..cut).unwrap_or(&text).to_owned()
    }
}

#[test]
fn a_move_is_read_the_same_by_either_way() {
    check!()
        .with_iterations(INPUTS)
        .with_type::<Written>()
        .for_each(|written| holds(&written.text()));
}

#[test]
fn any_text_parses_or_is_refused_without_a_panic() {
    check!()
        .with_iterations(INPUTS)
        .for_each(|bytes| holds(&String::from_utf8_lossy(bytes)));
}
