//! Wait for one's turn, which ends with one printed line, for scripts.
//!
//! The seat is not taken up, for the newest connection that does has it: the player's own window would
//! be told that another plays on. The server is asked again and again how it stands instead.

use std::{io, time::Duration};

use frontend::{
    exit::Exit,
    seat_poll::SeatPoll,
    speech::{self, GameEnd},
    stdio::output::{print, print_error, print_values},
};
use oxo_client::{
    address::Address,
    session::{Ask, End, Session, Update},
    state::ClientState,
};
use protocol::{Accepted, Answer, Player, RoomCode, Seat, Secret, reply::HeldSeat};
use sentences::{Catalogue, say};
use serde::Serialize;
use tokio::time::{Instant, sleep_until};

use super::PlainSettings;

/// Options of a wait for a turn.
pub struct TurnOptions {
    pub json: bool,
    /// The seats, by their secrets; at least one.
    pub seats: Vec<Secret>,
    /// The room, if one was named.
    pub room: Option<RoomCode>,
    /// Whether a turn that is there at first does not count.
    pub next: bool,
    /// The longest wait.
    pub patience: Option<Duration>,
}

/// Why the wait is over; with `--json` a line of that.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum WaitEnd {
    /// It is one's turn there.
    Turn(HeldSeat),
    /// In none of these seats it can become one's turn.
    NoGame { seats: Vec<HeldSeat> },
    /// It takes longer than was wanted.
    Timeout,
    /// Something went wrong, as a sentence.
    #[serde(skip)]
    Failed(String),
}

/// The wait between two updates of its session.
struct TurnWait<'a> {
    text: &'a Catalogue,
    address: &'a Address,
    next: bool,
    poll: SeatPoll,
    client: ClientState,
    /// How the last game ended at a seat, and against whom, where that was seen.
    ended: Vec<((RoomCode, Seat), (GameEnd, Player))>,
}

/// Waits until it is one's turn at one of the seats.
pub async fn wait(
    settings: &PlainSettings,
    address: &Address,
    options: TurnOptions,
    mut session: Session,
) -> io::Result<Exit> {
    let until = options.patience.map(|patience| Instant::now() + patience);
    let mut wait = TurnWait::new(&settings.text, address, options.seats, options.next);
    let end = loop {
        let now = Instant::now();
        let due = wait.due(now);
        tokio::select! {
            update = session.next() => {
                let end = match update {
                    Some(update) => wait.take(&update, Instant::now()),
                    None => Some(wait.link_ended(&End::Closed)),
                };
                if let Some(end) = end {
                    break end;
                }
            }
            () = sleep_until(due.unwrap_or(now)), if due.is_some() => {
                let ask = wait.ask();
                // Its one request is always taken; were it not, the next would be.
                if session.ask(ask).is_err() {
                    wait.poll.missed(now);
                }
            }
            () = sleep_until(until.unwrap_or(now)), if until.is_some() => break WaitEnd::Timeout,
        }
    };
    session.close().await;
    match options.json && !matches!(end, WaitEnd::Failed(_)) {
        true => print_values([&end])?,
        false => wait.print(options.room, &end, Instant::now())?,
    }
    Ok(match end {
        WaitEnd::Turn(_) => Exit::Fine,
        WaitEnd::NoGame { .. } => Exit::NoGame,
        WaitEnd::Timeout => Exit::TimedOut,
        WaitEnd::Failed(_) => Exit::Failed,
    })
}

