//! Every request in every state of a room: done, or refused with the one code
//! that fits; always with exactly one answer. The commands of a seat that has a
//! say in its room are in `referee/src/tests/matrix.rs`.

use std::collections::BTreeMap;

use protocol::{
    Answer, Command, OpeningChoice, RoomCode,
    event::OfferKind,
    request::{AnswerOffer, Choose, Claim, Claimed, InGame, MakeOffer, Move, SeatComputer},
};
use serde_json::{Value, json};
use tests::TestServer;

use crate::play::{
    common::{patient, subscription},
    scene::{Scene, Set},
};

/// Answer to every player who asks for something of another room.
const SEATED: &str = "ok: react share_seat unshare_seat set_webhook remove_webhook
     no_shared_seat: take_seat
     already_seated: create_room join_room watch_room exhibit
     not_in_room: unwatch
     no_notifications: subscribe unsubscribe
     not_queued: cancel";
/// And while a game is running.
const PLAYING: &str = "name_during_game: set_name
     no_hint: hint";
/// And otherwise.
const IDLE: &str = "ok: set_name
     no_game: hint";
/// Answer to a client that is in no room.
const OUTSIDE: &str = "ok: set_name create_room exhibit
     not_in_room: move choose resign abort claim_win claim_draw leave draw takeback restart
                  rematch accept decline remove_guest seat_computer react unwatch hint
                  subscribe unsubscribe share_seat unshare_seat
                    set_webhook remove_webhook
     no_shared_seat: take_seat
     not_queued: cancel";

