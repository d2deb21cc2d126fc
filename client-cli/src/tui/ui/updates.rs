//! Routing of the session's updates to pages.

use frontend::{
    intent::Intent,
    room_list::RoomList,
    speech::{self, Scene},
};
use oxo_client::session::{End, Room, Update};
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
        if let Update::Snapshot(room) = update
            && !self.is_at(room)
        {
            self.table = None;
        }
        self.client.take(update, now);
        self.start.follow(&self.client);
        if let Update::LinkUp(_) = update {
            self.seat_poll.hurry();
        }
        self.tell_time(now);
        if let Update::LinkLost { .. } = update {
            self.link_lost(!lost);
        }
        let effects = self.take(update, now);
        // A game that runs, or a question, calls back to the table.
        if self.live_table().is_some_and(|table| table.calls()) {
            self.viewer = None;
        }
        effects
    }

    fn take(&mut self, update: &Update, now: Instant) -> Vec<UiEffect> {
        match update {
            Update::LinkUp(welcome) => self.start.exhibition(welcome.exhibition),
            Update::Snapshot(_) => self.snapshot(now),
            Update::Matched(_) => return self.matched(now),
            Update::Event { frame, before, .. } => {
                if let Some(mut table) = self.live_table_mut() {
                    return table.event(frame, before, now);
                }
            }
            Update::Now { before, .. } => {
                if let Some(mut table) = self.live_table_mut() {
                    table.now(before);
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

    fn link_lost(&mut self, news: bool) {
        if let Some(table) = self.table.as_mut().filter(|_| news) {
            table.link_lost();
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

    /// Whether one is at the table of a room.
    fn is_at(&self, room: &Room) -> bool {
        let here = self.live_table().map(|table| table.room);
        here.is_some_and(|here| (here.code, here.seat) == (room.code, room.seat))
    }

    fn snapshot(&mut self, now: Instant) {
        self.launch.direct = false;
        self.launch.first.clear();
        let switching = self.is_switching(now);
        if let Some(mut table) = self.live_table_mut() {
            return table.snapshot(now);
        }
        self.table = TablePage::new(self.text.clone(), &self.client, now).map(Box::new);
        if let Some(table) = self.table.as_mut().filter(|_| switching) {
            table.say(say!(self.text, COMPUTER_LAID_ASIDE), Role::Plain);
        }
        self.viewer = None;
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
                match self.rooms.add_page(id, page) {
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
                if let Some(mut table) = self.live_table_mut() {
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
        let here = self.live_table().filter(|table| next && table.watches());
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
        if let Some(table) = self.live_table() {
            let now_ms = table.room.clock.now_ms(now);
            return speech::refusal(table.scene(), why, now_ms);
        }
        speech::refusal(Scene::outside(&self.text), why, 0)
    }
}
