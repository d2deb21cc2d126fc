//! Admission: what a stranger may cost, counted by network address.

mod blocks;
pub mod budget;
pub mod capacity;
pub mod cost;
mod guesses;
mod limiter;
mod load;
mod places;
pub mod rate;
mod refusals;
mod visits;

pub use blocks::{Block, BlockList};
pub use budget::{Allowance, Budgets};
pub use cost::Cost;
pub use guesses::{Guess, Guesser};
pub use limiter::{AddressGroup, AddressLimiter, Admission};
pub use load::NetworkLoad;
pub use places::{Payer, Place, PlaceLimits, Places, share_of};
pub use visits::{VisitGuard, Visits};
