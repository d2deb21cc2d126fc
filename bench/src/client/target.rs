//! What a load is put on.
//!
//! Knows nothing of the process behind it.

use std::{net::SocketAddr, sync::Arc};

use crate::client::pair::Wire;

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
}
