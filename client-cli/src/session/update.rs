//! What goes into a session and what comes out of it.
//!
//! Knows nothing of links or of who listens.

use std::{sync::Arc, time::Duration};

use protocol::{
    Answer, Command, EventFrame, Now, Refusal, RoomCode, Seat, View,
    frame::{Bye, Matched, QueuePlace, Unqueued},
    reply::{Entered, Welcome},
    request::Body,
};

use crate::{
    link::{LinkError, Server},
    time::ServerClock,
};

/// Something to ask of the server.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The number its reply is to carry; drawn by the session if absent.
    pub id: Option<u64>,
    pub what: Wish,
}

/// A request as a person or script means it: the seat's counter is the
/// session's business.
#[derive(Clone, Debug)]
pub enum Wish {
    /// Something the seat does.
    Seat(Command),
    /// Everything else; a `Body::Seat` in here has its counter replaced.
    Other(Body),
}

impl Ask {
    #[must_use]
    pub fn seat(command: Command) -> Ask {
        Ask {
            id: None,
            what: Wish::Seat(command),
        }
    }

    #[must_use]
    pub fn other(body: Body) -> Ask {
        Ask {
            id: None,
            what: Wish::Other(body),
        }
    }
}

/// The room as the session knows it; cheap to clone.
#[derive(Clone, Debug)]
pub struct Room {
    pub code: RoomCode,
    /// One's own seat; nothing for a watcher. Of two at one terminal, the seat
    /// of whoever is to move.
    pub seat: Option<Seat>,
    pub company: Company,
    /// The address for a friend, if one sits here.
    pub url: Option<String>,
    pub view: Arc<View>,
    pub now: Now,
    pub clock: ServerClock,
}

/// Who plays at this terminal, and whether over a network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Company {
    /// Whoever sits or watches at a server.
    #[default]
    Online,
    /// One person, at a table in this process.
    Alone,
    /// Two people at a table in this process, side by side.
    Pair {
        /// Whether they said what they are called.
        named: bool,
    },
}

impl From<&Server> for Company {
    fn from(server: &Server) -> Company {
        match server {
            Server::At(_) => Company::Online,
            Server::Here(house) => match &house.pair {
                None => Company::Alone,
                Some(pair) => Company::Pair { named: pair.named },
            },
        }
    }
}

impl Room {
    /// Whose place one sees the room from: nobody's for a watcher, nor for two
    /// who sit side by side.
    #[must_use]
    pub fn me(&self) -> Option<Seat> {
        self.seat.filter(|_| !self.is_shared())
    }

    /// Whether two people share this terminal.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.company, Company::Pair { .. })
    }

    /// Whether the table is in this process: without links, codes and others.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.company != Company::Online
    }

    /// Of two at one terminal, whoever is to move has the keys.
    pub(super) fn follow_turn(&mut self) {
        let turn = self.view.running().and_then(|game| game.turn);
        if let Some(turn) = turn.filter(|_| self.is_shared()) {
            self.seat = Some(turn.seat);
        }
    }
}

/// What a session tells, in the order in which it happened.
#[derive(Clone, Debug)]
pub enum Update {
    /// The link is up and greeted.
    LinkUp(Box<Welcome>),
    /// There is no link; the next attempt follows after the wait.
    LinkLost {
        why: Lost,
        retry_in: Duration,
    },
    /// A frame exactly as received, before what it means. Only with
    /// [`super::Raw::Pass`].
    Frame(String),
    /// A seat was taken or taken up again; a snapshot or the missing events
    /// follow.
    Seated(Entered),
    /// The whole room, as a snapshot brought it.
    Snapshot(Room),
    /// Something happened.
    Event {
        frame: EventFrame,
        before: Arc<View>,
        room: Room,
    },
    /// What is true at this moment has changed.
    Now {
        before: Now,
        room: Room,
    },
    /// The answer to an ask.
    Reply {
        id: u64,
        answer: Answer,
        source: Source,
    },
    Queue(QueuePlace),
    Unqueued(Unqueued),
    Matched(Matched),
    /// The host has shown us the door; the seat is gone.
    Dismissed,
    /// An ask that went down with the link and is not worth repeating.
    Dropped {
        id: u64,
    },
    /// The server complains about something that belongs to no request.
    Complaint(Refusal),
    /// The last update: the session is over.
    End(End),
}

/// Where a reply came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A frame of its own.
    Frame,
    /// The frame was lost with the link; `resumed` told what it had said.
    Recovered,
}

/// Why the link is down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lost {
    /// It broke, or the other end fell silent.
    Broken,
    /// The server said why.
    Bye(Bye),
    /// It could not be made again.
    Connect(LinkError),
}

/// Why a session is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A newer connection holds the seat.
    Superseded,
    /// The seat is not ours any more: room ended, or given up.
    Gone,
    /// The first connection failed, or a later one in a way that more
    /// attempts cannot mend.
    Link(LinkError),
    /// The owner closed it.
    Closed,
}
