//! The close codes of the server, in one table.
//!
//! 1000 to 1011 are RFC 6455 section 7.4.1, 1013 is registered with IANA; 4000 and above are private use by the same section.

use crate::frame::Reason;

/// Normal end.
pub const NORMAL: u16 = 1000;
/// The server stops.
pub const GOING_AWAY: u16 = 1001;
/// Not a WebSocket frame.
pub const PROTOCOL: u16 = 1002;
/// A binary frame.
pub const BINARY: u16 = 1003;
/// A text frame that is not UTF-8.
pub const NOT_UTF8: u16 = 1007;
/// Too many messages, too many that were none, or a network that is shut out.
pub const POLICY: u16 = 1008;
/// A frame or message above the limit.
pub const TOO_BIG: u16 = 1009;
/// A fault of the server.
pub const INTERNAL: u16 = 1011;
/// The server is full ("try again later" in IANA's registry of close codes).
pub const FULL: u16 = 1013;
/// `hello` did not come in time.
pub const HELLO_TIMEOUT: u16 = 4000;
/// Client and server have no version in common.
pub const VERSION: u16 = 4001;
/// Nothing was heard for too long.
pub const SILENT: u16 = 4002;

impl Reason {
    /// The close code that goes with a reason.
    pub fn close_code(self) -> u16 {
        match self {
            Reason::Restarting => GOING_AWAY,
            Reason::DiskFailed | Reason::Internal => INTERNAL,
            Reason::Full => FULL,
            Reason::HelloTimeout => HELLO_TIMEOUT,
            Reason::VersionUnsupported => VERSION,
            Reason::Silent => SILENT,
            Reason::Flood | Reason::Malformed | Reason::Blocked => POLICY,
            Reason::BadFrame => BINARY,
        }
    }
}
