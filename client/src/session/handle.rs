//! The handle to a session's task.

use std::collections::VecDeque;

use tokio::sync::mpsc;

use super::{
    ask::Ask,
    core::ASKS,
    options::SessionOptions,
    task::{self, TaskMessage},
    update::Update,
};
use crate::transport::{PlayMode, Transport};

/// Runs of updates that may wait for a slow owner. When it is full the link is
/// not read any more, and the server bounds the rest.
const UPDATES: usize = 64;

/// A running session. Dropping it drops the link; the seat stays.
pub struct Session {
    orders: mpsc::Sender<TaskMessage>,
    updates: mpsc::Receiver<Vec<Update>>,
    mode: PlayMode,
    /// The rest of the run that the last update came from.
    rest: VecDeque<Update>,
}

/// The session has more asks waiting than it takes, or is over.
#[derive(Debug)]
pub struct Busy;

impl Session {
    /// Starts the task that connects and stays connected. Must be called within
    /// a Tokio runtime.
    #[must_use]
    pub fn start(transport: impl Transport, options: SessionOptions) -> Session {
        let (orders, inbox) = mpsc::channel(ASKS);
        let (outbox, updates) = mpsc::channel(UPDATES);
        let mode = transport.mode();
        tokio::spawn(task::run(transport, options, inbox, outbox));
        Session {
            orders,
            updates,
            mode,
            rest: VecDeque::new(),
        }
    }

    /// Players of the session, and where the authority is.
    #[must_use]
    pub fn mode(&self) -> PlayMode {
        self.mode
    }

    /// The next update; nothing after [`Update::End`].
    pub async fn next(&mut self) -> Option<Update> {
        if self.rest.is_empty() {
            self.rest = self.updates.recv().await?.into();
        }
        self.rest.pop_front()
    }

    /// An update that came together with the last: after a frame, what it
    /// means.
    pub fn next_of_run(&mut self) -> Option<Update> {
        self.rest.pop_front()
    }

    /// Asks the server.
    ///
    /// # Errors
    /// When too many asks wait already.
    pub fn ask(&self, ask: Ask) -> Result<(), Busy> {
        self.orders
            .try_send(TaskMessage::Ask(Box::new(ask)))
            .map_err(|_| Busy)
    }

    /// Tries to connect at once instead of waiting for the backoff.
    pub fn retry_now(&self) {
        // A full channel means that the task is busy, hence not waiting.
        let _ = self.orders.try_send(TaskMessage::RetryNow);
    }

    /// Closes the link with a goodbye and keeps the seat.
    pub async fn close(self) {
        let Session {
            orders,
            mut updates,
            ..
        } = self;
        drop(orders);
        // The task may be waiting for room in the channel before it can end.
        while updates.recv().await.is_some() {}
    }
}
