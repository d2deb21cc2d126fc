//! Routing of the session's updates to pages.

use frontend::{
    intent::Intent,
    room_list::RoomList,
    speech::{self, Scene},
};
use oxo_client::session::{End, LossKind, Room, Update};
use protocol::{
    Accepted, Answer, Refusal,
    frame::Unqueued,
    reply::{HeldSeat, Refused},
};
use sentences::say;
use tokio::time::Instant;

use super::{GO, Ui};
use crate::tui::{
    effect::UiEffect,
    rooms::{RoomPage, next_to_watch},
    table::{LOCK, TablePage},
    theme::Role,
};

impl Ui {
    /// Something came from the session.
    pub fn update(&mut self, update: &Update, now: Instant) -> Vec<UiEffect> {
        let lost = self.client.link.loss().is_some();
        self.client.take(update, now);
        if let Some(table) = &mut self.table {
            table.follow(&self.client);
        }
        self.start.follow(&self.client);
        if let Update::LinkUp(_) = update {
            self.seat_poll.hurry();
        }
        self.tell_time(now);
        if let Update::LinkLost { why, .. } = update {
            self.link_lost(why.kind(), !lost, now);
        }
        let effects = self.take(update, now);
        // A game that runs, or a question, calls back to the table.
        if self.table.as_ref().is_some_and(|table| table.calls()) {
            self.viewer = None;
        }
        effects
    }

    fn take(&mut self, update: &Update, now: Instant) -> Vec<UiEffect> {
        match update {
            Update::LinkUp(welcome) => self.start.exhibition(welcome.exhibition),
            Update::Seated(entered) => {
                if let Some(table) = &mut self.table {
                    table.room.url = Some(entered.url.clone());
                    table.room.code = entered.room;
                }
            }
            Update::Snapshot(room) => self.snapshot(room, now),
            Update::Matched(_) => return self.matched(now),
            Update::Event {
                frame,
                before,
                room,
            } => {
                if let Some(table) = &mut self.table {
                    return table.event(frame, before, room.clone(), now);
                }
            }
            Update::Now { room, .. } => {
                if let Some(table) = &mut self.table {
                    table.now(room.clone());
                }
            }
            Update::Reply { id, answer, .. } => return self.reply(*id, answer, now),
            Update::Queue(_) => self.queued(),
            Update::Unqueued(why) => self.unqueued(*why),
            Update::Dismissed => self.back_to_start(Some(say!(self.text, LINK_DISMISSED))),
            Update::Dropped { id } => self.dropped(*id, now),
            Update::Complaint(why) => {
                let sentence = self.refusal(why, now);
                self.complain(sentence);
            }
            Update::End(end) => return self.end(end),
            _ => {}
        }
        Vec::new()
    }

    fn link_lost(&mut self, kind: LossKind, news: bool, now: Instant) {
        if let Some(table) = &mut self.table {
            table.link_lost(kind, news, now);
        }
        self.rooms.forget();
    }

    fn unqueued(&mut self, why: Unqueued) {
        let sentence = speech::unqueued(&self.text, why);
        match self.table {
            Some(_) => self.complain(sentence),
            None => self.back_to_start(Some(sentence)),
        }
    }

    fn snapshot(&mut self, room: &Room, now: Instant) {
        self.launch.direct = false;
        self.launch.first.clear();
        if let Some(table) = &mut self.table
            && (table.room.code, table.room.seat) == (room.code, room.seat)
        {
            return table.snapshot(room.clone(), now);
        }
        let mut table = TablePage::new(self.text.clone(), room.clone(), now);
        table.follow(&self.client);
        if self.is_switching(now) {
            table.say(say!(self.text, COMPUTER_LAID_ASIDE), Role::Plain);
        }
        (self.table, self.viewer) = (Some(Box::new(table)), None);
        self.start.idle();
    }

    /// Whether one was brought to another table a moment ago.
    pub(super) fn is_switching(&self, now: Instant) -> bool {
        self.switched_until.is_some_and(|until| now < until)
    }

    /// One waits for somebody, here or at a table with a computer.
    fn queued(&mut self) {
        if self.table.is_none() {
            self.start.queued();
        }
    }

    /// Somebody has come; their room follows. Keys that were meant for the game
    /// against the computer must not be moves in theirs.
    fn matched(&mut self, now: Instant) -> Vec<UiEffect> {
        self.overlay = None;
        if self.table.is_some() {
            self.switched_until = Some(now + LOCK);
        }
        vec![UiEffect::Ring(say!(self.text, QUEUE_MATCHED))]
    }

