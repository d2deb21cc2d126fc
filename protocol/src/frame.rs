//! The frames of the server.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use strict_json::{RawJson, present, present_text};

use crate::{
    event::Event,
    ids::{RoomCode, Seat},
    notice::Notice,
    now::Now,
    refusal::Refusal,
    reply::Reply,
    view::View,
};

// Read it with `Frame::read`, or with `serde_json::from_value`. The inherent `deserialize` that serde's `remote`
// generates is for this module alone: it reads every frame but events, which are recognised by their `seq`.
/// Everything a server sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self", tag = "type", rename_all = "snake_case")]
pub enum Frame {
    /// The answer to a request.
    Reply(Reply),
    /// The whole room.
    Room(Box<Snapshot>),
    /// The present state of a room.
    Now(NowFrame),
    /// A command waits for the disk.
    Saving(Saving),
    /// Where one stands in the queue.
    Queue(QueuePlace),
    /// The connection waits no longer, and not because it was matched.
    Unqueued {
        /// Why.
        reason: Unqueued,
    },
    /// Somebody was found; the `room` frame follows.
    Matched(Matched),
    /// A newer connection holds the seat. Do not come back by yourself.
    Superseded {
        /// The room.
        room: RoomCode,
    },
    /// The host has removed this guest.
    Dismissed {
        /// The room, by its old code.
        room: RoomCode,
    },
    /// The answer to `ping`.
    Pong(Pong),
    /// The operator's notice to everybody from now on, in place of the last one.
    Notice(Notice),
    /// The server closes the connection.
    Bye(Bye),
    /// Something is wrong that belongs to no request.
    Error(Refusal),
    /// Something happened in the room; the frame's `type` is the event's.
    #[serde(skip)]
    Event(EventFrame),
    /// A frame of a later version, to be ignored.
    #[serde(other)]
    Unknown,
}

impl Frame {
    /// Reads a frame's text. A `pong` keeps the text of its `data`, which may be JSON that no value
    /// here can be.
    ///
    /// # Errors
    /// When it is no frame.
    pub fn read(text: &str) -> serde_json::Result<Frame> {
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum PongType {
            Pong,
        }
        #[derive(Deserialize)]
        struct RawPong {
            #[serde(rename = "type")]
            _type: PongType,
            id: u64,
            #[serde(default, deserialize_with = "present_text")]
            data: Option<RawJson>,
            at_ms: u64,
        }
        // Of any other frame it reads up to the type, which comes first.
        match serde_json::from_str::<RawPong>(text) {
            Ok(RawPong {
                id, data, at_ms, ..
            }) => Ok(Frame::Pong(Pong { id, data, at_ms })),
            Err(_) => serde_json::from_str(text),
        }
    }
}

impl Serialize for Frame {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Frame::Event(event) => event.serialize(to),
            other => Frame::serialize(other, to),
        }
    }
}

/// A frame with a number of its own that is not the whole room is an event,
/// also one of a later version.
impl<'de> Deserialize<'de> for Frame {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let frame = Value::deserialize(from)?;
        let read = match frame.get("seq").is_some() && frame["type"] != "room" {
            true => EventFrame::deserialize(frame).map(Frame::Event),
            false => Frame::deserialize(frame),
        };
        read.map_err(serde::de::Error::custom)
    }
}

/// An event with its number and time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EventFrame {
    /// The event. Its fields stand in the frame itself.
    #[serde(flatten)]
    pub event: Event,
    /// The room's code, as it is after the event.
    pub room: RoomCode,
    /// 1, 2, 3 … without gaps.
    pub seq: u64,
    /// The server's time.
    pub at_ms: u64,
}

/// The whole room as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Snapshot {
    /// The room's code.
    pub room: RoomCode,
    /// The last event in it.
    pub seq: u64,
    /// The server's time.
    pub at_ms: u64,
    /// The fold of all events.
    pub view: View,
    /// The room's present state.
    pub now: Now,
}

/// The present state of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NowFrame {
    /// The room's code.
    pub room: RoomCode,
    /// The server's time.
    pub at_ms: u64,
    /// The present state.
    pub now: Now,
}

/// A command waits for the disk: first after a second, then every two seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Saving {
    /// The number of the request that is not answered yet.
    pub id: u64,
    /// For how long it has been waiting.
    pub waited_ms: u64,
}

/// A place in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QueuePlace {
    /// From 1, among those who wait for the same game.
    pub position: u32,
    /// A rough wait, if there is something to guess from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<u64>,
}

/// Why a connection waits no longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Unqueued {
    /// A newer ticket of the same key took its place.
    Replaced,
    /// It did not answer when somebody was found.
    Unanswered,
    /// The one whom it was to `play` has gone, or did not answer.
    Gone,
    /// The server could not open the room.
    Failed,
    /// The server is about to stop and brings nobody together any more.
    ShuttingDown,
}

/// Somebody was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Matched {
    /// The room's code.
    pub room: RoomCode,
    /// The seat one has in it, by the secret sent with `quick_match`.
    pub seat: Seat,
}

/// The answer to `ping`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pong {
    /// The request's number.
    pub id: u64,
    /// The data that the request carried.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "schema", schemars(with = "serde_json::Value"))]
    pub data: Option<RawJson>,
    /// The server's time.
    pub at_ms: u64,
}

/// The last frame before the server closes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bye {
    /// Why.
    pub reason: Reason,
    /// When to come back, if coming back makes sense.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_in_ms: Option<u64>,
    /// Where to come back to, if not here: another base address of the same service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
}

/// Why the server closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The server stops or restarts.
    Restarting,
    /// The server cannot write to its disk and has to stop.
    DiskFailed,
    /// `hello` did not come in time.
    HelloTimeout,
    /// Client and server have no version in common.
    VersionUnsupported,
    /// The server has no place for this connection, or gave its place to a player who came back.
    Full,
    /// Nothing was heard for too long.
    Silent,
    /// Too many messages.
    Flood,
    /// Too many messages that were none.
    Malformed,
    /// A frame that was too big, binary or not UTF-8.
    BadFrame,
    /// The operator has shut this network out.
    Blocked,
    /// A fault of the server.
    Internal,
}

#[cfg(test)]
mod tests;
