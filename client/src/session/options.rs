//! Options of a session.

use protocol::request::Hello;

use super::{ask::Ask, watchdog::Heartbeat};
use crate::backoff::Bounds;

/// Options of a session, beside its transport.
#[derive(Clone, Debug)]
pub struct SessionOptions {
    /// Name and version that the client sends on every link.
    pub hello: Hello,
    /// Whether a first connection that nobody answers is tried again, as later ones are; otherwise
    /// the session ends with it.
    pub persists: bool,
    /// Asked as soon as the link is up: to play, create, join, watch, resume.
    pub first: Option<Ask>,
    /// Whether frames are passed on as received.
    pub raw: Raw,
    /// Wait between attempts to connect.
    pub backoff: Bounds,
    /// When a silent link counts as dead.
    pub heartbeat: Heartbeat,
}

impl SessionOptions {
    /// A session of a program such as `watcher/1.0`, under a name that may be
    /// empty.
    #[must_use]
    pub fn new(program: impl Into<String>, name: impl Into<String>) -> SessionOptions {
        SessionOptions {
            hello: Hello {
                versions: protocol::VERSIONS.to_vec(),
                client: program.into(),
                name: name.into(),
                bot: false,
            },
            persists: false,
            first: None,
            raw: Raw::Hide,
            backoff: Bounds::default(),
            heartbeat: Heartbeat::default(),
        }
    }
}

/// Whether frames are passed on as received, beside what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raw {
    /// As [`Update::Frame`](super::Update::Frame), before what they mean.
    Pass,
    /// Only what they mean.
    Hide,
}
