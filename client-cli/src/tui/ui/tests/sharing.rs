//! A chat and another device, from the invitation of a table.

use frontend::room_sharing::{CHATS, DEVICES};
use protocol::{Secret, request::SetWebhook};

use super::*;

const HOOK: &str = "https://chat.example/hooks/1";

/// At a table of a server with these features.
fn at(room: Room, features: &[&str]) -> Ui {
    let mut ui = seated(room);
    ui.update(&sample::linked(features), Instant::now());
    ui
}

fn c(letter: char) -> KeyCode {
    KeyCode::Char(letter)
}

/// The request that a key leads to, with its number, once its secret is drawn.
fn asks(ui: &mut Ui, code: KeyCode) -> (u64, Body) {
    let mut effects = press(ui, code);
    if let [UiEffect::Draw(request)] = &effects[..] {
        effects = ui.with_secret(request.clone(), secret());
    }
    match effects.pop() {
        Some(UiEffect::Ask(Ask {
            id: Some(id),
            what: AskKind::Other(body),
        })) => (id, body),
        other => panic!("{other:?}"),
    }
}

fn secret() -> Secret {
    Secret::new("EBESExQVFhcYGRobHB0eHw").unwrap()
}

fn answered(ui: &mut Ui, id: u64, accepted: Accepted) {
    let answer = Answer::Ok(accepted);
    let source = ReplySource::Frame;
    ui.update(&Update::Reply { id, answer, source }, Instant::now());
}

/// The form of a chat, in which that address was pasted.
fn form(pasted: &str) -> Ui {
    let mut ui = at(sample::playing(), &[CHATS]);
    press(&mut ui, c('i'));
    assert!(press(&mut ui, c('c')).is_empty());
    ui.event(&Input::Paste(pasted.to_owned()), Instant::now());
    ui
}

#[test]
fn a_chat_is_set_and_removed_on_the_invitation_page() {
    let mut ui = form(HOOK);
    // While one types, letters are letters.
    for letter in ['?', 'o', 'm', 'q'] {
        assert!(press(&mut ui, c(letter)).is_empty());
    }
    assert!(screen(&ui).contains("https://chat.example/hooks/1?omq"));
    let (id, body) = asks(&mut ui, KeyCode::Enter);
    let Body::SetWebhook(SetWebhook { webhook }) = body else {
        panic!("{body:?}")
    };
    assert_eq!(webhook.url, format!("{HOOK}?omq"));
    assert_eq!(webhook.language, "en");
    answered(&mut ui, id, Accepted::WebhookSet);
    assert!(screen(&ui).contains("Your chat hears when a game begins"));

    press(&mut ui, c('i'));
    assert!(!screen(&ui).contains("x tell no chat"));
    let mut room = sample::playing();
    room.now.webhook = Some(Seat::Host);
    let before = sample::playing().now;
    ui.update(&Update::Now { before, room }, Instant::now());
    assert!(screen(&ui).contains("x tell no chat"));
    let (id, body) = asks(&mut ui, c('x'));
    assert_eq!(body, Body::RemoveWebhook);
    answered(&mut ui, id, Accepted::WebhookRemoved);
    assert!(screen(&ui).contains("No chat is told of the games here any more."));
}

#[test]
fn a_wrong_or_refused_address_can_be_put_right() {
    let mut ui = form("http://chat.example/hooks/1");
    assert!(press(&mut ui, KeyCode::Enter).is_empty());
    assert!(screen(&ui).contains("has to begin with https://"));
    let mut ui = form(HOOK);
    let (id, _) = asks(&mut ui, KeyCode::Enter);
    ui.update(&refused(id, Refusal::NoWebhooks), Instant::now());
    assert!(screen(&ui).contains("This server tells no chats of games"));
    assert!(screen(&ui).contains(HOOK));
    lost(&mut ui);
    assert!(press(&mut ui, KeyCode::Enter).is_empty());
    assert!(screen(&ui).contains("nothing was sent"));
    press(&mut ui, KeyCode::Esc);
    assert!(!screen(&ui).contains(HOOK));
}

/// The page of a seat that is shared, and the number of its request.
fn shared(room: Room) -> (Ui, u64) {
    let mut ui = at(room, &[DEVICES]);
    press(&mut ui, c('i'));
    let (id, body) = asks(&mut ui, c('d'));
    assert!(matches!(body, Body::ShareSeat(_)));
    assert!(screen(&ui).contains("Asking the server"));
    (ui, id)
}

