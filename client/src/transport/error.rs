//! Reasons why a link could not be made.

use protocol::{Refusal, frame::Bye};

/// Reason why there is no link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// No host of that name, no way there, nobody listens, or no answer.
    Unreachable(Unreachable),
    /// Something answers, but not as an OXO server does.
    NotOxo(UnexpectedAnswer),
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

/// Reasons why nothing answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// The name leads to no host.
    UnknownHost,
    /// Nobody listens there.
    ConnectionRefused,
    /// No answer in time.
    Timeout,
    /// The connection broke off, or there is no way there.
    Broken,
}

/// The answer of something that is no OXO server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnexpectedAnswer {
    /// A web server: its status instead of the switch to WebSocket.
    Status(u16),
    /// Anything else, such as bytes that are no HTTP or a body that cannot be read.
    Other,
}

/// The error for an answer that has no HTTP status to report.
#[must_use]
pub fn not_oxo() -> LinkError {
    LinkError::NotOxo(UnexpectedAnswer::Other)
}

pub(crate) fn broken() -> LinkError {
    LinkError::Unreachable(Unreachable::Broken)
}
