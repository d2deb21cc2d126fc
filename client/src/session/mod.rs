//! The session: one task owns the link, connects it again, takes the seat up by
//! `seq`, numbers commands, and folds events into the view. Its owner sends
//! [`Ask`]s and receives [`Update`]s.

mod ask;
mod core;
mod greeting;
mod handle;
mod incoming;
mod options;
mod pending;
mod room;
mod task;
mod update;
mod watchdog;

pub(crate) use greeting::greet;

pub use ask::{Ask, AskKind};
pub use handle::{Busy, Session};
pub use options::{Raw, SessionOptions};
pub use pending::OWN_IDS;
pub use room::Room;
pub use update::{End, LinkLoss, LossKind, ReplySource, Update};
pub use watchdog::Heartbeat;
