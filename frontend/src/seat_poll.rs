//! Poll of the server for the state at one's seats, which it does not push, with its latest answers.

use std::time::Duration;

use oxo_client::{
    backoff::{Backoff, Bounds},
    session::Ask,
};
use protocol::{
    Refusal, Secret,
    reply::HeldSeat,
    request::{Body, MOST_SEATS, Seats},
};
use tokio::time::Instant;

use crate::speech;

/// The usual wait: in a game of days nobody misses half a minute.
pub const USUAL: Duration = Duration::from_secs(25);
/// The wait where a clock does not count days, or a seat has no certain answer yet.
const SHORT: Duration = Duration::from_secs(3);
/// Up to so much is added, so that many clients do not ask together.
const JITTER: Bounds = Bounds {
    base_ms: 5_000,
    cap_ms: 5_000,
};
/// A seat is gone once the server has said so this many times in a row: it also answers `null` while
/// it cannot read a room.
const GONE_AFTER: u8 = 3;

/// The request under way, or the time of the next, and the state of each seat.
#[derive(Debug)]
pub struct SeatPoll {
    /// The number of the request under way, and the seats it asks about.
    asked: Option<(u64, Vec<Secret>)>,
    /// Nothing if it is due at once.
    due: Option<Instant>,
    jitter: Backoff,
    /// In the order in which they are asked about.
    seats: Vec<PolledSeat>,
}

#[derive(Debug)]
struct PolledSeat {
    secret: Secret,
    /// The last answer but `null`.
    held: Option<HeldSeat>,
    /// Number of answers in a row that were `null`.
    absent: u8,
    /// Whether a seat that is gone is asked about once more.
    recheck: bool,
    /// Whether a turn that the next answer has is no news.
    seen: bool,
}

/// Latest knowledge of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatStanding<'a> {
    /// The server has not answered, or not for certain.
    Unknown,
    Held(&'a HeldSeat),
    /// The server does not know it any more.
    Gone,
}

impl Default for SeatPoll {
    fn default() -> SeatPoll {
        SeatPoll {
            asked: None,
            due: None,
            jitter: Backoff::new(JITTER),
            seats: Vec::new(),
        }
    }
}

impl SeatPoll {
    /// Sets the seats to ask about; the state of those that were there before stays.
    pub fn set_seats(&mut self, secrets: impl IntoIterator<Item = Secret>) {
        let mut before = std::mem::take(&mut self.seats);
        let kept = |secret: Secret| {
            let at = before.iter().position(|seat| seat.secret == secret);
            at.map_or_else(|| PolledSeat::new(secret), |at| before.swap_remove(at))
        };
        self.seats = secrets.into_iter().map(kept).collect();
    }

    /// Whether there is a seat to ask about.
    pub fn has_seats(&self) -> bool {
        self.seats.iter().any(PolledSeat::is_asked)
    }

    /// The next request, under this number: the seats take turns where they are too many for one.
    pub fn ask(&mut self, id: u64) -> Ask {
        let (mut turn, mut later): (Vec<_>, Vec<_>) =
            self.seats.drain(..).partition(PolledSeat::is_asked);
        later.extend(turn.split_off(turn.len().min(MOST_SEATS)));
        let secrets: Vec<Secret> = turn.iter().map(|seat| seat.secret.clone()).collect();
        self.seats = later.into_iter().chain(turn).collect();
        self.asked = Some((id, secrets.clone()));
        Ask::numbered(id, Body::Seats(Seats { secrets }))
    }

    pub fn is_asked(&self, id: u64) -> bool {
        self.asked.as_ref().is_some_and(|(asked, _)| *asked == id)
    }

    /// When to ask; nothing while an answer is awaited.
    pub fn due(&self, now: Instant) -> Option<Instant> {
        match self.asked {
            Some(_) => None,
            None => Some(self.due.unwrap_or(now)),
        }
    }

    /// Takes the answers, which are in the order of the secrets asked about, and rests. Returns the
    /// seats where a turn of one's own is news, the most urgent first.
    pub fn answered(&mut self, answers: &[Option<HeldSeat>], now: Instant) -> Vec<HeldSeat> {
        let (_, secrets) = self.asked.take().unwrap_or_default();
        let mut news = Vec::new();
        for (secret, answer) in secrets.iter().zip(answers) {
            let seat = self.seats.iter_mut().find(|seat| seat.secret == *secret);
            news.extend(seat.and_then(|seat| seat.take(answer.as_ref())));
        }
        news.sort_by_key(speech::urgency);
        self.rest(now, self.interval());
        news
    }

