//! Notes of the node that decides to the one that carries a visitor's WebSocket, between the frames for the visitor: from
//! where on that node writes a room's events itself, and the searches it is to make.

use protocol::{
    RoomCode,
    request::{AnalysePosition, ReviewGame},
};
use serde::{Deserialize, Serialize};

/// A note, as JSON the payload of a frame whose opcode RFC 6455 leaves free. No client ever sees one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CarryNote {
    /// The spectator has everything up to this event of the room; later ones come from its feed.
    Attach {
        /// The code by which it watches, which names the feed.
        room: RoomCode,
        /// That event.
        seq: u64,
    },
    /// The following bytes come after this event.
    Hold(u64),
    /// After this event the spectator is in the room no more.
    Detach(u64),
    /// The visitor's request `id` is for a review; its reply, and then what follows, is to be written.
    Review {
        /// The request's number.
        id: u64,
        /// A game of no more moves than its board has cells.
        game: ReviewGame,
    },
    /// The same for the best moves of a position.
    Analyse {
        /// The request's number.
        id: u64,
        /// No more moves than its board has cells.
        position: AnalysePosition,
    },
}

/// The opcode. No payload is longer than [`CarryNote::MOST`].
pub const NOTE: u8 = 0x7;

impl CarryNote {
    /// The longest payload, in bytes: a review of the largest board takes some 1,600.
    pub const MOST: usize = 2 << 10;

    /// Reads the payload of a frame.
    pub fn read(payload: &[u8]) -> Option<CarryNote> {
        serde_json::from_slice(payload).ok()
    }

    /// The payload of its frame.
    pub fn payload(&self) -> Vec<u8> {
        // Numbers and a code can be written as JSON.
        serde_json::to_vec(self).unwrap_or_default()
    }
}
