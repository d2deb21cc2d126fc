//! The address that a load is put on, and what is spoken there.

use std::{
    net::{SocketAddr, ToSocketAddrs},
    sync::Arc,
};

use protocol::SUBPROTOCOL;
use url::Url;

use crate::Fault;

/// What is spoken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// The relay.
    Relay,
    /// A server that speaks the protocol.
    Oxo,
}

impl Wire {
    /// The WebSocket subprotocol to name, if there is one.
    #[must_use]
    pub fn subprotocol(self) -> Option<&'static str> {
        match self {
            Wire::Relay => None,
            Wire::Oxo => Some(SUBPROTOCOL),
        }
    }
}

/// Where a load connects, and what is spoken there.
#[derive(Clone, Debug)]
pub struct Target {
    /// What is spoken.
    pub wire: Wire,
    /// Where somebody listens.
    pub address: SocketAddr,
    /// The path of the WebSocket, with its slash.
    pub path: Arc<str>,
}

impl Target {
    /// At the server's usual path.
    #[must_use]
    pub fn new(wire: Wire, address: SocketAddr) -> Target {
        Target {
            wire,
            address,
            path: "/ws".into(),
        }
    }

    /// A server by its address as people write it: `ws://host:port[/base]`.
    ///
    /// # Errors
    /// When it is none, or its host has no network address.
    pub fn server(address: &str) -> Result<Target, Fault> {
        let url = Url::parse(address)
            .map_err(|why| format!("{address} is no address ({why}); write ws://host:port"))?;
        match url.scheme() {
            "ws" | "http" => {}
            "wss" | "https" => {
                return Err("TLS is measured at the proxy in front; write the server's own address, ws://host:port".into());
            }
            other => return Err(format!("{other}:// is not spoken; write ws://host:port").into()),
        }
        let host = url.host_str().unwrap_or_default();
        let port = url.port_or_known_default().unwrap_or_default();
        let found = format!("{host}:{port}").to_socket_addrs();
        let address = found
            .map_err(|why| format!("{host}: {why}"))?
            .next()
            .ok_or_else(|| format!("{host} has no network address"))?;
        let base = url.path().trim_end_matches('/').trim_end_matches("/ws");
        Ok(Target {
            path: format!("{base}/ws").into(),
            ..Target::new(Wire::Oxo, address)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_found_by_what_people_write() {
        for (text, path) in [
            ("ws://127.0.0.1:1952", "/ws"),
            ("http://127.0.0.1:1952/", "/ws"),
            ("ws://127.0.0.1:1952/oxo", "/oxo/ws"),
            ("ws://127.0.0.1:1952/oxo/ws", "/oxo/ws"),
        ] {
            let target = Target::server(text).unwrap();
            assert_eq!(target.address, SocketAddr::from(([127, 0, 0, 1], 1952)));
            assert_eq!(&*target.path, path, "{text}");
        }
        assert_eq!(Target::server("ws://[::1]:7").unwrap().address.port(), 7);
    }

    #[test]
    fn what_is_not_spoken_is_said() {
        let why = |text| Target::server(text).unwrap_err().to_string();
        assert!(why("wss://127.0.0.1").contains("proxy in front"));
        assert!(why("ftp://127.0.0.1").contains("ftp:// is not spoken"));
        assert!(why("127.0.0.1").contains("write ws://host:port"));
    }
}
