//! The way to a seat: it asks for the name, and resumes an open seat or draws a new one.

use std::rc::Rc;

use archive::{
    seats::{SeatFilter, SeatGuard},
    session_recorder::SessionRecorder,
};
use frontend::{
    exit::Exit,
    intent::Intent,
    speech,
    stdio::output::{print, print_error, print_json, print_text},
};
use oxo_client::http;
use protocol::{RoomCode, Secret, request::Body};
use sentences::{Catalogue, say, system_words};

use super::{
    context::{App, first_names, server_at},
    failure::{Failure, drawn},
};
use crate::{cli, config, jsonl};

impl App {
    /// Takes up an open seat if the person wants it, or else a new one.
    pub(super) async fn sit_down(&mut self, intent: Intent) -> Result<Exit, Failure> {
        self.ask_name().await?;
        if self.terminal
            && let Some(held) = self.offer_open_seat().await?
        {
            let exit = self.take_up(held).await?;
            if exit != Exit::SeatGone {
                return Ok(exit);
            }
        }
        let intent = match intent {
            Intent::Join(room) => match self.invited(room).await? {
                Some(Intent::Watch(room)) => return self.look_on(&Intent::Watch(room)).await,
                Some(intent) => intent,
                None => return Ok(Exit::Fine),
            },
            intent => intent,
        };
        let mut recorder = self.recorder();
        let secret = self.new_seat(&mut recorder)?;
        let key = drawn(&self.settings.text)?;
        let body = intent.body(secret, key.reveal());
        self.show(body, &mut recorder).await
    }

    /// Shows what a room's code leads to, and asks a person what to do about it. Nothing
    /// when they do not want it.
    async fn invited(&mut self, room: RoomCode) -> Result<Option<Intent>, Failure> {
        let text = Rc::clone(&self.settings.text);
        let Some(found) = http::invitation(&self.address, room).await else {
            // The server's refusal says why.
            return Ok(Some(Intent::Join(room)));
        };
        if self.json {
            print_json(&[jsonl::invitation(&found)])?;
            return Ok(Some(Intent::Join(room)));
        }
        let lines = speech::invitation(&text, &found);
        let (free, watch) = (found.is_free(), found.may_be_watched());
        if !free && !watch {
            return Err(Failure::Other(lines.join("\n")));
        }
        print(&lines)?;
        if !self.terminal {
            return Ok(Some(Intent::Join(room)));
        }
        let question = match (free, watch) {
            (true, true) => say!(text, ASK_INVITATION),
            (true, false) => say!(text, ASK_INVITATION_SIT),
            (false, _) => say!(text, ASK_INVITATION_WATCH),
        };
        loop {
            let Some(answer) = self.ask(&question).await? else {
                return Ok(None);
            };
            let yes = answer.trim().is_empty() || self.is_yes(&answer);
            match answer.trim() {
                _ if yes && free => return Ok(Some(Intent::Join(room))),
                "w" | "W" if watch => return Ok(Some(Intent::Watch(room))),
                _ if yes => return Ok(Some(Intent::Watch(room))),
                "n" | "N" => return Ok(None),
                _ => {}
            }
        }
    }

    /// The secret of a new seat, held, and stored where that is possible.
    pub(super) fn new_seat(&self, recorder: &mut SessionRecorder) -> Result<Secret, Failure> {
        let text = &self.settings.text;
        let secret = drawn(text)?;
        if let Some(complaint) = recorder.hold_seat(&self.address.to_string(), secret.clone()) {
            print_error(&complaint);
        }
        Ok(secret)
    }

    async fn offer_open_seat(&mut self) -> Result<Option<SeatGuard>, Failure> {
        let open = self.seats.open(Some(&self.address.to_string()));
        let Some(held) = open.into_iter().next() else {
            return Ok(None);
        };
        let Some(room) = held.seat().room else {
            return Ok(None);
        };
        let question = say!(self.settings.text, ASK_RESUME, room);
        let answer = self.ask(&question).await?;
        let yes = answer.is_some_and(|answer| answer.trim().is_empty() || self.is_yes(&answer));
        Ok(yes.then_some(held))
    }

    fn is_yes(&self, answer: &str) -> bool {
        is_yes(&self.settings.text, answer)
    }

    /// Plays on in a seat of this machine.
    async fn take_up(&mut self, held: SeatGuard) -> Result<Exit, Failure> {
        let seat = held.seat().clone();
        let Some(room) = seat.room else {
            return Ok(Exit::SeatGone);
        };
        self.address = server_at(&self.settings.text, &seat.server)?;
        let body = Body::resume(room, seat.secret);
        let mut recorder = self.recorder();
        recorder.seats.keep(held);
        let exit = self.show(body, &mut recorder).await?;
        if exit == Exit::SeatGone {
            recorder.seats.forget_all();
            if !self.json {
                print(&[say!(self.settings.text, RESUME_GONE, room)])?;
            }
        }
        Ok(exit)
    }

