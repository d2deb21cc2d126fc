//! Two clients of one room that play by a script without end.

use load::client::script::ScriptPosition;
use protocol::{Seat, ids::BySeat};
use serde_json::{Value, json};
use tests::{Client, Process, client::seat_two};

use super::offer::Lane;

/// Two clients, and how far they are in the script.
pub struct Table {
    clients: BySeat<Client>,
    place: ScriptPosition,
    /// Commands of each seat that were answered.
    n: BySeat<u64>,
    /// The answer to the last of each.
    last: BySeat<Value>,
    /// Bytes of answers and events that came to who asked, and commands.
    bytes: usize,
    asked: usize,
}

impl Table {
    pub async fn seat(server: &Process) -> Table {
        let (mut host, mut guest) = (server.client("Ana").await, server.client("Bia").await);
        seat_two(&mut host, &mut guest, json!({"alternate": "fixed"})).await;
        Table {
            clients: BySeat { host, guest },
            place: ScriptPosition::FIRST,
            n: BySeat::default(),
            last: BySeat::default(),
            bytes: 0,
            asked: 0,
        }
    }

    /// Bytes that one command leads to, on average: its event, and its answer,
    /// which is kept with it.
    pub fn bytes(tables: &[Table]) -> usize {
        let sum = |what: fn(&Table) -> usize| tables.iter().map(what).sum::<usize>();
        sum(|table| table.bytes) / sum(|table| table.asked)
    }

    /// Whether nothing was answered that was not asked.
    pub async fn nothing_more(&mut self) {
        for seat in Seat::BOTH {
            let client = &mut self.clients[seat];
            client.send_text(r#"{"type":"ping","id":1}"#).await;
            loop {
                let text = client.text().await.expect("a frame");
                assert!(!text.starts_with(r#"{"type":"reply""#), "{text}");
                if text.starts_with(r#"{"type":"pong""#) {
                    break;
                }
            }
        }
    }

    /// Whether both find everything that was answered, and nothing else.
    pub async fn is_kept(&self, server: &Process) {
        for seat in Seat::BOTH {
            let known = &self.clients[seat];
            let mut client = server.client("").await;
            let room = known.room.expect("a room");
            let entered = client.resume(room, &known.secret, 0).await;
            let last = serde_json::to_value(entered.last).expect("JSON");
            assert_eq!((entered.n, &last["ok"]), (self.n[seat], &self.last[seat]));
            let view = client.snapshot().await;
            let seq = self.last[seat]["seq"].as_u64();
            assert!(seq.is_none_or(|seq| view.seq > seq), "the restart is next");
        }
    }
}

impl Lane for Table {
    /// One command, until its answer came. What came to the other is read when
    /// it is for them to act.
    async fn ask(&mut self) {
        let actor = self.place.actor();
        self.n[actor] += 1;
        // Not those that the client gave out itself.
        let id = 1_000 + self.n[actor];
        let room = self.clients[actor].room.expect("a room");
        let request = self.place.request(room, id, self.n[actor]);
        let request = serde_json::to_string(&request).expect("JSON");
        let begins = format!(r#"{{"type":"reply","id":{id},"ok":"#);
        let client = &mut self.clients[actor];
        client.send_text(&request).await;
        let mut event = 0;
        let answer = loop {
            let text = client.text().await.expect("a frame");
            if let Some(rest) = text.strip_prefix(&begins) {
                self.bytes += event + text.len();
                break rest.strip_suffix('}').expect("an object").to_owned();
            }
            assert!(!text.starts_with(r#"{"type":"reply""#), "{text}");
            event = text.len();
        };
        self.last[actor] = serde_json::from_str(&answer).expect("JSON");
        self.asked += 1;
        self.place = self.place.next();
    }
}
