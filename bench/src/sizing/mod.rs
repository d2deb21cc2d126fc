//! The load of somebody who sizes a server: rooms that play, one room with
//! spectators, connections that sit idle; with figures while it runs.
//!
//! Knows nothing of a terminal. What fails while it runs is counted and does
//! not end it; what fails before ends it.

pub mod advice;
mod plan;

use std::{
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use hdrhistogram::Histogram;
use tokio::{task::JoinSet, time::Instant};

use crate::{
    Fault,
    client::{pair::Pair, target::Target},
    load::{
        closed::seat,
        pace::Pace,
        tally::{Delivered, Tally},
        watch::Audience,
    },
    lock,
    machine::meter::{Meter, Spent},
    stats::latencies_us,
};
use plan::WATCHED_PER_S;

pub use plan::Plan;

/// What came of it.
#[derive(Clone, Debug)]
pub struct Work {
    /// Moves of the rooms.
    pub moves: u64,
    /// Of those, moves that were due before the one before had arrived.
    pub late: u64,
    /// Rooms, spectators and idle connections that failed.
    pub errors: u64,
    /// Why the first of them did.
    pub first_error: Option<Arc<str>>,
    /// Microseconds from sending until the opponent had read.
    pub latency_us: Histogram<u64>,
    /// What came in the room with spectators.
    pub watched: Delivered,
    /// What it took.
    pub spent: Spent,
}

/// What happened since the last time one looked.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Seconds that were counted.
    pub at_s: u64,
    /// Moves a second since then.
    pub moves_per_s: f64,
    /// The latency that 99 of 100 moves stayed below, in microseconds.
    pub p99_us: u64,
    /// Failures since the beginning.
    pub errors: u64,
}

/// Play before counting: connections are new, caches cold.
const WARM: Duration = Duration::from_secs(1);

/// Everybody who plays, watches or sits, and what they have seen.
struct Crowd {
    people: JoinSet<()>,
    board: Arc<Board>,
    tally: Option<Arc<Tally>>,
}

struct Board(Mutex<Counts>);

struct Counts {
    late: u64,
    errors: u64,
    first_error: Option<Arc<str>>,
    /// Of every move.
    latency_us: Histogram<u64>,
    /// Since the last second was told.
    second_us: Histogram<u64>,
}

/// Loads a server until the time is up or `stop` is there; tells every second
/// how it goes.
///
/// # Errors
/// When somebody does not get in, when everybody fails before a move is
/// counted, or when it was stopped before that.
pub async fn load(
    target: &Target,
    meter: &Meter,
    plan: Plan,
    stop: impl Future<Output = ()>,
    tell: impl FnMut(Progress),
) -> Result<Work, Fault> {
    tokio::pin!(stop);
    let began = async {
        let crowd = Crowd::gather(target, plan).await?;
        tokio::time::sleep(WARM).await;
        Ok::<_, Fault>(crowd)
    };
    let mut crowd = tokio::select! {
        crowd = began => crowd?,
        () = &mut stop => return Err("stopped before anything was counted".into()),
    };
    crowd.board.forget_moves();
    let (mark, from) = (meter.begin()?, crowd.watched());
    tokio::select! {
        () = crowd.run(plan.window, tell) => {}
        () = &mut stop => {}
    }
    let (spent, to) = (meter.since(&mark)?, crowd.watched());
    let counts = crowd.board.counts();
    let watched = to.since(from);
    if let Some(why) = &counts.first_error
        && counts.latency_us.len() + watched.moves == 0
    {
        return Err(why.to_string().into());
    }
    Ok(Work {
        moves: counts.latency_us.len(),
        late: counts.late,
        errors: counts.errors,
        first_error: counts.first_error.clone(),
        latency_us: counts.latency_us.clone(),
        watched,
        spent,
    })
}

