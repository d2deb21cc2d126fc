//! The plain frontend: one sentence an event, the board after each move, commands as
//! words. For screen readers, pipes and dumb terminals.
//!
//! [`Console`] decides on output and requests; this module does the I/O.

mod collect;
mod command;
mod console;
mod linking;
mod pair;
mod reminder;
pub mod replay;
mod rooms;
pub mod seat_sharing;
pub mod seats;
mod sharing;
mod table;
mod typed;
pub mod wait;
mod waiting;

use std::{io, pin::pin, time::Duration};

use archive::session_recorder::SessionRecorder;
use frontend::{
    exit::Exit,
    speech::Scene,
    stdio::{input::Stop, output::print},
};
use oxo_client::{
    session::{Session, Update},
    state::LinkPhase,
};
use sentences::say;
use tokio::{
    sync::mpsc,
    time::{Instant, sleep, sleep_until},
};

pub use console::{Console, LineEffect, PlainSettings};
pub use rooms::rooms;

impl Console {
    /// When [`Console::tick`] wants to be called.
    pub fn deadline(&self) -> Option<Instant> {
        if let Some(reminder) = &self.reminder {
            return Some(reminder.deadline());
        }
        let (deadline_ms, room) = self.absence()?;
        Some(room.clock.instant(deadline_ms))
    }

    /// Says what the time brings: that there is still no link, or that the other
    /// side's grace has passed.
    pub fn tick(&mut self, now: Instant) -> Vec<String> {
        let text = std::rc::Rc::clone(&self.settings.text);
        if let (Some(reminder), LinkPhase::Lost { retry_at, .. }) =
            (&mut self.reminder, &self.client.link)
        {
            let line = reminder.tick(&text, *retry_at, now);
            return line.into_iter().collect();
        }
        let Some((deadline_ms, room)) = self.absence() else {
            return Vec::new();
        };
        if room.clock.now_ms(now) < deadline_ms {
            return Vec::new();
        }
        let seat = room.seat.unwrap_or(protocol::Seat::Host).other();
        let line = say!(
            text,
            TABLE_MAY_CLAIM,
            name = Scene::of(&text, room).name(seat)
        );
        self.claim_said = Some(deadline_ms);
        vec![line]
    }

    /// The end of the other side's grace, if a player waits for it and it has
    /// not been spoken of.
    fn absence(&self) -> Option<(u64, &oxo_client::session::Room)> {
        let room = self.client.room.as_ref()?;
        let me = room.seat?;
        room.view.running()?;
        let lost = room.view.seats[me.other()].as_ref()?.lost?;
        let fresh = self.claim_said != Some(lost.deadline_ms);
        fresh.then_some((lost.deadline_ms, room))
    }
}

/// A server that has not answered for that long is spoken of.
const PATIENCE: Duration = Duration::from_secs(1);

/// Plays a session in plain lines until it ends. The end of the input ends it
/// too, once the move under way is confirmed, unless one only watches.
pub async fn run(
    mut console: Console,
    mut session: Session,
    recorder: &mut SessionRecorder,
    input: &mut mpsc::Receiver<String>,
) -> io::Result<Exit> {
    let mut stop = Stop::listen();
    let mut patience = pin!(sleep(PATIENCE));
    let mut patient = true;
    let mut eof = false;
    // A line that cannot be done yet.
    let mut held: Option<String> = None;
    let result = loop {
        if let Some(line) = held.take_if(|line| !console.must_wait(line)) {
            let effect = console.line(&line, Instant::now());
            print(&carry_out(&mut console, &session, effect))?;
            if let Some(exit) = console.exit() {
                break exit;
            }
        }
        if eof && held.is_none() && !console.watches() && !console.waits_for_reply() {
            if let Some(effect) = console.leave_computer() {
                print(&carry_out(&mut console, &session, effect))?;
                continue;
            }
            print(&console.goodbye())?;
            break Exit::Fine;
        }
        let now = Instant::now();
        let deadline = console.deadline();
        let lines = tokio::select! {
            update = session.next() => update.map_or_else(Vec::new, |update| {
                let complaint = recorder.observe(&update);
                let lines = console.update(&update, Instant::now());
                lines.into_iter().chain(complaint).collect()
            }),
            line = input.recv(), if !eof && held.is_none() => {
                eof = line.is_none();
                held = line;
                Vec::new()
            }
            () = sleep_until(deadline.unwrap_or(now)), if deadline.is_some() => {
                console.tick(Instant::now())
            }
            () = &mut patience, if patient => {
                patient = false;
                console.connecting()
            }
            exit = stop.wait() => {
                print(&console.goodbye())?;
                break exit;
            }
        };
        print(&lines)?;
        if let Some(exit) = console.exit() {
            break exit;
        }
    };
    session.close().await;
    // A script learns by it that a move of its own was not made.
    Ok(match result {
        Exit::Fine if console.piped && console.lost_move => Exit::Failed,
        exit => exit,
    })
}

fn carry_out(console: &mut Console, session: &Session, effect: LineEffect) -> Vec<String> {
    match effect {
        LineEffect::Say(lines) => lines,
        LineEffect::Retry => {
            session.retry_now();
            Vec::new()
        }
        LineEffect::Draw(request) => match request.draw() {
            Ok(secret) => {
                let effect = console.with_secret(request, secret);
                carry_out(console, session, effect)
            }
            Err(_) => vec![say!(console.settings.text, SYSTEM_RANDOMNESS)],
        },
        LineEffect::Ask(what) => {
            let (mut lines, ask) = console.ask(what);
            let id = ask.id.unwrap_or_default();
            if session.ask(ask).is_err() {
                lines.extend(console.update(&Update::Dropped { id }, Instant::now()));
            }
            lines
        }
    }
}
