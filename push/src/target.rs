//! An address that a stranger gave for messages: an https URL, split as a request needs it.

use std::fmt::{self, Debug, Formatter};

use http::uri::PathAndQuery;
use url::{Position, Url};

/// Bytes of the longest address.
const LONGEST: usize = 1_024;

/// Where messages are sent.
#[derive(Clone, PartialEq, Eq)]
pub struct Target {
    pub(crate) url: Url,
    /// Path behind the host.
    pub(crate) path: PathAndQuery,
}

impl Target {
    /// Reads an https URL of at most 1024 bytes without user info and fragment; nothing where it is none.
    pub fn new(text: &str) -> Option<Target> {
        if text.len() > LONGEST {
            return None;
        }
        let url = Url::parse(text).ok()?;
        let plain = url.scheme() == "https"
            && url.username().is_empty()
            && url.password().is_none()
            && url.fragment().is_none();
        // Percent-encoded, it may have become longer.
        if !plain || url.as_str().len() > LONGEST {
            return None;
        }
        let path = url[Position::BeforePath..].parse().ok()?;
        Some(Target { url, path })
    }

    /// The host, in the form that URLs have it, without the dot that may end it.
    pub fn host(&self) -> &str {
        let host = self.url.host_str().unwrap_or_default();
        host.trim_end_matches('.')
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.url.port_or_known_default().unwrap_or_default()
    }

    /// The host, with the port unless it is 443.
    pub(crate) fn authority(&self) -> &str {
        &self.url[Position::BeforeHost..Position::AfterPort]
    }
}

/// Shows the host alone: the path is a secret.
impl Debug for Target {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.debug_struct("Target")
            .field("host", &self.host())
            .finish_non_exhaustive()
    }
}
