//! Examination of the WebSocket: the greeting, round trips, the clock.

use std::time::{SystemTime, UNIX_EPOCH};

use protocol::{
    Frame, Request,
    request::{Body, Ping},
};
use serde_json::Value;
use tokio::time::{Instant, timeout};

use super::{
    finding::{Check, Fact, Outcome, Trouble},
    timing::{STEP, millis},
};
use crate::{
    address::Address,
    session::{SessionOptions, greet},
    transport::{Link, LinkError, LinkInput, UnexpectedAnswer, Unreachable, WebSocket, open},
};

/// Round trips that are measured; the shortest counts.
const ROUNDS: u64 = 5;
/// From this difference on certificates and logs are affected.
const CLOCK_OFF_MS: u64 = 60_000;

/// The server's facts, from its page.
pub(super) fn server_of(info: &[u8]) -> Option<Fact> {
    let info: Value = serde_json::from_slice(info).ok()?;
    // Any JSON could be here; only ours has versions.
    info.get("versions")?.as_array()?;
    let version = info.get("server")?.get("version")?.as_str()?;
    Some(Fact::Server {
        version: version.to_owned(),
    })
}

pub(super) async fn open_link(address: &Address) -> Result<WebSocket, Trouble> {
    match timeout(STEP, open(address, None)).await {
        // The page was answered in time.
        Err(_) => Err(Trouble::Held),
        Ok(Ok(link)) => Ok(link),
        // The server's answer to a request without the headers of a handshake.
        Ok(Err(LinkError::NotOxo(UnexpectedAnswer::Status(426)))) => Err(Trouble::UpgradeSwallowed),
        Ok(Err(LinkError::NotOxo(UnexpectedAnswer::Status(status)))) => {
            Err(Trouble::UpgradeRefused {
                status: Some(status),
            })
        }
        Ok(Err(_)) => Err(Trouble::UpgradeRefused { status: None }),
    }
}

/// Greets and measures.
pub(super) async fn talk(link: WebSocket, step: &mut impl FnMut(Check, Outcome) -> bool) {
    let program = concat!("oxo-doctor/", env!("CARGO_PKG_VERSION"));
    let hello = SessionOptions::new(program, "").hello;
    let greeted = timeout(STEP, greet(link, &hello)).await;
    let (mut link, version) = match greeted {
        Ok(Ok(greeted)) => (greeted.link, greeted.welcome.version),
        Err(_) | Ok(Err(LinkError::Unreachable(Unreachable::Timeout))) => {
            step(Check::Protocol, Err(Trouble::Held));
            return;
        }
        Ok(Err(why)) => {
            step(Check::Protocol, Err(Trouble::Greeting { why }));
            return;
        }
    };
    step(Check::Protocol, Ok(Fact::Protocol { version }));
    match timeout(STEP, measure(&mut link)).await {
        Ok(Some((ms, clock_ms))) => {
            step(Check::Latency, Ok(Fact::Latency { ms }));
            step(
                Check::Clock,
                match clock_ms < CLOCK_OFF_MS {
                    true => Ok(Fact::Clock { ms: clock_ms }),
                    false => Err(Trouble::ClockOff { ms: clock_ms }),
                },
            );
        }
        Ok(None) | Err(_) => {
            step(Check::Latency, Err(Trouble::Held));
        }
    }
    link.close().await;
}

/// The shortest round trip, and by how much the clocks differ.
async fn measure(link: &mut WebSocket) -> Option<(u64, u64)> {
    let mut best: Option<(u64, u64)> = None;
    for id in 1..=ROUNDS {
        let request = Request {
            id,
            body: Body::Ping(Ping::default()),
        };
        let text = serde_json::to_string(&request).ok()?;
        let (begun, begun_ms) = (Instant::now(), now_ms());
        link.write(text).await.ok()?;
        let at_ms = loop {
            match link.read().await {
                LinkInput::Text(text) => {
                    if let Ok(Frame::Pong(pong)) = Frame::read(&text)
                        && pong.id == id
                    {
                        break pong.at_ms;
                    }
                }
                LinkInput::Alive => {}
                LinkInput::Closed => return None,
            }
        };
        let ms = millis(begun.elapsed());
        let found = (ms, at_ms.abs_diff(begun_ms + ms / 2));
        best = Some(best.map_or(found, |best| best.min(found)));
    }
    best
}

fn now_ms() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, millis)
}
