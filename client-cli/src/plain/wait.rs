//! Waits until it is one's turn and prints one line, for scripts.
//!
//! The seat is not taken up, for the newest connection that does has it: the player's own window would
//! be told that another plays on. The server is asked again and again how it stands instead.

use std::{io, time::Duration};

use oxo_client::{
    address::Address,
    clock::ServerClock,
    session::{Ask, End, Session, Update},
};
use protocol::{
    Accepted, Answer, Refusal, RoomCode,
    reply::HeldSeat,
    request::{Body, Seats},
};
use serde::Serialize;
use tokio::time::{Instant, sleep_until};

use super::PlainSettings;
use crate::{
    exit::Exit,
    key::say,
    locale::Catalogue,
    seat_poll::{SeatPoll, USUAL},
    speech::{self, Scene},
    stdio::output::{print, print_error, print_json},
};

/// Between two requests where a clock does not count days: such a game does not wait half a minute.
const SHORT: Duration = Duration::from_secs(3);

/// What is waited for.
pub struct TurnOptions {
    pub json: bool,
    /// The seats, by their secrets.
    pub seats: Seats,
    /// The room, if one was named.
    pub room: Option<RoomCode>,
    /// The longest wait.
    pub patience: Option<Duration>,
}

/// Why the wait is over.
#[derive(Debug)]
enum WaitEnd {
    /// It is one's turn there.
    Turn(HeldSeat),
    /// In none of these seats it can become one's turn.
    NoGame(Vec<HeldSeat>),
    /// It takes longer than was wanted.
    Timeout,
    /// Something went wrong, as a sentence.
    Failed(String),
}

/// The same as a line of JSON.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum WaitLine<'a> {
    Turn(&'a HeldSeat),
    NoGame { seats: &'a [HeldSeat] },
    Timeout,
}

/// The wait between two updates of its session.
struct TurnWait<'a> {
    text: &'a Catalogue,
    address: &'a Address,
    seats: Seats,
    poll: SeatPoll,
    linked: bool,
    last_id: u64,
    clock: Option<ServerClock>,
}

/// Waits until it is one's turn at one of the seats.
///
/// # Errors
/// When standard output is closed.
pub async fn wait(
    settings: &PlainSettings,
    address: &Address,
    options: TurnOptions,
    mut session: Session,
) -> io::Result<Exit> {
    let until = options.patience.map(|patience| Instant::now() + patience);
    let mut wait = TurnWait::new(&settings.text, address, options.seats);
    let end = loop {
        let now = Instant::now();
        let due = wait.due(now);
        tokio::select! {
            update = session.next() => {
                let end = match update {
                    Some(update) => wait.take(&update, Instant::now()),
                    None => Some(wait.ended(&End::Closed)),
                };
                if let Some(end) = end {
                    break end;
                }
            }
            () = sleep_until(due.unwrap_or(now)), if due.is_some() => {
                let ask = wait.ask();
                // Its one request is always taken; were it not, the next would be.
                if session.ask(ask).is_err() {
                    wait.poll.rest(now, USUAL);
                }
            }
            () = sleep_until(until.unwrap_or(now)), if until.is_some() => break WaitEnd::Timeout,
        }
    };
    session.close().await;
    let now_ms = wait.now_ms(Instant::now());
    match options.json {
        true => print_as_json(&end)?,
        false => print_in_words((&*settings.text, address), options.room, &end, now_ms)?,
    }
    Ok(match end {
        WaitEnd::Turn(_) => Exit::Fine,
        _ => Exit::Failed,
    })
}

