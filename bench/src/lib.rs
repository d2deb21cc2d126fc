//! What the server costs, as a ratio to a relay that only forwards frames.
//!
//! Knows nothing of how the server works inside: what is measured is the real
//! process, over real sockets, by what the system says that it used. Only
//! [`counts`] calls the server's own functions, to have their instructions counted.
//!
//! | module | what for |
//! |---|---|
//! | [`floor`] | the relay everything is compared with |
//! | [`client`] | one connection, two that play, and their conversation |
//! | [`load`] | closed loop, open loop, idle, spectators, coming back |
//! | [`machine`] | what a process used, where it runs, how fast its core was |
//! | [`compare`] | every figure there is, rounds, ratios, reports, the gate |
//! | [`sizing`] | the load of somebody who sizes a server of their own |
//! | [`stats`] | medians, spreads, percentiles |
//! | [`counts`] | the operations whose instructions are counted |
//! | [`brain`] | the computer player: solving, levels |

use std::sync::{Mutex, MutexGuard, PoisonError};

pub mod brain;
pub mod client;
pub mod compare;
pub mod counts;
pub mod floor;
pub mod load;
pub mod machine;
pub mod sizing;
pub mod stats;

/// Whatever went wrong, in words: a measurement either succeeds or is
/// explained to the person who started it.
pub type Fault = Box<dyn std::error::Error + Send + Sync>;

/// Locks, whatever a panicking holder left: every value here is whole between
/// two statements.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
