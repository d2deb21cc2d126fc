//! The open loop: moves are due at fixed instants, whatever became of those
//! before, as players do not wait for each other across rooms either.
//!
//! Knows nothing of what serves them. tokio's timer rounds to milliseconds, so
//! that at 2,000 moves a second two would fall together and the second wait
//! for the first. A thread of its own sleeps from one instant to the next
//! (the system keeps to about 0.1 ms) and says when each is due; that costs
//! the load a few microseconds a move and burns nothing.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

use tokio::{
    sync::mpsc::{Receiver, Sender, channel},
    task::JoinSet,
    time::{sleep_until, timeout},
};

use crate::{
    Fault,
    client::{
        line::PATIENCE,
        pair::{Exchange, Pair},
        target::Target,
    },
    load::closed::{Tally, Work, seat},
    machine::meter::Meter,
};

/// Instants that may wait to be dealt with: a second of a high rate.
const DUE: usize = 10_000;
/// A move that leaves later than this after it was due is late.
const SLACK: Duration = Duration::from_millis(2);

/// How much is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Rooms among which the moves go round.
    pub rooms: u64,
    /// Moves due a second.
    pub rate: u32,
    /// How long they play before anything is counted.
    pub warm: Duration,
    /// How long is counted.
    pub window: Duration,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Paced {
    /// As in the closed loop. The latency is from just before the write.
    pub work: Work,
    /// Moves that left late: no room was ready, or this process was held up.
    pub late: u64,
}

/// Plays at that rate, and measures meanwhile.
///
/// # Errors
/// When a room comes to a stop, or the measured process does.
pub async fn play(target: &Target, meter: &Meter, plan: Plan) -> Result<Paced, Fault> {
    if plan.rate == 0 {
        return Err("a rate of at least one move a second is needed".into());
    }
    let mut dispatch = Dispatch {
        ready: seat(target, 0..plan.rooms).await?.into(),
        under_way: JoinSet::new(),
        owed: VecDeque::new(),
        tally: Tally::new()?,
        late: 0,
    };
    let (send, mut due) = channel(DUE);
    let every = Duration::from_secs(1) / plan.rate;
    let total = plan.warm + plan.window;
    let begin = Instant::now();
    // Ends when its time is up or nobody listens any more.
    std::thread::Builder::new()
        .name("pace".into())
        .spawn(move || pace(&send, every, total))?;
    dispatch.go_on(&mut due, begin + plan.warm).await?;
    let mark = meter.begin()?;
    dispatch.tally.reset();
    dispatch.late = 0;
    dispatch.go_on(&mut due, begin + total).await?;
    let spent = meter.since(&mark)?;
    let late = dispatch.late + dispatch.owed.len() as u64;
    let work = Work::of(dispatch.tally.clone(), spent)?;
    timeout(PATIENCE * 2, dispatch.end())
        .await
        .map_err(|_| "a move did not come to its end")??;
    Ok(Paced { work, late })
}

/// Says each instant when it has come.
fn pace(due: &Sender<Instant>, every: Duration, total: Duration) {
    let begin = Instant::now();
    let mut next = begin;
    while next < begin + total {
        std::thread::sleep(next.saturating_duration_since(Instant::now()));
        if due.blocking_send(next).is_err() {
            return;
        }
        next += every;
    }
}

/// A move whose instant has come.
struct Owed {
    at: Instant,
    /// No room was ready for it then.
    waits: bool,
}

/// Who is to move, and what came of the moves.
struct Dispatch {
    /// Rooms whose last move was received, longest first.
    ready: VecDeque<Pair>,
    under_way: JoinSet<Result<(Pair, Exchange), Fault>>,
    /// Moves that go with the next rooms.
    owed: VecDeque<Owed>,
    tally: Tally,
    late: u64,
}

impl Dispatch {
    async fn go_on(&mut self, due: &mut Receiver<Instant>, until: Instant) -> Result<(), Fault> {
        let over = sleep_until(until.into());
        tokio::pin!(over);
        loop {
            tokio::select! {
                () = &mut over => return Ok(()),
                Some(at) = due.recv() => {
                    let waits = self.ready.is_empty();
                    self.owed.push_back(Owed { at, waits });
                }
                Some(moved) = self.under_way.join_next() => {
                    let (pair, exchange) = moved??;
                    self.tally.count(&exchange);
                    self.ready.push_back(pair);
                }
            }
            self.send();
        }
    }

    /// Sends what is owed, as far as rooms are ready.
    fn send(&mut self) {
        while !self.owed.is_empty() && !self.ready.is_empty() {
            let (owed, pair) = (self.owed.pop_front(), self.ready.pop_front());
            let Some((owed, mut pair)) = owed.zip(pair) else {
                return;
            };
            self.late += u64::from(owed.is_late());
            self.under_way.spawn(async move {
                let exchange = pair.play_move().await?;
                Ok((pair, exchange))
            });
        }
    }

    async fn end(mut self) -> Result<(), Fault> {
        while let Some(moved) = self.under_way.join_next().await {
            moved??;
        }
        Ok(())
    }
}

impl Owed {
    fn is_late(&self) -> bool {
        self.waits || self.at.elapsed() > SLACK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_lie_as_far_apart_as_was_asked_and_none_is_left_out() {
        let (send, mut due) = channel(DUE);
        pace(&send, Duration::from_micros(100), Duration::from_millis(2));
        let instants: Vec<Instant> = std::iter::from_fn(|| due.try_recv().ok()).collect();
        assert_eq!(instants.len(), 20);
        for two in instants.windows(2) {
            assert_eq!(two[1] - two[0], Duration::from_micros(100));
        }
    }

    #[test]
    fn a_move_is_late_when_no_room_was_ready_or_it_left_too_late() {
        let late = |behind, waits| {
            let at = Instant::now() - behind;
            Owed { at, waits }.is_late()
        };
        assert!(late(SLACK * 2, false));
        assert!(late(Duration::ZERO, true));
        // An hour ahead, so that the test is not of time.
        let at = Instant::now() + Duration::from_secs(3_600);
        assert!(!Owed { at, waits: false }.is_late());
    }
}
