//! The state of a client, folded from its session's updates: the link, the search for an
//! opponent, the room, the operator's notice, and the asks without an answer.

use std::sync::Arc;

use protocol::{
    Accepted, Answer, Command, Limits,
    frame::QueuePlace,
    ids::TicketId,
    notice::Notice,
    request::{Body, Move},
};
use tokio::time::Instant;

use crate::{
    clock::ServerClock,
    session::{Ask, AskKind, End, LinkLoss, LossKind, Room, Update},
    transport::LinkError,
};

/// The link of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum LinkPhase {
    /// Not yet made, for the first time.
    #[default]
    Connecting,
    /// Not yet made: nobody answers there, and another attempt is due or under way.
    Unanswered {
        /// Why the last attempt failed.
        error: LinkError,
        /// When the next attempt begins.
        retry_at: Instant,
    },
    /// Made.
    Up,
    /// Made again; nothing has come of the room yet.
    Returning,
    /// Another attempt is due or under way.
    Lost {
        /// How, as far as is known after all attempts.
        kind: LossKind,
        /// When the next attempt begins.
        retry_at: Instant,
    },
    /// The session is over, and why.
    Over(End),
}

impl LinkPhase {
    /// Whether the room is as the server has it, and asks are carried out.
    #[must_use]
    pub fn is_up(&self) -> bool {
        matches!(self, LinkPhase::Up)
    }

    /// Whether asks reach the server; those about a room wait until it is known again.
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(self, LinkPhase::Up | LinkPhase::Returning)
    }

    /// How it was lost, if it is.
    #[must_use]
    pub fn loss(&self) -> Option<LossKind> {
        match self {
            LinkPhase::Lost { kind, .. } => Some(*kind),
            _ => None,
        }
    }

    fn lost(&mut self, why: &LinkLoss, retry_at: Instant) {
        if let (LinkPhase::Connecting | LinkPhase::Unanswered { .. }, LinkLoss::Connect(error)) =
            (&*self, why)
        {
            let error = error.clone();
            *self = LinkPhase::Unanswered { error, retry_at };
            return;
        }
        let kind = self
            .loss()
            .map_or(why.kind(), |known| known.and(why.kind()));
        *self = LinkPhase::Lost { kind, retry_at };
    }
}

/// An ask without an answer.
#[derive(Clone, Debug)]
struct PendingAsk {
    id: u64,
    /// Whether it is about the room that one is in.
    of_room: bool,
    step: Option<Move>,
}

/// State of a client: its link, room, place in the queue and pending command. Cheap to clone.
///
/// Its owner folds every update of the session in, and every ask that it makes:
///
/// ```
/// use oxo_client::{
///     protocol::Command,
///     session::{Ask, Session},
///     state::ClientState,
/// };
/// use tokio::time::Instant;
///
/// async fn leave(session: &mut Session, client: &mut ClientState) {
///     let ask = client.number(Ask::seat(Command::Leave));
///     if session.ask(ask).is_err() {
///         return;
///     }
///     while client.is_waiting() {
///         let Some(update) = session.next().await else { return };
///         client.take(&update, Instant::now());
///     }
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct ClientState {
    /// The link.
    pub link: LinkPhase,
    /// The server's time, once it was heard.
    pub clock: Option<ServerClock>,
    /// Whether the server takes long to save a command.
    pub saving: bool,
    /// The operator's notice; it stays while there is no link.
    pub notice: Notice,
    /// Limits of the server; they stay while there is no link.
    pub limits: Limits,
    /// Names of the server's features beyond version 1; they stay while there is no link.
    pub features: Arc<[String]>,
    /// The room that one is in; nothing once it has ended or one has left it.
    pub room: Option<Room>,
    /// Whether one has been in a room, or an opponent was found.
    pub entered: bool,
    /// The place in the queue, while one waits for an opponent, perhaps in a game against a
    /// computer.
    pub queue: Option<QueuePlace>,
    /// The last ticket in the queue, by which others see one wait.
    pub ticket: Option<TicketId>,
    /// The room that one was in last, once it has ended or one has left it.
    former_room: Option<Room>,
    /// The last number that was drawn for an ask.
    last_id: u64,
    asks: Vec<PendingAsk>,
}

impl ClientState {
    /// The state of a session that begins with the asks up to number `first`; later ones without
    /// a number get those above `last_id`.
    #[must_use]
    pub fn new(first: u64, last_id: u64) -> ClientState {
        let asks = (1..=first).map(|id| PendingAsk {
            id,
            of_room: false,
            step: None,
        });
        ClientState {
            last_id,
            asks: asks.collect(),
            ..ClientState::default()
        }
    }

    /// Whether the server supports a feature, as far as it has said.
    #[must_use]
    pub fn supports(&self, feature: &str) -> bool {
        self.features.iter().any(|known| known == feature)
    }

    /// The server's time at an instant of ours; 0 before it was heard.
    #[must_use]
    pub fn now_ms(&self, now: Instant) -> u64 {
        self.clock.map_or(0, |clock| clock.now_ms(now))
    }

