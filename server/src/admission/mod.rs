//! Admission: what a stranger may cost, counted by network address.

pub mod capacity;
mod limiter;
pub mod rate;
mod visits;

pub use limiter::{AddressGroup, AddressLimiter, Admission, Crowded};
pub use visits::{VisitGuard, Visits};
