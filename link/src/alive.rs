//! Liveness check of a link: its other end is pinged once a second.

use std::time::Duration;

use h2::{Ping, PingPong};
use tokio::time::{sleep, timeout};

use crate::{PeerLinkEnd, SILENCE};

/// Time from a pong to the next ping.
const EVERY: Duration = Duration::from_secs(1);

/// Returns when the other end is silent or gone. Without a way to ping it never does: the link ends by itself.
pub(crate) async fn silent(pings: Option<PingPong>) -> PeerLinkEnd {
    let Some(mut pings) = pings else {
        return std::future::pending().await;
    };
    loop {
        match timeout(SILENCE, pings.ping(Ping::opaque())).await {
            Ok(Ok(_)) => sleep(EVERY).await,
            Ok(Err(_)) => return PeerLinkEnd::Closed,
            Err(_) => return PeerLinkEnd::Silent,
        }
    }
}
