//! The bot's next action, from its place and the state of the room. Offers are answered as the
//! server's own computer does: an offer that continues the game is accepted, a draw only where
//! nobody can win any more.

use std::time::Duration;

use frontend::exit::Exit;
use oxo_client::session::Room;
use protocol::{
    Command, Seat,
    event::{Offer, OfferKind},
    options::{Available, options},
    request::{AnswerOffer, Claimed},
    view::GameView,
};
use tokio::time::Instant;

use super::BotPlayer;
use crate::{language::BotPosition, opening};

/// Time for an opponent of a quick match to offer another game.
const PATIENCE: Duration = Duration::from_secs(10);
/// The part of the time on the clock that is left to the network.
const MARGIN_MS: u64 = 300;
/// A program is given this long even when the clock has less.
const LEAST_MS: u64 = 50;

/// The next action.
#[derive(Debug)]
pub(crate) enum NextAction {
    /// Find a move in this position, within a time in milliseconds.
    Think(BotPosition, u64),
    /// Something of the seat.
    Seat(Command),
    /// Go to a table, of another opponent if there was one.
    Enter,
    /// Nothing before that instant, or until something happens.
    Wait(Option<Instant>),
    Finished(Exit),
}

impl BotPlayer {
    /// The next action.
    pub fn next_action(&mut self, now: Instant) -> NextAction {
        if let Some(exit) = self.over {
            return NextAction::Finished(exit);
        }
        if !self.client.link.is_open() || self.client.is_waiting() {
            return NextAction::Wait(None);
        }
        self.hold = self.hold.filter(|hold| now < *hold);
        if self.hold.is_some() {
            return NextAction::Wait(self.hold);
        }
        match &self.client.room {
            _ if self.entering => NextAction::Wait(None),
            Some(room) => match room.seat {
                Some(me) => self.at_table(room, me, now),
                None => NextAction::Wait(None),
            },
            None if !self.client.entered => NextAction::Enter,
            None if self.roams() && self.games != Some(0) => NextAction::Enter,
            None => NextAction::Finished(Exit::Fine),
        }
    }

    fn at_table(&self, room: &Room, me: Seat, now: Instant) -> NextAction {
        let view = &room.view;
        if let Some(offer) = view.offer.filter(|offer| offer.by != me) {
            return NextAction::Seat(self.reply_to(&offer, view.running()));
        }
        let Some(game) = view.running() else {
            return self.between_games(room, me, now);
        };
        let now_ms = room.clock.now_ms(now);
        match game.turn {
            Some(turn) if turn.seat == me && game.opening.is_some() => {
                opening::act(view, game).map_or(NextAction::Wait(None), NextAction::Seat)
            }
            Some(turn) if turn.seat == me => {
                let left = turn.due_ms.saturating_sub(now_ms + MARGIN_MS);
                let ms = self.move_ms.min(left).max(LEAST_MS);
                let think = |position| NextAction::Think(position, ms);
                BotPosition::of(view, game).map_or(NextAction::Wait(None), think)
            }
            _ => when_possible(
                room,
                me,
                now,
                |command| matches!(command, Command::Claim(claim) if claim.result == Claimed::Win),
            ),
        }
    }

    fn reply_to(&self, offer: &Offer, game: Option<&GameView>) -> Command {
        let accepted = match offer.kind {
            OfferKind::Draw => game.is_some_and(|game| game.no_open_lines),
            OfferKind::Takeback | OfferKind::Restart => true,
            OfferKind::Rematch => self.games != Some(0),
        };
        let answer = AnswerOffer { offer: offer.id };
        match accepted {
            true => Command::Accept(answer),
            false => Command::Decline(answer),
        }
    }

    /// Another game is for a person to offer; programs would wait for ever.
    fn between_games(&self, room: &Room, me: Seat, now: Instant) -> NextAction {
        let view = &room.view;
        if self.games == Some(0) {
            return NextAction::Seat(Command::Leave);
        }
        let Some(other) = &view.seats[me.other()] else {
            return match self.roams() {
                true => NextAction::Seat(Command::Leave),
                false => NextAction::Wait(None),
            };
        };
        if self.roams() {
            let until = self.idle.map_or(now, |idle| idle + PATIENCE);
            return match until <= now {
                true => NextAction::Seat(Command::Leave),
                false => NextAction::Wait(Some(until)),
            };
        }
        let is_person = !other.player.bot && !other.player.is_computer();
        if is_person || view.game.is_none() {
            return NextAction::Wait(None);
        }
        when_possible(
            room,
            me,
            now,
            |command| matches!(command, Command::Offer(offer) if offer.kind == OfferKind::Rematch),
        )
    }
}

/// The command that is wanted, as soon as the server accepts it.
fn when_possible(room: &Room, me: Seat, now: Instant, wanted: fn(&Command) -> bool) -> NextAction {
    let now_ms = room.clock.now_ms(now);
    let mut available = options(&room.view, me, now_ms).into_iter();
    match available.find(|available| wanted(&available.command)) {
        None => NextAction::Wait(None),
        Some(Available { command, from_ms }) => match from_ms {
            None => NextAction::Seat(command),
            Some(ms) => NextAction::Wait(Some(now + Duration::from_millis(ms - now_ms))),
        },
    }
}
