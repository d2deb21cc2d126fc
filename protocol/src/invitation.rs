//! An invitation: a room as its link shows it to a client without a seat: `GET /r/CODE.json`.

use serde::{Deserialize, Serialize};

use crate::{
    Limits,
    ids::{BySeat, Player, RoomCode, Seat},
    settings::{First, Settings, Watching},
    view::View,
};

/// Target of a room's link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Invitation {
    /// The code that was asked for.
    pub room: RoomCode,
    /// Whether there is a seat.
    pub state: InvitationState,
    /// Players and settings. Shown while a seat is free or the room may be watched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<InvitedTable>,
}

/// Whether somebody with a room's link can sit down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum InvitationState {
    /// A seat is free.
    Free,
    /// Both seats are taken.
    Full,
    /// The room has ended. Remembered for a while; afterwards it is `none`.
    Over,
    /// No room has this code.
    None,
}

/// Players and settings of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InvitedTable {
    /// Players by seat; `null` is a free seat.
    pub players: BySeat<Option<Player>>,
    /// Settings of its games.
    pub settings: Settings,
    /// Seat that begins the next game; absent while that is to be drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins: Option<Seat>,
    /// Time for each side's first move before a game is called off; absent at correspondence, where it is the
    /// time of any move, and where the server is older than this field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_move_ms: Option<u64>,
}

impl Invitation {
    /// A code that leads to no room, or no longer.
    pub fn without_table(room: RoomCode, state: InvitationState) -> Invitation {
        Invitation {
            room,
            state,
            table: None,
        }
    }

    /// The part of a room that anybody with its code may know, under these limits.
    pub fn of(room: RoomCode, view: &View, limits: &Limits) -> Invitation {
        let clock = view.settings.clock;
        let table = InvitedTable {
            players: view.players(),
            settings: view.settings,
            begins: begins(view),
            first_move_ms: (!clock.is_correspondence()).then_some(limits.first_move_ms),
        };
        let (state, shown) = match table.free_seat() {
            Some(_) => (InvitationState::Free, true),
            None => (InvitationState::Full, table.may_be_watched()),
        };
        Invitation {
            room,
            state,
            table: shown.then_some(table),
        }
    }

    /// Whether somebody with the code can sit down.
    pub fn is_free(&self) -> bool {
        self.state == InvitationState::Free
    }

    /// Whether somebody with the code may watch.
    pub fn may_be_watched(&self) -> bool {
        self.table
            .as_ref()
            .is_some_and(InvitedTable::may_be_watched)
    }
}

impl InvitedTable {
    /// The seat that a newcomer would get.
    pub fn free_seat(&self) -> Option<Seat> {
        let free = |seat: &Seat| self.players[*seat].is_none();
        Seat::BOTH.into_iter().find(free)
    }

    /// Whether somebody with the code may watch.
    pub fn may_be_watched(&self) -> bool {
        self.settings.watching != Watching::None
    }
}

/// Seat that begins the next game.
fn begins(view: &View) -> Option<Seat> {
    match (&view.game, view.settings.first) {
        (Some(game), _) => game.over.as_ref().map(|over| over.next_first),
        (None, First::Host) => Some(Seat::Host),
        (None, First::Guest) => Some(Seat::Guest),
        (None, First::Random) => None,
    }
}
