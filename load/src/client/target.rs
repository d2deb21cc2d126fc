//! Target of a load: its address and its wire.

use std::{
    net::{SocketAddr, ToSocketAddrs},
    sync::Arc,
};

use url::Url;

use crate::BenchError;

/// Protocol that a target speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// A relay that is given messages of 90 bytes.
    BareRelay,
    /// A relay that is given the events of the protocol.
    EventRelay,
    /// A server that speaks the protocol.
    Oxo,
}

/// Address of a load, and the protocol spoken there.
#[derive(Clone, Debug)]
pub struct LoadTarget {
    pub wire: Wire,
    pub address: SocketAddr,
    /// The path of the WebSocket, with its slash.
    pub path: Arc<str>,
}

impl LoadTarget {
    /// A target at the server's usual path.
    pub fn new(wire: Wire, address: SocketAddr) -> LoadTarget {
        LoadTarget {
            wire,
            address,
            path: "/ws".into(),
        }
    }

    /// A server by its address as people write it: `ws://host:port[/base]`.
    pub fn server(address: &str) -> Result<LoadTarget, BenchError> {
        let url = Url::parse(address)
            .map_err(|why| format!("{address} is not an address ({why}); write ws://host:port"))?;
        match url.scheme() {
            "ws" | "http" => {}
            "wss" | "https" => {
                return Err("the load does not speak TLS; write the server's own address behind the proxy, ws://host:port".into());
            }
            other => {
                return Err(format!("{other}:// is not supported; write ws://host:port").into());
            }
        }
        let host = url.host_str().unwrap_or_default();
        let port = url.port_or_known_default().unwrap_or_default();
        let found = format!("{host}:{port}").to_socket_addrs();
        let address = found
            .map_err(|why| format!("{host}: {why}"))?
            .next()
            .ok_or_else(|| format!("{host} has no network address"))?;
        let base = url.path().trim_end_matches('/').trim_end_matches("/ws");
        Ok(LoadTarget {
            path: format!("{base}/ws").into(),
            ..LoadTarget::new(Wire::Oxo, address)
        })
    }
}

#[cfg(test)]
mod tests;
