//! The server's costs: measured against a bare relay, counted exactly, and under a host's own load.
//!
//! | module | what it is |
//! |---|---|
//! | [`baseline`] | the relay that everything is compared with |
//! | [`client`] | one connection, two players, and what they play |
//! | [`load`] | the engine of every load: connect, sit, drive, tally |
//! | [`machine`] | what a process used, where it runs, how fast its core was |
//! | [`compare`] | every figure, rounds, ratios, reports, limits |
//! | [`fairness`] | strangers at line rate, and what those who play notice of them |
//! | [`pictures`] | the charts of the documentation, from what runs measured |
//! | [`gate`] | instructions, allocations, bytes and memory, held to a record |
//! | [`stats`] | medians, spreads, percentiles |

use std::sync::{Mutex, MutexGuard, PoisonError};

pub mod baseline;
pub mod client;
pub mod compare;
pub mod fairness;
pub mod gate;
pub mod load;
pub mod machine;
pub mod pictures;
pub mod stats;

/// Why a measurement failed, for the person who started it.
pub type BenchError = Box<dyn std::error::Error + Send + Sync>;

/// Locks even after a holder panicked: every value here is whole between two statements.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
