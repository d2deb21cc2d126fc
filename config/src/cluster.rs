//! Values that join a server to a cluster.

use std::{fmt, num::NonZeroU16};

use url::Url;

use super::parse::{Parsed, parsers};

/// The port on which a server of NATS takes clients, and the one that its documentation gives its monitor.
const NATS_PORT: u16 = 4222;
const MONITOR_PORT: u16 = 8222;

/// The longest name of a cluster or of a node.
const NAME_CHARS: usize = 32;

/// The address of a server of NATS, perhaps with a user and a password.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsServer(Url);

impl NatsServer {
    /// The address with everything in it.
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

parsers! {
    nats_server(text) -> NatsServer = {
        let url = match text.contains("://") {
            true => Url::parse(text),
            false => Url::parse(&format!("nats://{text}")),
        };
        let fits = |url: &Url| {
            let is_plain = url.path().trim_end_matches('/').is_empty() && url.query().is_none();
            matches!(url.scheme(), "nats" | "tls") && url.host().is_some() && is_plain
        };
        url.ok().filter(fits).map(NatsServer)
    }, or "is not the address of a NATS server; write one like nats://n1.example:4222";
    monitor(text) -> String = {
        let fits = |(host, port): &(&str, &str)| {
            !host.is_empty() && !host.contains('/') && port.parse::<NonZeroU16>().is_ok()
        };
        text.rsplit_once(':').filter(fits).map(|_| text.into())
    }, or "is not a host with a port; write one like n1.example:8222";
    /// The name of a cluster or a node, which stands in subjects and streams of NATS.
    name(text) -> String = {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
        let fits = (1..=NAME_CHARS).contains(&text.len()) && text.chars().all(is_plain);
        fits.then(|| text.into())
    }, or "is not a name of up to {NAME_CHARS} letters, digits, - and _; write one like a or node-1";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::ServerOptions;

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

    #[test]
    fn monitors_are_at_the_usual_port_of_each_server_unless_they_are_named() {
        let mut options = ServerOptions {
            cluster: vec![
                nats_server("oxo:secret@n1").unwrap(),
                nats_server("n2:4333").unwrap(),
            ],
            ..ServerOptions::default()
        };
        assert_eq!(options.monitors(), ["n1:8222", "n2:8222"]);
        options.cluster_monitor = vec![monitor("n1:9000").unwrap()];
        assert_eq!(options.monitors(), ["n1:9000"]);
        for text in ["n1", "n1:", "n1:0", ":8222", "http://n1:8222", "n1:99999"] {
            assert!(monitor(text).is_err(), "{text}");
        }
    }
}
