//! One's own connection, as a line in its place: lost, coming back, over.

use oxo_client::{
    address::Address,
    grace::grace_ms,
    session::{End, Lost, Room},
};
use protocol::{Limits, frame::Reason};
use tokio::time::Instant;

use crate::{key::say, locale::Catalogue, speech, time::seconds};

/// How the connection is.
#[derive(Debug)]
pub enum Link {
    /// Not yet made, for the first time.
    Connecting,
    Up,
    /// It is up, and the server takes long to save what was asked.
    Saving,
    /// It is up again; the seat has not been taken up yet.
    Returning,
    Lost(Loss),
    /// The session with that server is over, and why.
    Over(Address, End),
}

/// A connection that is to be made again.
#[derive(Debug)]
pub struct Loss {
    retry_at: Instant,
    /// Why the server closed it, if it said so.
    reason: Option<Reason>,
    /// Until when the seat is safe, if a game is running.
    safe_until: Option<Instant>,
}

impl Loss {
    /// A loss at this moment, of the connection to a room.
    pub fn new(
        why: &Lost,
        room: Option<&Room>,
        limits: &Limits,
        retry_at: Instant,
        now: Instant,
    ) -> Loss {
        let seated = room.filter(|room| room.seat.is_some() && room.view.running().is_some());
        let grace = seated.map(|room| grace_ms(limits, &room.view));
        let reason = match why {
            Lost::Bye(bye) => Some(bye.reason),
            _ => None,
        };
        Loss {
            retry_at,
            reason,
            safe_until: grace.map(|ms| now + std::time::Duration::from_millis(ms)),
        }
    }
}

impl Link {
    /// Whether a wish would reach the server.
    pub fn is_up(&self) -> bool {
        matches!(self, Link::Up | Link::Saving)
    }

    /// Something came of the room one is in.
    pub fn heard(&mut self) {
        if !self.is_up() {
            *self = Link::Up;
        }
    }

    /// What was being saved has its answer.
    pub fn saved(&mut self) {
        if matches!(self, Link::Saving) {
            *self = Link::Up;
        }
    }

    /// Another attempt is due; what else is known of the loss stays.
    pub fn lost(&mut self, loss: Loss) {
        match self {
            Link::Lost(known) => known.retry_at = loss.retry_at,
            _ => *self = Link::Lost(loss),
        }
    }

    /// What there is to say.
    pub fn sentence(&self, text: &Catalogue, now: Instant) -> Option<String> {
        let loss = match self {
            Link::Up => return None,
            Link::Saving => return Some(say!(text, LINK_SAVING)),
            Link::Connecting => return Some(say!(text, SCREEN_LINK_CONNECTING)),
            Link::Returning => return Some(say!(text, SCREEN_LINK_RETURNING)),
            Link::Over(address, end) => return Some(over(text, address, end)),
            Link::Lost(loss) => loss,
        };
        let left = |until: Instant| until.saturating_duration_since(now).as_millis();
        let left = |until| seconds(u64::try_from(left(until)).unwrap_or(u64::MAX));
        let first = match loss.reason {
            Some(Reason::Restarting) => say!(text, SCREEN_LINK_RESTARTING),
            _ => say!(text, SCREEN_LINK_LOST),
        };
        let then = match loss.safe_until.map(left) {
            Some(0) => say!(text, SCREEN_LINK_OVERDUE),
            Some(count) => say!(text, SCREEN_LINK_SAFE, count = count),
            None => say!(text, SCREEN_LINK_RETRY, count = left(loss.retry_at)),
        };
        Some(format!("{first} {then}"))
    }

    /// What Enter does at a table whose session is over.
    pub fn hint(&self, text: &Catalogue) -> Option<String> {
        match self {
            Link::Over(_, End::Superseded) => Some(say!(text, SCREEN_LINK_HERE)),
            Link::Over(..) => Some(say!(text, SCREEN_LINK_AGAIN)),
            _ => None,
        }
    }

    /// How long until the sentence changes by itself.
    pub fn changes_in(&self, now: Instant) -> Option<std::time::Duration> {
        let Link::Lost(loss) = self else { return None };
        let until = match loss.safe_until {
            Some(until) if until > now => until,
            Some(_) => return None,
            None => loss.retry_at,
        };
        let left = u64::try_from(until.saturating_duration_since(now).as_millis()).unwrap_or(0);
        (left > 0).then(|| std::time::Duration::from_millis((left - 1) % 1_000 + 1))
    }
}

/// Why a session is over.
fn over(text: &Catalogue, address: &Address, end: &End) -> String {
    match end {
        End::Superseded => say!(text, LINK_SUPERSEDED),
        End::Gone => say!(text, LINK_GONE),
        End::Link(error) => speech::connect_error(text, address, error),
        End::Closed => say!(text, END_BYE),
    }
}
