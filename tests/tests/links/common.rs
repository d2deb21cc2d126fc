//! Helpers shared by the tests of links: two at a table, ends of links that are awaited, and events
//! picked from a stream.

use protocol::{Event, Frame, Limits};
use serde_json::{Value, json};
use tests::{Client, Proxy, TestServer, client::Received, soon};

pub use tests::client::{SeatCredentials, two};

/// Waits until something is so in this process.
pub async fn until(what: &str, mut so: impl FnMut() -> bool) {
    soon(what, async {
        while !so() {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

/// A client behind a proxy that has said hello.
pub async fn behind(proxy: &Proxy, name: &str) -> Client {
    let mut client = Client::connect(&proxy.url()).await;
    client.hello(name).await;
    client
}

/// A server that finds out as usual who is away from a running game.
pub async fn watchful() -> TestServer {
    TestServer::limited(|it| it.seat_dead_ms = Limits::default().seat_dead_ms).await
}

/// Reads on to an event that is looked for.
pub async fn event(client: &mut Client, what: &str, wanted: impl Fn(&Event) -> bool) -> Event {
    soon(what, async {
        loop {
            let event = client.event().await;
            if wanted(&event) {
                return event;
            }
        }
    })
    .await
}

/// The events up to that number, none of which may come as a whole room.
pub async fn events_up_to(client: &mut Client, seq: u64) -> Vec<Event> {
    let mut events = Vec::new();
    while client.view.seq < seq {
        match client.frame().await {
            Frame::Event(frame) => events.push(frame.event),
            Frame::Room(_) => panic!("the whole room instead of what was missing"),
            _ => {}
        }
    }
    events
}

/// Reads on to the end, whatever comes before it.
pub async fn end(client: &mut Client) -> Option<u16> {
    soon("the end", async {
        loop {
            if let Received::Closed(code) = client.receive().await {
                return code;
            }
        }
    })
    .await
}

/// Rules for the longest game there is.
pub fn wide() -> Value {
    json!({"rules": {"width": 19, "height": 19, "line": 19}})
}

/// All cells of that board, in an order in which nobody wins: neighbours in
/// any direction get both marks. (7 and 361 have no common divisor.)
pub fn wide_cells() -> Vec<u16> {
    (0..361).map(|k| k * 7 % 361).collect()
}
