//! The way to a table and away from it: the session, the seats of this machine,
//! and what has been asked for.

use std::rc::Rc;

use archive::{
    seats::{OwnSeat, SeatStore},
    session_recorder::SessionRecorder,
};
use frontend::{hotseat::Hotseat, intent::Intent};
use oxo_client::{
    address::Address,
    session::{Ask, Busy, End, Session, SessionOptions, Update},
    transport::Network,
};
use protocol::{Answer, Refusal, RoomCode, Secret, request::Body};
use sentences::{Catalogue, say};

use super::ui::GO;
use crate::PROGRAM;

pub struct SessionContext {
    pub text: Rc<Catalogue>,
    pub address: Address,
    /// Under which one plays; may be empty.
    pub name: String,
    /// Drawn once a process, so that a second request to play replaces the first.
    pub key: String,
    pub seats: SeatStore,
    /// A seat that may be taken from another process.
    pub in_use: Option<OwnSeat>,
    /// Whether a server that does not answer at first is tried again.
    pub persists: bool,
    /// Makes a recorder of a session's seats and games.
    pub recorder: Box<dyn Fn() -> SessionRecorder>,
}

/// The current session, and its recorder.
pub struct SessionController {
    context: SessionContext,
    recorder: SessionRecorder,
    /// Nothing once it is over.
    session: Option<Session>,
    /// The way to a table that has no answer yet.
    going: Option<(Intent, Ask)>,
    /// Failure to store, as a sentence that has not been shown.
    unsaved: Option<String>,
    /// The table in this process, while the session is at one.
    hotseat: Option<Hotseat>,
}

impl SessionController {
    /// Without a session, until one is wanted.
    pub fn new(context: SessionContext) -> SessionController {
        SessionController {
            recorder: (context.recorder)(),
            context,
            session: None,
            going: None,
            unsaved: None,
            hotseat: None,
        }
    }

    /// The next update; none any more once the session is over.
    pub async fn next(&mut self) -> Update {
        match &mut self.session {
            // Without a word it ends only when its task has failed.
            Some(session) => session.next().await.unwrap_or(Update::End(End::Closed)),
            None => std::future::pending().await,
        }
    }

    /// Sees what an update changes. The answer is what could not be kept, as a
    /// sentence.
    pub fn observe(&mut self, update: &Update) -> Option<String> {
        let complaint = self.recorder.observe(update);
        let at_table = matches!(update, Update::Snapshot(_));
        let complaint = complaint.or_else(|| self.unsaved.take_if(|_| at_table));
        match update {
            Update::Reply { id: GO, answer, .. } => {
                let going = self.going.take();
                if let (Some((intent, _)), Answer::Error(refused)) = (going, answer) {
                    self.refused(&intent, &refused.why);
                }
            }
            Update::Dropped { id: GO } => self.going = None,
            Update::End(_) => self.session = None,
            _ => {}
        }
        complaint
    }

    /// Lets go of a seat that was not given.
    fn refused(&mut self, intent: &Intent, why: &Refusal) {
        let seats = &self.recorder.seats;
        if seats.present().is_some() || seats.is_queued() {
            return;
        }
        if matches!((intent, why), (Intent::Resume(_), Refusal::NoSuchRoom)) {
            self.recorder.seats.forget_all();
        }
        self.recorder = self.new_recorder();
    }

    /// The room of the seat in use, and whether one is on the way to a table.
    pub fn seat(&self) -> (Option<RoomCode>, bool) {
        let present = self.recorder.seats.present();
        (present.map(|(room, _)| room), self.going.is_some())
    }

    /// Asks the server, unless too many asks wait already or the session is over.
    pub fn ask(&self, ask: Ask) -> Result<(), Busy> {
        let session = self.session.as_ref().ok_or(Busy)?;
        session.ask(ask)
    }

