//! A room as it would be after the events decided so far, and those events.

use std::sync::Arc;

use game::Board;
use protocol::{Event, Refusal, View, view::GameView};

use crate::{private::PrivateChange, room_state::RoomState};

/// A step of a room that is being decided.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Shared until something happens.
    state: Arc<RoomState>,
    at_ms: u64,
    /// What was decided, in order.
    pub events: Vec<Event>,
    /// What changes in the private part with it.
    pub private: Vec<PrivateChange>,
}

impl Draft {
    /// Begins from a room as it stands. The time never runs back in a room.
    #[must_use]
    pub fn new(state: Arc<RoomState>, now_ms: u64) -> Draft {
        let at_ms = now_ms.max(state.view().at_ms);
        Draft {
            state,
            at_ms,
            events: Vec::new(),
            private: Vec::new(),
        }
    }

    /// The room as it would be.
    #[must_use]
    pub fn state(&self) -> &Arc<RoomState> {
        &self.state
    }

    /// The room as it would be, for keeps.
    #[must_use]
    pub fn into_state(self) -> Arc<RoomState> {
        self.state
    }

    /// The view as it would be.
    #[must_use]
    pub fn view(&self) -> &View {
        self.state.view()
    }

    /// The position as it would be.
    pub(crate) fn board(&self) -> &Board {
        self.state.board()
    }

    /// The time of this draft's events.
    #[must_use]
    pub fn at_ms(&self) -> u64 {
        self.at_ms
    }

    /// The number of the last event.
    pub(crate) fn seq(&self) -> u64 {
        self.view().seq
    }

    /// How many moves are on the board, as the wire counts them.
    pub(crate) fn ply(&self) -> u32 {
        wire_ply(self.board().ply())
    }

    /// The game, if one is being played.
    pub(crate) fn running(&self) -> Option<&GameView> {
        self.view().running()
    }

    /// The game that a command needs to be played.
    pub(crate) fn game(&self) -> Result<&GameView, Refusal> {
        self.running().ok_or(Refusal::NoGame)
    }

    pub(crate) fn push(&mut self, event: Event) {
        let seq = self.seq() + 1;
        Arc::make_mut(&mut self.state).fold(seq, self.at_ms, &event);
        self.events.push(event);
    }

    /// The same for a move, with the position it led to.
    pub(crate) fn push_move(&mut self, event: Event, board: Board) {
        let seq = self.seq() + 1;
        self.state = Arc::new(self.state.moved(seq, self.at_ms, &event, board));
        self.events.push(event);
    }
}

/// A number of moves as the wire has it. A board has at most 361 cells.
pub(crate) fn wire_ply(ply: usize) -> u32 {
    u32::try_from(ply).unwrap_or(u32::MAX)
}
