//! What is in a load's way, in sentences: limits of the server that are too
//! low for it, and failures.
//!
//! Knows nothing of how the load is made, only how much of what it is.

use std::io;

use protocol::{Limits, Refusal};
use tokio_tungstenite::tungstenite::{self, error::ProtocolError};

use crate::{
    Fault,
    client::{
        line::{Line, Refused, SOURCES},
        target::Target,
    },
    load::closed::AT_ONCE,
};

use super::plan::{Plan, WATCHED_PER_S};

/// Messages a second of a connection that plays as fast as it can: more than
/// any does.
const UNHINDERED: u64 = 1_000_000;

const CUT: &str = "the other side cut the connection: it has ended, is full (see its --connections and --connections-per-address), or is not an OXO server";

/// Knocks: whether somebody listens there, is an OXO server, and allows what
/// is planned.
///
/// # Errors
/// When not, with a sentence that says what to do about it.
pub async fn knock(target: &Target, plan: Plan) -> Result<(), Fault> {
    let mut line = Line::connect(target, 0).await?;
    let welcome = line.greet().await?;
    let raise = too_low(&welcome.limits, plan, target.address.ip().is_loopback());
    if raise.is_empty() {
        return Ok(());
    }
    let flags: Vec<String> = raise
        .iter()
        .map(|(name, needed)| format!("--{} {needed}", name.replace('_', "-")))
        .collect();
    Err(format!(
        "the server's limits are in the way of this load; start it with {}",
        flags.join(" ")
    )
    .into())
}

/// Limits that are below what is planned, and what they would have to be.
fn too_low(limits: &Limits, plan: Plan, loopback: bool) -> Vec<(&'static str, u64)> {
    let sources = if loopback { SOURCES } else { 1 };
    // One more, because spreading does not come out even.
    let of_one = |all: u64| all.div_ceil(sources) + u64::from(loopback);
    let playing = match plan.rate {
        _ if plan.rooms == 0 => 0,
        Some(rate) => (rate / plan.rooms as f64).ceil() as u64,
        None => UNHINDERED,
    };
    let showing = match plan.spectators {
        0 => 0,
        _ => WATCHED_PER_S as u64,
    };
    let connections = plan.connections();
    let needed = [
        ("connections", connections),
        ("connections_per_address", of_one(connections)),
        ("ungreeted_per_address", AT_ONCE as u64),
        ("commands_per_s", playing.max(showing)),
        ("rooms", plan.all_rooms()),
        ("rooms_per_minute", of_one(plan.all_rooms())),
        ("spectators", plan.spectators),
    ];
    needed
        .into_iter()
        .filter(|(name, needed)| limits.get(name).is_some_and(|limit| limit < *needed))
        .collect()
}

/// Says of a failure what was wrong and what would be right.
#[must_use]
pub fn sentence(why: &Fault) -> String {
    if let Some(Refused(refusal)) = why.downcast_ref() {
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

/// The server says in one line why nobody else gets in.
fn turned_away(status: u16, body: &str) -> String {
    let flags = match (status, body.contains("your address")) {
        (503 | 429, true) => "--connections-per-address and --ungreeted-per-address",
        (503 | 429, false) => "--connections",
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
        Refusal::TooFast { .. } => "--commands-per-s and --commands-burst",
        Refusal::RoomsTooFast { .. } => "--rooms-per-minute (or wait a minute)",
        Refusal::JoinsTooFast { .. } => "--failed-joins-per-minute",
        Refusal::TooManyRooms => "--rooms",
        Refusal::WatchingFull => "--spectators",
        other => return format!("the server refused what no limit explains: {other:?}"),
    };
    format!("a limit of the server is in the way; raise its {flags}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const PLAN: Plan = Plan {
        rooms: 100,
        spectators: 0,
        idle: 0,
        rate: Some(500.0),
        window: Duration::from_secs(1),
    };

    #[test]
    fn a_small_load_is_within_the_defaults_and_a_large_one_names_the_flags() {
        let limits = Limits::default();
        assert_eq!(too_low(&limits, PLAN, true), []);
        let large = Plan {
            rooms: 5_700,
            spectators: 5_001,
            rate: None,
            ..PLAN
        };
        let names: Vec<_> = too_low(&limits, large, true);
        assert_eq!(
            names,
            [
                ("connections", 16_403),
                ("connections_per_address", 865),
                ("commands_per_s", 1_000_000),
                ("rooms_per_minute", 302),
                ("spectators", 5_001),
            ]
        );
    }

    #[test]
    fn from_elsewhere_all_come_from_one_address() {
        let raise = too_low(&Limits::default(), PLAN, false);
        assert_eq!(raise, [("rooms_per_minute", 100)]);
    }

    #[test]
    fn every_limit_that_is_looked_at_is_one_of_the_server() {
        let none = Limits::default();
        let mut zero = none;
        for (name, _) in Limits::NAMES {
            *zero.get_mut(name).unwrap() = 0;
        }
        let plan = Plan {
            spectators: 1,
            ..PLAN
        };
        assert_eq!(too_low(&zero, plan, true).len(), 7);
    }

    #[test]
    fn failures_say_which_flag_would_help() {
        let refused = |why| sentence(&Fault::from(Refused(why)));
        assert!(refused(Refusal::TooManyRooms).contains("--rooms"));
        assert!(refused(Refusal::TooFast { retry_in_ms: 1 }).contains("--commands-per-s"));
        let crowded = "your address has reached its limit of connections";
        assert!(turned_away(503, crowded).contains("--connections-per-address"));
        assert!(turned_away(503, "this server has").contains("raise its --connections ("));
        assert!(turned_away(404, "").contains("not an OXO server"));
        let nobody = io::Error::from(io::ErrorKind::ConnectionRefused);
        assert!(sentence(&nobody.into()).contains("nobody listens"));
        let cut = tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake);
        assert_eq!(sentence(&cut.into()), CUT);
    }
}
