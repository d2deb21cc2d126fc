//! Random bits from the system, and numbers made of them.

use std::{
    hash::{BuildHasher, Hasher, RandomState},
    ops::Range,
};

/// 64 random bits.
pub fn bits() -> u64 {
    // A system that cannot fill eight bytes has still seeded the hasher of the
    // standard library; refusing to open rooms would help nobody.
    getrandom::u64().unwrap_or_else(|_| RandomState::new().build_hasher().finish())
}

/// A number of a range that is not empty.
pub fn within(range: Range<u64>) -> u64 {
    range.start + bits() % (range.end - range.start)
}
