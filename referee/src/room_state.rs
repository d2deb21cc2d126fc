//! A room as the referee needs it: the public view and the board, both folds of the events.

use game::Board;
use protocol::{Event, View};

/// The folds of a room's events: view and board.
#[derive(Clone, Debug)]
pub struct RoomState {
    view: View,
    /// The position of the present or last game.
    board: Board,
}

impl Default for RoomState {
    fn default() -> Self {
        let view = View::default();
        RoomState {
            board: Board::new(view.settings.rules),
            view,
        }
    }
}

impl RoomState {
    /// The view.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The position of the present or last game.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Folds event number `seq`, of the time `at_ms`.
    pub fn fold(&mut self, seq: u64, at_ms: u64, event: &Event) {
        self.view.fold(seq, at_ms, event);
        match event {
            Event::Created { .. } | Event::Started { .. } => {
                self.board = Board::new(self.view.settings.rules);
            }
            Event::Moved { cell, .. } => {
                let board =
                    std::mem::replace(&mut self.board, Board::new(self.view.settings.rules));
                // The move was legal when the event was written.
                self.board = board.play(*cell).unwrap_or_else(|rejected| rejected.board);
            }
            Event::TakenBack { ply, .. } => {
                if let Some(board) = self.board.at_ply(*ply as usize) {
                    self.board = board;
                }
            }
            _ => {}
        }
    }

    /// The room after a move, event number `seq`, which led to `board`.
    pub fn moved(&self, seq: u64, at_ms: u64, event: &Event, board: Board) -> RoomState {
        let mut view = self.view.clone();
        view.fold(seq, at_ms, event);
        RoomState { view, board }
    }
}
