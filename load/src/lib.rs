//! Load for a server: connections that play and watch, what they notice, and the relay that a server is compared with.
//!
//! | module | content |
//! |---|---|
//! | [`baseline`] | the relay that everything is compared with |
//! | [`client`] | one connection, two players, and what they play |
//! | [`plan`], [`engine`] | what a load is, and who carries it out: connect, sit, drive, tally |
//! | [`tally`], [`report`], [`advice`] | the outcome, its report, and the reasons for a refused load |
//! | [`machine`] | what a process used, where it runs, how fast its core was |
//! | [`stats`] | medians, spreads, percentiles |

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::runtime::{Builder, Runtime};

pub mod advice;
mod audience;
pub mod baseline;
pub mod client;
mod computers;
pub mod engine;
pub mod machine;
mod pace;
pub mod plan;
pub mod report;
pub mod stats;
pub mod tally;

/// Why a measurement failed, for the person who started it.
pub type BenchError = Box<dyn std::error::Error + Send + Sync>;

/// A runtime of this thread alone: no more than one core is taken from the measured server.
///
/// # Errors
/// When the system has none.
pub fn runtime() -> std::io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

/// Locks even after a holder panicked: every value here is whole between two statements.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
