//! Table of the tests that hold the refusals: most are of the part that decides, and three stand here, over a
//! socket. A new code fails before somebody has provoked it somewhere.

use std::{collections::BTreeSet, fs, path::Path, sync::Arc};

use config::ServerOptions;
use protocol::{
    Answer, Command, Frame, Refusal, Secret, Settings, refusal::RefusalCode, request::SeatRequest,
};
use referee::Newcomer;
use rooms::handle::ConnectionHandle;
use serde_json::json;
use strum::VariantNames;
use tests::{Client, TestServer, client::play_out, server::in_memory};

use crate::play::common::{patient, two};

/// The codes that each file provokes.
const HELD: [(&str, &[&str]); 16] = [
    (
        "referee/src/tests/matrix.rs",
        &[
            "no_game",
            "game_running",
            "not_your_turn",
            "too_late_to_abort",
            "opponent_present",
            "grace_running",
            "claim_on_your_turn",
            "lines_open",
            "no_opponent",
            "offer_open",
            "no_such_offer",
            "own_offer",
            "bad_takeback",
            "not_host",
            "guest_has_moved",
        ],
    ),
    (
        "referee/src/tests/moves.rs",
        &["cell_outside", "cell_taken"],
    ),
    ("referee/src/tests/numbering.rs", &["out_of_order"]),
    ("referee/src/tests/offers.rs", &["offer_cooldown"]),
    ("referee/src/tests/sharing.rs", &["too_many_devices"]),
    (
        "tests/tests/play/table.rs",
        &[
            "name_during_game",
            "no_such_room",
            "room_full",
            "already_seated",
            "not_in_room",
            "not_seated",
            "not_queued",
            "no_hint",
            "no_notifications",
            "no_shared_seat",
        ],
    ),
    (
        "tests/tests/play/refusals.rs",
        &["stale", "superseded", "no_webhooks"],
    ),
    ("tests/tests/play/names.rs", &["bad_name"]),
    ("tests/tests/play/waiting.rs", &["cannot_play"]),
    (
        "tests/tests/links/frames.rs",
        &[
            "bad_message",
            "unknown_type",
            "unknown_field",
            "bad_field",
            "hello_first",
            "already_greeted",
            "version_unsupported",
        ],
    ),
    ("tests/tests/links/floods.rs", &["too_fast"]),
    (
        "tests/tests/links/bounds.rs",
        &[
            "unavailable",
            "watching_full",
            "too_many_rooms",
            "rooms_too_fast",
            "joins_too_fast",
        ],
    ),
    (
        "tests/tests/fair/shares/computers.rs",
        &["too_many_computers"],
    ),
    ("tests/tests/operator/drain.rs", &["shutting_down"]),
    ("tests/tests/durability/obstacles.rs", &["internal"]),
    ("tests/tests/durability/damage/judge.rs", &["room_damaged"]),
];

/// Whether a file's tests expect a code: by its variant, or by the word in a table.
fn expects(text: &str, code: &str) -> bool {
    let parts = code.split('_');
    let variant: String = parts
        .map(|part| part[..1].to_uppercase() + &part[1..])
        .collect();
    let known = [
        format!("Refusal::{variant}"),
        format!("{code}: "),
        format!("\"!{code}"),
    ];
    known.iter().any(|words| text.contains(words))
}

#[test]
fn every_refusal_is_provoked_where_it_is_decided() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut held = BTreeSet::new();
    for (file, codes) in HELD {
        let text = fs::read_to_string(workspace.join(file)).unwrap();
        for code in codes {
            assert!(expects(&text, code), "{file} does not expect {code}");
            assert!(held.insert(*code), "{code} stands twice");
        }
    }
    let all: BTreeSet<&str> = RefusalCode::VARIANTS.iter().copied().collect();
    assert_eq!(held, all);
}

