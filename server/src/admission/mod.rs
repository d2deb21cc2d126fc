//! Admission: what a stranger may cost, counted by network address.

mod limiter;
pub mod rate;

pub use limiter::{AddressGroup, AddressLimiter, Admission, Crowded};