    /// Plays on in a seat of this machine: the one in the room that was typed, or else the newest or
    /// the one that a person chooses.
    pub(super) async fn resume(&mut self, args: &cli::ResumeArgs) -> Result<Exit, Failure> {
        let text = Rc::clone(&self.settings.text);
        let meant = self.typed_seat(args.place.as_deref())?;
        // Looked for before the open seats are held, which would count as in use.
        let in_use = self.seats.in_use(None);
        let in_use = in_use.into_iter().find(|held| meant.includes(held.seat()));
        let mut open = self.seats.open(None);
        open.retain(|held| meant.includes(held.seat()));
        if let Some(held) = in_use {
            if args.take_over || self.is_wanted_here(&held).await? {
                drop(open);
                return self.take_up(held).await;
            }
            let busy = say!(text, RESUME_BUSY, room = room_of(&held));
            match open.is_empty() {
                true => return Err(Failure::Other(busy)),
                false if self.terminal => {}
                false => print_error(&busy),
            }
        } else if open.is_empty() {
            return Err(self.no_seat(&meant));
        }
        let which = match self.terminal && open.len() > 1 {
            true => self.which_seat(&open).await?,
            false => 0,
        };
        let held = open.swap_remove(which.min(open.len() - 1));
        drop(open);
        self.take_up(held).await
    }

    /// The seat that was typed. A code is looked for at all servers; a link names one, and the secret
    /// of a seat is sent to no other than its own.
    pub(super) fn typed_seat(&mut self, typed: Option<&str>) -> Result<SeatFilter, Failure> {
        let Some(typed) = typed else {
            return Ok(SeatFilter::default());
        };
        let (server, room) = self.read_place(typed)?;
        Ok(SeatFilter {
            room: Some(room),
            server: server.map(|server| server.to_string()),
        })
    }

    /// That this machine has no such seat, and what would be right.
    pub(super) fn no_seat(&self, meant: &SeatFilter) -> Failure {
        let text = &self.settings.text;
        let seats = self.seats.saved(None);
        let Some(room) = meant.room.filter(|_| !seats.is_empty()) else {
            return Failure::Other(say!(text, RESUME_NONE));
        };
        let same = seats.iter().find(|seat| seat.room == Some(room));
        if let (Some(other), Some(seat)) = (&meant.server, same) {
            let address = &seat.server;
            return Failure::Other(say!(text, RESUME_OTHER_SERVER, room, address, other));
        }
        let rooms = seats.into_iter().filter_map(|seat| seat.room);
        let rooms = first_names(rooms.map(|room| room.to_string()));
        Failure::Other(say!(text, RESUME_ELSEWHERE, room, rooms))
    }

    /// Asks which of several seats is meant.
    async fn which_seat(&mut self, open: &[SeatGuard]) -> Result<usize, Failure> {
        let text = Rc::clone(&self.settings.text);
        let seats = open.iter().enumerate();
        let lines: Vec<String> = seats
            .filter_map(|(at, held)| {
                let (room, address) = (held.seat().room?, &held.seat().server);
                Some(say!(text, ASK_SEAT, number = at + 1, room, address))
            })
            .collect();
        print(&lines)?;
        let question = say!(text, ASK_WHICH, count = open.len());
        let answer = self.ask(&question).await?.unwrap_or_default();
        Ok(answer.trim().parse().unwrap_or(1_usize).saturating_sub(1))
    }

    /// Whether a person takes a seat over that another process of this machine plays.
    async fn is_wanted_here(&mut self, held: &SeatGuard) -> Result<bool, Failure> {
        if !self.terminal {
            return Ok(false);
        }
        let question = say!(self.settings.text, ASK_TAKE_OVER, room = room_of(held));
        let answer = self.ask(&question).await?;
        Ok(answer.is_some_and(|answer| self.is_yes(&answer)))
    }

    /// Asks for a name once and remembers it, also that none is wanted.
    async fn ask_name(&mut self) -> Result<(), Failure> {
        if !self.terminal || self.name.is_some() {
            return Ok(());
        }
        let text = Rc::clone(&self.settings.text);
        let name = loop {
            let answer = self.ask(&say!(text, ASK_NAME)).await?;
            match protocol::name::clean(&answer.unwrap_or_default()) {
                Ok(name) => break name.unwrap_or_default(),
                Err(why) => print(&[speech::bad_name(&text, why)])?,
            }
        };
        let path = self.folders.config_file();
        if let Err(error) = config::remember(&path, "name", name.as_str()) {
            let path = path.display();
            let detail = system_words(&text, &error);
            print(&[say!(text, DISK_CONFIG, path, detail)])?;
        }
        self.config.name = Some(name.clone());
        self.name = Some(name);
        Ok(())
    }

    /// Asks on the terminal; nothing at the end of the input.
    async fn ask(&mut self, question: &str) -> Result<Option<String>, Failure> {
        print_text(question)?;
        Ok(self.input.recv().await)
    }
}

/// Whether an answer is yes, in English or the language that is spoken.
pub(super) fn is_yes(text: &Catalogue, answer: &str) -> bool {
    let answer = answer.trim().to_lowercase();
    answer.starts_with('y') || answer.starts_with(&say!(text, ASK_YES))
}

fn room_of(held: &SeatGuard) -> String {
    let room = held.seat().room;
    room.map_or_else(String::new, |room| room.to_string())
}
