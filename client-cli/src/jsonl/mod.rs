//! JSON lines for programs. Out go the server's frames, one a line, as received but for characters
//! that a terminal obeys, which are escaped (`\u202e`), and lines of our own:
//!
//! - `{"type":"link","state":"up"}`, `{"type":"link","state":"lost",
//!   "retry_in_ms":512,"why":"silent"}` (or `cut`, `down`, `restarting`) and, as the last line, `{"type":"link",
//!   "state":"closed","why":"…"}` with `superseded`, `gone`, `ended`, `left`,
//!   `dismissed`, `refused`, `dropped`, `quit` or the reason why there is no link.
//! - `{"type":"dropped","id":7}`: the request went down with its link, and what
//!   became of it is not known.
//! - `{"type":"view",…}` in answer to `{"type":"view"}`.
//! - `{"type":"invitation",…}`, what `/r/CODE.json` says, before `oxo join` sits down.
//!
//! In come requests as in the protocol. `id`, the `room` of a seat's command and
//! the `game` of one that is about a game may be left out: they are the present
//! ones then. `n`, the seat's `secret`, the `key` of a quick match, `hello` and
//! `resume` after a lost link are seen to. While there is no link no line is read. The end of the input
//! quits, once every reply has come. What could not be kept on this machine is
//! said on standard error.

mod request;
mod rooms;

pub use rooms::rooms;

use std::{io, time::Duration};

use archive::session_recorder::SessionRecorder;
use frontend::{
    exit::Exit,
    stdio::{
        input::Stop,
        output::{print_error, print_json},
    },
};
use oxo_client::{
    session::{End, LossKind, ReplySource, Room, Session, Update},
    state::ClientState,
    transport::LinkError,
};
use protocol::{Accepted, Answer, Event, Frame, Invitation, Reply};
use serde_json::json;
use tokio::{sync::mpsc, time::Instant};

use request::{Defaults, InputLine};

/// Whether the program's first request came with the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonlScope {
    /// One room: the end of the room, or a refused way into it, is the end.
    Room,
    /// All that the program asks for, until it stops asking.
    Open,
}

/// The line that says what a room's link leads to.
pub fn invitation(found: &Invitation) -> String {
    let mut line = serde_json::to_value(found).unwrap_or_default();
    line["type"] = "invitation".into();
    line.to_string()
}

/// Options of the frontend beside the session.
pub struct JsonlSetup {
    pub scope: JsonlScope,
    pub server: String,
    /// The key of this process's quick matches.
    pub key: String,
    /// The session begins with the asks up to that number, whose replies are
    /// waited for too.
    pub first: Option<u64>,
}

struct JsonLines {
    setup: JsonlSetup,
    client: ClientState,
    /// The last number that was drawn for a line without one.
    drawn: u64,
    exit: Option<(Exit, String)>,
}

/// Serves a session until its end.
pub async fn run(
    setup: JsonlSetup,
    mut session: Session,
    recorder: &mut SessionRecorder,
    input: &mut mpsc::Receiver<String>,
) -> io::Result<Exit> {
    let mut stop = Stop::listen();
    let mut frontend = JsonLines::new(setup);
    let mut held: Option<String> = None;
    let mut eof = false;
    loop {
        if let Some((exit, why)) = frontend.exit.take() {
            print_json(&[closed(&why)])?;
            session.close().await;
            return Ok(exit);
        }
        if eof && held.is_none() && !frontend.client.is_waiting() {
            frontend.exit = Some((Exit::Fine, "quit".to_owned()));
            continue;
        }
        if frontend.client.link.is_open()
            && let Some(line) = held.take()
        {
            print_json(&frontend.line(&line, &session, recorder))?;
            continue;
        }
        tokio::select! {
            update = session.next() => {
                // To the end of the run: a program that reads a frame and then asks or
                // stops must find that it has had its effect.
                let mut next = update;
                while let Some(update) = next {
                    if let Some(complaint) = recorder.observe(&update) {
                        print_error(&complaint);
                    }
                    print_json(&frontend.update(update))?;
                    next = session.next_of_run();
                }
            },
            line = input.recv(), if !eof && held.is_none() => match line {
                Some(line) => held = Some(line),
                None => eof = true,
            },
            exit = stop.wait() => frontend.exit = Some((exit, "quit".to_owned())),
        }
    }
}

/// The line that says that the connection is lost, and when the next attempt is.
fn link_lost(why: LossKind, retry_in: Duration) -> String {
    let wait = u64::try_from(retry_in.as_millis()).unwrap_or(u64::MAX);
    let why = match why {
        LossKind::Cut => "cut",
        LossKind::Silent => "silent",
        LossKind::Down => "down",
        LossKind::Restarting => "restarting",
    };
    json!({"type": "link", "state": "lost", "retry_in_ms": wait, "why": why}).to_string()
}

