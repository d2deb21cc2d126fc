//! Messages between the operator's commands and a running server: one JSON object a line, and for
//! each request one reply.

use admission::Block;
use ipnet::IpNet;
use protocol::{GameId, RoomCode, notice::Notice};
use rooms::RoomReport;
use serde::{Deserialize, Serialize};

use super::overview::Overview;

/// A request of the operator to a running server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum AdminRequest {
    /// Its state.
    Overview {},
    /// Its rooms.
    Rooms {},
    /// Closes a room.
    CloseRoom {
        /// Its code.
        room: RoomCode,
    },
    /// Deletes a finished game.
    DeleteGame {
        /// Its id.
        game: GameId,
    },
    /// The notice in force.
    Notice {},
    /// Tells everybody something.
    Announce {
        /// The text; nothing takes back the last one.
        text: Option<String>,
        /// After how long it is taken back by itself.
        for_ms: Option<u64>,
    },
    /// Opens no more rooms and stops with the end of the last one.
    Drain {
        /// Stops after so long even if there are rooms left.
        at_most_ms: Option<u64>,
    },
    /// Takes a drain back.
    StopDraining {},
    /// Reads the configuration again.
    Reload {},
    /// The networks that are shut out.
    Blocks {},
    /// Shuts a network out.
    Block {
        /// The network.
        network: IpNet,
        /// For how long.
        for_ms: Option<u64>,
    },
    /// Lets a network in again.
    Unblock {
        /// The network.
        network: IpNet,
    },
}

/// A reply of a running server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AdminReply {
    /// It is done.
    Done {
        /// The action that was taken, in words.
        said: String,
    },
    /// It cannot be done, and nothing has changed.
    Refused {
        /// Why, in words.
        why: String,
    },
    /// How it is.
    Overview(Box<Overview>),
    /// Its rooms, by their codes.
    Rooms {
        /// The server's time.
        at_ms: u64,
        /// The rooms.
        rooms: Vec<RoomReport>,
    },
    /// The notice in force.
    Notice(Notice),
    /// The networks that are shut out.
    Blocks {
        /// The server's time.
        at_ms: u64,
        /// The networks, the oldest block first.
        blocks: Vec<Block>,
    },
}
