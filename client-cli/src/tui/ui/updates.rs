//! What comes from the session: to which page it goes.

use oxo_client::session::{End, Room, Update};
use protocol::{
    Accepted, Answer, Refusal, View,
    frame::QueuePlace,
    reply::{Refused, Welcome},
};
use tokio::time::Instant;

use super::{GO, Page, Ui};
use crate::{
    exit::Exit,
    intent::Intent,
    key::say,
    speech::{self, Scene},
    tui::{
        effect::Effect,
        link::{Link, Loss},
        rooms::{self, next_to_watch},
        table::{LOCK, Table, Tone},
    },
};

impl Ui {
    /// Something came from the session.
    pub fn update(&mut self, update: &Update, now: Instant) -> Vec<Effect> {
        let effects = self.take(update, now);
        // Whoever looks at a game is called back to the table.
        if self.table().is_some_and(Table::calls) {
            self.viewer = None;
        }
        effects
    }

    fn take(&mut self, update: &Update, now: Instant) -> Vec<Effect> {
        match update {
            Update::LinkUp(welcome) => self.link_up(welcome),
            Update::LinkLost { why, retry_in } => {
                let room = self.table().map(|table| &table.room);
                let loss = Loss::new(why, room, &self.limits, now + *retry_in, now);
                self.link.lost(loss);
                self.rooms.forget();
            }
            Update::Seated(entered) => {
                self.link.heard();
                if let Page::Table(table) = &mut self.page {
                    table.room.url = Some(entered.url.clone());
                    table.room.code = entered.room;
                }
            }
            Update::Snapshot(room) => self.snapshot(room, now),
            Update::Saving(_) => self.link = Link::Saving,
            Update::Saved => self.link.saved(),
            Update::Matched(_) => return self.matched(now),
            Update::Event {
                frame,
                before,
                room,
            } => {
                self.link.heard();
                if let Page::Table(table) = &mut self.page {
                    return table.event(frame, before, room.clone(), now);
                }
            }
            Update::Now { room, .. } => {
                if let Page::Table(table) = &mut self.page {
                    table.now(room.clone());
                }
            }
            Update::Reply { id, answer, .. } => return self.reply(*id, answer, now),
            Update::Queue(place) => self.queue(*place),
            Update::Unqueued(why) => {
                self.queue_over();
                let sentence = speech::unqueued(&self.text, *why);
                match self.page {
                    Page::Table(_) => self.complain(sentence),
                    Page::Start => self.back_to_start(Some(sentence)),
                }
            }
            Update::Dismissed => self.back_to_start(Some(say!(self.text, LINK_DISMISSED))),
            Update::Dropped { id } => self.dropped(*id, now),
            Update::Complaint(why) => {
                let sentence = self.refusal(why, now);
                self.complain(sentence);
            }
            Update::End(end) => return self.end(end),
            Update::Frame(_) => {}
        }
        Vec::new()
    }

    fn link_up(&mut self, welcome: &Welcome) {
        self.limits = welcome.limits.clone();
        self.start.exhibition(welcome.exhibition);
        let again = matches!(self.link, Link::Lost(_)) && self.table().is_some();
        self.link = if again { Link::Returning } else { Link::Up };
    }

    fn snapshot(&mut self, room: &Room, now: Instant) {
        self.link.heard();
        self.direct = false;
        self.first.clear();
        if let Page::Table(table) = &mut self.page
            && table.room.code == room.code
            && table.room.seat == room.seat
        {
            return table.snapshot(room.clone(), now);
        }
        let mut table = Table::new(self.text.clone(), room.clone(), self.last_id, now);
        table.queued(self.queued);
        if self.is_switching(now) {
            table.say(say!(self.text, COMPUTER_LAID_ASIDE), Tone::Calm);
        }
        (self.page, self.viewer) = (Page::Table(Box::new(table)), None);
        self.start.idle();
    }

    /// Whether one was brought to another table a moment ago.
    pub(super) fn is_switching(&self, now: Instant) -> bool {
        self.switched_until.is_some_and(|until| now < until)
    }

    /// One waits for somebody, here or at a table with a computer.
    fn queue(&mut self, place: QueuePlace) {
        self.queued = Some(place);
        match &mut self.page {
            Page::Table(table) => table.queued(self.queued),
            Page::Start => self.start.queued(place),
        }
    }

    fn queue_over(&mut self) {
        self.queued = None;
        if let Page::Table(table) = &mut self.page {
            table.queued(None);
        }
    }

