//! Count of the connections of each network address. An address without any is
//! forgotten. A connection that finds no place stands in the doorway, one of a
//! few and for seconds, and may show the secret of a seat there.

use std::{
    net::{IpAddr, Ipv6Addr},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use dashmap::DashMap;
use ipnet::IpNet;
use protocol::{Limits, refusal::LimitOf};

use super::capacity::Capacity;

/// Multiple of its share that an address may have while the server is less than
/// half full: a school is one address.
const QUIET_FACTOR: u64 = 5;
/// Connections of one address in the doorway.
const DOORWAY_PER_ADDRESS: u64 = 4;

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
    /// The same as a network.
    #[must_use]
    pub fn network(self) -> IpNet {
        self.within(64, 32)
    }

    /// The network around it: its first `v6_bits` of IPv6, or `v4_bits` of IPv4.
    #[must_use]
    pub fn within(self, v6_bits: u8, v4_bits: u8) -> IpNet {
        let bits = if self.0.is_ipv6() { v6_bits } else { v4_bits };
        // There are as many bits as that.
        IpNet::new(self.0, bits).unwrap_or(self.0.into()).trunc()
    }

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
    capacity: Capacity,
    by_source: DashMap<AddressGroup, ConnectionCounts>,
    all: AtomicU64,
    doorway: AtomicU64,
}

#[derive(Debug, Default)]
struct ConnectionCounts {
    connections: u64,
    ungreeted: u64,
    doorway: u64,
}

/// A WebSocket that was let in; dropping it counts it out.
#[derive(Debug)]
pub struct Admission {
    addresses: Arc<AddressLimiter>,
    source: AddressGroup,
    stage: Stage,
}

/// As what a connection is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// There was no place for it: it may only show the secret of a seat.
    Doorway,
    /// It has a place and has not said `hello` yet.
    Ungreeted,
    /// It has a place.
    Greeted,
}

impl AddressLimiter {
    /// Nobody yet.
    pub fn new(limits: Arc<Limits>, capacity: Capacity) -> AddressLimiter {
        AddressLimiter {
            limits,
            capacity,
            by_source: DashMap::new(),
            all: AtomicU64::new(0),
            doorway: AtomicU64::new(0),
        }
    }

    /// Lets a connection in that has not said `hello` yet; where there is no
    /// place for it, into the doorway.
    ///
    /// # Errors
    /// When the doorway is full too.
    pub fn admit(self: &Arc<Self>, source: AddressGroup) -> Result<Admission, LimitOf> {
        let mut counts = self.by_source.entry(source).or_default();
        let stage = match self.place_for(&counts) {
            Ok(()) if counts.ungreeted < self.limits.ungreeted_per_address => {
                counts.connections += 1;
                counts.ungreeted += 1;
                Stage::Ungreeted
            }
            placed => {
                if placed.is_ok() {
                    self.all.fetch_sub(1, Relaxed);
                }
                let full = counts.doorway >= DOORWAY_PER_ADDRESS
                    || !count_below(&self.doorway, self.capacity.doorway);
                if full {
                    return Err(placed.err().unwrap_or(LimitOf::Address));
                }
                counts.doorway += 1;
                Stage::Doorway
            }
        };
        Ok(Admission {
            addresses: Arc::clone(self),
            source,
            stage,
        })
    }

    /// Counts one more connection in all, if it may have a place.
    fn place_for(&self, counts: &ConnectionCounts) -> Result<(), LimitOf> {
        let limits = &self.limits;
        let quiet = self.all.load(Relaxed) < limits.connections / 2;
        let share = limits.connections_per_address * if quiet { QUIET_FACTOR } else { 1 };
        if counts.connections >= share {
            return Err(LimitOf::Address);
        }
        match count_below(&self.all, limits.connections) {
            true => Ok(()),
            false => Err(LimitOf::Server),
        }
    }

    /// Numbers of connections and of addresses that are remembered.
    pub fn gauges(&self) -> (u64, usize) {
        (self.all.load(Relaxed), self.by_source.len())
    }

    /// Forgets addresses that have nothing going.
    pub fn sweep(&self) {
        self.by_source
            .retain(|_, counts| counts.connections > 0 || counts.doorway > 0);
    }
}

impl Admission {
    /// Whether there was no place for it.
    pub fn is_in_doorway(&self) -> bool {
        self.stage == Stage::Doorway
    }

    /// `hello` was said.
    pub fn greeted(&mut self) {
        if self.stage == Stage::Ungreeted {
            self.stage = Stage::Greeted;
            self.with(|counts| counts.ungreeted -= 1);
        }
    }

    /// Lets it in from the doorway, after its `hello`.
    ///
    /// # Errors
    /// When there is still no place for it.
    pub fn enter(&mut self) -> Result<(), LimitOf> {
        let addresses = Arc::clone(&self.addresses);
        self.with(|counts| {
            addresses.place_for(counts)?;
            counts.connections += 1;
            counts.doorway -= 1;
            Ok(())
        })?;
        self.leave_doorway();
        Ok(())
    }

    /// Lets it in from the doorway for another connection that gives way, and
    /// that is counted until it has ended.
    pub fn take_over(&mut self) {
        self.with(|counts| {
            counts.connections += 1;
            counts.doorway -= 1;
        });
        self.addresses.all.fetch_add(1, Relaxed);
        self.leave_doorway();
    }

    fn leave_doorway(&mut self) {
        self.addresses.doorway.fetch_sub(1, Relaxed);
        self.stage = Stage::Greeted;
    }

    /// The address that it counts for.
    pub fn source(&self) -> AddressGroup {
        self.source
    }

    fn with<T>(&self, act: impl FnOnce(&mut ConnectionCounts) -> T) -> T {
        let mut counts = self.addresses.by_source.entry(self.source).or_default();
        act(&mut counts)
    }
}

/// Counts one more, unless there are as many as may be.
fn count_below(counter: &AtomicU64, most: u64) -> bool {
    let more = |count| (count < most).then_some(count + 1);
    counter.fetch_update(Relaxed, Relaxed, more).is_ok()
}

impl Drop for Admission {
    fn drop(&mut self) {
        let stage = self.stage;
        self.with(|counts| match stage {
            Stage::Doorway => counts.doorway -= 1,
            Stage::Ungreeted => {
                counts.connections -= 1;
                counts.ungreeted -= 1;
            }
            Stage::Greeted => counts.connections -= 1,
        });
        let counter = match stage {
            Stage::Doorway => &self.addresses.doorway,
            Stage::Ungreeted | Stage::Greeted => &self.addresses.all,
        };
        counter.fetch_sub(1, Relaxed);
    }
}

#[cfg(test)]
mod tests;