/// The last line.
fn closed(why: &str) -> String {
    json!({"type": "link", "state": "closed", "why": why}).to_string()
}

impl JsonLines {
    fn new(setup: JsonlSetup) -> JsonLines {
        JsonLines {
            client: ClientState::new(setup.first.unwrap_or(0), 0),
            setup,
            drawn: 1 << 32,
            exit: None,
        }
    }

    fn update(&mut self, update: Update) -> Vec<String> {
        self.client.take(&update, Instant::now());
        match update {
            Update::Frame(text) => return vec![text],
            Update::LinkUp(_) => return vec![json!({"type": "link", "state": "up"}).to_string()],
            Update::LinkLost { why, retry_in } => return vec![link_lost(why.kind(), retry_in)],
            Update::Reply { id, answer, source } => {
                if matches!(answer, Answer::Error(_)) && self.is_outside() {
                    self.exit = Some((Exit::Failed, "refused".to_owned()));
                }
                let left = matches!(answer, Answer::Ok(Accepted::Left { .. }));
                if left && self.is_last_room() {
                    self.exit = Some((Exit::Fine, "left".to_owned()));
                }
                if source != ReplySource::Frame {
                    return frame_line(&Frame::Reply(Reply { id, answer }));
                }
            }
            Update::Dropped { id } => {
                if self.is_outside() {
                    self.exit = Some((Exit::Failed, "dropped".to_owned()));
                }
                return vec![json!({"type": "dropped", "id": id}).to_string()];
            }
            Update::Event { frame, .. }
                if matches!(frame.event, Event::Ended { .. }) && self.is_last_room() =>
            {
                self.exit = Some((Exit::Fine, "ended".to_owned()));
            }
            Update::Dismissed if self.setup.scope == JsonlScope::Room => {
                self.exit = Some((Exit::Fine, "dismissed".to_owned()));
            }
            Update::End(end) => self.exit = Some(end_of(&end)),
            _ => {}
        }
        Vec::new()
    }

    /// Whether a way into a room was the first request and has not been found.
    fn is_outside(&self) -> bool {
        self.is_last_room() && !self.client.entered
    }

    /// Whether the end of this room is the end of all.
    fn is_last_room(&self) -> bool {
        self.setup.scope == JsonlScope::Room && self.client.queue.is_none()
    }

    fn line(
        &mut self,
        line: &str,
        session: &Session,
        recorder: &mut SessionRecorder,
    ) -> Vec<String> {
        if line.trim().is_empty() {
            return Vec::new();
        }
        self.drawn += 1;
        let defaults = Defaults {
            id: self.drawn,
            key: &self.setup.key,
            game: self.client.room.as_ref().map_or(0, Room::game_number),
            nesting: self.client.limits.nesting,
        };
        let ask = match request::read(line, &defaults) {
            Ok(InputLine::View) => return vec![self.view()],
            Ok(InputLine::Ask(ask)) => *ask,
            Err(frame) => return frame_line(&frame),
        };
        let id = ask.id.unwrap_or_default();
        // Stored before it is sent, or it might be lost with this process.
        if let Some(secret) = request::secret_of(&ask.what) {
            // Where nothing can be stored, the program has the secret itself or plays on
            // as long as this process runs.
            if let Some(complaint) = recorder.hold_seat(&self.setup.server, secret.clone()) {
                print_error(&complaint);
            }
        }
        match session.ask(self.client.number(ask)) {
            Ok(()) => Vec::new(),
            Err(_) => self.update(Update::Dropped { id }),
        }
    }

    fn view(&self) -> String {
        let Some(room) = &self.client.room else {
            return json!({"type": "view", "room": null}).to_string();
        };
        json!({
            "type": "view",
            "room": room.code,
            "seat": room.seat,
            "at_ms": room.clock.now_ms(Instant::now()),
            "view": *room.view,
            "now": room.now,
        })
        .to_string()
    }
}

fn frame_line(frame: &Frame) -> Vec<String> {
    // Every part of a frame can be written as JSON.
    serde_json::to_string(frame).into_iter().collect()
}

fn end_of(end: &End) -> (Exit, String) {
    let (exit, why) = match end {
        End::Superseded => (Exit::Fine, "superseded"),
        End::Gone => (Exit::Failed, "gone"),
        End::Closed => (Exit::Fine, "quit"),
        End::Link(error) => (
            Exit::Failed,
            match error {
                LinkError::Unreachable(_) => "no_answer",
                LinkError::NotOxo(_) => "not_oxo",
                LinkError::Tls(_) | LinkError::NoAuthorities => "tls",
                LinkError::Version(_) => "version_unsupported",
                LinkError::Refused(_) => "refused",
                LinkError::Bye(_) => "bye",
            },
        ),
    };
    (exit, why.to_owned())
}
