//! A chat and another device in plain lines.

use std::rc::Rc;

use frontend::text_board::Charset;
use game::notation::Layout;
use oxo_client::session::{ReplySource, Update};
use protocol::{Answer, Seat, request::SetWebhook};
use sentences::Catalogue;

use super::*;
use crate::{plain::PlainSettings, sample};

const HOOK: &str = "https://chat.example/hooks/1";
const NO_CHAT: &str = "No chat is told of the games here.";

/// A console in a room of a server with these features.
fn console(room: Room, features: &[&str]) -> Console {
    let settings = PlainSettings {
        text: Rc::new(Catalogue::for_language("pt-BR")),
        keys: Layout::Keypad,
        charset: Charset::Ascii,
    };
    settings.text.speak("en");
    let address = address::parse("example.org").unwrap();
    let mut console = Console::new(settings, address, 0);
    console.update(&sample::linked(features), Instant::now());
    console.update(&Update::Snapshot(room), Instant::now());
    console
}

/// A room whose guest has set a chat.
fn with_a_chat() -> Room {
    let mut room = sample::playing();
    room.now.webhook = Some(Seat::Guest);
    room
}

/// Lines printed for a typed line that has no other effect.
fn says(console: &mut Console, line: &str) -> String {
    match console.line(line, Instant::now()) {
        LineEffect::Say(lines) => lines.join("\n"),
        other => panic!("{other:?}"),
    }
}

/// Request to the server that a line makes.
fn asks(console: &mut Console, line: &str) -> Body {
    let mut effect = console.line(line, Instant::now());
    if let LineEffect::Draw(request) = effect {
        let secret = request.draw().unwrap();
        effect = console.with_secret(request, secret);
    }
    match effect {
        LineEffect::Ask(AskKind::Other(body)) => body,
        other => panic!("{other:?}"),
    }
}

fn answered(console: &mut Console, accepted: Accepted) -> String {
    let update = Update::Reply {
        id: 1,
        answer: Answer::Ok(accepted),
        source: ReplySource::Frame,
    };
    console.update(&update, Instant::now()).join("\n")
}

#[test]
fn a_chat_is_set_with_a_key_of_its_own_in_the_language_that_is_spoken() {
    let mut console = console(sample::playing(), &[CHATS]);
    let mut keys = Vec::new();
    for _ in 0..2 {
        let Body::SetWebhook(SetWebhook { webhook }) = asks(&mut console, &format!("chat {HOOK}"))
        else {
            panic!("another request")
        };
        assert_eq!(
            (webhook.url.as_str(), webhook.language.as_str()),
            (HOOK, "en")
        );
        // 24 bytes as base64url.
        assert_eq!(webhook.key.reveal().len(), 32);
        keys.push(webhook.key);
    }
    assert_ne!(keys[0], keys[1]);
    let said = answered(&mut console, Accepted::WebhookSet);
    assert!(said.starts_with("Your chat hears when"), "{said}");
}

#[test]
fn the_player_whose_chat_is_notified_is_named_and_either_player_removes_the_chat() {
    let mut console = console(with_a_chat(), &[CHATS]);
    let said = says(&mut console, "chat");
    assert!(said.starts_with("Beatriz has a chat told"), "{said}");
    assert!(said.contains("chat off"), "{said}");
    assert_eq!(asks(&mut console, "chat off"), Body::RemoveWebhook);
    let said = answered(&mut console, Accepted::WebhookRemoved);
    assert_eq!(said, "No chat is told of the games here any more.");
}

#[test]
fn an_invalid_webhook_address_is_not_sent() {
    let mut console = console(sample::playing(), &[CHATS]);
    for typed in [
        "http://chat.example/1",
        "chat.example/1",
        "1",
        "https://a:b@c.example/",
    ] {
        let said = says(&mut console, &format!("chat {typed}"));
        assert!(
            said.contains("has to begin with https://"),
            "{typed}: {said}"
        );
        assert!(!said.contains(typed), "{said}");
    }
    assert_eq!(says(&mut console, "chat off"), NO_CHAT);
    assert!(says(&mut console, "chat").starts_with(NO_CHAT));
    console.update(
        &Update::LinkLost {
            why: oxo_client::session::LinkLoss::Broken,
            retry_in: tokio::time::Duration::from_secs(3),
        },
        Instant::now(),
    );
    let said = says(&mut console, &format!("chat {HOOK}"));
    assert!(said.contains("no connection"), "{said}");
}

#[test]
fn a_server_without_webhooks_sets_no_chat_but_removes_one_that_remains() {
    let mut none = console(sample::playing(), &[]);
    for line in ["chat", "chat off", "chat https://chat.example/hooks/1"] {
        assert_eq!(
            says(&mut none, line),
            "This server tells no chats of games."
        );
    }
    assert_eq!(
        asks(&mut console(with_a_chat(), &[]), "chat off"),
        Body::RemoveWebhook
    );
    let mut watched = sample::playing();
    watched.seat = None;
    let said = says(&mut console(watched, &[CHATS, DEVICES]), "chat");
    assert!(said.contains("watching"), "{said}");
}

#[test]
fn the_seat_is_shared_by_a_link_and_taken_back() {
    let mut console = console(sample::playing(), &[DEVICES]);
    let Body::ShareSeat(shared) = asks(&mut console, "device") else {
        panic!("another request")
    };
    let (until_ms, devices) = (sample::NOW_MS + 120_000, 2);
    let said = answered(&mut console, Accepted::SeatShared { until_ms, devices });
    let link = format!(
        "/r/{}#take={}",
        sample::playing().code,
        shared.token.reveal()
    );
    assert!(said.contains(&link), "{said}");
    assert!(said.contains("the next 120 seconds"), "{said}");
    assert!(said.ends_with("This seat is on 2 devices."), "{said}");
    assert_eq!(asks(&mut console, "device alone"), Body::UnshareSeat);
    let said = answered(&mut console, Accepted::SeatUnshared { devices: 1 });
    assert_eq!(said, "1 other device no longer has the seat.");
    assert!(says(&mut console, "device x").starts_with("Type device"));
}

#[test]
fn a_server_that_shares_no_seats_says_so() {
    let mut console = console(sample::playing(), &[CHATS]);
    let said = says(&mut console, "device");
    assert_eq!(said, "This server cannot share a seat between devices.");
}
