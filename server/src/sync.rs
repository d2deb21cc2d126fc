//! The mutex that everything here uses, and a lock that ignores poisoning.

pub use std::sync::Mutex;
use std::sync::{MutexGuard, PoisonError};

/// Locks, whatever a panicking holder left: every value behind these locks is
/// whole between two statements.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
