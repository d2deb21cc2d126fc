//! Fair shares of one bounded resource, counted by the address that holds its places. An address
//! has a share; it may have more while few are taken, and one that has none gets one when all are.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use dashmap::DashMap;
use protocol::refusal::LimitOf;

use super::AddressGroup;

/// The payer for something, and the holder of the share that it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Payer {
    /// The server itself: it has no share and no budget.
    Server,
    /// An address.
    Address(AddressGroup),
}

impl From<Option<AddressGroup>> for Payer {
    fn from(source: Option<AddressGroup>) -> Payer {
        source.map_or(Payer::Server, Payer::Address)
    }
}

/// Limits on places: in all, and for each address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaceLimits {
    /// In all.
    pub all: u64,
    /// For one address.
    pub share: u64,
    /// While fewer places than this are taken, an address may have more than its share.
    pub quiet: u64,
    /// An address that has none gets one while fewer places than this are taken.
    pub first: u64,
}

/// All places of one kind.
#[derive(Debug)]
pub struct Places {
    limits: PlaceLimits,
    taken: AtomicU64,
    by_payer: DashMap<Payer, u64>,
}

/// A place that is held; dropping it gives it back.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    payer: Payer,
    /// Whether it is among those that others see as taken.
    counts: bool,
    /// Number of places that its holder had before it.
    rank: u64,
}

impl PlaceLimits {
    /// A tenth for an address, or half of them while less than half are taken: a school is one
    /// address. Nobody is without: beyond the limit each address that has none gets one, up to
    /// twice the limit.
    pub fn shared(all: u64) -> PlaceLimits {
        PlaceLimits {
            all,
            share: share_of(all),
            quiet: all / 2,
            first: all.saturating_mul(2),
        }
    }

    /// A share for each address, and no limit on the total.
    pub fn each(share: u64) -> PlaceLimits {
        PlaceLimits {
            all: u64::MAX,
            share,
            quiet: 0,
            first: 0,
        }
    }

    /// Whether an address that has `own` may have one more while `taken` are taken.
    ///
    /// # Errors
    /// Holder of the limit that is reached.
    pub fn allow(&self, own: u64, taken: u64) -> Result<(), LimitOf> {
        let is_first = own == 0 && taken < self.first;
        match taken < self.all {
            _ if is_first => Ok(()),
            false => Err(LimitOf::Server),
            true if own < self.share || taken < self.quiet => Ok(()),
            true => Err(LimitOf::Address),
        }
    }
}

/// A tenth, and ten at least where there are as many.
pub fn share_of(all: u64) -> u64 {
    (all / 10).max(10).min(all)
}

impl Places {
    /// None is taken.
    pub fn new(limits: PlaceLimits) -> Arc<Places> {
        Arc::new(Places {
            limits,
            taken: 0.into(),
            by_payer: DashMap::new(),
        })
    }

    /// Whether one could be taken now.
    ///
    /// # Errors
    /// Holder of the limit that is reached.
    pub fn ask(&self, payer: Payer) -> Result<(), LimitOf> {
        self.limits.allow(self.held(payer), self.taken())
    }

    /// Takes one.
    ///
    /// # Errors
    /// Holder of the limit that is reached.
    pub fn take(self: &Arc<Self>, payer: Payer) -> Result<Place, LimitOf> {
        // Held to the end, so that two who ask at once are counted one after the other.
        let entry = self.by_payer.entry(payer);
        let own = match &entry {
            dashmap::Entry::Occupied(own) => *own.get(),
            dashmap::Entry::Vacant(_) => 0,
        };
        let one_more = |taken| self.limits.allow(own, taken).is_ok().then_some(taken + 1);
        if let Err(taken) = self.taken.fetch_update(Relaxed, Relaxed, one_more) {
            return Err(self
                .limits
                .allow(own, taken)
                .err()
                .unwrap_or(LimitOf::Server));
        }
        Ok(self.place(entry, true))
    }

    /// Takes one for a client that had one and is back. Beyond the share of its address it is no
    /// place that others lack.
    #[must_use]
    pub fn take_again(self: &Arc<Self>, payer: Payer) -> Place {
        let beyond = |_| self.place(self.by_payer.entry(payer), false);
        self.take(payer).unwrap_or_else(beyond)
    }

    /// Takes one that somebody has had since before a restart, however many there are.
    #[must_use]
    pub fn hold(self: &Arc<Self>, payer: Payer) -> Place {
        self.taken.fetch_add(1, Relaxed);
        self.place(self.by_payer.entry(payer), true)
    }

    /// Counts one more of a holder.
    fn place(self: &Arc<Self>, holder: dashmap::Entry<'_, Payer, u64>, counts: bool) -> Place {
        let mut own = holder.or_default();
        *own += 1;
        Place {
            places: Arc::clone(self),
            payer: *own.key(),
            counts,
            rank: *own - 1,
        }
    }

    /// Number of places that others see as taken.
    pub fn taken(&self) -> u64 {
        self.taken.load(Relaxed)
    }

    /// Number of places that one address holds.
    pub fn held(&self, payer: Payer) -> u64 {
        self.by_payer.get(&payer).map_or(0, |own| *own)
    }

    /// Number of addresses that hold any.
    pub fn holders(&self) -> usize {
        self.by_payer.len()
    }
}

impl Place {
    /// The holder.
    pub fn payer(&self) -> Payer {
        self.payer
    }

    /// Number of places that its holder had when it was taken.
    pub fn rank(&self) -> u64 {
        self.rank
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.counts {
            self.places.taken.fetch_sub(1, Relaxed);
        }
        if let dashmap::Entry::Occupied(mut own) = self.places.by_payer.entry(self.payer) {
            *own.get_mut() -= 1;
            if *own.get() == 0 {
                own.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests;
