//! The plain frontend's state machine: updates and typed lines in, lines of text and
//! asks out.

use std::{cell, rc::Rc};

use frontend::{
    exit::Exit,
    room_sharing::SecretRequest,
    speech::{self, Scene},
    text_board::Charset,
};
use game::notation::Layout;
use oxo_client::{
    address::Address,
    session::{AskKind, Room, Update},
    state::ClientState,
    transport::PlayMode,
};
use protocol::{
    Accepted, Answer, Cell, Event, EventFrame, Refusal, Seat, Secret, View,
    event::{EndReason, OfferKind},
};
use sentences::{Catalogue, say};
use tokio::time::Instant;

use super::reminder::Reminder;

/// Number of times that the way to type a cell is said: at one terminal each of two reads it once.
const HINTS: u8 = 2;

/// The person's settings.
#[derive(Clone)]
pub struct PlainSettings {
    pub text: Rc<Catalogue>,
    pub keys: Layout,
    pub charset: Charset,
}

/// Effect of a typed line.
#[derive(Debug)]
pub enum LineEffect {
    Say(Vec<String>),
    Ask(AskKind),
    /// Draw the secret of a request, and come back with it.
    Draw(SecretRequest),
    Retry,
}

pub struct Console {
    pub(super) settings: PlainSettings,
    pub(super) address: Address,
    pub(super) client: ClientState,
    /// When to say that there is still no link, while there is none.
    pub(super) reminder: Option<Reminder>,
    pub(super) exit: Option<Exit>,
    /// Whether the lines come from no person: then each waits until it can be done.
    pub piped: bool,
    /// Whether a move that was typed was lost.
    pub(super) lost_move: bool,
    /// The deadline after which the other's absence has been spoken of.
    pub(super) claim_said: Option<u64>,
    /// Players of the session, and where they play.
    pub mode: PlayMode,
    /// Offer that two people at one terminal are asked to agree to.
    pub(super) agreeing: Option<OfferKind>,
    /// Number of times that the way to type a cell is still to be said.
    pub(super) hints: cell::Cell<u8>,
    /// Sentence for when the server has taken a search for an opponent.
    pub queued: Vec<String>,
    /// The code or link of the room that one joins.
    pub joining: String,
    /// The token by which the seat was shared last.
    pub(super) token: Option<Secret>,
}

impl Console {
    /// A console whose session begins with the asks up to number `first`.
    pub fn new(settings: PlainSettings, address: Address, first: u64) -> Console {
        Console {
            settings,
            address,
            client: ClientState::new(first, first),
            reminder: None,
            exit: None,
            piped: false,
            lost_move: false,
            claim_said: None,
            mode: PlayMode::Online,
            agreeing: None,
            hints: cell::Cell::new(HINTS),
            queued: Vec::new(),
            joining: String::new(),
            token: None,
        }
    }

    /// Whether it is over, and how.
    pub fn exit(&self) -> Option<Exit> {
        self.exit
    }

    /// Whether a seat stays behind when the person goes now.
    pub fn keeps_seat(&self) -> bool {
        self.client.room.as_ref().is_some_and(Room::keeps_seat)
    }

    /// Whether one only watches.
    pub fn watches(&self) -> bool {
        let room = self.client.room.as_ref();
        room.is_some_and(|room| room.seat.is_none())
    }

    /// Whether something asked for has no answer yet.
    pub fn waits_for_reply(&self) -> bool {
        self.client.is_waiting()
    }

    /// The lines that an update leads to.
    pub fn update(&mut self, update: &Update, now: Instant) -> Vec<String> {
        let before = self.client.clone();
        self.client.take(update, now);
        let over = matches!(
            update,
            Update::Dropped { .. }
                | Update::Reply {
                    answer: Answer::Error(_),
                    ..
                }
        );
        let moving = |client: &ClientState| client.pending_move().is_some();
        self.lost_move |= over && moving(&before) && !moving(&self.client);
        let mut lines = self.link_lines(&before, update, now);
        lines.extend(self.lines(&before, update, now));
        lines
    }

    fn lines(&mut self, before: &ClientState, update: &Update, now: Instant) -> Vec<String> {
        let text = Rc::clone(&self.settings.text);
        match update {
            Update::Snapshot(room) => self.snapshot(room),
            Update::Event {
                frame,
                before,
                room,
            } => self.event(frame, before, room),
            Update::Now { before, room } => {
                let scene = Scene::of(&text, room);
                let said = room
                    .now
                    .reaction
                    .filter(|_| room.now.reaction != before.reaction);
                let said = said.map(|said| speech::reaction(scene, &said));
                let setter = room
                    .now
                    .webhook
                    .filter(|_| room.now.webhook != before.webhook);
                let chat = setter.map(|seat| speech::chat_notice(scene, seat));
                said.into_iter().chain(chat).collect()
            }
            Update::Reply { answer, .. } => self.reply(before, answer, now),
            Update::Queue(place) => self.queue(before, *place),
            Update::Unqueued(why) => self.unqueued(*why),
            Update::Matched(_) => self.matched(before),
            Update::Dismissed => {
                self.exit = Some(Exit::Fine);
                vec![say!(text, LINK_DISMISSED), say!(text, END_THANKS)]
            }
            Update::Dropped { id } => {
                if self.is_outside() {
                    self.exit = Some(Exit::Failed);
                }
                let meant = before.waits_for(*id);
                meant
                    .then(|| say!(text, LINK_DROPPED))
                    .into_iter()
                    .collect()
            }
            Update::Complaint(why) => vec![speech::refused(&text, &self.client, why, now)],
            _ => Vec::new(),
        }
    }

