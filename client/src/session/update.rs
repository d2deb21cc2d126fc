//! Updates that a session sends to its owner.

use std::{sync::Arc, time::Duration};

use protocol::{
    Answer, EventFrame, Now, Refusal, View,
    frame::{Bye, Matched, Pong, QueuePlace, Reason, Saving, Unqueued},
    notice::Notice,
    reply::{Entered, Welcome},
};

use super::room::Room;
use crate::transport::{LinkError, UnexpectedAnswer, Unreachable};

/// Update from a session, in the order of events.
#[derive(Clone, Debug)]
pub enum Update {
    /// The link is up and greeted.
    LinkUp(Box<Welcome>),
    /// There is no link; the next attempt follows after the wait.
    LinkLost {
        /// Why.
        why: LinkLoss,
        /// The wait.
        retry_in: Duration,
    },
    /// A frame exactly as received, before its meaning: a consumer that writes it anywhere makes it
    /// harmless first ([`protocol::text::json_line`]). Only with [`Raw::Pass`](super::Raw::Pass).
    Frame(String),
    /// A seat was taken or taken up again; a snapshot or the missing events
    /// follow.
    Seated(Entered),
    /// The whole room, as a snapshot brought it.
    Snapshot(Room),
    /// Something happened.
    Event {
        /// What.
        frame: EventFrame,
        /// The view before it.
        before: Arc<View>,
        /// The room after it.
        room: Room,
    },
    /// The present state (`now`) has changed.
    Now {
        /// The state before.
        before: Now,
        /// The room with its present state.
        room: Room,
    },
    /// The answer to an ask.
    Reply {
        /// The number of the ask.
        id: u64,
        /// The answer.
        answer: Answer,
        /// Where it came from.
        source: ReplySource,
    },
    /// The answer to an ask for a `ping`.
    Pong(Pong),
    /// The place in the queue of the quick match.
    Queue(QueuePlace),
    /// The quick match waits no longer.
    Unqueued(Unqueued),
    /// An opponent was found; a snapshot of the room follows.
    Matched(Matched),
    /// The host has removed us; the seat is gone.
    Dismissed,
    /// The server takes long to save a command; the link is well.
    Saving(Saving),
    /// It has answered since. A link that is lost ends the saving, too.
    Saved,
    /// The operator's notice has changed; the notice at the time the link came
    /// up is in the `welcome`.
    Notice(Notice),
    /// An ask that went down with the link and is not worth repeating.
    Dropped {
        /// The number of the ask.
        id: u64,
    },
    /// The server complains about something that belongs to no request.
    Complaint(Refusal),
    /// The last update: the session is over.
    End(End),
}

/// Where a reply came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplySource {
    /// A frame of its own.
    Frame,
    /// The session: `resumed` repeated an answer that was lost with the link, or a client in no room has nothing to
    /// command.
    Session,
}

/// Why the link is down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkLoss {
    /// It broke.
    Broken,
    /// Nothing came for too long, not even an answer to a ping.
    Silent,
    /// The server said why.
    Bye(Bye),
    /// It could not be made again.
    Connect(LinkError),
}

/// Kind of a loss, as the person is shown it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossKind {
    /// The link ended.
    Cut,
    /// There is no answer: the network is gone, here or there, or the server's machine.
    Silent,
    /// The server does not run, so that no clock does.
    Down,
    /// The same, and it said that it will be back.
    Restarting,
}

impl LossKind {
    /// Whether the server itself is known not to run.
    #[must_use]
    pub fn is_outage(self) -> bool {
        matches!(self, LossKind::Down | LossKind::Restarting)
    }

    /// Kind of loss once a later attempt has failed, too. A reason that the server gave itself, or the
    /// machine that it ran on, is not forgotten for that.
    #[must_use]
    pub fn and(self, later: LossKind) -> LossKind {
        match self.is_outage() {
            true => self,
            false => later,
        }
    }
}

impl LinkLoss {
    /// Kind of the loss.
    #[must_use]
    pub fn kind(&self) -> LossKind {
        match self {
            LinkLoss::Bye(bye) | LinkLoss::Connect(LinkError::Bye(bye)) => match bye.reason {
                Reason::Restarting => LossKind::Restarting,
                Reason::DiskFailed => LossKind::Down,
                _ => LossKind::Cut,
            },
            LinkLoss::Connect(LinkError::Refused(Refusal::ShuttingDown)) => LossKind::Restarting,
            LinkLoss::Connect(LinkError::Unreachable(Unreachable::ConnectionRefused)) => {
                LossKind::Down
            }
            // A proxy that finds nobody behind it.
            LinkLoss::Connect(LinkError::NotOxo(UnexpectedAnswer::Status(502 | 504))) => {
                LossKind::Down
            }
            LinkLoss::Connect(LinkError::Unreachable(_)) | LinkLoss::Silent => LossKind::Silent,
            LinkLoss::Connect(_) | LinkLoss::Broken => LossKind::Cut,
        }
    }
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
