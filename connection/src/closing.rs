//! The closing handshake (RFC 6455 section 7), and how the socket ends after it
//! without a reset that would overtake the close frame.

use std::time::Duration;

use super::{Connection, Phase, Woken, socket::Incoming};

/// Frames that may come before the other side's close frame.
const FRAMES: usize = 100;

/// Time for the other side's close frame while the server stops: a round trip on a
/// poor network. A client that stays silent is not to keep everybody waiting for the next server.
const WHILE_STOPPING: Duration = Duration::from_millis(400);

impl Connection {
    /// Answers the other side's close frame.
    pub(super) fn answer_close(&mut self, code: u16) {
        self.leave_room();
        self.context.writer.push(|frames| frames.close(code));
        self.phase = Phase::Closed;
    }

    /// Sees the connection to its end: at once when both sides have sent their
    /// close frame, or else within a little while, in which what comes is
    /// dropped. In real time: a stopped clock must not keep a socket open.
    pub(super) async fn linger(&mut self) {
        self.reader.begin_end();
        let service = &self.context.service;
        let usual = Duration::from_millis(service.limits.linger_ms);
        let at_most = match service.is_stopping() {
            true => usual.min(WHILE_STOPPING),
            false => usual,
        };
        let _ = tokio::time::timeout(at_most, self.until_closed()).await;
        self.reader.discard();
    }

    async fn until_closed(&mut self) {
        let mut frames = 0;
        while let Ok(blocked) = self.pump() {
            if !blocked {
                if matches!(self.phase, Phase::Closed) {
                    return;
                }
                // No answer could be read.
                if self.reader.is_broken() {
                    self.context.writer.finish();
                }
            }
            match self.wait(blocked).await {
                Woken::Incoming(Incoming::Close(_)) => self.phase = Phase::Closed,
                Woken::Incoming(Incoming::Closed) | Woken::Gone => return,
                Woken::Notified => {
                    let slots = self.context.handle.take_slots();
                    if slots.is_some_and(|slots| slots.close.is_some() || slots.stop) {
                        return;
                    }
                }
                Woken::Incoming(_) => {
                    frames += 1;
                    if frames > FRAMES {
                        self.reader.stop_parsing();
                    }
                }
                Woken::Writable => {}
            }
        }
    }
}
