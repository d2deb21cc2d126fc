//! The traits of a transport: the network, or a table in the same process.

use super::{error::LinkError, mode::PlayMode};
use crate::address::Address;

/// Carries requests to an authority and brings its frames back. A session makes
/// one link after another of it.
pub trait Transport: Send + 'static {
    /// One connection.
    type Link: Link;

    /// Connects; the session does the greeting.
    ///
    /// # Errors
    /// With the reason, as far as it is known.
    fn connect(&mut self) -> impl Future<Output = Result<Self::Link, LinkError>> + Send;

    /// The server names another base address of the same service, to connect
    /// to from the next time on. What has no address stays where it is.
    fn relocate(&mut self, address: Address) {
        let _ = address;
    }

    /// Players that use it, and where they play.
    fn mode(&self) -> PlayMode {
        PlayMode::Online
    }
}

/// One connection to an authority.
pub trait Link: Send {
    /// The next thing that comes. Cancelling the wait loses nothing.
    fn read(&mut self) -> impl Future<Output = LinkInput> + Send;

    /// Writes a frame.
    ///
    /// # Errors
    /// When the link is dead; nothing more can be written then.
    fn write(&mut self, text: String) -> impl Future<Output = Result<(), LinkGone>> + Send;

    /// Says goodbye, if the other end still listens.
    fn close(self) -> impl Future<Output = ()> + Send;
}

/// Input from a link.
#[derive(Debug)]
pub enum LinkInput {
    /// A frame of the protocol.
    Text(String),
    /// A frame without content: the other end is alive.
    Alive,
    /// The link is over.
    Closed,
}

/// A link that takes nothing any more.
#[derive(Debug)]
pub struct LinkGone;
