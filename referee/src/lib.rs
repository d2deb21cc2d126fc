//! The referee: a pure function from a room, a time and a command to events or a refusal.
//!
//! Deterministic: time and randomness are arguments, and its events are not true before the journal
//! has them. A step of a room begins with a [`Draft`] of it; [`due`] applies the deadlines that have
//! passed, [`step`] decides a numbered command, and what the draft then holds is committed together.

mod clock;
mod commands;
pub mod computer;
mod context;
mod draft;
mod due;
mod lifecycle;
mod moves;
mod offers;
mod private;
mod room_state;
mod seats;
mod step;
mod thinking;

#[cfg(test)]
mod tests;

pub use commands::command;
pub use context::{Context, Decision};
pub use draft::Draft;
pub use due::{away, due, next_deadline, next_deadline_but_moves};
pub use private::{Private, PrivateChange, SeatKey};
pub use room_state::RoomState;
pub use seats::{Newcomer, join, open, rename, returned};
pub use step::{once, step};
