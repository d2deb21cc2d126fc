//! The mutex of wake slots, in whose place their test puts loom's.

use parking_lot::MutexGuard;

pub use parking_lot::Mutex;

/// Locks.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock()
}