    /// Goes to a table. The seat is stored before it is asked for. What is
    /// asked for already is not asked for twice, and something else instead of
    /// it on a new connection. The error is the sentence that says why nothing
    /// was asked.
    pub fn go(&mut self, intent: Intent) -> Result<(), String> {
        match &self.going {
            Some((going, _)) if *going == intent => return Ok(()),
            Some(_) => self.detach(),
            None => {}
        }
        self.move_hotseat(&intent);
        let secret = match &intent {
            Intent::Resume(seat) => self.taken_up(seat)?,
            _ if intent.sits() => self.stored()?,
            _ => self.drawn()?,
        };
        let ask = Ask::numbered(GO, intent.body(secret, &self.context.key));
        self.going = Some((intent, ask.clone()));
        match &self.session {
            None => self.connect(),
            Some(session) if session.ask(ask).is_err() => {
                self.going = None;
                return Err(say!(self.context.text, SCREEN_LINK_DOWN));
            }
            Some(_) => {}
        }
        Ok(())
    }

    fn new_recorder(&self) -> SessionRecorder {
        (self.context.recorder)().in_place_of(&self.recorder)
    }

    /// Leaves the server for a table in this process, or that for the server.
    fn move_hotseat(&mut self, intent: &Intent) {
        let hotseat = match intent {
            Intent::Local(options) => Some(options.hotseat.clone()),
            _ => None,
        };
        if (&self.hotseat, &hotseat) == (&None, &None) {
            return;
        }
        self.hotseat = hotseat;
        self.recorder = self.new_recorder();
        if let Some(last) = self.session.take() {
            tokio::spawn(last.close());
        }
    }

    fn drawn(&self) -> Result<Secret, String> {
        Secret::draw().map_err(|_| say!(self.context.text, SYSTEM_RANDOMNESS))
    }

    /// The secret of a new seat, held, and stored where that is possible.
    fn stored(&mut self) -> Result<Secret, String> {
        let secret = self.drawn()?;
        let server = self.context.address.to_string();
        self.unsaved = self.recorder.hold_seat(&server, secret.clone());
        Ok(secret)
    }

    /// The secret of a seat of this machine, which is held from now on.
    fn taken_up(&mut self, seat: &OwnSeat) -> Result<Secret, String> {
        let server = self.context.address.to_string();
        let mut seats = self.context.seats.open(Some(&server));
        if self.context.in_use.as_ref() == Some(seat) {
            seats.extend(self.context.seats.in_use(Some(&server)));
        }
        let found = seats
            .into_iter()
            .find(|held| held.seat().secret == seat.secret);
        let held = found.ok_or_else(|| say!(self.context.text, RESUME_GONE, room = seat.room))?;
        self.recorder.seats.keep(held);
        Ok(seat.secret.clone())
    }

    /// The seats that one can go back to, newest first.
    pub fn open(&self) -> Vec<OwnSeat> {
        let server = self.context.address.to_string();
        let open = self.context.seats.open(Some(&server));
        open.iter().filter_map(|held| held.seat().own()).collect()
    }

    /// The rooms of this server in which this machine has a seat, under any name.
    pub fn own(&self) -> Vec<RoomCode> {
        self.context.seats.rooms(&self.context.address.to_string())
    }

    pub fn retry(&mut self) {
        match &self.session {
            Some(session) => session.retry_now(),
            None => self.connect(),
        }
    }

    pub fn rename(&mut self, name: String) {
        self.context.name = name;
        self.connect();
    }

    /// Leaves this server for another one. A seat here is kept.
    pub fn move_to(&mut self, address: Address) {
        self.context.address = address;
        self.detach();
    }

    /// Connects anew and is in no room; a seat is kept, and free for others.
    pub fn detach(&mut self) {
        self.going = None;
        self.hotseat = None;
        self.context.persists = true;
        self.recorder = self.new_recorder();
        self.connect();
    }

    /// Begins a session in place of the last, where that was or was to go.
    pub fn connect(&mut self) {
        let back = self.recorder.seats.present();
        let back = back.map(|(room, secret)| Ask::numbered(GO, Body::resume(room, secret.clone())));
        let asked = self.going.as_ref().map(|(_, ask)| ask.clone());
        let context = &self.context;
        let options = SessionOptions {
            first: asked.or(back),
            persists: context.persists,
            ..SessionOptions::new(PROGRAM, &context.name)
        };
        let session = match &self.hotseat {
            Some(hotseat) => Session::start(hotseat.clone(), options),
            None => Session::start(Network::new(context.address.clone()), options),
        };
        if let Some(last) = self.session.replace(session) {
            // Its goodbye may take a while.
            tokio::spawn(last.close());
        }
    }

    pub async fn close(self) {
        if let Some(session) = self.session {
            session.close().await;
        }
    }
}
