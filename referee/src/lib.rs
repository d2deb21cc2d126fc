//! The referee: from what a room is, what somebody wishes and what time it is,
//! to what happens or why not. Pure and deterministic.
//!
//! Knows nothing of sockets, stores, tasks or clocks: time and randomness are
//! arguments, and its events are not true before the journal has them.

mod commands;
pub mod computer;
mod moves;
mod offers;
mod private;
mod seats;
mod table;
mod time;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use game::Board;
use protocol::{
    Accepted, Event, GameId, Limits, Refusal, RoomCode,
    event::{Cause, GameResult, How, Over},
    ids::{BySeat, Seat},
    settings::Alternate,
    view::Seated,
};

pub use commands::command;
pub use private::{Private, PrivateChange, SeatKey};
pub use seats::{Newcomer, join, open, rename, returned};
pub use table::Table;
pub use time::{away, due, next_deadline, next_deadline_but_moves};

/// What the referee is told besides the room itself.
pub struct Context<'a> {
    /// What time it is, Unix milliseconds.
    pub now_ms: u64,
    /// The limits in force.
    pub limits: &'a Limits,
    /// Since when nobody has watched, where that matters: two computers do not
    /// play for nobody.
    pub unwatched_since_ms: Option<u64>,
    /// Each seat's smallest recent round trip, where one was measured.
    pub rtt_ms: BySeat<Option<u64>>,
    /// Since when each seat has had no connection, where it has none.
    pub away_since_ms: BySeat<Option<u64>>,
    /// A source of random bits.
    pub random: &'a dyn Fn() -> u64,
    /// Whether a game that ends now is kept under an id of its own.
    pub keeps_games: bool,
}

/// A room as it would be after the events decided so far, and those events.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Shared until something happens.
    table: Arc<Table>,
    at_ms: u64,
    /// What was decided, in order.
    pub events: Vec<Event>,
    /// What changes in the private part with it.
    pub private: Vec<PrivateChange>,
}

impl Draft {
    /// Begins from a room as it stands. The time never runs back in a room.
    #[must_use]
    pub fn new(table: Arc<Table>, now_ms: u64) -> Draft {
        let at_ms = now_ms.max(table.view().at_ms);
        Draft {
            table,
            at_ms,
            events: Vec::new(),
            private: Vec::new(),
        }
    }

    /// The room as it would be.
    #[must_use]
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// The room as it would be, for keeps.
    #[must_use]
    pub fn into_table(self) -> Arc<Table> {
        self.table
    }

    /// The time of this draft's events.
    #[must_use]
    pub fn at_ms(&self) -> u64 {
        self.at_ms
    }

    fn push(&mut self, event: Event) {
        let seq = self.table.view().seq + 1;
        Arc::make_mut(&mut self.table).fold(seq, self.at_ms, &event);
        self.events.push(event);
    }

    /// The same for a move, with the position it led to.
    fn push_move(&mut self, event: Event, board: Board) {
        let seq = self.table.view().seq + 1;
        self.table = Arc::new(self.table.moved(seq, self.at_ms, &event, board));
        self.events.push(event);
    }

    /// How the running game ends: the score, who begins next, what follows.
    fn over(&self, result: GameResult, winner: Option<Seat>, how: How, context: &Context) -> Over {
        let view = self.table.view();
        let mut score = view.score;
        match (result, winner) {
            (GameResult::Won, Some(Seat::Host)) => score.host += 1,
            (GameResult::Won, Some(Seat::Guest)) => score.guest += 1,
            (GameResult::Drawn, _) => score.draws += 1,
            _ => {}
        }
        let x = view.game.as_ref().map_or(Seat::Host, |game| game.x);
        let next_x = match (result, view.settings.alternate) {
            (GameResult::Aborted, _) | (_, Alternate::Fixed) => x,
            (_, Alternate::Yes) => x.other(),
        };
        Over {
            result,
            winner,
            how,
            id: self.game_id(result, context),
            score,
            next_x,
            empty_until_ms: self.empty_until(None, context.limits),
            next_ms: computer::is_exhibition(view)
                .then_some(self.at_ms + context.limits.exhibition_pause_ms),
        }
    }

    /// The id of the game that ends. One that was called off before anybody
    /// had moved is nothing to keep.
    fn game_id(&self, result: GameResult, context: &Context) -> Option<GameId> {
        let empty = result == GameResult::Aborted && self.table.board().ply() == 0;
        // Two computers never stop, and nobody asks for their games by an id.
        let empty = empty || computer::is_exhibition(self.table.view());
        let half = || u128::from((context.random)());
        (context.keeps_games && !empty).then(|| GameId::at(self.at_ms, half() << 64 | half()))
    }

    /// When the room ends because nobody is there, once `going` is not there
    /// either. Somebody is there who sits and is not lost; a computer is
    /// nobody, and two have their own way to end.
    fn empty_until(&self, going: Option<Seat>, limits: &Limits) -> Option<u64> {
        let there = |(seat, seated): (Seat, &Option<Seated>)| {
            let there = |s: &Seated| s.lost.is_none() && !s.player.is_computer();
            Some(seat) != going && seated.as_ref().is_some_and(there)
        };
        let view = self.table.view();
        let empty = !view.seats.iter().any(there) && !computer::is_exhibition(view);
        empty.then(|| self.at_ms + limits.empty_room_ms)
    }
}

/// How long a lost player may stay away before the other may claim.
fn grace_ms(view: &protocol::View, cause: Cause, limits: &Limits) -> u64 {
    if cause == Cause::Left {
        return limits.left_grace_ms;
    }
    match view.settings.clock.initial_ms() {
        Some(clock_ms) => (clock_ms / 4)
            .min(limits.lost_grace_ms)
            .max(limits.short_grace_ms),
        None => limits.lost_grace_ms,
    }
}

/// What a command led to.
pub type Verdict = Result<Accepted, Refusal>;

/// A code from random bits.
fn fresh_code(context: &Context) -> RoomCode {
    RoomCode::from_bits((context.random)())
}
