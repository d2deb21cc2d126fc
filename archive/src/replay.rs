//! A finished game replayed on a board, and its positions.
//!
//! A record is not trusted: its moves are made on a board, and winning lines come from
//! there.

use game::{Board, Outcome};
use protocol::{
    Cell, Mark, Seat, View,
    event::{EndReason, GameResult, Over},
    ids::BySeat,
    view::{GameView, Seated},
};

use super::{
    SavedGame, SavedGameError,
    review::{ReviewRequest, Reviewed},
};

/// A finished game whose moves fit its rules.
#[derive(Clone, Debug)]
pub struct Game {
    saved: SavedGame,
    over: Over,
    /// The position at the end.
    board: Board,
}

impl Game {
    /// Makes the moves of a record, which may say anything.
    ///
    /// # Errors
    /// When its moves do not fit its rules, or its result does not fit them.
    pub fn check(saved: SavedGame) -> Result<Game, SavedGameError> {
        let game = &saved.record.game;
        let over = game.over.ok_or(SavedGameError::Unfinished)?;
        let opens = saved.record.settings.opens;
        let mut board = Board::new(saved.record.settings.rules);
        for (number, played) in (1..).zip(&game.moves) {
            if played.mark != opens.mark(board.to_move()) {
                return Err(SavedGameError::Move(number));
            }
            let next = board.play(played.cell);
            board = next.map_err(|_| SavedGameError::Move(number))?;
        }
        let fits = match board.outcome() {
            Outcome::Won { by, .. } => {
                over.reason == EndReason::Line && over.winner == Some(game.seat_of(opens.mark(*by)))
            }
            Outcome::Drawn => over.reason == EndReason::Full,
            Outcome::Open { .. } => !matches!(over.reason, EndReason::Line | EndReason::Full),
        };
        if !fits || (over.result == GameResult::Won) != over.winner.is_some() {
            return Err(SavedGameError::Result);
        }
        Ok(Game { saved, over, board })
    }

    /// The same game, seen from no side: a file from elsewhere says whose it
    /// was, and that is not who reads it here.
    #[must_use]
    pub fn from_elsewhere(mut self) -> Game {
        self.saved.seat = None;
        self
    }

    /// The replayed game, as it was stored or came from a server.
    pub fn saved(&self) -> &SavedGame {
        &self.saved
    }

    /// The result.
    pub fn over(&self) -> &Over {
        &self.over
    }

    /// Number of moves.
    pub fn length(&self) -> usize {
        self.board.ply()
    }

    /// The board after `n` moves; none where the game has fewer.
    pub fn board_at(&self, ply: usize) -> Option<Board> {
        self.board.at_ply(ply)
    }

    /// The cells, first to last.
    pub fn cells(&self) -> &[Cell] {
        self.board.moves()
    }

    /// The move that decided it: the loser's last mistake, if the winner made none after it.
    pub fn decisive(&self, reviewed: &Reviewed) -> Option<usize> {
        let last = reviewed.mistakes().last()?;
        let winner = self.over.winner?;
        (self.mover(last) != winner).then_some(last)
    }

    /// The question for the computer about it.
    pub fn question(&self) -> ReviewRequest {
        ReviewRequest {
            rules: self.board.rules(),
            cells: self.cells().to_vec(),
            settled: self.settled(),
        }
    }

    /// Number of its moves that the opening settled.
    pub fn settled(&self) -> usize {
        let settled = self.saved.record.game.settled_plies();
        settled.min(self.length())
    }

    /// The room as it was after `n` moves; at the end, with the result.
    pub fn view(&self, ply: usize) -> View {
        let record = &self.saved.record;
        let board = self.board.at_ply(ply);
        let board = board.as_ref().unwrap_or(&self.board);
        let moves = record.game.moves[..board.ply()].to_vec();
        let lines = board.outcome().lines().to_vec();
        let game = GameView {
            clocks: record.game.clocks_after(board.ply(), record.settings.opens),
            moves,
            lines,
            turn: None,
            over: (board.ply() == self.length()).then_some(self.over),
            ..record.game.clone()
        };
        View {
            settings: record.settings,
            seats: BySeat::from_fn(|seat| {
                let player = record.players[seat].clone();
                player.map(|player| Seated {
                    player,
                    lost: None,
                    may_offer_ms: None,
                    moved: true,
                })
            }),
            score: record.score,
            game: Some(game),
            ..View::default()
        }
    }

    /// The mark of the move of that number, from 1.
    pub fn mark(&self, number: usize) -> Mark {
        let by = if number % 2 == 1 { Mark::X } else { Mark::O };
        self.saved.record.settings.opens.mark(by)
    }

    /// The player who made the move of that number, from 1.
    pub fn mover(&self, number: usize) -> Seat {
        let (game, opens) = (&self.saved.record.game, self.saved.record.settings.opens);
        let mover = number.checked_sub(1).and_then(|ply| game.mover(ply, opens));
        mover.unwrap_or_else(|| game.seat_of(self.mark(number)))
    }

    /// Duration of the move of that number, from 1, in milliseconds.
    pub fn taken_ms(&self, number: usize) -> u64 {
        let game = &self.saved.record.game;
        let at = |number: usize| {
            let index = number.checked_sub(1);
            let played = index.and_then(|index| game.moves.get(index));
            played.map_or(game.started_ms, |played| played.at_ms)
        };
        at(number).saturating_sub(at(number.saturating_sub(1)))
    }
}

#[cfg(test)]
mod tests;
