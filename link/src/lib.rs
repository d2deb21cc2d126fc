//! A link between two nodes of a cluster: encrypted, each end known to the other by its key, with many streams inside.
//!
//! It is HTTP/2 (RFC 9113) over TLS 1.3. Who dials opens streams; each begins with a head, a text that names its purpose.
//! No more than a window of a stream is under way or waits at either end, so that one whose reader is slow holds up no
//! other and fills no memory. An end that hears nothing for [`SILENCE`] gives the link up with all its streams.

mod alive;
mod answer;
mod counted;
mod dial;
mod door;
mod halves;
mod identity;
mod pinned;

use std::time::Duration;

pub use answer::LinkRequest;
pub use counted::LinkFigures;
pub use dial::{LinkWork, PeerLink, StreamError, probe};
pub use door::{ArrivedLink, Caller, Guests, LinkDoor};
pub use halves::{CarriedReader, CarriedWriter};
pub use identity::{Fingerprint, PeerIdentity};

/// How a link has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerLinkEnd {
    /// The other end closed it, or its system did because the process there has ended.
    Closed,
    /// Nothing came from there for [`SILENCE`].
    Silent,
}

/// Longest silence of the other end.
pub const SILENCE: Duration = Duration::from_secs(3);
/// Longest time for a connection with its TLS and HTTP/2 handshakes.
const CONNECT: Duration = Duration::from_secs(2);

/// Bytes of a stream that may be under way to the node that dialled.
const WINDOW_BACK: u32 = 16 << 10;
/// The same towards the other. Each of them may be a piece of its own, which takes some hundred bytes where it waits.
const WINDOW_THERE: u32 = 1 << 10;
/// The most that a stream keeps until the socket takes it.
const SEND_BUFFER: usize = 16 << 10;
/// The window of all streams together, which is the largest that there is: each has its own.
const WINDOW_OF_ALL: u32 = (1 << 31) - 1;
/// Streams that were given up and of which something may still come: those of ten thousand sockets that end together.
const GIVEN_UP: usize = 1 << 20;
/// Cost of small frames that nobody has read: no bound, because each stream has its window, and a link that ended for it
/// would end all players of a node.
const SMALL_FRAMES: usize = usize::MAX / 2;
/// The header with the head of a stream.
const HEAD: &str = "head";
/// The header with the reason of a refusal.
const WHY: &str = "why";

#[cfg(test)]
mod tests;
