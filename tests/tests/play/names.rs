//! Names: hostile ones, look-alikes, none at all, and when they change.

use protocol::{Accepted, Event, Player, Refusal, Seat, name::BadName};
use serde_json::{Value, json};
use tests::{Client, client::seat_two};

use crate::play::common::{patient, plain, two};

const HOSTILE: [(&str, BadName); 9] = [
    ("\u{1b}]0;owned\u{7}", BadName::Characters),
    ("\u{1b}[2J", BadName::Characters),
    ("Ana\nadmin", BadName::Characters),
    ("a\u{202e}nimda", BadName::Characters),
    ("A\u{200b}na", BadName::Characters),
    ("\u{3164}", BadName::Characters),
    ("Z\u{351}\u{352}\u{353}\u{354}", BadName::Marks),
    ("aaaaaaaaaaaaaaaaaaaaaaaaa", BadName::TooLong),
    ("王王王王王王王王王王王王王", BadName::TooLong),
];

/// Texts that clients add to names or show in their place, in every language.
fn labels() -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../locales");
    let files = std::fs::read_dir(folder).unwrap();
    let texts = files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let catalogues = texts.map(|text| serde_json::from_str::<Value>(&text).unwrap());
    catalogues
        .flat_map(|catalogue| {
            ["who.you", "who.bot", "who.computer"].map(|key| {
                let label = catalogue[key].as_str().unwrap();
                label.replace("{name}", "Ana").replace("{level}", "5")
            })
        })
        .collect()
}

#[tokio::test]
async fn nobody_is_called_what_a_client_adds_to_names() {
    let server = patient().await;
    let mut ana = server.client("Ana").await;
    let labels = labels();
    assert!(labels.len() >= 12, "{labels:?}");
    // Other characters that look alike.
    let others = [
        "Ana [you]",
        "Ana \u{2768}you\u{2769}",
        "Ana \u{207d}you\u{207e}",
    ];
    for name in labels.iter().map(String::as_str).chain(others) {
        let reason = BadName::Characters;
        let why = ana.refused(set_name(name)).await;
        assert_eq!(why, Refusal::BadName { reason }, "{name}");
    }
}

fn hello(name: &str) -> Value {
    json!({"type": "hello", "versions": [1], "name": name})
}

fn set_name(name: &str) -> Value {
    json!({"type": "set_name", "name": name})
}

fn player(client: &Client, seat: Seat) -> Player {
    client.view.seats[seat].as_ref().unwrap().player.clone()
}

#[tokio::test]
async fn a_hostile_name_is_refused_at_hello_with_the_reason() {
    let server = patient().await;
    let mut ana = Client::connect(&server.url()).await;
    for (name, why) in HOSTILE {
        assert_eq!(
            ana.refused(hello(name)).await,
            Refusal::BadName { reason: why }
        );
    }
    ana.hello("Ana").await;
}

#[tokio::test]
async fn a_hostile_name_is_refused_later_too_and_the_old_one_stays() {
    let server = patient().await;
    let mut ana = server.client("Ana").await;
    ana.create(json!({})).await;
    for (name, why) in HOSTILE {
        assert_eq!(
            ana.refused(set_name(name)).await,
            Refusal::BadName { reason: why }
        );
    }
    assert_eq!(player(&ana, Seat::Host), Player::named("Ana"));
}

#[tokio::test]
async fn two_that_look_alike_are_told_apart() {
    // The last two are Cyrillic and Greek.
    for name in ["Ana", "ANA", "\u{410}n\u{430}", "\u{391}na"] {
        let server = patient().await;
        let (mut ana, mut other) = (server.client("Ana").await, server.client(name).await);
        seat_two(&mut ana, &mut other, json!({})).await;
        let known = player(&ana, Seat::Guest);
        assert_eq!(known, Player::named(format!("{name} 2")));
    }
}

#[tokio::test]
async fn a_player_without_a_name_is_a_numbered_guest() {
    let server = patient().await;
    let (mut ana, mut bia) = (server.client("").await, server.client("  ").await);
    seat_two(&mut ana, &mut bia, json!({})).await;
    assert_eq!(player(&bia, Seat::Host), Player::guest(1));
    assert_eq!(player(&bia, Seat::Guest), Player::guest(2));
}

#[tokio::test]
async fn a_name_changes_between_games_for_all_to_see_and_not_during_one() {
    let server = patient().await;
    let (mut ana, mut bia) = two(&server, json!({})).await;
    let request = set_name("Anna  Maria");
    assert_eq!(ana.refused(request.clone()).await, Refusal::NameDuringGame);
    ana.act(plain("resign")).await;
    let Accepted::Named { name } = ana.done(request).await else {
        panic!("not named");
    };
    assert_eq!(name.as_deref(), Some("Anna Maria"));
    bia.event().await;
    assert!(matches!(
        bia.event().await,
        Event::Renamed {
            seat: Seat::Host,
            ..
        }
    ));
    assert_eq!(player(&bia, Seat::Host), Player::named("Anna Maria"));
}

#[tokio::test]
async fn a_name_set_before_a_room_is_the_one_at_the_table() {
    let server = patient().await;
    let mut ana = server.client("Ana").await;
    ana.done(set_name("Zoë")).await;
    ana.create(json!({})).await;
    assert_eq!(player(&ana, Seat::Host), Player::named("Zoë"));
}