impl<'a> TurnWait<'a> {
    fn new(
        text: &'a Catalogue,
        address: &'a Address,
        seats: Vec<Secret>,
        next: bool,
    ) -> TurnWait<'a> {
        let mut poll = SeatPoll::default();
        poll.set_seats(seats);
        TurnWait {
            text,
            address,
            next,
            poll,
            client: ClientState::default(),
            ended: Vec::new(),
        }
    }

    /// When to ask.
    fn due(&self, now: Instant) -> Option<Instant> {
        self.poll.due(now).filter(|_| self.client.link.is_open())
    }

    /// The request for how it stands.
    fn ask(&mut self) -> Ask {
        self.poll.ask(self.client.draw_id())
    }

    /// Takes an update. The answer is why the wait is over, once it is.
    fn take(&mut self, update: &Update, now: Instant) -> Option<WaitEnd> {
        self.client.take(update, now);
        match update {
            // Much may have happened meanwhile. A request under way is repeated by the session.
            Update::LinkUp(_) => self.poll.hurry(),
            Update::Reply { id, answer, .. } if self.poll.is_asked(*id) => {
                return self.answered(answer, now);
            }
            Update::Dropped { id } if self.poll.is_asked(*id) => self.poll.missed(now),
            Update::End(end) => return Some(self.link_ended(end)),
            _ => {}
        }
        None
    }

    fn answered(&mut self, answer: &Answer, now: Instant) -> Option<WaitEnd> {
        match answer {
            Answer::Ok(Accepted::Seats { seats }) => {
                self.note_ends(seats);
                let news = self.poll.answered(seats, now).into_iter().next();
                let turns = self.poll.held().filter(|held| speech::is_my_turn(held));
                let turn = match self.next {
                    true => news,
                    false => turns.min_by_key(|held| speech::urgency(held)).cloned(),
                };
                if let Some(held) = turn {
                    return Some(WaitEnd::Turn(held));
                }
                if self.poll.is_settled() && !self.poll.held().any(speech::turn_may_come) {
                    let mut seats: Vec<HeldSeat> = self.poll.held().cloned().collect();
                    seats.sort_by_key(speech::urgency);
                    return Some(WaitEnd::NoGame { seats });
                }
            }
            Answer::Ok(_) => self.poll.missed(now),
            Answer::Error(refused) => {
                if !self.poll.refused(&refused.why, now) {
                    let sentence = speech::refused(self.text, &self.client, &refused.why, now);
                    return Some(WaitEnd::Failed(sentence));
                }
            }
        }
        None
    }

    /// Notes how games have ended since the last answer: it has the score, but no results.
    fn note_ends(&mut self, seats: &[Option<HeldSeat>]) {
        for held in seats.iter().flatten() {
            let place = (held.room, held.seat);
            let before = self.poll.held().find(|it| (it.room, it.seat) == place);
            let opponent = before.and_then(|before| before.players[held.seat.other()].clone());
            let end = before.and_then(|before| GameEnd::between(before, held));
            if let Some(end) = end.zip(opponent) {
                self.ended.retain(|(other, _)| *other != place);
                self.ended.push((place, end));
            }
        }
    }

    fn link_ended(&self, end: &End) -> WaitEnd {
        WaitEnd::Failed(speech::ended(self.text, self.address, end))
    }

    fn print(&self, room: Option<RoomCode>, end: &WaitEnd, now: Instant) -> io::Result<()> {
        let text = self.text;
        match end {
            WaitEnd::Turn(held) => {
                return print(&[speech::seat_line(text, held, self.client.now_ms(now))]);
            }
            WaitEnd::NoGame { seats } => {
                self.without_a_game(room, seats, now)
                    .iter()
                    .for_each(|line| print_error(line));
            }
            WaitEnd::Timeout => print_error(&say!(text, WAIT_TIMEOUT)),
            WaitEnd::Failed(sentence) => print_error(sentence),
        }
        Ok(())
    }

    /// The seats without a game, or that there is none.
    fn without_a_game(
        &self,
        room: Option<RoomCode>,
        held: &[HeldSeat],
        now: Instant,
    ) -> Vec<String> {
        let text = self.text;
        if held.is_empty() {
            return vec![match room {
                Some(room) => say!(text, RESUME_GONE, room),
                None => say!(text, OPEN_NONE, address = self.address),
            }];
        }
        let line = |held: &HeldSeat| {
            let place = (held.room, held.seat);
            let ended = self.ended.iter().find(|(other, _)| *other == place);
            match ended {
                Some((_, (end, opponent))) => {
                    format!("{}  {}", held.room, speech::game_end(text, *end, opponent))
                }
                None => speech::seat_line(text, held, self.client.now_ms(now)),
            }
        };
        held.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests;
