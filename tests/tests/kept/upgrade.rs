//! Journals of every format from 1 on, which are opened and played on; older formats, and those of a later version, are
//! refused in words.

use std::{fs, path::PathBuf};

use journal_sqlite::SqliteJournal;
use protocol::{RoomCode, Seat, Secret, View};
use serde::Deserialize;
use tests::{Client, TestServer, server::BEGIN_MS};

use crate::kept::{copy_of, on};

/// A seat's state when it was left; see `record-journal`.
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

/// Comes back to the seat, and sees the old room.
async fn back(server: &TestServer, known: &Known) -> Client {
    let mut client = server.client("").await;
    let entered = client.return_to(known.room, &known.secret).await;
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
    for (version, fixture) in (1..).zip(fixtures()) {
        let name = format!("journal-{version}");
        assert!(fixture.ends_with(name), "{}", fixture.display());
        let folder = copy_of(&fixture);
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
    }
}

/// Where the header of an SQLite database has its `user_version`, and its
/// `application_id`: 32 bits each, the highest first.
const VERSION_AT: usize = 60;
const APPLICATION_AT: usize = 68;

/// Why the newest fixture is refused with these numbers in its header.
fn refusal(numbers: &[(usize, u32)]) -> String {
    let folder = copy_of(fixtures().last().unwrap());
    let file = folder.path().join("oxo.db");
    let mut bytes = fs::read(&file).unwrap();
    for (at, number) in numbers {
        bytes[*at..at + 4].copy_from_slice(&number.to_be_bytes());
    }
    fs::write(&file, &bytes).unwrap();
    let why = SqliteJournal::open(folder.path(), BEGIN_MS).unwrap_err();
    assert_eq!(fs::read(&file).unwrap(), bytes, "it was not touched");
    why.to_string()
}

#[test]
fn a_journal_from_before_the_formats_began_anew_is_refused_in_words() {
    // The mark of the first programs, whose formats were 1 and 2.
    for version in [1, 2] {
        let why = refusal(&[(APPLICATION_AT, 0x4f58_4f01), (VERSION_AT, version)]);
        assert!(why.contains("was written by an early oxo-server"), "{why}");
        assert!(why.contains("move its directory away"), "{why}");
    }
}

#[test]
fn a_journal_of_a_later_version_is_refused_in_words() {
    let next = u32::try_from(fixtures().len()).unwrap() + 1;
    let why = refusal(&[(VERSION_AT, next)]);
    assert!(why.contains("was written by a newer oxo-server"), "{why}");
    assert!(why.contains(&format!("its format is {next}")), "{why}");
}
