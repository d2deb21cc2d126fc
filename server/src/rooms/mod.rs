//! Rooms: the directory that finds them, and for each one its transactions, its
//! members, and what happens in it by itself.

mod broadcast;
mod computers;
mod directory;
mod due;
mod entry;
mod exhibition;
mod list_key;
mod listing;
mod live;
mod look;
mod membership;
mod playing;
mod presence;
mod report;
mod room;
mod scheduler;
mod seat_in_play;
mod tally;
mod transaction;

pub use computers::Computers;
pub use directory::{Gauges, RoomDirectory};
pub use entry::Attached;
pub use membership::Membership;
pub use report::{LiveRoom, RoomReport};
pub use room::{Committed, Room};
pub use scheduler::DeadlineScheduler;
pub use tally::RoomTally;
