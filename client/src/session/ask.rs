//! Requests that the owner of a session may make.

use protocol::{Command, request::Body};

/// Something to ask of the server.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The number its reply is to carry; drawn by the session if absent.
    pub id: Option<u64>,
    /// The request itself.
    pub what: AskKind,
}

/// A request as a person or script means it: the seat's room and counter are
/// the session's business.
#[derive(Clone, Debug)]
pub enum AskKind {
    /// Something the seat does.
    Seat(Command),
    /// Everything else; a `Body::Seat` in here keeps its room and has
    /// its counter replaced.
    Other(Body),
}

impl Ask {
    /// Something the seat does.
    #[must_use]
    pub fn seat(command: Command) -> Ask {
        Ask {
            id: None,
            what: AskKind::Seat(command),
        }
    }

    /// Any other request, under that number.
    #[must_use]
    pub fn numbered(id: u64, body: Body) -> Ask {
        Ask {
            id: Some(id),
            what: AskKind::Other(body),
        }
    }

    /// Any other request.
    #[must_use]
    pub fn other(body: Body) -> Ask {
        Ask {
            id: None,
            what: AskKind::Other(body),
        }
    }
}