impl<'a> TurnWait<'a> {
    fn new(text: &'a Catalogue, address: &'a Address, seats: Seats) -> TurnWait<'a> {
        TurnWait {
            text,
            address,
            seats,
            poll: SeatPoll::default(),
            linked: false,
            last_id: 0,
            clock: None,
        }
    }

    /// When to ask.
    fn due(&self, now: Instant) -> Option<Instant> {
        self.poll.due(now).filter(|_| self.linked)
    }

    /// The request for how it stands.
    fn ask(&mut self) -> Ask {
        self.last_id += 1;
        self.poll.sent(self.last_id);
        Ask {
            id: Some(self.last_id),
            ..Ask::other(Body::Seats(self.seats.clone()))
        }
    }

    fn now_ms(&self, now: Instant) -> u64 {
        self.clock.map_or(0, |clock| clock.now_ms(now))
    }

    /// Takes an update. The answer is why the wait is over, once it is.
    fn take(&mut self, update: &Update, now: Instant) -> Option<WaitEnd> {
        match update {
            Update::LinkUp(welcome) => {
                self.linked = true;
                self.clock = Some(ServerClock::set(welcome.at_ms, now));
                // Much may have happened meanwhile.
                self.poll.hurry();
            }
            // A request under way is repeated by the session.
            Update::LinkLost { .. } => self.linked = false,
            Update::Reply { id, answer, .. } if self.poll.is_asked(*id) => {
                return self.answered(answer, now);
            }
            Update::Dropped { id } if self.poll.is_asked(*id) => self.poll.rest(now, USUAL),
            Update::End(end) => return Some(self.ended(end)),
            _ => {}
        }
        None
    }

    fn answered(&mut self, answer: &Answer, now: Instant) -> Option<WaitEnd> {
        let wait = match answer {
            Answer::Ok(Accepted::Seats { seats }) => {
                let mut held: Vec<HeldSeat> = seats.iter().flatten().cloned().collect();
                held.sort_by_key(speech::urgency);
                if held.first().is_some_and(speech::is_my_turn) {
                    return Some(WaitEnd::Turn(held.swap_remove(0)));
                }
                if !held.iter().any(may_come) {
                    return Some(WaitEnd::NoGame(held));
                }
                interval(&held)
            }
            Answer::Ok(_) => USUAL,
            Answer::Error(refused) => match refused.why {
                Refusal::TooFast { retry_in_ms } | Refusal::Unavailable { retry_in_ms } => {
                    Duration::from_millis(retry_in_ms)
                }
                Refusal::ShuttingDown => USUAL,
                ref why => {
                    let sentence =
                        speech::refusal(Scene::nowhere(self.text), why, self.now_ms(now));
                    return Some(WaitEnd::Failed(sentence));
                }
            },
        };
        self.poll.rest(now, wait);
        None
    }

    fn ended(&self, end: &End) -> WaitEnd {
        WaitEnd::Failed(speech::ended(self.text, self.address, end))
    }
}

/// Whether it can become one's turn there without oneself doing anything: a game is running, or
/// somebody may still come.
fn may_come(held: &HeldSeat) -> bool {
    held.turn.is_some() || held.players[held.seat.other()].is_none()
}

fn interval(held: &[HeldSeat]) -> Duration {
    match held.iter().all(|held| held.clock.is_correspondence()) {
        true => USUAL,
        false => SHORT,
    }
}

fn print_as_json(end: &WaitEnd) -> io::Result<()> {
    let line = match end {
        WaitEnd::Turn(held) => WaitLine::Turn(held),
        WaitEnd::NoGame(seats) => WaitLine::NoGame { seats },
        WaitEnd::Timeout => WaitLine::Timeout,
        WaitEnd::Failed(sentence) => {
            print_error(sentence);
            return Ok(());
        }
    };
    print_json(&serde_json::to_string(&line).into_iter().collect::<Vec<_>>())
}

fn print_in_words(
    (text, address): (&Catalogue, &Address),
    room: Option<RoomCode>,
    end: &WaitEnd,
    now_ms: u64,
) -> io::Result<()> {
    match end {
        WaitEnd::Turn(held) => return print(&[speech::seat_line(text, held, now_ms)]),
        WaitEnd::NoGame(held) => {
            for held in held {
                print_error(&speech::seat_line(text, held, now_ms));
            }
            if held.is_empty() {
                print_error(&match room {
                    Some(room) => say!(text, RESUME_GONE, room),
                    None => say!(text, OPEN_NONE, address),
                });
            }
        }
        WaitEnd::Timeout => print_error(&say!(text, WAIT_TIMEOUT)),
        WaitEnd::Failed(sentence) => print_error(sentence),
    }
    Ok(())
}

#[cfg(test)]
mod tests;
