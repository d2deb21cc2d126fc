//! Rooms in each state, for who opens their links.

use serde_json::json;
use tests::{Client, TestServer};

use super::{Answer, ask};

/// A room in each state, and its code.
pub struct Rooms {
    pub server: TestServer,
    /// Those who sit there stay.
    _people: Vec<Client>,
    pub free: String,
    pub misere: String,
    pub full: String,
    pub closed: String,
    pub over: String,
}

impl Rooms {
    pub async fn open(server: TestServer) -> Rooms {
        let mut people = Vec::new();
        let mut codes = Vec::new();
        let misere = json!({"rules": {"width": 4, "height": 4, "line": 3, "misere": true}, "first": "guest"});
        for (settings, guest) in [
            (
                json!({"clock": {"type": "total", "initial_ms": 300_000, "increment_ms": 3_000}}),
                false,
            ),
            (misere, false),
            (json!({}), true),
            (json!({"watching": "none"}), true),
            (json!({}), false),
        ] {
            let mut ana = server.client("Ana").await;
            let room = ana.create(settings).await;
            codes.push(room.to_string());
            people.push(ana);
            if guest {
                let mut bia = server.client("Bia").await;
                bia.join(room).await;
                people.push(bia);
            }
        }
        people
            .last_mut()
            .unwrap()
            .act(json!({"type": "leave"}))
            .await;
        let [free, misere, full, closed, over] = codes.try_into().unwrap();
        Rooms {
            server,
            _people: people,
            free,
            misere,
            full,
            closed,
            over,
        }
    }

    pub async fn get(&self, code: &str, lines: &str) -> Answer {
        let base = &self.server.node.options.base_path;
        ask(&self.server, "GET", &format!("{base}/r/{code}"), lines).await
    }
}
