//! State that changes with a room's connections and with its steps, all of it
//! under one lock: who is connected, when the room wakes, what is under way for
//! it.
//!
//! The lock is a plain one, also taken by `Drop`, so that a connection that
//! ends in any way is gone at once.

use std::sync::atomic::Ordering::Relaxed;

use admission::{Payer, Place};
use compute::StopFlag;
use referee::{
    PendingCall, PendingNotification,
    computer::{ComputerAct, Thinking},
};

use super::{presence::Presence, public_list::RoomListing, webhooks::Players};

/// The changing part of a room that no event tells of. What few rooms have is boxed: thousands have none of it.
#[derive(Debug, Default)]
pub(super) struct RoomRuntime {
    /// The connections to the room.
    pub presence: Presence,
    /// Progress of the notification of spectators.
    pub broadcast: Broadcast,
    /// When the scheduler wakes the room; nothing once it has.
    pub wakes_ms: Option<u64>,
    /// The search for a computer's move, from the beginning of its turn until it is made.
    pub search: Option<Box<MoveSearch>>,
    /// Number of seats that computers have.
    pub computers: u8,
    /// The place that its computers take, while somebody is connected for whom they play.
    pub place: Option<Place>,
    /// Its place among the rooms of the address that opened it, until it ends.
    pub opened: Option<Place>,
    /// The room's key in the list, if it is there; spares a look there at every move.
    pub listed: Option<RoomListing>,
    /// Its next notification of a turn.
    pub pending_notification: Option<Box<PendingNotification>>,
    /// The next call of its webhook.
    pub pending_call: Option<Box<PendingCall>>,
    /// Players of the last game, where a webhook is to tell of its end: they may have left by then.
    pub players: Option<Box<Players>>,
}

impl RoomRuntime {
    /// For whom the room's computers play: the one who sits opposite, or, where two play each other,
    /// who came first to watch. The room that is kept is the server's own.
    pub fn plays_for(&self, is_kept: bool) -> Option<Payer> {
        match self.computers {
            0 => None,
            _ if is_kept => Some(Payer::Server),
            1 => self.presence.first_player(),
            _ => self.presence.first_spectator(),
        }
    }

    /// Whether computers sit here that do not move, because nobody is connected for whom they play.
    pub fn stands(&self) -> bool {
        self.computers > 0 && self.place.is_none()
    }

    /// Gives up the search for a computer's move.
    pub fn stop_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.store(true, Relaxed);
        }
    }
}

/// Whether a task notifies the spectators. At most one does, so that with many
/// of them moves that come quickly are sent together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Broadcast {
    /// No task runs, and nothing is left to tell.
    #[default]
    Idle,
    /// A task runs.
    Running,
    /// A task runs and has to go round once more.
    Again,
}

impl Broadcast {
    /// Asks for a round. True when a task has to be started for it.
    pub fn request(&mut self) -> bool {
        let start = *self == Broadcast::Idle;
        *self = match start {
            true => Broadcast::Running,
            false => Broadcast::Again,
        };
        start
    }

    /// A round is over. True when the task has to go round once more.
    pub fn round_done(&mut self) -> bool {
        let again = *self == Broadcast::Again;
        *self = match again {
            true => Broadcast::Running,
            false => Broadcast::Idle,
        };
        again
    }
}

/// A computer's search for its move.
#[derive(Debug)]
pub(super) struct MoveSearch {
    /// The turn it is for.
    pub turn: Thinking,
    /// Stops it.
    pub stop: StopFlag,
    pub state: SearchState,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchState {
    Running,
    /// Finding at that instant.
    Found {
        act: ComputerAct,
        at_ms: u64,
    },
    /// It is being made.
    Moving,
    /// A fault; another try, which has another seed, begins at that instant.
    Failed {
        again_ms: u64,
    },
}
