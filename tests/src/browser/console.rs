//! A browser's console, and the lines of it that a broken socket explains.

use std::fmt;

use serde_json::Value;

/// One entry of the console's log.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Part of the browser that wrote it, such as `network` or `javascript`.
    source: String,
    level: String,
    pub message: String,
}

impl Entry {
    pub(super) fn read(entry: &Value) -> Entry {
        let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
        Entry {
            source: text("source"),
            level: text("level"),
            message: text("message"),
        }
    }

    /// Whether the browser's network wrote it about exactly this URL, or about the same by HTTP, by which the page asks whether
    /// the server answers at all. What it says of it is left to the browser: the words change with its version and with the
    /// moment at which a link breaks.
    pub fn is_network_of(&self, url: &str) -> bool {
        let by_http = url.replacen("ws", "http", 1);
        self.source == "network" && [url, &by_http].into_iter().any(|url| self.is_of(url))
    }

    fn is_of(&self, url: &str) -> bool {
        let continues = |next: char| !next.is_whitespace() && !matches!(next, '\'' | '"');
        let mut found = self.message.match_indices(url);
        found.any(|(at, _)| !self.message[at + url.len()..].starts_with(continues))
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} ({}): {}", self.level, self.source, self.message)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SOCKET: &str = "ws://127.0.0.1:5196/ws";

    fn entry(source: &str, message: &str) -> Entry {
        Entry::read(&json!({"level": "SEVERE", "source": source, "message": message}))
    }

    #[test]
    fn the_browsers_errors_for_a_broken_socket_are_expected_in_any_words() {
        for message in [
            "network 2 WebSocket connection to 'ws://127.0.0.1:5196/ws' failed: Connection closed before receiving a handshake response",
            "ws://127.0.0.1:5196/ws - Some words of a version to come",
            "ws://127.0.0.1:5196/ws",
            "http://127.0.0.1:5196/ws - Failed to load resource: net::ERR_CONNECTION_REFUSED",
        ] {
            assert!(entry("network", message).is_network_of(SOCKET), "{message}");
        }
    }

    #[test]
    fn everything_else_stays_a_complaint() {
        let failed = "WebSocket connection to 'ws://127.0.0.1:5196/ws' failed";
        for (source, message) in [
            ("javascript", failed),
            ("console-api", failed),
            ("security", failed),
            (
                "network",
                "WebSocket connection to 'ws://127.0.0.1:5197/ws' failed",
            ),
            (
                "network",
                "WebSocket connection to 'ws://127.0.0.1:5196/ws/more' failed",
            ),
            (
                "network",
                "http://127.0.0.1:5196/main.js - Failed to load resource: 404",
            ),
        ] {
            assert!(
                !entry(source, message).is_network_of(SOCKET),
                "{source}: {message}"
            );
        }
    }
}