/// The answer to a shared seat: good for two minutes, with this number of devices.
fn good(devices: u32) -> Accepted {
    Accepted::SeatShared {
        until_ms: sample::NOW_MS + 120_000,
        devices,
    }
}

#[test]
fn the_link_is_counted_down_until_another_device_has_the_seat() {
    let (mut ui, id) = shared(sample::waiting());
    answered(&mut ui, id + 1, good(1));
    assert!(
        screen(&ui).contains("Asking the server"),
        "of another request"
    );
    answered(&mut ui, id, good(1));
    let shown = screen(&ui);
    assert!(shown.contains("#take=EBESExQVFhcYGRobHB0eHw"), "{shown}");
    assert!(
        shown.contains("Esc close") && !shown.contains("q leave"),
        "{shown}"
    );
    let now = Instant::now();
    let due = ui.deadline(now).expect("seconds are counted");
    assert!(due <= now + Duration::from_secs(1));
    // Keys of the table do nothing here.
    assert!(press(&mut ui, c('p')).is_empty() && press(&mut ui, c('x')).is_empty());
    ui.update(&Update::End(End::Superseded), Instant::now());
    let shown = screen(&ui);
    assert!(
        shown.contains("You are now playing on another device"),
        "{shown}"
    );
    assert!(!shown.contains("#take="), "{shown}");
}

#[test]
fn the_other_devices_are_removed() {
    let (mut ui, id) = shared(sample::playing());
    answered(&mut ui, id, good(3));
    assert!(screen(&ui).contains("This seat is on 3 devices."));
    let (id, body) = asks(&mut ui, c('x'));
    assert_eq!(body, Body::UnshareSeat);
    answered(&mut ui, id, Accepted::SeatUnshared { devices: 2 });
    let shown = screen(&ui);
    assert!(
        shown.contains("2 other devices no longer have the seat."),
        "{shown}"
    );
    assert!(!shown.contains("#take="), "{shown}");
}

#[test]
fn a_seat_on_too_many_devices_shows_how_to_get_rid_of_them() {
    let (mut ui, id) = shared(sample::playing());
    ui.update(&refused(id, Refusal::TooManyDevices), Instant::now());
    let shown = screen(&ui);
    assert!(
        shown.contains("This seat is on four devices already"),
        "{shown}"
    );
    assert!(shown.contains("x remove the others"), "{shown}");
}

#[test]
fn features_that_the_server_lacks_are_not_offered() {
    for room in [sample::waiting(), sample::playing()] {
        let mut ui = at(room.clone(), &[]);
        press(&mut ui, c('i'));
        for letter in ['c', 'd', 'x'] {
            assert!(press(&mut ui, c(letter)).is_empty());
        }
        let shown = screen(&ui);
        assert!(
            !shown.contains("tell a chat") && !shown.contains("other device"),
            "{shown}"
        );
        let shown = screen(&at(room.clone(), &[CHATS, DEVICES]));
        // Where a friend is awaited, the invitation is there all the time.
        let waits = room.view.game.is_none();
        assert_eq!(shown.contains("c tell a chat"), waits, "{shown}");
        assert_eq!(shown.contains("d other device"), waits, "{shown}");
        let mut watched = room;
        watched.seat = None;
        let mut ui = at(watched, &[CHATS, DEVICES]);
        assert!(press(&mut ui, c('d')).is_empty() && press(&mut ui, c('c')).is_empty());
    }
}

#[test]
fn a_game_that_begins_is_not_hidden_by_the_invitation() {
    let mut ui = at(sample::waiting(), &[CHATS]);
    press(&mut ui, c('i'));
    let playing = sample::playing();
    ui.update(&Update::Snapshot(playing.clone()), Instant::now());
    let started = protocol::Event::Started {
        game: 5,
        x: Seat::Host,
        clocks: None,
        turn: protocol::event::NextTurn {
            seat: Seat::Host,
            since_ms: None,
            due_ms: sample::NOW_MS + 60_000,
            limit: None,
            moves_ms: None,
        },
        opening: None,
    };
    let (frame, before, room) = sample::happens(&playing, started);
    let update = Update::Event {
        frame,
        before,
        room,
    };
    ui.update(&update, Instant::now());
    assert!(
        screen(&ui).contains("Your turn, you play X."),
        "{}",
        screen(&ui)
    );
}
