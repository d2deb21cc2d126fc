//! Sizes of a socket's queues in the system: streams not accepted, bytes not read, bytes not taken.

/// Bytes of a client's input that the system keeps until they are read (Linux
/// takes twice that, for its own accounts too). The largest head of a request
/// stays there until it is whole; commands are far smaller.
pub(super) const RECEIVED: u32 = 32 * 1024;
/// Bytes of output that the system keeps until a client takes them, likewise.
/// The largest file of the page leaves in two round trips; without a bound a
/// client that does not read costs megabytes.
pub(super) const SENT: u32 = 128 * 1024;
/// Streams that the system keeps until they are accepted; it may allow fewer.
/// Ten thousand clients come back at once after a restart.
pub(super) const BACKLOG: u32 = 16_384;