    /// The room that one is in or else was in last, as it was last heard of.
    #[must_use]
    pub fn last_room(&self) -> Option<&Room> {
        self.room.as_ref().or(self.former_room.as_ref())
    }

    /// Draws the number of an ask.
    pub fn draw_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Gives an ask a number, unless it has one, and waits for its answer. Of an ask that the
    /// session does not take, the owner folds [`Update::Dropped`] in.
    pub fn number(&mut self, ask: Ask) -> Ask {
        let Ask { id, what } = ask;
        let id = id.unwrap_or_else(|| self.draw_id());
        let (of_room, step) = match &what {
            AskKind::Seat(Command::Move(step)) => (true, Some(*step)),
            AskKind::Seat(_) | AskKind::Other(Body::Seat(_) | Body::CreateRoom(_)) => (true, None),
            AskKind::Other(_) => (false, None),
        };
        self.asks.push(PendingAsk { id, of_room, step });
        Ask { id: Some(id), what }
    }

    /// Whether an ask has no answer yet.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        !self.asks.is_empty()
    }

    /// Whether the ask of that number has no answer yet.
    #[must_use]
    pub fn waits_for(&self, id: u64) -> bool {
        self.asks.iter().any(|ask| ask.id == id)
    }

    /// The move that the server has not taken yet.
    #[must_use]
    pub fn pending_move(&self) -> Option<Move> {
        let room = self.room.as_ref()?;
        let step = self.asks.iter().rev().find_map(|ask| ask.step)?;
        room.next_move(step.cell).filter(|next| *next == step)
    }

    /// The asks, the room and the search are of a session that another takes the place of.
    pub fn leave(&mut self) {
        self.leave_room();
        self.queue = None;
        self.asks.clear();
    }

    /// Folds an update in.
    pub fn take(&mut self, update: &Update, now: Instant) {
        match update {
            Update::LinkUp(welcome) => {
                self.clock = Some(ServerClock::set(welcome.at_ms, now));
                self.notice = welcome.notice.clone();
                self.limits = welcome.limits.clone();
                self.features = welcome.features.as_slice().into();
                let again = self.link.loss().is_some() && self.room.is_some();
                self.link = match again {
                    true => LinkPhase::Returning,
                    false => LinkPhase::Up,
                };
            }
            Update::LinkLost { why, retry_in } => self.link_lost(why, now, now + *retry_in),
            Update::Seated(entered) => {
                self.come();
                if let Some(room) = &mut self.room {
                    (room.code, room.seat) = (entered.room, Some(entered.seat));
                    room.url = Some(entered.url.clone()).filter(|url| !url.is_empty());
                }
            }
            Update::Snapshot(room) | Update::Event { room, .. } => {
                self.come();
                self.take_room(room);
            }
            Update::Now { room, .. } => self.take_room(room),
            Update::Reply { id, answer, .. } => {
                self.answered(*id);
                self.reply(answer);
            }
            Update::Pong(pong) => self.answered(pong.id),
            Update::Dropped { id } => self.answered(*id),
            Update::Queue(place) => self.queue = Some(*place),
            Update::Unqueued(_) => self.queue = None,
            Update::Matched(_) => self.matched(),
            Update::Dismissed => self.leave_room(),
            Update::Saving(_) => self.saving = true,
            Update::Saved => self.saving = false,
            Update::Notice(notice) => self.notice = notice.clone(),
            Update::End(end) => {
                self.leave();
                self.saving = false;
                self.link = LinkPhase::Over(end.clone());
            }
            Update::Frame(_) | Update::Complaint(_) => {}
        }
    }

    /// A server that does not run counts no time, but for clocks of days.
    fn link_lost(&mut self, why: &LinkLoss, now: Instant, retry_at: Instant) {
        self.saving = false;
        self.link.lost(why, retry_at);
        let stops = |room: &&mut Room| why.kind().is_outage() && !room.counts_days();
        if let Some(room) = self.room.as_mut().filter(stops) {
            room.clock.stop(now);
        }
    }

    fn come(&mut self) {
        self.entered = true;
        self.link = LinkPhase::Up;
    }

    fn take_room(&mut self, room: &Room) {
        self.room = Some(room.clone());
        if room.is_over() {
            self.leave_room();
        }
    }

    fn leave_room(&mut self) {
        self.former_room = self.room.take().or(self.former_room.take());
    }

    /// Somebody has come; their room follows. What was asked of a game against the computer
    /// meanwhile means nothing any more.
    fn matched(&mut self) {
        self.entered = true;
        self.queue = None;
        self.leave_room();
        self.asks.retain(|ask| !ask.of_room);
    }

    fn answered(&mut self, id: u64) {
        if let Some(at) = self.asks.iter().position(|ask| ask.id == id) {
            self.asks.remove(at);
        }
    }

    fn reply(&mut self, answer: &Answer) {
        match answer {
            Answer::Ok(Accepted::Queued { position, ticket }) => {
                self.ticket = Some(*ticket);
                self.queue = Some(QueuePlace {
                    position: *position,
                    wait_ms: None,
                });
            }
            Answer::Ok(Accepted::Cancelled) => self.queue = None,
            Answer::Ok(Accepted::Left { .. } | Accepted::Unwatched) => self.leave_room(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
