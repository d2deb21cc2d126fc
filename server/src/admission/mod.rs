//! Admission: what a stranger may cost, counted by network address.

pub mod budget;
pub mod cost;
mod limiter;
pub mod rate;
mod refusals;

pub use budget::{Allowance, Budgets};
pub use cost::Cost;
pub use limiter::{AddressGroup, AddressLimiter, Admission, Crowded};