/// Expected answer to each request in each scene: `ok`, or the code. A request that
/// a scene does not name, or names twice, fails the test.
#[rustfmt::skip]
const TABLE: [(Scene, &[&str]); 8] = [
    (Scene::Waiting, &[SEATED, IDLE]),
    (Scene::AsGuest, &[SEATED, PLAYING]),
    (Scene::MyTurn, &[SEATED, PLAYING]),
    (Scene::Over, &[SEATED, IDLE]),
    (Scene::Watching, &["
        ok: set_name create_room watch_room exhibit unwatch
        not_seated: move choose resign abort claim_win claim_draw leave draw takeback restart
                    rematch accept decline remove_guest seat_computer react hint
                    subscribe unsubscribe share_seat unshare_seat
                    set_webhook remove_webhook
        no_shared_seat: take_seat
        room_full: join_room
        not_queued: cancel"]),
    (Scene::Superseded, &["
        ok: set_name create_room exhibit watch_room
        superseded: move choose resign abort claim_win claim_draw leave draw takeback restart
                    rematch accept decline remove_guest seat_computer react hint
                    subscribe unsubscribe share_seat unshare_seat
                    set_webhook remove_webhook
        no_shared_seat: take_seat
        not_in_room: unwatch
        not_queued: cancel
        room_full: join_room"]),
    (Scene::Ended, &[OUTSIDE, "
        no_such_room: join_room watch_room"]),
    (Scene::Nowhere, &[OUTSIDE, "
        no_such_room: join_room watch_room"]),
];

/// Number of requests beside the commands of a seat, which follow them.
const OTHERS: usize = 16;
const ALL: usize = OTHERS + 15;

const OFFER: AnswerOffer = AnswerOffer { offer: 1 };

/// Every command of a seat, by the table's name for it.
fn commands(set: &Set) -> Vec<(&'static str, Command)> {
    let game = set.me.view.game.as_ref();
    let played = game.map_or(0, |game| u32::try_from(game.moves.len()).unwrap());
    let free = (0..9)
        .rev()
        .find(|cell| game.is_none_or(|game| game.moves.iter().all(|played| played.cell != *cell)));
    let number = game.map_or(1, |game| game.number);
    let about = InGame { game: number };
    let offer = |kind, ply| {
        Command::Offer(MakeOffer {
            game: game.map_or(0, |game| game.number),
            kind,
            ply,
        })
    };
    let claim = |result| {
        Command::Claim(Claim {
            game: number,
            result,
        })
    };
    let computer = protocol::Computer {
        level: game::Level::ALL[0],
        centre: false,
    };
    let next = Move {
        game: number,
        ply: played,
        cell: free.unwrap_or(0),
    };
    let choose = Choose {
        game: number,
        ply: played,
        choice: OpeningChoice::X,
    };
    vec![
        ("move", Command::Move(next)),
        ("choose", Command::Choose(choose)),
        ("resign", Command::Resign(about)),
        ("abort", Command::Abort(about)),
        ("claim_win", claim(Claimed::Win)),
        ("claim_draw", claim(Claimed::Draw)),
        ("leave", Command::Leave),
        ("draw", offer(OfferKind::Draw, None)),
        (
            "takeback",
            offer(OfferKind::Takeback, Some(played.saturating_sub(1))),
        ),
        ("rematch", offer(OfferKind::Rematch, None)),
        ("restart", offer(OfferKind::Restart, None)),
        ("accept", Command::Accept(OFFER)),
        ("decline", Command::Decline(OFFER)),
        ("remove_guest", Command::RemoveGuest),
        (
            "seat_computer",
            Command::SeatComputer(SeatComputer { computer }),
        ),
    ]
}

/// A command that the list above does not know does not compile.
fn is_listed(command: &Command) -> bool {
    match command {
        Command::Move(_) | Command::Resign(_) | Command::Abort(_) | Command::Claim(_) => true,
        Command::Leave | Command::Offer(_) | Command::Accept(_) | Command::Decline(_) => true,
        Command::RemoveGuest | Command::SeatComputer(_) | Command::Choose(_) => true,
    }
}

/// Other requests of a connection that concern its room.
fn others(room: Option<RoomCode>) -> Vec<(&'static str, Value)> {
    let secret = || protocol::Secret::draw().unwrap().reveal().to_owned();
    let room = json!(room.map_or("K7QX-4MTR".into(), |room| room.to_string()));
    vec![
        ("set_name", json!({"type": "set_name", "name": "Anna"})),
        ("react", json!({"type": "react", "phrase": "hello"})),
        (
            "create_room",
            json!({"type": "create_room", "secret": secret()}),
        ),
        (
            "join_room",
            json!({"type": "join_room", "room": room, "secret": secret()}),
        ),
        ("watch_room", json!({"type": "watch_room", "room": room})),
        ("unwatch", json!({"type": "unwatch"})),
        ("cancel", json!({"type": "cancel"})),
        ("hint", json!({"type": "hint"})),
        (
            "subscribe",
            json!({"type": "subscribe", "subscription": subscription()}),
        ),
        (
            "unsubscribe",
            json!({"type": "unsubscribe", "endpoint": subscription()["endpoint"]}),
        ),
        (
            "share_seat",
            json!({"type": "share_seat", "token": secret()}),
        ),
        (
            "take_seat",
            json!({"type": "take_seat", "room": room, "token": secret(), "secret": secret()}),
        ),
        ("unshare_seat", json!({"type": "unshare_seat"})),
        (
            "set_webhook",
            json!({"type": "set_webhook", "webhook": {"url": "https://chat.example/x", "key": secret()}}),
        ),
        ("remove_webhook", json!({"type": "remove_webhook"})),
        (
            "exhibit",
            json!({"type": "exhibit", "computers": {"host": {"level": 1}, "guest": {"level": 1}}}),
        ),
    ]
}

/// Every request, as it is sent.
fn requests(set: &mut Set) -> Vec<(&'static str, Value)> {
    let commands = commands(set);
    assert!(commands.iter().all(|(_, command)| is_listed(command)));
    let mut requests = others(set.me.room);
    for (name, command) in commands {
        let mut json = set.me.addressed(serde_json::to_value(command).unwrap());
        json["n"] = (set.me.n + 1).into();
        requests.push((name, json));
    }
    requests
}

/// A row of the table as request and outcome.
fn row(texts: &[&'static str]) -> BTreeMap<&'static str, &'static str> {
    let mut row = BTreeMap::new();
    let mut outcome = "";
    for word in texts.iter().flat_map(|text| text.split_whitespace()) {
        match word.strip_suffix(':') {
            Some(code) => outcome = code,
            None => assert_eq!(row.insert(word, outcome), None, "{word} stands twice"),
        }
    }
    row
}

/// Sends one request in a fresh scene. It gets exactly one answer, and
/// a refusal changes nothing.
async fn outcome(server: &TestServer, scene: Scene, index: usize) -> (&'static str, String) {
    let mut set = scene.set(server).await;
    let (name, request) = requests(&mut set).swap_remove(index);
    let before = set.me.view.clone();
    let replies = set.me.replies(request).await;
    assert_eq!(replies.len(), 1, "{scene:?} {name}");
    let outcome = match &replies[0] {
        Answer::Ok(_) => "ok".to_owned(),
        Answer::Error(refused) => {
            assert_eq!(set.me.view, before, "{scene:?} {name}");
            refused.why.code().to_owned()
        }
    };
    (name, outcome)
}

#[tokio::test]
async fn every_command_in_every_state_is_done_or_refused_and_never_ignored() {
    let mut wrong = Vec::new();
    for (scene, texts) in TABLE {
        let server = patient().await;
        let mut row = row(texts);
        let requests = if texts[0] == SEATED { OTHERS } else { ALL };
        for index in 0..requests {
            let (name, got) = outcome(&server, scene, index).await;
            let wanted = row.remove(name).unwrap_or("nothing said");
            if got != wanted {
                wrong.push(format!("{scene:?} {name}: {got} instead of {wanted}"));
            }
        }
        assert!(row.is_empty(), "{scene:?} has no request {row:?}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
