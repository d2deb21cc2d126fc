//! Context of every part of a connection: the server's service, the
//! connection's handle, its admission and its writer.

use std::sync::Arc;

use admission::{Admission, Allowance, Cost, Guesser, Payer};
use protocol::{Answer, Frame, Reply};
use rooms::{handle::ConnectionHandle, render};

use super::writer::ConnectionWriter;
use crate::service::Service;

/// A connection's ties to the server and to its socket.
pub(super) struct ConnectionContext {
    pub service: Arc<Service>,
    pub handle: Arc<ConnectionHandle>,
    pub admission: Admission,
    /// This connection as one that may try codes.
    pub guesser: Guesser,
    pub writer: Arc<ConnectionWriter>,
}

impl ConnectionContext {
    /// The server's time.
    pub fn now_ms(&self) -> u64 {
        self.service.clock.now_ms()
    }

    /// Takes something from the budget of its address.
    ///
    /// # Errors
    /// With the milliseconds to wait.
    pub fn take(&self, what: Allowance, now_ms: u64) -> Result<(), u64> {
        let source = self.admission.source();
        self.service.budgets.take(source, what, now_ms)
    }

    /// The payer of its searches.
    pub fn payer(&self) -> Payer {
        Payer::Address(self.admission.source())
    }

    /// Pays for work that was done. Whether the budget of its address is overdrawn.
    pub fn pay(&self, cost: Cost, now_ms: u64) -> bool {
        let source = self.admission.source();
        self.service.budgets.pay(source, cost, now_ms).is_err()
    }

    /// Queues a frame, to leave with what else there is.
    pub fn send(&self, frame: &Frame) {
        render::frame(frame, |text| self.writer.push(|frames| frames.text(text)));
    }

    /// Queues the one answer to a request.
    pub fn reply(&self, id: u64, answer: Answer) {
        if let Answer::Error(refused) = &answer {
            self.service.metrics.refused(&refused.why);
        }
        self.send(&Frame::Reply(Reply { id, answer }));
    }
}
