//! Obstacles to a load, in sentences: limits of the server that are too low for it, and failures.

use std::io;

use protocol::{Limits, Refusal};
use tokio_tungstenite::tungstenite::{self, error::ProtocolError};

use crate::{
    BenchError,
    client::{
        connection::{LoadConnection, RefusedByServer, SOURCE_ADDRESSES},
        target::LoadTarget,
    },
    plan::{AT_ONCE, Drive, LoadPlan},
};

/// Messages a second of a connection that plays as fast as it can: more than any does.
const UNHINDERED: u64 = 1_000_000;

/// Microseconds of work that a connection causes until it plays, its room included.
const ENTRY_US: u64 = 1_000;

const CUT: &str = "the other side cut the connection: it has ended, is full (see its --connections and --connections-per-address), or is not an OXO server";

/// Checks that an OXO server listens there and allows the planned load; the error says what to do
/// about it.
pub async fn preflight(target: &LoadTarget, plan: &LoadPlan) -> Result<(), BenchError> {
    let mut connection = LoadConnection::connect(target, 0).await?;
    let welcome = connection.greet().await?;
    let raise = too_low(&welcome.limits, plan, target.address.ip().is_loopback());
    if raise.is_empty() {
        return Ok(());
    }
    let flags: Vec<String> = raise
        .iter()
        .map(|(name, needed)| format!("--{} {needed}", name.replace('_', "-")))
        .collect();
    Err(format!(
        "the server's limits are too low for this load; start it with {}",
        flags.join(" ")
    )
    .into())
}

/// Limits that are too low for the plan, and the values that they would need.
fn too_low(limits: &Limits, plan: &LoadPlan, loopback: bool) -> Vec<(&'static str, u64)> {
    let sources = if loopback { SOURCE_ADDRESSES } else { 1 };
    // One more, because spreading does not come out even.
    let of_one = |all: u64| all.div_ceil(sources) + u64::from(loopback);
    let playing = match plan.drive {
        _ if plan.rooms == 0 => 0,
        Drive::MovesPerSecond(rate) => (rate / plan.rooms as f64).ceil() as u64,
        _ => UNHINDERED,
    };
    let showing = match plan.audience.spectators {
        0 => 0,
        _ => plan.audience.moves_per_s as u64,
    };
    let connections = plan.connections();
    let needed = [
        ("connections", connections),
        ("connections_per_address", of_one(connections)),
        ("ungreeted_per_address", AT_ONCE as u64),
        ("commands_per_s", playing.max(showing)),
        ("rooms", plan.all_rooms()),
        ("work_burst_us", of_one(connections) * ENTRY_US),
        ("rooms_per_minute", of_one(plan.all_rooms())),
        ("rooms_per_address", of_one(plan.all_rooms())),
        ("spectators", plan.audience.spectators),
    ];
    needed
        .into_iter()
        .filter(|(name, needed)| limits.get(name).is_some_and(|limit| limit < *needed))
        .collect()
}

/// Cause and remedy of a failure.
pub fn explain(why: &BenchError) -> String {
    if let Some(RefusedByServer(refusal)) = why.downcast_ref() {
        return refused(refusal);
    }
    if let Some(why) = why.downcast_ref::<io::Error>() {
        return unreachable(why);
    }
    if why.is::<serde_json::Error>() {
        return "what listens there is not an OXO server: its frames are not of this protocol"
            .into();
    }
    match why.downcast_ref() {
        Some(tungstenite::Error::Http(response)) => {
            let body = response.body().as_deref().unwrap_or_default();
            turned_away(response.status().as_u16(), &String::from_utf8_lossy(body))
        }
        Some(tungstenite::Error::Io(why)) => unreachable(why),
        Some(tungstenite::Error::Protocol(
            ProtocolError::ResetWithoutClosingHandshake | ProtocolError::HandshakeIncomplete,
        )) => CUT.into(),
        Some(
            tungstenite::Error::Protocol(_)
            | tungstenite::Error::HttpFormat(_)
            | tungstenite::Error::Utf8(_),
        ) => format!("what listens there does not speak WebSocket as an OXO server does ({why})"),
        _ => why.to_string(),
    }
}

fn unreachable(why: &io::Error) -> String {
    match why.kind() {
        io::ErrorKind::ConnectionRefused => {
            "nobody listens there; is the server running, and on that port?".into()
        }
        io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => CUT.into(),
        io::ErrorKind::AddrNotAvailable => {
            "this machine has no port or address left to connect from".into()
        }
        _ => format!("no connection: {why}"),
    }
}

/// Explains an HTTP error: a full server says in its body why.
fn turned_away(status: u16, body: &str) -> String {
    let flags = match status {
        429 if body.contains("too much at once") => "--work-us-per-s and --work-burst-us",
        503 | 429 if body.contains("your address") => {
            "--connections-per-address and --ungreeted-per-address"
        }
        503 | 429 => "--connections",
        _ => {
            return format!(
                "what listens there is not an OXO server, or has another base path: it answers {status}"
            );
        }
    };
    format!("the server is full; raise its {flags} (or wait until others are gone)")
}

fn refused(refusal: &Refusal) -> String {
    let flags = match refusal {
        Refusal::TooFast { .. } => {
            "--commands-per-s, --commands-burst, --work-us-per-s and --work-burst-us"
        }
        Refusal::RoomsTooFast { .. } => "--rooms-per-minute (or wait a minute)",
        Refusal::JoinsTooFast { .. } => "--failed-joins-per-minute",
        Refusal::TooManyRooms { .. } => "--rooms and --rooms-per-address",
        Refusal::WatchingFull => "--spectators",
        other => {
            return format!("the server refused a request, and no limit explains it: {other:?}");
        }
    };
    format!("a limit of the server is too low; raise its {flags}")
}

#[cfg(test)]
mod tests;
