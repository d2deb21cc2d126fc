//! Unit tests of `request`.

use protocol::{Command, request::InGame};

use super::*;

const DEFAULTS: Defaults<'static> = Defaults {
    id: 99,
    key: "0123456789",
    game: 7,
    nesting: 16,
};

fn request(line: &str) -> Ask {
    match read(line, &DEFAULTS) {
        Ok(InputLine::Ask(ask)) => *ask,
        other => panic!("{line}: {other:?}"),
    }
}

fn refused(line: &str) -> String {
    serde_json::to_string(&*read(line, &DEFAULTS).unwrap_err()).unwrap()
}

/// The text of each field goes on as it is: no number is rounded, no field lost.
#[test]
fn a_pings_data_stays_the_text_that_it_is() {
    let ask = request(r#"{"type":"ping","data":{"a":1e999,"a":123456789012345678901234567890}}"#);
    let AskKind::Other(Body::Ping(ping)) = ask.what else {
        panic!("{ask:?}")
    };
    let data = ping.data.unwrap();
    assert_eq!(
        data.get(),
        r#"{"a":1e999,"a":123456789012345678901234567890}"#
    );
}

#[test]
fn omitted_fields_are_filled_in() {
    let resign = request(r#"{"type":"resign"}"#);
    assert_eq!(resign.id, Some(99));
    let game = |game| Command::Resign(InGame { game });
    assert!(matches!(resign.what, AskKind::Seat(command) if command == game(7)));
    let resign = request(r#"{"type":"resign","id":7,"n":3,"game":2}"#);
    assert_eq!(resign.id, Some(7));
    assert!(matches!(resign.what, AskKind::Seat(command) if command == game(2)));
    let seat = r#"{"type":"seat_computer","computer":{"level":4}}"#;
    assert!(matches!(request(seat).what, AskKind::Seat(_)));
    let named = r#"{"type":"leave","room":"k7qx4mtr"}"#;
    let AskKind::Other(Body::Seat(leave)) = request(named).what else {
        panic!()
    };
    assert_eq!(leave.room.to_string(), "K7QX-4MTR");
    let hint = request(r#"{"type":"hint"}"#).what;
    assert!(matches!(hint, AskKind::Other(Body::Hint)));
    let create = request(r#"{"type":"create_room"}"#);
    assert!(secret_of(&create.what).is_some());
    let AskKind::Other(Body::QuickMatch(ticket)) = request(r#"{"type":"quick_match"}"#).what else {
        panic!()
    };
    assert_eq!(ticket.key, DEFAULTS.key);
    assert!(matches!(
        read(r#"{"type":"view"}"#, &DEFAULTS),
        Ok(InputLine::View)
    ));
}

#[test]
fn invalid_requests_are_refused_as_by_the_server() {
    let text = refused("nonsense");
    assert!(
        text.starts_with(r#"{"type":"error","code":"bad_message""#),
        "{text}"
    );
    let text = refused(r#"{"type":"dance","id":5}"#);
    assert!(
        text.contains(r#""id":5,"error":{"code":"unknown_type""#),
        "{text}"
    );
    let text = refused(r#"{"type":"hello","versions":[1]}"#);
    assert!(text.contains("already_greeted"), "{text}");
}
