//! Looks after all connections once a second: pings that are due, silence that
//! has lasted too long, writes that are not taken. So no connection needs a
//! timer of its own.
//!
//! Knows nothing of what a connection is for.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use protocol::{Limits, frame::Reason};

use crate::{handle::Peer, state::Hub};

/// How often it looks.
const EVERY_MS: u64 = 1_000;
/// How often a seat whose clock may run is pinged.
const TIMED_PING_MS: u64 = 5_000;

/// Sweeps until dropped.
pub async fn sweep(hub: Arc<Hub>) {
    loop {
        hub.clock.sleep(EVERY_MS).await;
        let now_ms = hub.clock.now_ms();
        for peer in &hub.peers {
            look_after(&peer, &hub.limits, now_ms);
        }
        hub.rooms.publish_now();
        hub.sources.sweep(now_ms);
    }
}

fn look_after(peer: &Peer, limits: &Limits, now_ms: u64) {
    let since = |ms: u64| now_ms.saturating_sub(ms);
    let stalled = peer.stalled_ms.load(Relaxed);
    let reason = if stalled != 0 && since(stalled) >= limits.write_ms {
        Some(Reason::Silent)
    } else if !peer.greeted.load(Relaxed) && since(peer.opened_ms) >= limits.hello_ms {
        Some(Reason::HelloTimeout)
    } else if since(peer.heard_ms.load(Relaxed)) >= limits.dead_ms {
        Some(Reason::Silent)
    } else {
        None
    };
    let every = if peer.timed.load(Relaxed) {
        TIMED_PING_MS.min(limits.ping_ms)
    } else {
        limits.ping_ms
    };
    let shaky = peer.is_shaky(now_ms);
    if peer.shaky.swap(shaky, Relaxed) != shaky {
        peer.tell(|mail| mail.shaky = true);
    }
    if reason.is_some() {
        peer.tell(|mail| mail.close = reason);
    } else if since(peer.pinged_ms.load(Relaxed)) >= every {
        peer.tell(|mail| mail.ping = true);
    }
}
