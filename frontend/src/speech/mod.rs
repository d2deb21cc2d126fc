//! Sentences for events, refusals, links, offers and rooms, from the catalogue.

pub mod analysis;
pub mod brief;
mod doctor;
mod event;
mod games;
mod invitation;
mod link;
mod lobby;
mod opening;
mod over;
mod refusal;
mod review;
mod seats;
mod table;
#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use game::Level;
use oxo_client::session::Room;
use protocol::{Mark, Seat, View};
use sentences::{Catalogue, code, player_beside, say};

/// Listener and room of a sentence.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub text: &'a Catalogue,
    /// One's own seat; nothing for a watcher.
    pub me: Option<Seat>,
    pub view: &'a View,
    /// Whether two people share a terminal: one without a name is called by the mark.
    pub shared: bool,
}

/// View of no room.
static NO_ROOM: LazyLock<View> = LazyLock::new(View::default);

impl<'a> Scene<'a> {
    /// A room as one sees it from one's place.
    pub fn of(text: &'a Catalogue, room: &'a Room) -> Scene<'a> {
        Scene {
            text,
            me: room.me(),
            view: &room.view,
            shared: room.mode.is_shared(),
        }
    }

    /// Outside of any room.
    pub fn outside(text: &'a Catalogue) -> Scene<'a> {
        Scene {
            text,
            me: None,
            view: &NO_ROOM,
            shared: false,
        }
    }
}

impl Scene<'_> {
    /// The name of the player in a seat.
    pub fn name(&self, seat: Seat) -> String {
        let beside = self.view.seats[seat.other()].as_ref();
        let beside = beside.filter(|_| self.me.is_none()).map(|it| &it.player);
        match &self.view.seats[seat] {
            Some(_) if self.shared && !self.has_name(seat) => {
                let mark = self.view.mark_of(seat).unwrap_or(Mark::X);
                say!(self.text, LOCAL_PLAYER, mark)
            }
            Some(seated) => player_beside(self.text, &seated.player, beside),
            None => say!(self.text, WHO_NOBODY),
        }
    }

    fn has_name(&self, seat: Seat) -> bool {
        let seated = self.view.seats[seat].as_ref();
        seated.is_some_and(|seated| seated.player.name.is_some())
    }

    fn is_me(&self, seat: Seat) -> bool {
        self.me == Some(seat)
    }

    /// The name of a cell on this room's board.
    pub fn cell(&self, cell: protocol::Cell) -> String {
        game::notation::name(self.view.settings.rules, cell).unwrap_or_else(|| cell.to_string())
    }
}

/// Strength of a level of the computer.
pub fn level(text: &Catalogue, level: Level) -> String {
    text.say(format!("computer.level.{}", level.number()), &[])
}

pub use doctor::doctor_step;
pub use event::{event, offer, phrase, reaction, room_end};
pub use games::{
    kept_game, not_fetched, replay_end, replay_heading, replay_move, session_group, sgf, unread,
};
pub use invitation::{awaited, invitation};
pub use link::{
    bye, connect_error, ended, link_up, loss, loss_after, notice, notice_in_brief, unqueued,
};
pub use lobby::{here, listed, listed_own, listed_rules, queued, waiting};
pub use opening::opening_turn;
pub use over::{replaced, result, score};
pub use refusal::{bad_name, refusal, refused};
pub use review::{review, review_legend, review_move, review_sum};
pub use seats::{
    GameEnd, game_end, is_my_turn, removed_devices, seat_line, standing, standing_in_room,
    turn_may_come, urgency,
};
pub use sentences::{clock_setting, player};
pub use table::{
    absence, address_error, chat_notice, clocks, people, players, room_rules, shared_turn,
};
