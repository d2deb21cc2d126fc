//! Random bits from the system.

use std::hash::{BuildHasher, Hasher, RandomState};

/// 64 random bits.
#[must_use]
pub fn bits() -> u64 {
    // A system that cannot fill eight bytes has still seeded the hasher of the
    // standard library; refusing to open rooms would help nobody.
    getrandom::u64().unwrap_or_else(|_| RandomState::new().build_hasher().finish())
}
