//! Networks that the operator has shut out.

use std::{
    net::IpAddr,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use ipnet::IpNet;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::AddressGroup;

/// The most networks that can be shut out at once.
pub const MOST: usize = 1_000;
/// Narrower networks of IPv6 are widened to what one subscriber has.
const SUBSCRIBER_BITS: u8 = 64;
/// The bits before an IPv4 address that is written as one of IPv6.
const MAPPED_BITS: u8 = 96;

/// A network that is shut out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Block {
    /// The network.
    pub network: IpNet,
    /// Until when; without it, until it is lifted.
    pub until_ms: Option<u64>,
}

/// The networks that are shut out.
#[derive(Debug, Default)]
pub struct BlockList {
    /// Spares everybody the lock while there are none.
    any: AtomicBool,
    blocks: Mutex<Vec<Block>>,
}

impl BlockList {
    /// Shuts a network out, or changes until when it is. Whether there was room for it.
    pub fn add(&self, network: IpNet, until_ms: Option<u64>, now_ms: u64) -> bool {
        let network = widened(network);
        let mut blocks = self.blocks.lock();
        blocks.retain(|block| block.network != network && !block.is_over(now_ms));
        if blocks.len() == MOST {
            return false;
        }
        blocks.push(Block { network, until_ms });
        self.any.store(true, Relaxed);
        true
    }

    /// Shuts these networks out and no others.
    pub fn set(&self, all: Vec<Block>) {
        let mut blocks = self.blocks.lock();
        self.any.store(!all.is_empty(), Relaxed);
        *blocks = all;
    }

    /// Lets a network in again. Whether it was shut out.
    pub fn remove(&self, network: IpNet) -> bool {
        let network = widened(network);
        let mut blocks = self.blocks.lock();
        let before = blocks.len();
        blocks.retain(|block| block.network != network);
        self.any.store(!blocks.is_empty(), Relaxed);
        blocks.len() < before
    }

    /// The networks that are shut out, the oldest first.
    pub fn all(&self, now_ms: u64) -> Vec<Block> {
        let blocks = self.blocks.lock();
        let blocks = blocks.iter().filter(|block| !block.is_over(now_ms));
        blocks.copied().collect()
    }

    /// Whether an address is shut out.
    pub fn has(&self, source: AddressGroup, now_ms: impl Fn() -> u64) -> bool {
        if !self.any.load(Relaxed) {
            return false;
        }
        let (address, now_ms) = (source.address(), now_ms());
        let blocks = self.blocks.lock();
        let mut blocks = blocks.iter().filter(|block| !block.is_over(now_ms));
        blocks.any(|block| block.network.contains(&address))
    }
}

impl Block {
    fn is_over(&self, now_ms: u64) -> bool {
        self.until_ms.is_some_and(|until_ms| until_ms <= now_ms)
    }
}

/// The network as addresses are counted.
pub fn widened(network: IpNet) -> IpNet {
    match network {
        IpNet::V6(v6) if v6.prefix_len() > SUBSCRIBER_BITS => {
            let address = IpAddr::V6(v6.addr()).to_canonical();
            let bits = match address {
                IpAddr::V6(_) => Some(SUBSCRIBER_BITS),
                IpAddr::V4(_) => v6.prefix_len().checked_sub(MAPPED_BITS),
            };
            let counted = bits.and_then(|bits| IpNet::new(address, bits).ok());
            counted.unwrap_or(network).trunc()
        }
        network => network.trunc(),
    }
}

#[cfg(test)]
mod tests;
