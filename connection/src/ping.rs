//! Pings and their answers: a check that the client is there, and a measure of the round trip.

use std::sync::atomic::Ordering::Relaxed;

use bytes::Bytes;
use rooms::{ids::MatchProbe, random};

use super::context::ConnectionContext;

/// Least time between two measurements of a round trip: each may lead to a
/// frame for a whole room.
pub(super) const MEASURE_MS: u64 = 5_000;

/// The pings of one connection: at most one awaits its pong.
#[derive(Debug, Default)]
pub(super) struct Pings {
    open: Option<OpenPing>,
    measured_ms: u64,
    /// A pong has come, and whether the link looks different since.
    answered: Option<LinkChanged>,
}

/// Whether the link looks different from outside.
type LinkChanged = bool;

/// A ping under way. Its payload is drawn, so that a pong proves it arrived.
#[derive(Debug)]
struct OpenPing {
    payload: [u8; 8],
    sent_ms: u64,
    /// The ticket of the queue for which it shows that somebody is alive.
    probe: Option<MatchProbe>,
}

impl Pings {
    /// Sends a ping, to see that the other side lives and how far away it is.
    pub fn send(&mut self, context: &ConnectionContext, probe: Option<MatchProbe>) {
        let now_ms = context.now_ms();
        let payload = random::bits().to_be_bytes();
        // A probe that is still open is not forgotten for a later heartbeat.
        let probe = probe.or(self.open.as_ref().and_then(|ping| ping.probe));
        self.open = Some(OpenPing {
            payload,
            sent_ms: now_ms,
            probe,
        });
        let handle = &context.handle;
        handle.pinged_ms.store(now_ms, Relaxed);
        let _ = handle
            .pong_awaited_since_ms
            .compare_exchange(0, now_ms, Relaxed, Relaxed);
        context.writer.push(|frames| frames.ping(&payload));
    }

    /// Takes a pong; one that answers no open ping changes nothing.
    pub fn pong(&mut self, context: &ConnectionContext, payload: &Bytes, now_ms: u64) {
        let Some(ping) = self.open.take_if(|ping| ping.payload[..] == payload[..]) else {
            return;
        };
        let handle = &context.handle;
        handle.pong_awaited_since_ms.store(0, Relaxed);
        let mut changed = handle.shaky.swap(false, Relaxed);
        if now_ms.saturating_sub(self.measured_ms) >= MEASURE_MS {
            self.measured_ms = now_ms;
            let before = handle.rtt_ms();
            handle.note_trip(now_ms.saturating_sub(ping.sent_ms));
            changed |= before != handle.rtt_ms();
        }
        self.answered = Some(changed || self.answered == Some(true));
        if let Some(probe) = ping.probe {
            context.service.lobby.answered(probe);
        }
    }

    /// Whether a pong has come since this was last asked, and whether the link
    /// looks different since.
    pub fn take_answered(&mut self) -> Option<LinkChanged> {
        self.answered.take()
    }
}