    /// Takes a refusal. Whether the server may answer later; then it is asked again.
    pub fn refused(&mut self, why: &Refusal, now: Instant) -> bool {
        let wait = match why {
            Refusal::TooFast { retry_in_ms } | Refusal::Unavailable { retry_in_ms } => {
                Duration::from_millis(*retry_in_ms)
            }
            _ => USUAL,
        };
        self.rest(now, wait);
        matches!(
            why,
            Refusal::TooFast { .. } | Refusal::Unavailable { .. } | Refusal::ShuttingDown
        )
    }

    /// There will be no answer.
    pub fn missed(&mut self, now: Instant) {
        self.rest(now, USUAL);
    }

    fn rest(&mut self, now: Instant, wait: Duration) {
        self.asked = None;
        let wait_ms = u64::try_from(wait.as_millis()).ok();
        // Without randomness all wait equally long, which still works.
        let chance = getrandom::u64().unwrap_or_default();
        self.due = Some(now + self.jitter.next(wait_ms, chance));
    }

    /// Least time until the next request; jitter is added.
    fn interval(&self) -> Duration {
        let fast = |held: &HeldSeat| !held.clock.is_correspondence() && speech::turn_may_come(held);
        match self.is_settled() && !self.held().any(fast) {
            true => USUAL,
            false => SHORT,
        }
    }

    /// Asks at once, unless an answer is awaited, because the knowledge may be old. A seat that is gone is
    /// asked about once more, for the server may have read its room again.
    pub fn hurry(&mut self) {
        self.due = None;
        for seat in &mut self.seats {
            seat.recheck = true;
        }
    }

    /// A table was on the screen meanwhile: the turns that the next answer has are no news.
    pub fn mark_turns_seen(&mut self) {
        for seat in &mut self.seats {
            seat.seen = true;
        }
    }

    /// The request will have no answer, for its connection is another's now.
    pub fn forget(&mut self) {
        self.asked = None;
        self.hurry();
    }

    /// Whether the server has said for certain how it stands at every seat.
    pub fn is_settled(&self) -> bool {
        let settled = |seat: &PolledSeat| match seat.standing() {
            SeatStanding::Unknown => false,
            SeatStanding::Held(_) => seat.absent == 0,
            SeatStanding::Gone => true,
        };
        self.seats.iter().all(settled)
    }

    /// The seats that are held, as far as is known.
    pub fn held(&self) -> impl Iterator<Item = &HeldSeat> {
        self.seats.iter().filter_map(|seat| match seat.standing() {
            SeatStanding::Held(held) => Some(held),
            SeatStanding::Unknown | SeatStanding::Gone => None,
        })
    }

    /// Latest knowledge of the seat with this secret.
    pub fn standing(&self, secret: &Secret) -> SeatStanding<'_> {
        let seat = self.seats.iter().find(|seat| seat.secret == *secret);
        seat.map_or(SeatStanding::Unknown, PolledSeat::standing)
    }
}

impl PolledSeat {
    fn new(secret: Secret) -> PolledSeat {
        PolledSeat {
            secret,
            held: None,
            absent: 0,
            recheck: false,
            seen: true,
        }
    }

    fn is_gone(&self) -> bool {
        self.absent >= GONE_AFTER
    }

    fn is_asked(&self) -> bool {
        !self.is_gone() || self.recheck
    }

    fn standing(&self) -> SeatStanding<'_> {
        match &self.held {
            _ if self.is_gone() => SeatStanding::Gone,
            Some(held) => SeatStanding::Held(held),
            None => SeatStanding::Unknown,
        }
    }

    /// Takes an answer, and returns it if it is one's turn and was not before.
    fn take(&mut self, answer: Option<&HeldSeat>) -> Option<HeldSeat> {
        self.recheck = false;
        let Some(held) = answer else {
            self.absent = self.absent.saturating_add(1);
            return None;
        };
        self.absent = 0;
        let before = self.held.replace(held.clone());
        let since = |held: &HeldSeat| held.turn.map(|turn| (turn.seat, turn.since_ms));
        let known =
            std::mem::take(&mut self.seen) || before.as_ref().map(since) == Some(since(held));
        (speech::is_my_turn(held) && !known).then(|| held.clone())
    }
}

#[cfg(test)]
mod tests;
