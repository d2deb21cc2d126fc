//! Requests that are read, requests that are refused, and whether the refusal names the mistake.

mod moves;
mod strict;

use game::Rules;

use super::*;
use crate::{
    Computer, OpeningChoice, PushSubscription, RawJson, Secret, Webhook,
    event::OfferKind,
    ids::BySeat,
    now::Phrase,
    request::*,
    settings::{Alternate, ClockSetting, First, Opens, Settings, Watching},
};

#[expect(clippy::too_many_lines, reason = "one of each")]
fn every_body() -> Vec<Body> {
    let secret = Secret::new("A".repeat(22)).unwrap();
    let room = "K7QX-4MTR".parse().unwrap();
    let rules = Rules::GOMOKU;
    let clock = ClockSetting::total(60_000, 1_000);
    let computer = Computer {
        level: game::Level::TOP,
        centre: true,
    };
    let seat = |command| {
        let n = 3;
        Body::Seat(SeatRequest { room, n, command })
    };
    vec![
        Body::Hello(Hello {
            versions: vec![1],
            client: "test/1".into(),
            name: "Ana".into(),
            bot: true,
        }),
        Body::QuickMatch(QuickMatch {
            boards: Choice::ANY,
            clocks: Choice::OneOf(vec![clock, ClockSetting::None]),
            secret: secret.clone(),
            key: "k".repeat(8),
            bots: true,
            unseen: true,
        }),
        Body::Play(Play {
            ticket: crate::ids::TicketId::from_bits(7),
            boards: Choice::OneOf(vec![rules]),
            clocks: Choice::ANY,
            secret: secret.clone(),
            key: "k".repeat(8),
        }),
        Body::Cancel,
        Body::CreateRoom(CreateRoom {
            #[allow(clippy::needless_update)] // A setting more changes nothing here.
            settings: Settings {
                rules,
                clock: ClockSetting::per_move(5_000),
                first: First::Guest,
                alternate: Alternate::Fixed,
                opens: Opens::O,
                watching: Watching::None,
                listed: true,
                ..Settings::default()
            },
            computer: Some(computer),
            secret: secret.clone(),
        }),
        Body::JoinRoom(JoinRoom {
            room,
            secret: secret.clone(),
        }),
        Body::WatchRoom(WatchRoom { room }),
        Body::Exhibit(Exhibit {
            rules,
            computers: BySeat {
                host: computer,
                guest: computer,
            },
            watching: Watching::Open,
        }),
        Body::Hint,
        Body::Review(ReviewGame {
            rules,
            moves: vec![4, 0],
        }),
        Body::Unwatch,
        Body::Resume(Resume {
            room,
            secret: secret.clone(),
            last_seq: 9,
            yields: true,
        }),
        Body::SetName(SetName { name: "Bia".into() }),
        Body::React(React {
            phrase: Phrase::Oops,
        }),
        Body::Rooms(Rooms { cursor: Some(room) }),
        Body::Seats(Seats {
            secrets: vec![secret.clone()],
        }),
        Body::Subscribe(Subscribe {
            subscription: Box::new(PushSubscription {
                endpoint: "https://push.example/x".into(),
                p256dh: format!("BA{}", "A".repeat(85)),
                auth: "A".repeat(22),
                key: "A".repeat(43),
            }),
        }),
        Body::Unsubscribe(Unsubscribe {
            endpoint: "https://push.example/x".into(),
        }),
        Body::ShareSeat(ShareSeat {
            token: secret.clone(),
        }),
        Body::TakeSeat(TakeSeat {
            room,
            token: secret.clone(),
            secret: secret.clone(),
        }),
        Body::UnshareSeat,
        Body::SetWebhook(SetWebhook {
            webhook: Box::new(Webhook {
                url: "https://chat.example/hook".into(),
                key: secret.clone(),
                language: "pt-BR".into(),
            }),
        }),
        Body::RemoveWebhook,
        Body::Ping(Ping {
            data: RawJson::from_text(r#"{"a":[1]}"#).ok(),
        }),
        seat(Command::Move(Move {
            game: 1,
            ply: 2,
            cell: 4,
        })),
        seat(Command::Choose(Choose {
            game: 1,
            ply: 3,
            choice: OpeningChoice::PlaceTwo,
        })),
        seat(Command::Resign(InGame { game: 1 })),
        seat(Command::Abort(InGame { game: 1 })),
        seat(Command::Claim(Claim {
            game: 1,
            result: Claimed::Draw,
        })),
        seat(Command::Leave),
        seat(Command::Offer(MakeOffer {
            game: 1,
            kind: OfferKind::Takeback,
            ply: Some(1),
        })),
        seat(Command::Accept(AnswerOffer { offer: 1 })),
        seat(Command::Decline(AnswerOffer { offer: 1 })),
        seat(Command::RemoveGuest),
        seat(Command::SeatComputer(SeatComputer { computer })),
    ]
}

#[test]
fn every_request_reads_back_as_it_was_written() {
    for body in every_body() {
        let sent = Request { id: 7, body };
        let text = serde_json::to_string(&sent).unwrap();
        assert_eq!(request(&text, 16), Ok(sent), "{text}");
    }
}

#[test]
fn every_request_but_hello_refuses_a_foreign_field_by_name() {
    for body in every_body() {
        let hello = matches!(body, Body::Hello(_));
        let mut json = serde_json::to_value(Request { id: 7, body }).unwrap();
        json["colour"] = "red".into();
        let read = request(&json.to_string(), 16);
        if hello {
            assert!(read.is_ok());
        } else {
            let why = Refusal::UnknownField {
                field: "colour".into(),
            };
            assert_eq!(
                read,
                Err(Unreadable::Request { id: 7, hello, why }),
                "{json}"
            );
        }
    }
}

fn refused(text: &str) -> Refusal {
    match request(text, 16) {
        Err(Unreadable::Request { why, .. } | Unreadable::Frame(why)) => why,
        Ok(read) => panic!("{text} was read as {read:?}"),
    }
}

#[test]
fn a_wrong_field_is_named() {
    let field_of = |text: &str| match refused(text) {
        Refusal::BadField { field, .. } => field,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        field_of(r#"{"type":"move","id":1,"room":"K7QX-4MTR","n":1,"game":1,"ply":0,"cell":"b2"}"#),
        "cell"
    );
    assert_eq!(
        field_of(r#"{"type":"move","id":1,"room":"K7QX-4MTR","n":1,"game":1,"ply":0}"#),
        "cell"
    );
    let resign = |rest: &str| field_of(&format!(r#"{{"type":"resign","id":1{rest}}}"#));
    assert_eq!(resign(""), "game");
    assert_eq!(resign(r#","game":1,"room":"K7QX-4MTR""#), "n");
    assert_eq!(resign(r#","game":1,"n":1"#), "room");
    for n in ["1.0", "-1", "\"x\"", "null"] {
        let rest = format!(r#","game":1,"room":"K7QX-4MTR","n":{n}"#);
        assert_eq!(resign(&rest), "n", "{n}");
    }
    let wanted = |boards: &str| {
        field_of(&format!(
            r#"{{"type":"quick_match","id":1,"boards":{boards},"secret":"AAAAAAAAAAAAAAAAAAAAAA","key":"12345678"}}"#
        ))
    };
    for boards in ["[]", "\"every\"", "{}", "null"] {
        assert_eq!(wanted(boards), "boards", "{boards}");
    }
    assert_eq!(
        wanted(r#"[{"width":0,"height":3,"line":3}]"#),
        "boards[0].width"
    );
    let classic = vec![r#"{"width":3,"height":3,"line":3}"#; 17];
    assert_eq!(wanted(&format!("[{}]", classic.join(","))), "boards");
    assert_eq!(
        field_of(r#"{"type":"join_room","id":1,"room":"nope","secret":"x"}"#),
        "room"
    );
    assert_eq!(
        field_of(
            r#"{"type":"create_room","id":1,"settings":{"rules":{"width":0,"height":3,"line":3}},"secret":"AAAAAAAAAAAAAAAAAAAAAA"}"#
        ),
        "settings.rules.width"
    );
}

#[test]
fn a_foreign_field_inside_another_is_named_as_well() {
    let foreign = |fields: &str| {
        refused(&format!(
            r#"{{"type":"create_room","id":1,"secret":"AAAAAAAAAAAAAAAAAAAAAA","settings":{{{fields}}}}}"#
        ))
    };
    for (fields, path) in [
        (
            r#""rules":{"width":3,"height":3,"line":3,"colour":1}"#,
            "settings.rules.colour",
        ),
        (
            r#""clock":{"type":"per_move","move_ms":5000,"colour":1}"#,
            "settings.clock.colour",
        ),
        (r#""colour":1"#, "settings.colour"),
    ] {
        let field = path.to_owned();
        assert_eq!(foreign(fields), Refusal::UnknownField { field });
    }
}

#[test]
fn a_text_that_is_no_request_is_refused_as_none() {
    for text in [
        "",
        "x",
        "[]",
        "{}",
        r#"{"id":1}"#,
        r#"{"type":"ping"}"#,
        r#"{"type":"ping","id":-1}"#,
        r#"{"type":"ping","id":1.0}"#,
        r#"{"type":"ping","id":"1"}"#,
        r#"{"type":"ping","id":9007199254740992}"#,
        r#"{"type":"ping","id":1,"id":1}"#,
        r#"{"type":"ping","type":"ping","id":1}"#,
        r#"{"type":["ping"],"id":1}"#,
        r#"{"type":"ping","id":1"#,
        r#"{"type":"ping","id":1}}"#,
        r#"{"type":"ping","id":1,"data":01}"#,
    ] {
        assert!(
            matches!(refused(text), Refusal::BadMessage { .. }),
            "{text}"
        );
    }
    assert_eq!(
        refused(r#"{"type":"dance","id":1}"#),
        Refusal::UnknownType {
            got: "dance".into()
        }
    );
}

#[test]
fn the_data_of_a_ping_is_not_parsed() {
    for data in [
        r#"[{"a":1e999}]"#,
        r#"{"a":["\udc00"],"a":null}"#,
        "123456789012345678901234567890",
        " null ",
    ] {
        let text = format!(r#"{{"type":"ping","data":{data},"id":1}}"#);
        let Ok(Request {
            body: Body::Ping(ping),
            ..
        }) = request(&text, 16)
        else {
            panic!("{text}")
        };
        assert_eq!(ping.data.unwrap().get(), data.trim());
    }
}

#[test]
fn nesting_is_bounded_and_brackets_in_strings_do_not_count() {
    let deep = |n: usize| {
        format!(
            r#"{{"type":"ping","id":1,"data":{}1{}}}"#,
            "[".repeat(n),
            "]".repeat(n)
        )
    };
    assert!(request(&deep(15), 16).is_ok());
    assert!(matches!(refused(&deep(16)), Refusal::BadMessage { .. }));
    let text = format!(r#"{{"type":"ping","id":1,"data":"\"{}"}}"#, "[".repeat(99));
    assert!(request(&text, 16).is_ok());
}

#[test]
fn an_opening_needs_a_board_and_a_line_that_leave_something_to_choose() {
    let read = |rules: &str, opening: &str| {
        let secret = "A".repeat(22);
        let text = format!(
            r#"{{"type":"create_room","id":7,"secret":"{secret}","settings":{{"rules":{rules},"opening":"{opening}"}}}}"#
        );
        request(&text, 16)
    };
    let fits = [
        r#"{"width":5,"height":5,"line":4}"#,
        r#"{"width":15,"height":15,"line":5}"#,
    ];
    let not = [
        r#"{"width":3,"height":3,"line":3}"#,
        r#"{"width":5,"height":4,"line":4}"#,
        r#"{"width":4,"height":9,"line":4}"#,
        r#"{"width":7,"height":7,"line":3}"#,
    ];
    for opening in ["pie", "swap2"] {
        assert!(fits.iter().all(|rules| read(rules, opening).is_ok()));
        for rules in not {
            let why = Refusal::BadField {
                field: "settings.opening".into(),
                detail: "needs a board of at least 5x5 and a line of at least 4".into(),
            };
            let (id, hello) = (7, false);
            let refused = Err(Unreadable::Request { id, hello, why });
            assert_eq!(read(rules, opening), refused, "{rules}");
        }
    }
    assert!(not.iter().all(|rules| read(rules, "free").is_ok()));
}
