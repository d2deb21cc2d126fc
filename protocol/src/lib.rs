//! The wire of OXO as types: what a client may ask, what the server answers,
//! what happens in a room, and the view that those events fold into.
//!
//! `docs/protocol.md` is the same contract in prose. The crate has no socket,
//! runtime, storage or clock.
#![warn(missing_docs)]

mod absent;
mod choice;
pub mod close;
pub mod event;
mod event_values;
mod fold;
pub mod frame;
pub mod game_id;
pub mod ids;
pub mod limits;
pub mod name;
pub mod now;
pub mod options;
pub mod parse;
pub mod record;
pub mod refusal;
pub mod reply;
pub mod request;
pub mod secret;
pub mod settings;
pub mod text;
pub mod view;

pub use event::Event;
pub use frame::{EventFrame, Frame, Snapshot};
pub use game::{Cell, Mark, Rules};
pub use game_id::GameId;
pub use ids::{Computer, Player, RoomCode, Seat};
pub use limits::Limits;
pub use now::Now;
pub use options::{Available, options};
pub use record::Record;
pub use refusal::Refusal;
pub use reply::{Accepted, Answer, Reply};
pub use request::{Command, Request};
pub use secret::{Secret, SecretHash};
pub use settings::Settings;
pub use view::View;

/// The versions this code speaks, newest first.
pub const VERSIONS: &[u32] = &[1];

/// The WebSocket subprotocol of version 1.
pub const SUBPROTOCOL: &str = "oxo.v1";
