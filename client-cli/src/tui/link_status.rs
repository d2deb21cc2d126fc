//! One's own connection, as a line in its place: lost, coming back, over.

use std::time::Duration;

use oxo_client::{
    address::Address,
    session::{End, LinkLoss, Room},
};
use protocol::{Limits, frame::Reason};
use tokio::time::Instant;

use super::table::clock::second_changes_in_ms;
use crate::{key::say, locale::Catalogue, speech, time::seconds};

#[derive(Debug)]
pub enum LinkStatus {
    /// Not yet made, for the first time.
    Connecting,
    Up,
    /// It is up, and the server takes long to save what was asked.
    Saving,
    /// It is up again; the seat has not been taken up yet.
    Returning,
    Lost(ConnectionLoss),
    /// The session with that server is over, and why.
    Over(Address, End),
}

#[derive(Debug)]
pub struct ConnectionLoss {
    retry_at: Instant,
    /// Why the server closed it, if it said so.
    reason: Option<Reason>,
    /// Until when the seat is safe, if a game is running.
    safe_until: Option<Instant>,
}

impl ConnectionLoss {
    /// A loss at this moment, of the connection to a room.
    pub fn new(
        why: &LinkLoss,
        room: Option<&Room>,
        limits: &Limits,
        retry_at: Instant,
        now: Instant,
    ) -> ConnectionLoss {
        let seated = room.filter(|room| room.seat.is_some() && room.view.running().is_some());
        let grace = seated.map(|room| limits.grace_ms(room.view.settings.clock));
        let reason = match why {
            LinkLoss::Bye(bye) => Some(bye.reason),
            _ => None,
        };
        ConnectionLoss {
            retry_at,
            reason,
            safe_until: grace.map(|ms| now + Duration::from_millis(ms)),
        }
    }
}

impl LinkStatus {
    pub fn is_up(&self) -> bool {
        matches!(self, LinkStatus::Up | LinkStatus::Saving)
    }

    /// Something came of the room one is in.
    pub fn heard(&mut self) {
        if !self.is_up() {
            *self = LinkStatus::Up;
        }
    }

    /// What was being saved has its answer.
    pub fn saved(&mut self) {
        if matches!(self, LinkStatus::Saving) {
            *self = LinkStatus::Up;
        }
    }

    /// Another attempt is due; what else is known of the loss stays.
    pub fn lost(&mut self, loss: ConnectionLoss) {
        match self {
            LinkStatus::Lost(known) => known.retry_at = loss.retry_at,
            _ => *self = LinkStatus::Lost(loss),
        }
    }

    pub fn sentence(&self, text: &Catalogue, now: Instant) -> Option<String> {
        let loss = match self {
            LinkStatus::Up => return None,
            LinkStatus::Saving => return Some(say!(text, LINK_SAVING)),
            LinkStatus::Connecting => return Some(say!(text, SCREEN_LINK_CONNECTING)),
            LinkStatus::Returning => return Some(say!(text, SCREEN_LINK_RETURNING)),
            LinkStatus::Over(address, end) => return Some(over(text, address, end)),
            LinkStatus::Lost(loss) => loss,
        };
        let left = |until| seconds(left_ms(until, now));
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
            LinkStatus::Over(_, End::Superseded) => Some(say!(text, SCREEN_LINK_HERE)),
            LinkStatus::Over(..) => Some(say!(text, SCREEN_LINK_AGAIN)),
            _ => None,
        }
    }

    /// How long until the sentence changes by itself.
    pub fn changes_in(&self, now: Instant) -> Option<Duration> {
        let LinkStatus::Lost(loss) = self else {
            return None;
        };
        let until = loss.safe_until.unwrap_or(loss.retry_at);
        second_changes_in_ms(left_ms(until, now)).map(Duration::from_millis)
    }
}

fn left_ms(until: Instant, now: Instant) -> u64 {
    let left = until.saturating_duration_since(now).as_millis();
    u64::try_from(left).unwrap_or(u64::MAX)
}

fn over(text: &Catalogue, address: &Address, end: &End) -> String {
    match end {
        End::Superseded => say!(text, LINK_SUPERSEDED),
        End::Gone => say!(text, LINK_GONE),
        End::Link(error) => speech::connect_error(text, address, error),
        End::Closed => say!(text, END_BYE),
    }
}
