//! Reasons why a link could not be made.

use protocol::{Refusal, frame::Bye};

/// Why there is no link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// No host of that name, no way there, nobody listens, or no answer.
    Silent(Silence),
    /// Something answers, but not as an OXO server does.
    NotOxo(Answers),
    /// The encrypted connection could not be made.
    Tls(String),
    /// This system knows no certificates of authorities.
    NoAuthorities,
    /// This client is too old, or the server is: what the server speaks.
    Version(Vec<u64>),
    /// The server refused the greeting.
    Refused(Refusal),
    /// The server said why it closes instead of greeting.
    Bye(Bye),
}

/// How it is that nothing answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The name leads to no host.
    UnknownHost,
    /// Nobody listens there.
    Refused,
    /// No answer in time.
    Timeout,
    /// The connection broke off, or there is no way there.
    Broken,
}

/// What answered instead of an OXO server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// A web server: its status instead of the switch to WebSocket.
    Status(u16),
    /// Not even that.
    Otherwise,
}

/// Something that is no OXO server answered.
#[must_use]
pub fn not_oxo() -> LinkError {
    LinkError::NotOxo(Answers::Otherwise)
}

pub(crate) fn broken() -> LinkError {
    LinkError::Silent(Silence::Broken)
}