    /// Whether one has not found a way into a room yet, and waits for none.
    fn is_outside(&self) -> bool {
        !self.client.entered && self.client.queue.is_none()
    }

    fn snapshot(&mut self, room: &Room) -> Vec<String> {
        let text = Rc::clone(&self.settings.text);
        let scene = Scene::of(&text, room);
        let mut lines = vec![speech::room_rules(scene)];
        if room.view.game.is_some() {
            lines.extend(speech::people(&text, room));
            lines.extend(self.board(room));
            lines.extend(self.prompt(room));
        } else if room.seat == Some(Seat::Host) && room.view.seats.guest.is_none() {
            lines.extend(self.invitation(room));
        }
        if room.view.ended.is_some() {
            self.exit = Some(Exit::Fine);
        }
        lines
    }

    fn event(&mut self, frame: &EventFrame, before: &View, room: &Room) -> Vec<String> {
        let mut lines = Vec::new();
        if self.mode.is_shared() && matches!(frame.event, Event::Offered { .. }) {
            // Agreed already: what follows says it.
            return lines;
        }
        let text = Rc::clone(&self.settings.text);
        let mut said = speech::event(Scene::of(&text, room), before, frame).into_iter();
        let drawn = matches!(
            frame.event,
            Event::Started { .. } | Event::Moved { .. } | Event::TakenBack { .. }
        );
        match &frame.event {
            // Said already, when the link came back.
            Event::Returned { seat, .. } if room.seat == Some(*seat) => drop(said.next()),
            _ => lines.extend(said.next()),
        }
        if drawn {
            lines.extend(self.board(room));
        }
        lines.extend(said);
        match &frame.event {
            Event::Ended { .. } => lines.extend(self.room_over()),
            Event::Left { seat, .. } if room.seat == Some(*seat) => {
                lines.extend(self.room_over());
            }
            Event::Removed { .. } | Event::Left { .. } if room.seat == Some(Seat::Host) => {
                lines.extend(self.invitation(room));
            }
            Event::Lost { .. } | Event::Returned { .. } | Event::Renamed { .. } => {}
            event if room.opponent().is_some() && goes_on(event) => {}
            _ => lines.extend(self.prompt(room)),
        }
        lines
    }

    fn reply(&mut self, before: &ClientState, answer: &Answer, now: Instant) -> Vec<String> {
        let text = Rc::clone(&self.settings.text);
        match answer {
            Answer::Ok(
                Accepted::Joined(entered)
                | Accepted::Resumed(entered)
                | Accepted::SeatTaken(entered),
            ) => {
                vec![say!(text, ROOM_JOINED, room = entered.room)]
            }
            Answer::Ok(Accepted::Watching { room }) => {
                vec![say!(text, ROOM_WATCHING, room)]
            }
            Answer::Ok(Accepted::Queued { .. }) => self.queued.clone(),
            Answer::Ok(Accepted::Left { .. }) if self.exit.is_none() && before.room.is_some() => {
                self.room_over()
            }
            Answer::Ok(Accepted::Hint { cell, .. }) => self.hinted(*cell),
            Answer::Ok(accepted) => self.shared(accepted, now),
            Answer::Error(refused) => {
                if self.is_outside() {
                    self.exit = Some(match refused.why {
                        Refusal::NoSuchRoom => Exit::SeatGone,
                        _ => Exit::Failed,
                    });
                }
                let watch = match refused.why {
                    Refusal::RoomFull { may_watch: true } => {
                        Some(say!(text, ROOM_WATCH_LINE, place = self.joining))
                    }
                    _ => None,
                };
                let said = std::iter::once(speech::refused(&text, &self.client, &refused.why, now));
                said.chain(watch).collect()
            }
        }
    }

    fn hinted(&self, cell: Cell) -> Vec<String> {
        let text = &self.settings.text;
        let room = self.client.room.iter();
        room.map(|room| say!(text, COMPUTER_HINT, cell = Scene::of(text, room).cell(cell)))
            .collect()
    }

    /// The room's code and the line that the friend types.
    fn invitation(&self, room: &Room) -> Vec<String> {
        let text = &self.settings.text;
        let mut lines = vec![say!(text, ROOM_CREATED, room = room.code)];
        if let Some(url) = &room.url {
            lines.push(say!(text, ROOM_JOIN_LINE, url));
        }
        lines.push(speech::awaited(text, room));
        lines
    }
}

/// Whether a computer lets more follow at once: its answer, or the next game.
fn goes_on(event: &Event) -> bool {
    match event {
        Event::Offered { .. } | Event::Joined { turn: None, .. } => true,
        Event::Finished { over, .. } => over.reason == EndReason::Restarted,
        _ => false,
    }
}