    fn reply(&mut self, id: u64, answer: &Answer, now: Instant) -> Vec<UiEffect> {
        match answer {
            Answer::Ok(page @ Accepted::Rooms { .. }) if self.rooms.is_asked(id) => {
                match self.rooms.came(id, page) {
                    RoomPage::More(ask) => return vec![UiEffect::Ask(self.client.number(ask))],
                    RoomPage::Whole(list) => return self.listed(list),
                }
            }
            Answer::Ok(Accepted::Seats { seats }) if self.seat_poll.is_asked(id) => {
                let news = self.seat_poll.answered(seats, now);
                self.start.standings(&self.seat_poll);
                return self.call_to_seats(&news, now);
            }
            Answer::Ok(Accepted::Queued { .. }) => {
                self.launch.direct = false;
                self.queued();
                if let Some(intent) = self.launch.meanwhile.take() {
                    return self.go(intent);
                }
            }
            Answer::Ok(Accepted::Cancelled) => self.start.idle(),
            Answer::Ok(Accepted::Hint { game, ply, cell }) => {
                if let Some(table) = &mut self.table {
                    table.hinted(*game, *ply, *cell);
                }
            }
            Answer::Ok(Accepted::Left { .. }) if self.client.queue.is_some() => {
                self.back_to_start(None);
            }
            Answer::Ok(Accepted::Left { .. }) => {
                // A new connection, for this one's seat may still be had for a while.
                self.back_to_start(Some(say!(self.text, EVENT_LEFT_YOU)));
                return vec![UiEffect::Detach];
            }
            Answer::Ok(accepted) => {
                if let Some(table) = &mut self.table {
                    table.shared(id, accepted);
                }
            }
            Answer::Error(refused) => return self.refused(id, refused, now),
        }
        Vec::new()
    }

    /// Calls to the seats where it has become one's turn.
    fn call_to_seats(&self, news: &[HeldSeat], now: Instant) -> Vec<UiEffect> {
        let now_ms = self.client.now_ms(now);
        let standing = |held| speech::standing(&self.text, held, now_ms);
        let call = news.first().map(standing).map(UiEffect::Ring);
        call.into_iter().collect()
    }

    fn refused(&mut self, id: u64, refused: &Refused, now: Instant) -> Vec<UiEffect> {
        if self.seat_poll.is_asked(id) {
            // Nobody has asked for it: the codes are there, and older servers do not know it.
            let _ = self.seat_poll.refused(&refused.why, now);
            return Vec::new();
        }
        let sentence = self.refusal(&refused.why, now);
        if self.sheet_refused(id, &sentence, Some(&refused.why)) {
            return Vec::new();
        }
        if self.rooms.is_asked(id) {
            self.rooms.forget();
        }
        if id == GO {
            let others = self.begin();
            if !others.is_empty() {
                return others;
            }
            if self.launch.direct {
                self.fail(sentence);
                return Vec::new();
            }
            self.rest();
        }
        self.complain(sentence);
        Vec::new()
    }

    fn listed(&mut self, list: RoomList) -> Vec<UiEffect> {
        let next = std::mem::take(&mut self.next_room);
        let here = self.table.as_ref().filter(|table| next && table.watches());
        if let Some(here) = here.map(|table| table.room.code) {
            if let Some(room) = next_to_watch(&list.rooms, here) {
                return vec![UiEffect::Go(Intent::Watch(room))];
            }
            self.complain(say!(self.text, SCREEN_TABLE_NO_OTHER));
        }
        self.start.rooms(list.without(self.client.ticket, &[]));
        Vec::new()
    }

    fn dropped(&mut self, id: u64, now: Instant) {
        if self.seat_poll.is_asked(id) {
            return self.seat_poll.missed(now);
        }
        if self.rooms.is_asked(id) {
            self.rooms.forget();
        }
        let sentence = say!(self.text, LINK_DROPPED);
        if self.sheet_refused(id, &sentence, None) {
            return;
        }
        let switching = self.is_switching(now);
        match &mut self.table {
            None if id == GO => {
                self.rest();
                self.start.say(sentence);
            }
            Some(table) if !switching => {
                table.say(sentence, Role::Alert);
            }
            _ => {}
        }
    }

    fn end(&mut self, end: &End) -> Vec<UiEffect> {
        self.rooms.forget();
        self.seat_poll.forget();
        if let Some(table) = &mut self.table {
            table.close_sheet();
        }
        match end {
            End::Link(error) if self.launch.direct => {
                self.fail(speech::connect_error(&self.text, &self.address, error));
            }
            End::Gone => {
                self.back_to_start(Some(say!(self.text, LINK_GONE)));
                return vec![UiEffect::Detach];
            }
            _ => {}
        }
        Vec::new()
    }

    fn refusal(&self, why: &Refusal, now: Instant) -> String {
        if let Some(table) = &self.table {
            let now_ms = table.room.clock.now_ms(now);
            return speech::refusal(table.scene(), why, now_ms);
        }
        speech::refusal(Scene::nowhere(&self.text), why, 0)
    }
}
