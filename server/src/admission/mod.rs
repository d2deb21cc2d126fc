//! Admission: what a stranger may cost, counted by network address.

pub mod budget;
pub mod capacity;
pub mod cost;
mod guesses;
mod limiter;
pub mod rate;
mod refusals;
mod visits;

pub use budget::{Allowance, Budgets};
pub use cost::Cost;
pub use guesses::Guess;
pub use limiter::{AddressGroup, AddressLimiter, Admission, Crowded};
pub use visits::{VisitGuard, Visits};
