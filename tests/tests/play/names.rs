//! Names over sockets: hostile ones, and when they change. The rules are tested in
//! `protocol/src/name/tests.rs` and `referee/src/tests/seats.rs`.

use protocol::{
    Accepted, Event, Player, Refusal, Seat,
    name::{BadName, clean},
};
use serde_json::{Value, json};
use tests::Client;

use crate::play::common::{patient, plain, two};

const HOSTILE: &str = "\u{1b}[2J";

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

#[test]
fn a_name_cannot_imitate_a_label_that_clients_add() {
    let labels = labels();
    assert!(labels.len() >= 12, "{labels:?}");
    // Other characters that look alike.
    let others = [
        "Ana [you]",
        "Ana \u{2768}you\u{2769}",
        "Ana \u{207d}you\u{207e}",
    ];
    for name in labels.iter().map(String::as_str).chain(others) {
        assert_eq!(clean(name), Err(BadName::Characters), "{name}");
    }
}

fn set_name(name: &str) -> Value {
    json!({"type": "set_name", "name": name})
}

fn player(client: &Client, seat: Seat) -> Player {
    client.view.seats[seat].as_ref().unwrap().player.clone()
}

#[tokio::test]
async fn a_hostile_name_is_refused_at_hello_and_later_and_the_old_one_stays() {
    let server = patient().await;
    let mut ana = Client::connect(&server.url()).await;
    let reason = BadName::Characters;
    let hello = json!({"type": "hello", "versions": [1], "name": HOSTILE});
    assert_eq!(ana.refused(hello).await, Refusal::BadName { reason });
    ana.hello("Ana").await;
    ana.create(json!({})).await;
    let why = ana.refused(set_name(HOSTILE)).await;
    assert_eq!(why, Refusal::BadName { reason });
    assert_eq!(player(&ana, Seat::Host), Player::named("Ana"));
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
