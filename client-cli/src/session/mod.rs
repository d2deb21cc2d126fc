//! The typed client: one task owns the link, connects it again, takes the seat
//! up by `seq`, numbers commands, and folds events into the view. Whoever uses
//! it sends [`Ask`]s and receives [`Update`]s.
//!
//! Knows nothing of terminals or files.

mod core;
mod incoming;
mod pending;
mod task;
mod update;
mod watchdog;

use std::collections::VecDeque;

use protocol::request::Hello;
use tokio::sync::mpsc;

pub use update::{Ask, Company, End, Lost, Room, Source, Update, Wish};

use crate::{backoff::Bounds, link::Server};

/// Runs of updates that may wait for a slow face. When it is full the link is not read
/// any more, and the server bounds the rest.
const UPDATES: usize = 64;
/// Asks that may wait for the link.
const ASKS: usize = 32;

/// What a session needs to begin.
pub struct Options {
    pub server: Server,
    pub hello: Hello,
    /// Asked as soon as the link is up: to play, create, join, watch, resume.
    pub first: Option<Ask>,
    pub raw: Raw,
    pub backoff: Bounds,
}

impl Options {
    /// A session of this program, under a name that may be empty.
    #[must_use]
    pub fn new(server: impl Into<Server>, name: String, first: Option<Ask>, raw: Raw) -> Options {
        Options {
            server: server.into(),
            hello: Hello {
                versions: protocol::VERSIONS.to_vec(),
                client: concat!("oxo/", env!("CARGO_PKG_VERSION")).to_owned(),
                name,
                bot: false,
            },
            first,
            raw,
            backoff: Bounds::default(),
        }
    }
}

/// Whether frames are passed on as received, beside what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raw {
    Pass,
    Hide,
}

/// A running session. Dropping it drops the link; the seat stays.
pub struct Session {
    orders: mpsc::Sender<Order>,
    updates: mpsc::Receiver<Vec<Update>>,
    /// The rest of the run that the last update came from.
    rest: VecDeque<Update>,
}

enum Order {
    Ask(Box<Ask>),
    RetryNow,
}

/// The session has more asks waiting than it takes, or is over.
#[derive(Debug)]
pub struct Busy;

impl Session {
    /// Starts the task. Must be called within a runtime.
    #[must_use]
    pub fn start(options: Options) -> Session {
        let (orders, inbox) = mpsc::channel(ASKS);
        let (outbox, updates) = mpsc::channel(UPDATES);
        tokio::spawn(task::run(options, inbox, outbox));
        let rest = VecDeque::new();
        Session {
            orders,
            updates,
            rest,
        }
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
            .try_send(Order::Ask(Box::new(ask)))
            .map_err(|_| Busy)
    }

    /// Tries to connect at once instead of waiting for the backoff.
    pub fn retry_now(&self) {
        // A full channel means that the task is busy, hence not waiting.
        let _ = self.orders.try_send(Order::RetryNow);
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