impl Crowd {
    async fn gather(target: &Target, plan: Plan) -> Result<Crowd, Fault> {
        let board = Arc::new(Board::new()?);
        let mut people = JoinSet::new();
        let playing = seat(target, 0..plan.rooms).await?;
        let sitting = plan.rooms..plan.rooms + plan.idle.div_ceil(2);
        let watched = sitting.end;
        for pair in seat(target, sitting).await? {
            people.spawn(sit(pair, Arc::clone(&board)));
        }
        let mut tally = None;
        if plan.spectators > 0 {
            let audience = Audience::gather(target, watched, plan.spectators, 0).await?;
            tally = Some(audience.tally());
            people.spawn(show(audience, Arc::clone(&board)));
        }
        for (nth, pair) in playing.into_iter().enumerate() {
            let pace = plan.rate.map(|rate| {
                // Spread, so that rooms do not all move at the same instant.
                let wait = Duration::from_secs_f64(nth as f64 / rate);
                Pace::new(rate / plan.rooms as f64, wait)
            });
            people.spawn(take_turns(pair, pace, Arc::clone(&board)));
        }
        Ok(Crowd {
            people,
            board,
            tally,
        })
    }

    /// Lets everybody go on for so long, or until nobody is left.
    async fn run(&mut self, window: Duration, mut tell: impl FnMut(Progress)) {
        let begin = Instant::now();
        for at_s in 1..=window.as_secs() {
            let second = tokio::time::sleep_until(begin + Duration::from_secs(at_s));
            tokio::pin!(second);
            loop {
                tokio::select! {
                    () = &mut second => break,
                    gone = self.people.join_next() => if gone.is_none() {
                        return;
                    },
                }
            }
            tell(self.board.second(at_s));
        }
    }

    fn watched(&self) -> Delivered {
        self.tally
            .as_ref()
            .map_or_else(Delivered::default, |tally| tally.delivered())
    }
}

async fn take_turns(mut pair: Pair, mut pace: Option<Pace>, board: Arc<Board>) {
    loop {
        let in_time = match &mut pace {
            Some(pace) => pace.due().await,
            None => true,
        };
        match pair.play_move().await {
            Ok(exchange) => board.moved(exchange.took, in_time),
            Err(why) => return board.failed(&why),
        }
    }
}

async fn sit(mut pair: Pair, board: Arc<Board>) {
    match pair.sit().await {
        Ok(never) => match never {},
        Err(why) => board.failed(&why),
    }
}

async fn show(audience: Audience, board: Arc<Board>) {
    let mut people = audience.start(WATCHED_PER_S);
    while let Some(ended) = people.join_next().await {
        if let Ok(Err(why)) = ended {
            board.failed(&why);
        }
    }
}

impl Board {
    fn new() -> Result<Board, Fault> {
        Ok(Board(Mutex::new(Counts {
            late: 0,
            errors: 0,
            first_error: None,
            latency_us: latencies_us()?,
            second_us: latencies_us()?,
        })))
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        lock(&self.0)
    }

    fn moved(&self, took: Duration, in_time: bool) {
        let mut counts = self.counts();
        counts.late += u64::from(!in_time);
        let us = took.as_micros() as u64;
        counts.second_us.saturating_record(us);
        counts.latency_us.saturating_record(us);
    }

    fn failed(&self, why: &Fault) {
        let mut counts = self.counts();
        counts.errors += 1;
        counts
            .first_error
            .get_or_insert_with(|| advice::sentence(why).into());
    }

    /// Failures stay: what failed does not play any more.
    fn forget_moves(&self) {
        let mut counts = self.counts();
        counts.late = 0;
        counts.latency_us.reset();
        counts.second_us.reset();
    }

    fn second(&self, at_s: u64) -> Progress {
        let mut counts = self.counts();
        let progress = Progress {
            at_s,
            moves_per_s: counts.second_us.len() as f64,
            p99_us: counts.second_us.value_at_quantile(0.99),
            errors: counts.errors,
        };
        counts.second_us.reset();
        progress
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_is_told_once_and_failures_outlast_the_warming_up() {
        let board = Board::new().unwrap();
        board.moved(Duration::from_millis(4), true);
        board.failed(&"first".into());
        board.failed(&"second".into());
        board.forget_moves();
        board.moved(Duration::from_millis(2), false);
        let told = board.second(1);
        assert_eq!((told.moves_per_s, told.errors), (1.0, 2));
        assert_eq!(board.second(2).moves_per_s, 0.0);
        let counts = board.counts();
        assert_eq!((counts.latency_us.len(), counts.late), (1, 1));
        assert_eq!(counts.first_error.as_deref(), Some("first"));
        assert!(counts.latency_us.max() < 3_000);
    }
}
