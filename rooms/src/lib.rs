//! The rooms of a service: the directory that finds them, and for each one its transactions, its members, and its
//! scheduled changes.
//!
//! Between HTTP, TLS and WebSocket above, which hand in connections as [`handle`]s, and the
//! database below, which is a `journal`.

mod audience;
mod broadcast;
pub mod cache;
mod call;
mod computers;
mod deadlines;
mod directory;
mod downtime;
mod due;
mod entry;
mod exhibition;
mod feed;
pub mod handle;
pub mod ids;
mod indexing;
mod listing;
mod look;
mod lookup;
mod membership;
pub mod messengers;
pub mod notifications;
mod notify;
mod opened;
mod outcomes;
mod outgoing;
mod playing;
mod presence;
mod public_list;
mod publishing;
pub mod random;
pub mod render;
mod report;
mod room;
mod room_runtime;
mod scheduler;
mod seat_in_play;
mod sync;
mod tally;
mod transaction;
mod wake_slots;
pub mod webhooks;

pub use computers::Computers;
pub use directory::{Gauges, RoomDirectory};
pub use entry::Attached;
pub use membership::Membership;
pub use report::{LiveRoom, RoomReport};
pub use room::{Committed, Room};
pub use scheduler::DeadlineScheduler;
pub use tally::RoomTally;
