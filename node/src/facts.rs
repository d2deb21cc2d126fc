//! Public facts of a server: its name, its addresses, its promise.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
};

use config::{LiveOptions, Period};
use connection::service::ServerFacts;
use protocol::{
    RoomCode,
    reply::{Kept, Promise},
};
use url::Url;

use crate::{addresses, listener::BoundAddress};

/// A server as others know it.
#[derive(Debug)]
pub struct Facts {
    options: Arc<LiveOptions>,
    kept: Kept,
    bound: Vec<BoundAddress>,
    bases: Vec<String>,
}

impl Facts {
    /// Those of a server that listens at these TCP addresses and keeps things there.
    pub fn new(options: Arc<LiveOptions>, bound: Vec<BoundAddress>, kept: Kept) -> Facts {
        let bases = addresses::bases(&options, &bound);
        Facts {
            options,
            kept,
            bound,
            bases,
        }
    }

    /// The first TCP address at which the server listens; on Unix sockets only, port 0.
    pub fn bound(&self) -> SocketAddr {
        let first = self.bound.first().map(|first| first.address);
        first.unwrap_or((Ipv4Addr::LOCALHOST, 0).into())
    }

    /// Whether it listens at a TCP address.
    pub fn has_port(&self) -> bool {
        !self.bound.is_empty()
    }

    /// Whether this is an address of this server, without a slash at its end,
    /// for a client that asked for `host`.
    pub fn is_own_address(&self, address: &str, host: Option<&str>) -> bool {
        let asked = || {
            let (scheme, rest) = address.split_once("://")?;
            let authority = rest.strip_suffix(self.options.base_path.as_str())?;
            Some(matches!(scheme, "http" | "https") && host?.eq_ignore_ascii_case(authority))
        };
        self.bases.iter().any(|base| base == address)
            || address == self.local_address()
            || asked().unwrap_or(false)
    }

    /// The address of this server for somebody on the same machine.
    pub fn local_address(&self) -> String {
        addresses::local_base(&self.options, &self.bound)
    }

    /// The best address of this server.
    pub fn base(&self) -> String {
        let best = self.bases.first().cloned();
        best.unwrap_or_else(|| self.local_address())
    }
}

impl ServerFacts for Facts {
    fn name(&self) -> String {
        self.options.server_name.clone()
    }

    fn addresses(&self) -> Vec<String> {
        self.bases.clone()
    }

    fn room_url(&self, code: RoomCode) -> String {
        format!("{}/r/{code}", self.base())
    }

    fn promise(&self) -> Promise {
        Promise {
            acknowledged: self.kept,
            games_kept_ms: match self.kept {
                Kept::Disk => self.options.keep_games_days * Period::DAY.ms(),
                Kept::Memory => 0,
            },
            addresses_logged: false,
        }
    }

    fn moved_to(&self) -> Option<String> {
        self.options.moved_to.as_ref().map(Url::to_string)
    }
}