    /// Somebody has come; their room follows. Keys that were meant for the game
    /// against the computer must not be moves in theirs.
    fn matched(&mut self, now: Instant) -> Vec<Effect> {
        self.queue_over();
        self.overlay = None;
        if self.table().is_some() {
            self.switched_until = Some(now + LOCK);
        }
        vec![Effect::Ring(say!(self.text, QUEUE_MATCHED))]
    }

    fn reply(&mut self, id: u64, answer: &Answer, now: Instant) -> Vec<Effect> {
        if let Page::Table(table) = &mut self.page {
            table.arrived(id);
        }
        match answer {
            Answer::Ok(Accepted::Rooms { rooms, next }) if self.rooms.is_asked(id) => {
                match self.rooms.came(id, rooms.clone(), *next) {
                    rooms::Page::More(ask) => return vec![Effect::Ask(ask)],
                    rooms::Page::Whole(rooms) => return self.listed(rooms),
                }
            }
            Answer::Ok(Accepted::Queued { position, .. }) => {
                self.direct = false;
                self.queue(QueuePlace {
                    position: *position,
                    wait_ms: None,
                });
                if let Some(intent) = self.meanwhile.take() {
                    self.start.going(intent.clone());
                    return vec![Effect::Go(intent)];
                }
            }
            Answer::Ok(Accepted::Cancelled) => {
                self.queue_over();
                self.start.idle();
            }
            Answer::Ok(Accepted::Hint { game, ply, cell }) => {
                if let Page::Table(table) = &mut self.page {
                    table.hinted(*game, *ply, *cell);
                }
            }
            Answer::Ok(Accepted::Left { .. }) if self.queued.is_some() => self.back_to_start(None),
            Answer::Ok(Accepted::Left { .. }) => {
                // A new connection, for this one's seat may still be had for a while.
                self.back_to_start(Some(say!(self.text, EVENT_LEFT_YOU)));
                return vec![Effect::Detach];
            }
            Answer::Ok(_) => {}
            Answer::Error(refused) => return self.refused(id, refused, now),
        }
        Vec::new()
    }

    fn refused(&mut self, id: u64, refused: &Refused, now: Instant) -> Vec<Effect> {
        let sentence = self.refusal(&refused.why, now);
        if self.rooms.is_asked(id) {
            self.rooms.forget();
        }
        if id == GO {
            let others = self.begin();
            if !others.is_empty() {
                return others;
            }
            if self.direct {
                self.fail(Exit::Failed, sentence);
                return Vec::new();
            }
            self.rest();
        }
        self.complain(sentence);
        Vec::new()
    }

    fn listed(&mut self, rooms: Vec<protocol::reply::Listed>) -> Vec<Effect> {
        let next = std::mem::take(&mut self.next_room);
        let here = self.table().filter(|table| table.watches());
        if let Some(here) = here.filter(|_| next).map(|table| table.room.code) {
            if let Some(room) = next_to_watch(&rooms, here) {
                return vec![Effect::Go(Intent::Watch(room))];
            }
            self.complain(say!(self.text, SCREEN_TABLE_NO_OTHER));
        }
        self.start.rooms(rooms);
        Vec::new()
    }

    fn dropped(&mut self, id: u64, now: Instant) {
        self.rooms.forget();
        if id == GO && matches!(self.page, Page::Start) {
            self.rest();
            self.start.say(say!(self.text, LINK_DROPPED));
        }
        if self.is_switching(now) {
            return;
        }
        if let Page::Table(table) = &mut self.page {
            table.arrived(id);
            table.say(say!(self.text, LINK_DROPPED), Tone::Alert);
        }
    }

    fn end(&mut self, end: &End) -> Vec<Effect> {
        self.rooms.forget();
        self.queue_over();
        self.link = Link::Over(self.address.clone(), end.clone());
        match end {
            End::Link(error) if self.direct => {
                let sentence = speech::connect_error(&self.text, &self.address, error);
                self.fail(Exit::Failed, sentence);
                Vec::new()
            }
            End::Gone => {
                self.back_to_start(Some(say!(self.text, LINK_GONE)));
                vec![Effect::Detach]
            }
            _ => Vec::new(),
        }
    }

    fn refusal(&self, why: &Refusal, now: Instant) -> String {
        let view = View::default();
        let (scene, now_ms) = match self.table() {
            Some(table) => (table.scene(), table.room.clock.now_ms(now)),
            None => {
                let (text, me) = (&*self.text, None);
                (
                    Scene {
                        text,
                        me,
                        view: &view,
                    },
                    0,
                )
            }
        };
        speech::refusal(scene, why, now_ms)
    }
}
