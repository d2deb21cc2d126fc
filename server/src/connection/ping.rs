//! Pings and their answers: that somebody is there, and how long the way is.
//!
//! Knows nothing of requests.

use std::sync::atomic::Ordering::Relaxed;

use bytes::Bytes;
use protocol::frame::Reason;

use super::Connection;
use crate::{admission::rate::Rate, lobby::queue::PairId, random};

/// A ping under way. Its payload is drawn, so that a pong proves it arrived.
pub(super) struct Ping {
    payload: [u8; 8],
    sent_ms: u64,
    /// The pair of the queue for which it shows that somebody is alive.
    probe: Option<PairId>,
}

impl Connection {
    /// Counts a control frame; one too many ends the connection.
    pub(super) fn count_control(&mut self, now_ms: u64) -> bool {
        let rate = self.state.limits.control_per_s;
        let allowed = self
            .control
            .count(&Rate::new(rate, 1_000, rate), now_ms)
            .is_ok();
        if !allowed {
            self.close_for(Reason::Flood);
        }
        allowed
    }

    /// Takes the answer to a ping.
    pub(super) fn pong(&mut self, payload: &Bytes, now_ms: u64) {
        let Some(ping) = self.ping.take_if(|ping| ping.payload[..] == payload[..]) else {
            return;
        };
        self.on_the_way = false;
        let shaky = self.handle.is_shaky(now_ms);
        self.handle.owed_ms.store(0, Relaxed);
        let before = self.handle.rtt_ms();
        self.handle.note_trip(now_ms.saturating_sub(ping.sent_ms));
        let changed = shaky || before != self.handle.rtt_ms();
        if let Some(membership) = self.room.as_ref().filter(|_| changed) {
            membership.link_changed();
        }
        if let Some(pair) = ping.probe {
            self.state.lobby.answered(pair, &self.handle);
        }
    }

    /// Sends a ping, to see that the other side lives and how far away it is.
    pub(super) fn send_ping(&mut self, probe: Option<PairId>) {
        let now_ms = self.state.clock.now_ms();
        let payload = random::bits().to_be_bytes();
        // A probe that is still open is not forgotten for a later heartbeat.
        let probe = probe.or(self.ping.as_ref().and_then(|ping| ping.probe));
        self.ping = Some(Ping {
            payload,
            sent_ms: now_ms,
            probe,
        });
        self.handle.pinged_ms.store(now_ms, Relaxed);
        let _ = self
            .handle
            .owed_ms
            .compare_exchange(0, now_ms, Relaxed, Relaxed);
        self.writer.push(|frames| frames.ping(&payload));
    }
}
