//! Looks after all connections once a second: pings that are due, silence that
//! has lasted too long, writes that are not taken, commits that have not come. So no connection needs a
//! timer of its own.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use protocol::{Limits, frame::Reason};

use crate::{handle::ConnectionHandle, state::ServerState};

/// How often it looks.
const EVERY_MS: u64 = 1_000;
/// How often a seat whose clock may run is pinged.
const TIMED_PING_MS: u64 = 5_000;

/// Sweeps until dropped.
pub async fn sweep(state: Arc<ServerState>) {
    loop {
        state.clock.sleep(EVERY_MS).await;
        let now_ms = state.clock.now_ms();
        for handle in &state.connections {
            look_after(&handle, &state.limits, now_ms, state.clock.resumed_ms());
        }
        state.rooms.publish_now();
        state.limiter.sweep();
        state.budgets.sweep(now_ms);
    }
}

fn look_after(handle: &ConnectionHandle, limits: &Limits, now_ms: u64, resumed_ms: u64) {
    // While the server stood still nobody could be heard.
    let since = |ms: u64| now_ms.saturating_sub(ms.max(resumed_ms));
    let stalled = handle.stalled_ms.load(Relaxed);
    let reason = if stalled != 0 && since(stalled) >= limits.write_ms {
        Some(Reason::Silent)
    } else if !handle.greeted.load(Relaxed) && since(handle.opened_ms) >= limits.hello_ms {
        Some(Reason::HelloTimeout)
    } else if since(handle.heard_ms.load(Relaxed)) >= limits.dead_ms {
        Some(Reason::Silent)
    } else {
        None
    };
    let every = if handle.timed.load(Relaxed) {
        TIMED_PING_MS.min(limits.ping_ms)
    } else {
        limits.ping_ms
    };
    if handle.saving_ms.load(Relaxed) != 0 {
        // It keeps the time itself from here on.
        handle.wake();
    }
    let shaky = handle.is_shaky(now_ms);
    if handle.shaky.swap(shaky, Relaxed) != shaky {
        handle.notify(|slots| slots.shaky = true);
    }
    if reason.is_some() {
        handle.notify(|slots| slots.close = reason);
    } else if since(handle.pinged_ms.load(Relaxed)) >= every {
        handle.notify(|slots| slots.ping = true);
    }
}