#[tokio::test]
async fn a_refusal_of_the_referee_comes_with_its_parameters() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    play_out(&mut ana, &mut bia, &[4, 0]).await;
    let old = json!({"type": "move", "game": 1, "ply": 0, "cell": 5});
    assert_eq!(
        ana.act_refused(old).await,
        Refusal::Stale { game: 1, ply: 2 }
    );
}

#[tokio::test]
async fn no_webhook_is_set_where_none_is_called() {
    let server = TestServer::start(ServerOptions {
        no_webhooks: true,
        ..in_memory()
    })
    .await;
    let (mut ana, _bia) = two(&server, json!({})).await;
    let key = Secret::draw().unwrap();
    let webhook = json!({"url": "https://chat.example/x", "key": key.reveal()});
    let request = json!({"type": "set_webhook", "webhook": webhook});
    assert_eq!(ana.refused(request).await, Refusal::NoWebhooks);
}

/// The connection itself is notified at once and then is in no room; only what it
/// holds of the room can still be asked.
#[tokio::test]
async fn a_command_of_the_older_connection_is_superseded() {
    let server = patient().await;
    let rooms = &server.service.rooms;
    let host = Newcomer {
        name: None,
        bot: false,
        hash: Secret::draw().unwrap().hash(),
    };
    let [older, newer] = [1, 2].map(|id| Arc::new(ConnectionHandle::new(id, server.now_ms())));
    let created = rooms.create(Settings::default(), None, &host, &older).await;
    let created = created.expect("a room");
    let newer = rooms.resume(&host.hash, &newer).await;
    assert!(newer.is_ok());
    let leave = SeatRequest {
        room: created.code,
        n: 1,
        command: Command::Leave,
    };
    let answer = created.membership.command(&leave, server.now_ms()).await;
    assert_eq!(answer, Answer::refused(Refusal::Superseded));
}

#[tokio::test]
async fn a_request_before_hello_is_refused_before_anything_else() {
    let server = patient().await;
    let mut ana = Client::connect(&server.url()).await;
    for wrong in [
        json!({"type": "teleport"}),
        json!({"type": "resign", "n": "x"}),
        json!({"type": "rooms", "colour": "red"}),
    ] {
        assert_eq!(ana.refused(wrong).await, Refusal::HelloFirst);
    }
    let silent = ana.refused(json!({"type": "hello"})).await;
    assert!(matches!(silent, Refusal::BadField { field, .. } if field == "versions"));
    ana.hello("Ana").await;
    let again = ana.refused(json!({"type": "hello", "versions": 1})).await;
    assert_eq!(again, Refusal::AlreadyGreeted);
}

#[tokio::test]
async fn any_fields_beside_type_and_id_get_one_reply() {
    let server = patient().await;
    let mut ana = server.client("Ana").await;
    for (id, rest) in [
        r#""type":"resign","room":"K7QX-4MTR","game":1,"n":1.0"#,
        r#""type":"resign","room":"K7QX-4MTR","game":1,"n":-1"#,
        r#""type":"resign","room":"K7QX-4MTR","game":1,"n":"x""#,
        r#""type":"create_room","settings":[],"secret":7"#,
        r#""type":"\ud800""#,
        r#""type":"hint","\ud800":[]"#,
        r#""type":"watch_room","room":null"#,
    ]
    .into_iter()
    .enumerate()
    {
        let id = 1_000 + id as u64;
        ana.send_text(&format!("{{\"id\":{id},{rest}}}")).await;
        assert!(matches!(ana.answer(id).await, Answer::Error(_)), "{rest}");
    }
    // A field that is not read need be no value that a program can hold.
    for (id, data) in [(2_000, "1e999"), (2_001, r#""\ud800""#), (2_002, "null")] {
        ana.send_text(&format!(
            "{{\"id\":{id},\"type\":\"ping\",\"data\":{data}}}"
        ))
        .await;
        let pong = ana.frame().await;
        assert!(
            matches!(&pong, Frame::Pong(pong) if pong.id == id && pong.data.as_ref().is_some_and(|it| it.get() == data)),
            "one reply each: {pong:?}"
        );
    }
}
