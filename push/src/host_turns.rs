//! One attempt at a time for each host name; a name that nobody waits for takes no memory.

use std::{collections::HashMap, sync::Arc};

use parking_lot::Mutex;
use tokio::sync::{self, OwnedMutexGuard};

/// Most turns at a host, those that wait included. One that answers nothing keeps no more than these waiting.
const MOST_AT_HOST: usize = 16;

/// Turns at each host.
#[derive(Clone, Default)]
pub(crate) struct HostTurns(Arc<Mutex<HashMap<String, HostQueue>>>);

struct HostQueue {
    /// Turns at the host, those that wait included.
    present: usize,
    turn: Arc<sync::Mutex<()>>,
}

/// RAII guard of a turn; dropping it lets the next one at the host go on.
pub(crate) struct HostTurn {
    // Before the place: fields are dropped in this order.
    _turn: OwnedMutexGuard<()>,
    _place: HostPlace,
}

/// RAII guard of a place in a host's queue, which is gone with the last of them.
struct HostPlace {
    turns: HostTurns,
    host: String,
}

impl HostTurns {
    /// Waits until nobody else has the turn at this host, first come, first served; nothing where as many wait as may.
    /// Cancellation-safe.
    pub async fn enter(&self, host: &str) -> Option<HostTurn> {
        let (turn, place) = self.join(host)?;
        Some(HostTurn {
            _turn: turn.lock_owned().await,
            _place: place,
        })
    }

    fn join(&self, host: &str) -> Option<(Arc<sync::Mutex<()>>, HostPlace)> {
        let mut hosts = self.0.lock();
        let queue = hosts.entry(host.to_owned()).or_insert_with(|| HostQueue {
            present: 0,
            turn: Arc::default(),
        });
        if queue.present == MOST_AT_HOST {
            return None;
        }
        queue.present += 1;
        let place = HostPlace {
            turns: self.clone(),
            host: host.to_owned(),
        };
        Some((Arc::clone(&queue.turn), place))
    }
}

impl Drop for HostPlace {
    fn drop(&mut self) {
        let mut hosts = self.turns.0.lock();
        if let Some(queue) = hosts.get_mut(&self.host) {
            queue.present -= 1;
            if queue.present == 0 {
                hosts.remove(&self.host);
            }
        }
    }
}

#[cfg(test)]
impl HostTurns {
    /// Number of hosts with an entry.
    pub fn hosts(&self) -> usize {
        self.0.lock().len()
    }
}

#[cfg(test)]
mod tests;
