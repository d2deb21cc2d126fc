//! Rooms in many states, and what their players know of them.

use protocol::{Answer, RoomCode, Secret, View};
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{
    Client, Process,
    client::{play_out, rematch, seat_two},
};

use super::start;
use crate::{copy, now_ms, seeded_random::SeededRandom};

/// A player's stored state.
#[derive(Clone, Debug)]
pub struct Player {
    pub secret: Secret,
    /// The number of the last command.
    pub n: u64,
    /// The last command and its answer.
    pub last: Option<(Value, Answer)>,
}

/// Number of events the host remembers; a server has 64 in memory, of which a
/// return adds up to three.
const REMEMBERED: usize = 60;

/// A room as those who sit there know it.
#[derive(Clone, Debug)]
pub struct Known {
    pub room: RoomCode,
    pub view: View,
    /// The last events that the host saw, each with the view after it.
    pub events: Vec<(Value, View)>,
    pub host: Player,
    pub guest: Option<Player>,
}

impl Player {
    pub fn of(client: &Client) -> Player {
        Player {
            secret: client.secret.clone(),
            n: client.n,
            last: client.last.clone(),
        }
    }
}

impl Known {
    pub fn of(host: &Client, guest: Option<&Client>) -> Known {
        if let Some(guest) = guest {
            assert_eq!(host.view, guest.view);
        }
        let noted = host.record.iter().flatten();
        let mut events: Vec<(Value, View)> = noted
            .filter(|noted| noted["frame"]["type"] == "event")
            .map(|noted| {
                let view = serde_json::from_value(noted["view"].clone());
                (noted["frame"].clone(), view.expect("a view"))
            })
            .collect();
        events.drain(..events.len().saturating_sub(REMEMBERED));
        Known {
            room: host.room.expect("a room"),
            view: host.view.clone(),
            events,
            host: Player::of(host),
            guest: guest.map(Player::of),
        }
    }
}

/// Rules that nobody wins by, with more cells than are used.
fn wide() -> Value {
    json!({"rules": {"width": 19, "height": 19, "line": 19}})
}

/// Files of a server that was stopped in order.
pub struct Kept {
    /// Its file.
    pub bytes: Vec<u8>,
    /// The players' views.
    pub rooms: Vec<Known>,
    /// When it had stopped.
    pub ended_ms: u64,
}

/// Plays rooms on a real server, and stops it.
pub async fn kept(chance: &mut SeededRandom) -> Kept {
    let data = TempDir::new().expect("a folder");
    let server = start(data.path()).await.expect("a server");
    let mut rooms = Vec::new();
    // A leave would be an event: all stay to the end.
    let mut there = Vec::new();
    for _ in 0..4 {
        let mut host = server.client("Cid").await;
        host.create(json!({"listed": true})).await;
        rooms.push(Known::of(&host, None));
        there.push(host);
    }
    purge_one(&server).await;
    for kind in 0..12 {
        let (mut host, mut guest) = (server.client("Ana").await, server.client("Bia").await);
        host.record = Some(Vec::new());
        state(kind, &mut host, &mut guest, chance).await;
        rooms.push(Known::of(&host, Some(&guest)));
        there.extend([host, guest]);
    }
    server.terminate().await;
    let ended_ms = now_ms();
    copy::purge(data.path()).await;
    let wal = std::fs::metadata(data.path().join("oxo.db-wal"));
    assert!(
        wal.is_ok_and(|wal| wal.len() == 0),
        "it was closed in order"
    );
    let bytes = std::fs::read(data.path().join("oxo.db")).expect("a file");
    Kept {
        bytes,
        rooms,
        ended_ms,
    }
}

/// A long game in a room that ends: its pages become free.
async fn purge_one(server: &Process) {
    let (mut host, mut guest) = (server.client("Dan").await, server.client("Eva").await);
    seat_two(&mut host, &mut guest, wide()).await;
    let cells: Vec<u16> = (0..120).collect();
    play_out(&mut host, &mut guest, &cells).await;
    host.act(json!({"type": "resign"})).await;
    guest.act(json!({"type": "leave"})).await;
    host.act(json!({"type": "leave"})).await;
}

/// Brings a room into a state of that kind.
async fn state(kind: u32, host: &mut Client, guest: &mut Client, chance: &mut SeededRandom) {
    let clock = json!({"clock": {"type": "total", "initial_ms": 3_600_000, "increment_ms": 0}});
    match kind {
        // Mid-game, with and without clocks, behind a refusal, with an open offer.
        0..4 => {
            seat_two(host, guest, [json!({}), clock][kind as usize % 2].clone()).await;
            play_out(host, guest, &[4, 0, 2]).await;
        }
        4 => {
            seat_two(host, guest, json!({})).await;
            play_out(host, guest, &[4, 0]).await;
            guest
                .act_refused(json!({"type": "claim", "result": "win"}))
                .await;
        }
        5 => {
            seat_two(host, guest, wide()).await;
            play_out(host, guest, &[4, 0, 9, 17]).await;
            host.act(json!({"type": "offer", "kind": "draw"})).await;
            guest.up_to(host.view.seq).await;
        }
        // Ended games.
        6..8 => {
            seat_two(host, guest, json!({})).await;
            play_out(host, guest, &[4, 0, 2, 1, 6]).await;
        }
        // Long games and long evenings.
        8..10 => {
            seat_two(host, guest, wide()).await;
            let cells: Vec<u16> = (0..60 + chance.below(60) as u16).collect();
            play_out(host, guest, &cells).await;
        }
        _ => {
            seat_two(host, guest, json!({})).await;
            for _ in 0..6 + chance.below(8) {
                play_out(host, guest, &[4, 0, 2, 1, 6]).await;
                rematch(host, guest).await;
            }
            play_out(host, guest, &[4, 0]).await;
        }
    }
}
