//! One's own connection, as a line in its place: lost, coming back, over.

use oxo_client::{
    address::Address,
    session::{End, LossKind},
};

use crate::{key::say, locale::Catalogue, speech};

#[derive(Debug)]
pub enum LinkStatus {
    /// Not yet made, for the first time.
    Connecting,
    Up,
    /// It is up, and the server takes long to save a command.
    Saving,
    /// It is up again; the seat has not been taken up yet.
    Returning,
    /// Another attempt is due or under way.
    Lost(LossKind),
    /// The session with that server is over, and why.
    Over(Address, End),
}

/// State of the connection, as a table shows it.
#[derive(Clone, Copy)]
pub struct LinkLine<'a> {
    pub sentence: &'a str,
    /// Whether nothing can be done meanwhile, and nothing is known of anybody's connection.
    pub rests: bool,
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

    /// The command that was being saved has its answer.
    pub fn saved(&mut self) {
        if matches!(self, LinkStatus::Saving) {
            *self = LinkStatus::Up;
        }
    }

    /// It is lost, or an attempt has failed. Whether that is news.
    pub fn lost(&mut self, kind: LossKind) -> bool {
        let known = match self {
            LinkStatus::Lost(known) => Some(*known),
            _ => None,
        };
        let kind = known.map_or(kind, |known| known.and(kind));
        *self = LinkStatus::Lost(kind);
        known.is_none()
    }

    pub fn sentence(&self, text: &Catalogue) -> Option<String> {
        Some(match self {
            LinkStatus::Up => return None,
            LinkStatus::Saving => say!(text, LINK_SAVING),
            LinkStatus::Connecting => say!(text, SCREEN_LINK_CONNECTING),
            LinkStatus::Returning => say!(text, SCREEN_LINK_RETURNING),
            LinkStatus::Over(address, end) => over(text, address, end),
            LinkStatus::Lost(kind) => speech::loss(text, *kind),
        })
    }

    /// Effect of Enter at a table whose session is over.
    pub fn hint(&self, text: &Catalogue) -> Option<String> {
        match self {
            LinkStatus::Over(_, End::Superseded) => Some(say!(text, SCREEN_LINK_HERE)),
            LinkStatus::Over(..) => Some(say!(text, SCREEN_LINK_AGAIN)),
            _ => None,
        }
    }
}

fn over(text: &Catalogue, address: &Address, end: &End) -> String {
    match end {
        End::Superseded => say!(text, LINK_SUPERSEDED),
        End::Gone => say!(text, LINK_GONE),
        End::Link(error) => speech::connect_error(text, address, error),
        End::Closed => say!(text, END_BYE),
    }
}
