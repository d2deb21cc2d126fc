//! Values that join a server to a cluster.

use std::fmt;

use url::Url;

use super::parse::number;

/// The port on which a server of NATS takes clients, and the one that its documentation gives its monitor.
const NATS_PORT: u16 = 4222;
const MONITOR_PORT: u16 = 8222;

/// The longest name of a cluster or of a node.
const NAME_CHARS: usize = 32;

/// The most copies that NATS keeps of a stream.
const MOST_REPLICAS: usize = 5;

/// The address of a server of NATS, perhaps with a user and a password.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsServer(Url);

impl NatsServer {
    /// The address with everything in it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        self.0.as_str().trim_end_matches('/')
    }

    /// Whether a password stands in it.
    pub(super) fn has_password(&self) -> bool {
        self.0.password().is_some()
    }

    /// Where its monitor is, unless the operator says otherwise.
    pub(super) fn monitor(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        format!("{host}:{MONITOR_PORT}")
    }
}

/// Without the password.
impl fmt::Debug for NatsServer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let port = self.0.port().unwrap_or(NATS_PORT);
        let host = self.0.host_str().unwrap_or_default();
        write!(f, "{}://{host}:{port}", self.0.scheme())
    }
}

/// Reads the address of a server of NATS.
pub(super) fn nats_server(text: &str) -> Result<NatsServer, String> {
    const RIGHT: &str =
        "is not the address of a NATS server; write one like nats://n1.example:4222";
    let url = match text.contains("://") {
        true => Url::parse(text),
        false => Url::parse(&format!("nats://{text}")),
    };
    let url = url.map_err(|_| RIGHT.to_owned())?;
    let is_plain = url.path().trim_end_matches('/').is_empty() && url.query().is_none();
    match matches!(url.scheme(), "nats" | "tls") && url.host().is_some() && is_plain {
        true => Ok(NatsServer(url)),
        false => Err(RIGHT.into()),
    }
}

/// Reads the address of a monitor.
pub(super) fn monitor(text: &str) -> Result<String, String> {
    let port = text.rsplit_once(':').map(|(host, port)| {
        let port = port.parse::<u16>().unwrap_or_default();
        !host.is_empty() && !host.contains('/') && port > 0
    });
    match port {
        Some(true) => Ok(text.to_owned()),
        _ => Err("is not a host with a port; write one like n1.example:8222".into()),
    }
}

/// Reads the name of a cluster or a node, which stands in subjects and streams of NATS.
pub(super) fn name(text: &str) -> Result<String, String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match (1..=NAME_CHARS).contains(&text.len()) && text.chars().all(fits) {
        true => Ok(text.to_owned()),
        false => Err(format!(
            "is not a name of up to {NAME_CHARS} letters, digits, - and _; write one like a or node-1"
        )),
    }
}

/// Reads a number of copies.
pub(super) fn replicas(text: &str) -> Result<usize, String> {
    number(text, 1..=MOST_REPLICAS)
        .ok_or_else(|| format!("is not a number of copies from 1 to {MOST_REPLICAS}; write 3"))
}

/// Reads what is on or off.
pub(super) fn switch(text: &str) -> Result<bool, String> {
    let right = "is neither true nor false; write one of them";
    text.parse().map_err(|_| right.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_of_nats_is_named_by_url_or_host_and_shown_without_its_password() {
        for (text, url, shown) in [
            ("n1", "nats://n1", "nats://n1:4222"),
            ("n1:4333", "nats://n1:4333", "nats://n1:4333"),
            (
                "tls://oxo:p%40ss@n1.example",
                "tls://oxo:p%40ss@n1.example",
                "tls://n1.example:4222",
            ),
            (
                "nats://[::1]:4222",
                "nats://[::1]:4222",
                "nats://[::1]:4222",
            ),
        ] {
            let server = nats_server(text).unwrap();
            assert_eq!(
                (server.reveal(), format!("{server:?}").as_str()),
                (url, shown)
            );
        }
        for text in [
            "",
            "http://n1",
            "nats://",
            "nats://n1/path",
            "nats://n1?a=b",
            "a b",
        ] {
            assert!(nats_server(text).is_err(), "{text}");
        }
    }
}
