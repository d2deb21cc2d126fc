//! How many connections each network address has. An address without any is
//! forgotten.

use std::{
    net::{IpAddr, Ipv6Addr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use dashmap::DashMap;
use protocol::Limits;

/// An address as it is counted: IPv4 whole, IPv6 by its /64, which is what one
/// subscriber has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AddressGroup(IpAddr);

impl From<IpAddr> for AddressGroup {
    fn from(address: IpAddr) -> Self {
        AddressGroup(match address.to_canonical() {
            IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
            v4 => v4,
        })
    }
}

impl AddressGroup {
    /// Its first address.
    #[must_use]
    pub fn address(self) -> IpAddr {
        self.0
    }
}

/// Everything that is counted by address.
#[derive(Debug)]
pub struct AddressLimiter {
    limits: Arc<Limits>,
    by_source: DashMap<AddressGroup, Account>,
    all: AtomicU64,
}

#[derive(Debug, Default)]
struct Account {
    connections: u64,
    ungreeted: u64,
}

/// Why a connection is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Crowded {
    /// The server is full.
    #[error("this server has reached its limit of connections; try again later")]
    Server,
    /// The address has too many.
    #[error("your address has reached its limit of connections; close one and try again")]
    Address,
}

/// A connection that was let in; dropping it counts it out.
#[derive(Debug)]
pub struct Admission {
    addresses: Arc<AddressLimiter>,
    source: AddressGroup,
    greeted: bool,
}

impl AddressLimiter {
    /// Nobody yet.
    #[must_use]
    pub fn new(limits: Arc<Limits>) -> AddressLimiter {
        AddressLimiter {
            limits,
            by_source: DashMap::new(),
            all: AtomicU64::new(0),
        }
    }

    /// Lets a connection in that has not said `hello` yet.
    ///
    /// # Errors
    /// When the server or the address has too many.
    pub fn admit(self: &Arc<Self>, source: AddressGroup) -> Result<Admission, Crowded> {
        if self.all.fetch_add(1, Relaxed) >= self.limits.connections {
            self.all.fetch_sub(1, Relaxed);
            return Err(Crowded::Server);
        }
        let mut account = self.by_source.entry(source).or_default();
        let full = account.connections >= self.limits.connections_per_address
            || account.ungreeted >= self.limits.ungreeted_per_address;
        if full {
            drop(account);
            self.all.fetch_sub(1, Relaxed);
            return Err(Crowded::Address);
        }
        account.connections += 1;
        account.ungreeted += 1;
        Ok(Admission {
            addresses: Arc::clone(self),
            source,
            greeted: false,
        })
    }

    /// How many connections there are, and how many addresses are remembered.
    #[must_use]
    pub fn gauges(&self) -> (u64, usize) {
        (self.all.load(Relaxed), self.by_source.len())
    }

    /// Forgets addresses that have nothing going.
    pub fn sweep(&self) {
        self.by_source.retain(|_, account| account.connections > 0);
    }
}

impl Admission {
    /// `hello` was said.
    pub fn greeted(&mut self) {
        if !std::mem::replace(&mut self.greeted, true) {
            self.with(|account| account.ungreeted -= 1);
        }
    }

    /// Whose it is.
    #[must_use]
    pub fn source(&self) -> AddressGroup {
        self.source
    }

    fn with(&self, act: impl FnOnce(&mut Account)) {
        let mut account = self.addresses.by_source.entry(self.source).or_default();
        act(&mut account);
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let greeted = self.greeted;
        self.with(|account| {
            account.connections -= 1;
            if !greeted {
                account.ungreeted -= 1;
            }
        });
        self.addresses.all.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests;
