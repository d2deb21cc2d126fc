//! Sweep over each connection twice a second: pings that are due, silence that has lasted too long, writes that are not
//! taken, commits that have not come. So no connection needs a timer of its own.
//!
//! Not after all at once: ten thousand pings, and as many pongs a moment later, kept moves waiting for 110 ms.

use std::{
    hint::black_box,
    sync::{Arc, atomic::Ordering::Relaxed},
};

use protocol::{Limits, frame::Reason};
use rooms::handle::ConnectionHandle;
use tokio::task::yield_now;

use super::{doorway, ping::MEASURE_MS};
use crate::service::Service;

/// Time between two checks of a connection.
const EVERY_MS: u64 = 500;
/// In how many parts.
const PARTS: u64 = 10;
const PART_MS: u64 = EVERY_MS / PARTS;
/// Connections that are woken before others have their turn. Many that came together are due
/// together: all woken in one go, 3,200 that never said hello kept moves waiting for 120 ms.
const AT_ONCE: usize = 32;
/// Time between two rounds that notify rooms of changes and tidy budgets.
const PUBLISH_MS: u64 = 1_000;
/// Bytes that mimalloc keeps apart from others. When such are freed it gives the
/// system what has been free for a second; else only when it works again.
const LARGE: usize = 1 << 20;
/// Time for a pong before a link counts as shaky: in a running game,
/// where others see it within 5 s of the last frame, 7 s where it is calm, and elsewhere.
const SHAKY_IN_GAME_MS: u64 = 2_000;
const SHAKY_MS: u64 = 5_000;
/// A seat that has asked for nothing for so long is asked less often whether it is there: most games that stand still do so
/// for minutes. Clients go by the room's last event instead, which all of them see.
const CALM_MS: u64 = 15_000;

/// Sweeps until dropped.
pub async fn sweep(service: Arc<Service>) {
    let mut published_ms = service.clock.now_ms();
    let mut looked_ms = published_ms;
    let mut next = 0;
    loop {
        service.clock.sleep_until(looked_ms + PART_MS).await;
        let now_ms = service.clock.now_ms();
        let due = (now_ms.saturating_sub(looked_ms) / PART_MS).min(PARTS);
        looked_ms = match due {
            // It stood still, and nothing is caught up on twice.
            PARTS => now_ms,
            due => looked_ms + due * PART_MS,
        };
        for part in next..next + due {
            look_after_part(&service, part % PARTS, now_ms).await;
        }
        next = (next + due) % PARTS;
        if now_ms - published_ms >= PUBLISH_MS {
            published_ms = now_ms;
            if service.is_current() {
                service.rooms.publish_now();
            }
            service.limiter.sweep();
            service.budgets.sweep(now_ms);
            drop(black_box(Vec::<u8>::with_capacity(LARGE)));
        }
    }
}

async fn look_after_part(service: &Service, part: u64, now_ms: u64) {
    let resumed_ms = service.clock.resumed_ms();
    let connections = service.connections.iter();
    let of_part = connections.filter(|it| it.key() % PARTS == part);
    let handles: Vec<_> = of_part.map(|it| Arc::clone(it.value())).collect();
    let mut woken = 0;
    for handle in handles {
        if look_after(&handle, &service.limits, now_ms, resumed_ms) {
            woken += 1;
            if woken % AT_ONCE == 0 {
                yield_now().await;
            }
        }
    }
}

/// Whether the connection is woken.
fn look_after(handle: &ConnectionHandle, limits: &Limits, now_ms: u64, resumed_ms: u64) -> bool {
    // While the server stood still nobody could be heard.
    let since = |ms: u64| now_ms.saturating_sub(ms.max(resumed_ms));
    // Since an instant where 0 stands for none.
    let waited = |ms: u64| if ms == 0 { 0 } else { since(ms) };
    let silent_ms = since(handle.heard_ms.load(Relaxed));
    let awaited_since_ms = handle.pong_awaited_since_ms.load(Relaxed);
    let awaited_ms = waited(awaited_since_ms);
    let in_game = handle.in_game.load(Relaxed);
    // What waits for the disk may not be read meanwhile.
    let saving = handle.saving_ms.load(Relaxed) != 0;
    let is_dead = match in_game {
        // At the latest, so before the next look. A ping has to have been out for most of that
        // time: after a stall of this process the silence may be its own.
        true => silent_ms + EVERY_MS > limits.seat_dead_ms && 2 * awaited_ms >= limits.seat_dead_ms,
        false => silent_ms >= limits.dead_ms,
    };
    let reason = if waited(handle.stalled_ms.load(Relaxed)) >= limits.write_ms.max(1) {
        Some(Reason::Silent)
    } else if handle.in_doorway.load(Relaxed) && since(handle.opened_ms) >= doorway::AT_MOST_MS {
        Some(Reason::Full)
    } else if !handle.greeted.load(Relaxed) && since(handle.opened_ms) >= limits.hello_ms {
        Some(Reason::HelloTimeout)
    } else if is_dead && !saving {
        Some(Reason::Silent)
    } else {
        None
    };
    // It keeps the time itself from here on, or looks again whether it may send its snapshot.
    if saving || handle.unsure.swap(false, Relaxed) {
        handle.wake();
    }
    let shaky_after_ms = if in_game { SHAKY_IN_GAME_MS } else { SHAKY_MS };
    let shaky = awaited_ms >= shaky_after_ms && !saving;
    let has_changed = handle.shaky.swap(shaky, Relaxed) != shaky;
    if has_changed {
        handle.notify(|slots| slots.shaky = true);
    }
    let pinged_ms = since(handle.pinged_ms.load(Relaxed));
    let is_calm = since(handle.requested_ms.load(Relaxed)) >= CALM_MS;
    let (ask_ms, measure_ms) = match is_calm {
        true => (calm_ping_ms(limits), limits.ping_ms),
        false => (limits.seat_ping_ms, MEASURE_MS.min(limits.ping_ms)),
    };
    let ping = match in_game {
        // A client that is heard anyway is only measured.
        true => awaited_since_ms == 0 && silent_ms >= ask_ms || pinged_ms >= measure_ms,
        false => pinged_ms >= limits.ping_ms,
    };
    if reason.is_some() {
        handle.notify(|slots| slots.close = reason);
    } else if ping {
        handle.notify(|slots| slots.ping = true);
    }
    saving || has_changed || ping || reason.is_some()
}

/// Silence after which a seat in a running game is pinged that has asked for nothing for a while.
fn calm_ping_ms(limits: &Limits) -> u64 {
    let most_ms = limits.seat_dead_ms / 4;
    (3 * limits.seat_ping_ms)
        .min(most_ms)
        .max(limits.seat_ping_ms)
}

#[cfg(test)]
mod tests;
