//! The wire of OXO as types: what a client may ask, what the server answers, what happens in a room,
//! and the view that those events fold into. `docs/protocol.md` is the same contract in prose.
//!
//! ```
//! use protocol::{Frame, Limits, View, parse};
//!
//! // A server reads requests strictly: an unknown field is refused.
//! let nesting = Limits::default().nesting;
//! assert!(parse::request(r#"{"type":"hint","id":7}"#, nesting).is_ok());
//! assert!(parse::request(r#"{"type":"hint","id":7,"hard":true}"#, nesting).is_err());
//!
//! // A client folds events into its view, without knowing the rules of the game.
//! let text = r#"{"type":"created","settings":{},"host":{"name":"Ana"},"closes_ms":86400000,
//!                "room":"W9FA-2HKE","seq":1,"at_ms":1795229000000}"#;
//! let Frame::Event(frame) = serde_json::from_str(text)? else { panic!("an event") };
//! let mut view = View::default();
//! view.fold(frame.seq, frame.at_ms, &frame.event);
//! assert!(view.seats.host.is_some() && view.seats.guest.is_none());
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! | from a client | from a server | in both |
//! |---|---|---|
//! | [`request`], read by [`parse`] | [`frame`]: [`reply`] or [`refusal`], [`event`], [`now`], [`close`] | [`settings`], [`opening`], [`ids`], [`secret`], [`name`], [`limits`] |
//! | [`mod@options`]: what a seat may do now | [`view`]: the fold of the events; [`record`]: a finished game; [`invitation`]: what a link leads to | [`text`]: making what others wrote harmless |
#![warn(missing_docs)]

#[macro_use]
mod macros;

mod absent;
mod choice;
pub mod close;
mod command;
pub mod event;
mod event_values;
mod fold;
pub mod frame;
pub mod game_id;
pub mod ids;
pub mod invitation;
pub mod limits;
pub mod name;
pub mod notice;
pub mod now;
pub mod opening;
pub mod options;
pub mod parse;
pub mod record;
pub mod refusal;
pub mod reply;
pub mod request;
#[cfg(feature = "schema")]
mod schema;
pub mod secret;
pub mod settings;
mod subscription;
pub mod text;
pub mod view;
mod webhook;

pub use event::Event;
pub use frame::{EventFrame, Frame, Snapshot};
pub use game::{Bounded, Cell, LineRule, Mark, Rules};
pub use game_id::GameId;
pub use ids::{Computer, Player, RoomCode, Seat};
pub use invitation::Invitation;
pub use limits::Limits;
pub use now::Now;
pub use opening::{OpeningChoice, OpeningRule, OpeningStage};
pub use options::{Available, options};
pub use record::Record;
pub use refusal::Refusal;
pub use reply::{Accepted, Answer, Reply};
pub use request::{Command, Request};
pub use secret::{Secret, SecretHash};
pub use settings::Settings;
pub use strict_json::RawJson;
pub use subscription::PushSubscription;
pub use view::View;
pub use webhook::Webhook;

/// The versions this code speaks, newest first.
pub const VERSIONS: &[u64] = &[1];

/// The WebSocket subprotocol of version 1.
pub const SUBPROTOCOL: &str = "oxo.v1";
