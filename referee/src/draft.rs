//! A step of a room while it is decided: its events, and the room after them.

use std::sync::Arc;

use game::Board;
use protocol::{Event, Refusal, View, view::GameView};

use crate::{private::PrivateChange, room_state::RoomState};

/// A step of a room that is being decided.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Shared until the first event.
    state: Arc<RoomState>,
    at_ms: u64,
    /// The events decided so far.
    pub events: Vec<Event>,
    /// The changes of the private part.
    pub private: Vec<PrivateChange>,
}

impl Draft {
    /// Begins a step of a room. Its time never runs backwards.
    pub fn new(state: Arc<RoomState>, now_ms: u64) -> Draft {
        let at_ms = now_ms.max(state.view().at_ms);
        Draft {
            state,
            at_ms,
            events: Vec::new(),
            private: Vec::new(),
        }
    }

    /// The room after the events.
    pub fn state(&self) -> &Arc<RoomState> {
        &self.state
    }

    /// The room after the events, by value.
    #[must_use]
    pub fn into_state(self) -> Arc<RoomState> {
        self.state
    }

    /// The view after the events.
    pub fn view(&self) -> &View {
        self.state.view()
    }

    /// The position after the events.
    pub(crate) fn board(&self) -> &Board {
        self.state.board()
    }

    /// The time of the events.
    pub fn at_ms(&self) -> u64 {
        self.at_ms
    }

    /// The number of the last event.
    pub(crate) fn seq(&self) -> u64 {
        self.view().seq
    }

    /// Number of moves on the board.
    pub(crate) fn ply(&self) -> u32 {
        wire_ply(self.board().ply())
    }

    /// The running game.
    pub(crate) fn running(&self) -> Option<&GameView> {
        self.view().running()
    }

    /// The running game, which has to be number `number`.
    pub(crate) fn game(&self, number: u32) -> Result<&GameView, Refusal> {
        let game = self.running().ok_or(Refusal::NoGame)?;
        self.is_present(number).map(|()| game)
    }

    /// The running game, which has to be number `number` and to have `ply` moves.
    pub(crate) fn game_at(&self, number: u32, ply: u32) -> Result<&GameView, Refusal> {
        let game = self.game(number)?;
        match self.ply() {
            present if present == ply => Ok(game),
            present => Err(Refusal::Stale {
                game: game.number,
                ply: present,
            }),
        }
    }

    /// Refuses a `number` that is not the running or last game's.
    pub(crate) fn is_present(&self, number: u32) -> Result<(), Refusal> {
        let game = self.view().game.as_ref().map_or(0, |game| game.number);
        match number == game {
            true => Ok(()),
            false => Err(Refusal::Stale {
                game,
                ply: self.ply(),
            }),
        }
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

/// A number of moves in the wire's type. A board has at most 361 cells.
pub(crate) fn wire_ply(ply: usize) -> u32 {
    u32::try_from(ply).unwrap_or(u32::MAX)
}
