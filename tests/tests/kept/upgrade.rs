//! Journals that older versions wrote, one for each format there was, are
//! opened, and everybody in them plays on.

use std::{fs, path::PathBuf};

use protocol::{RoomCode, Seat, Secret, View};
use serde::Deserialize;
use tests::{Client, TestServer, server::BEGIN_MS};

use crate::{copy_of, on};

/// What a seat knew when it was left; see `record-journal`.
#[derive(Deserialize)]
struct Known {
    room: RoomCode,
    seat: Seat,
    secret: Secret,
    n: u64,
    view: View,
}

fn fixtures() -> Vec<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let entries = fs::read_dir(folder).unwrap();
    let mut fixtures: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    fixtures.sort();
    fixtures
}

/// Comes back to the seat, and sees what was there.
async fn back(server: &TestServer, known: &Known) -> Client {
    let mut client = server.client("").await;
    let entered = client.resume(known.room, &known.secret, 0).await;
    client.snapshot().await;
    assert_eq!((entered.seat, entered.n), (known.seat, known.n));
    let kept = |view: &View| {
        let game = view.game.clone();
        let game = game.map(|game| (game.number, game.x, game.moves, game.lines, game.over));
        let players = [Seat::Host, Seat::Guest].map(|seat| {
            let seated = view.seats[seat].as_ref();
            seated.map(|seated| seated.player.clone())
        });
        (game, players, view.score, view.settings, view.offers)
    };
    assert_eq!(kept(&client.view), kept(&known.view));
    client
}

#[tokio::test]
async fn the_journal_of_every_version_is_opened_and_played_on() {
    let fixtures = fixtures();
    for (version, fixture) in (1..).zip(&fixtures) {
        let name = format!("journal-{version}");
        assert!(fixture.ends_with(name), "{}", fixture.display());
        let folder = copy_of(fixture);
        let server = on(folder.path(), BEGIN_MS + 60_000).await;
        let text = fs::read_to_string(fixture.join("seats.jsonl")).unwrap();
        let mut clients = Vec::new();
        for line in text.lines() {
            let known: Known = serde_json::from_str(line).unwrap();
            clients.push(back(&server, &known).await);
        }
        // Those in the middle of a game go on with it.
        let playing = clients.iter_mut().find(|client| client.my_turn());
        playing.unwrap().play(0).await;
        server.stop().await;

        let kept = folder.path().join(format!("oxo.db.version-{version}"));
        let is_current = version == fixtures.len();
        assert_eq!(kept.exists(), !is_current, "a copy of what was changed");
        if !is_current {
            let was = fs::read(fixture.join("oxo.db")).unwrap();
            assert_eq!(fs::read(kept).unwrap().len(), was.len());
        }
    }
}
