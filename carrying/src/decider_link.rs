//! The way from a following node to the deciding one, and the messages on it.

use std::{
    net::IpAddr,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use cluster::WriterId;
use journal::Forgotten;
use link::{CarriedReader, CarriedWriter, PeerLink, StreamError};
use protocol::{Accepted, GameId, Invitation, Refusal, RoomCode, Secret};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::room_feed::{FeedPosition, RoomFeeds};

/// A link to the node that decides.
#[derive(Debug)]
pub struct DeciderLink {
    /// That node's name.
    pub node: String,
    /// The same as the log knows it.
    pub writer: WriterId,
    link: PeerLink,
    sockets: AtomicU64,
    feeds: RoomFeeds,
}

/// A visitor's WebSocket as the link carries it.
pub struct CarriedSocket {
    /// Its number on the link.
    pub number: u64,
    /// Bytes from the node that decides.
    pub from: CarriedReader,
    /// Bytes to that node.
    pub to: CarriedWriter,
}

/// Purpose of a stream: its head, as JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StreamHead {
    /// A visitor's WebSocket, whose handshake was answered.
    Socket {
        /// The visitor.
        visitor: IpAddr,
        /// The socket's number, which no other one of the link has.
        socket: u64,
    },
    /// Events after that one of a room, for all who watch it by that code.
    Feed {
        /// The code.
        room: RoomCode,
        /// The event.
        after: u64,
    },
    /// That socket's spectator has lost its place in its room's feed. Answered with nothing.
    Resync {
        /// Its number.
        socket: u64,
        /// The room.
        room: RoomCode,
        /// The event behind which it was attached.
        seq: u64,
    },
    /// A question, whose answer is JSON.
    Ask(ServiceQuestion),
    /// The log that the node follows names another one that decides. Answered with nothing.
    Superseded {
        /// From that record on.
        record: u64,
    },
    /// The node stops: its carried visitors get a goodbye. Answered with nothing.
    Leave,
}

/// Question of a visitor without a WebSocket to the service.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServiceQuestion {
    /// To look at a room.
    Look {
        /// Its code.
        room: RoomCode,
        /// Address of the visitor.
        visitor: IpAddr,
        /// Number of the visitor's connection at the node that has it.
        guesser: u64,
    },
    /// The list of rooms behind that one.
    Rooms {
        /// None: from the first.
        cursor: Option<RoomCode>,
    },
    /// To have a player forgotten.
    Forget {
        /// In that game.
        game: GameId,
        /// The secret of a seat of it.
        secret: Secret,
    },
    /// The number of the last record that the deciding node's copy has.
    Record,
    /// To have a request of the operator's answered, a line as his commands send it.
    Operate(String),
}

/// The answer to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServiceAnswer {
    /// Target of a room's link.
    Invitation(Box<Invitation>),
    /// A page of the list of rooms.
    Rooms(Box<Accepted>),
    /// What was removed of the game: a name, all of it, or nothing.
    Forgotten(Forgotten),
    /// The last record's number.
    Record(u64),
    /// The reply to the operator, as his commands read it.
    Operated(Value),
    /// Why there is no answer.
    Refused(Refusal),
}

/// A refusal to take a WebSocket, as it stands on the wire.
pub const SERVER_FULL: &str = "server";
/// See [`SERVER_FULL`].
pub const ADDRESS_FULL: &str = "address";
/// See [`SERVER_FULL`].
pub const NO_SERVICE: &str = "no service";

impl DeciderLink {
    /// A link to the node of that name.
    pub fn new(node: String, writer: WriterId, link: PeerLink) -> DeciderLink {
        DeciderLink {
            node,
            writer,
            link,
            sockets: AtomicU64::new(0),
            feeds: RoomFeeds::default(),
        }
    }

    /// Has the deciding node take a visitor's WebSocket.
    ///
    /// # Errors
    /// When it refuses, or the link has ended.
    pub async fn open_socket(&self, visitor: IpAddr) -> Result<CarriedSocket, StreamError> {
        let number = self.sockets.fetch_add(1, Relaxed);
        let socket = number;
        let head = head(&StreamHead::Socket { visitor, socket });
        let (from, to) = self.link.open(&head).await?;
        Ok(CarriedSocket { number, from, to })
    }

    /// A place behind that event in the feed of a room.
    pub fn feed(&self, room: RoomCode, after: u64) -> FeedPosition {
        let (link, head) = (self.link.clone(), head(&StreamHead::Feed { room, after }));
        self.feeds
            .behind(room, after, async move { link.open(&head).await.ok() })
    }

    /// Has the deciding node send that socket's spectator a snapshot.
    pub async fn resync(&self, socket: u64, room: RoomCode, seq: u64) {
        let head = head(&StreamHead::Resync { socket, room, seq });
        // Where nobody answers, the link has ended with all that is on it.
        let _ = self.link.ask(&head).await;
    }

    /// Asks it; nothing when it does not answer.
    pub async fn ask(&self, question: ServiceQuestion) -> Option<ServiceAnswer> {
        let answer = self
            .link
            .ask(&head(&StreamHead::Ask(question)))
            .await
            .ok()?;
        serde_json::from_slice(&answer).ok()
    }

    /// The number of the last record that its copy has; nothing when it does not answer.
    pub async fn last_record(&self) -> Option<u64> {
        match self.ask(ServiceQuestion::Record).await? {
            ServiceAnswer::Record(seq) => Some(seq),
            _ => None,
        }
    }

    /// Tells it that another node decides from that record on, which it may not hear otherwise.
    pub async fn supersede(&self, record: u64) {
        // Whether it hears it or not.
        let _ = self
            .link
            .ask(&head(&StreamHead::Superseded { record }))
            .await;
    }

    /// Tells it that this node stops. Whether it has heard.
    pub async fn leave(&self) -> bool {
        self.link.ask(&head(&StreamHead::Leave)).await.is_ok()
    }
}

/// A head as JSON, which is always possible, in ASCII, as headers are.
fn head(of: &StreamHead) -> String {
    let json = serde_json::to_string(of).unwrap_or_default();
    let mut head = String::with_capacity(json.len());
    // Nothing else than what stands in strings of JSON is beyond ASCII.
    for character in json.chars() {
        match character.is_ascii() {
            true => head.push(character),
            false => {
                let units = &mut [0; 2];
                for unit in character.encode_utf16(units) {
                    head.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    head
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_head_is_ascii_whatever_the_operator_writes() {
        let said = "{\"text\":\"\u{660e}\u{5929} \u{1f600} \u{e3}\"}";
        let head = head(&StreamHead::Ask(ServiceQuestion::Operate(said.to_owned())));
        assert!(head.is_ascii(), "{head}");
        match serde_json::from_str(&head).unwrap() {
            StreamHead::Ask(ServiceQuestion::Operate(read)) => assert_eq!(read, said),
            other => panic!("{other:?}"),
        }
    }
}
