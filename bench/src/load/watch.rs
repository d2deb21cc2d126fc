//! Spectators of one room: two players move at a fixed rate, and everybody
//! else reads.
//!
//! Knows nothing of what serves them. Frames are scanned, never parsed, so
//! that one core reads more than 20,000 of them a second.

use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

use futures::{StreamExt, TryStreamExt, stream};
use hdrhistogram::Histogram;
use protocol::{Frame, RoomCode, request::Body, request::WatchRoom};
use tokio::{task::JoinSet, time::timeout};

use crate::{
    Fault,
    client::{
        line::{Line, PATIENCE},
        pair::Pair,
        target::{Target, Wire},
    },
    floor,
    load::{closed::AT_ONCE, pace::Pace, tally::Tally},
    machine::meter::{Meter, Spent},
};

/// The most spectators that a room has.
pub const AT_MOST: u64 = 5_000;

/// Bytes of events for each silent spectator before others come: several times
/// what a system keeps for a narrow connection.
const FILL_BYTES: u64 = 256 * 1024;
/// Moves in which that has to be done.
const FILL_MOVES: u64 = 5_000;

/// How much is asked for. With silent spectators, a server that is measured
/// needs a `write-ms` and a `dead-ms` longer than all of it takes: otherwise it
/// rightly drops them.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Spectators of the room, the silent ones included.
    pub spectators: u64,
    /// So many of them read nothing.
    pub silent: u64,
    /// Moves a second.
    pub moves_per_s: f64,
    /// How long they play before anything is counted.
    pub warm: Duration,
    /// How long is counted.
    pub window: Duration,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Work {
    /// Moves that were made.
    pub moves: u64,
    /// Of those, moves that were due before the one before had arrived.
    pub late: u64,
    /// Events and replies that came to the players, and events that came to
    /// the spectators who read.
    pub deliveries: u64,
    /// Those of them that came to the players.
    pub to_players: u64,
    /// Silent spectators that the server has dropped by the end.
    pub silent_dropped: u64,
    /// Microseconds from sending until a spectator had read.
    pub latency_us: Histogram<u64>,
    /// Microseconds from sending until the last spectator had read.
    pub last_us: Histogram<u64>,
    /// What it took.
    pub spent: Spent,
}

/// A room, its players and everybody who watches.
pub struct Audience {
    pair: Pair,
    readers: Vec<Line>,
    silent: Vec<Line>,
    tally: Arc<Tally>,
}

/// Plays before spectators, and measures meanwhile.
///
/// # Errors
/// When somebody does not get in, or loses the connection or an event.
pub async fn play(target: &Target, meter: &Meter, plan: Plan) -> Result<Work, Fault> {
    let reading = plan.spectators.saturating_sub(plan.silent);
    let mut audience = Audience::gather(target, 0, reading, plan.silent).await?;
    let mut silent = std::mem::take(&mut audience.silent);
    let tally = audience.tally();
    let mut people = audience.start(plan.moves_per_s);
    let measured = tokio::select! {
        measured = measure(&tally, meter, plan) => measured?,
        Some(early) = people.join_next() => {
            early??;
            return Err("somebody stopped by themselves".into());
        }
    };
    drop(people);
    Ok(Work {
        silent_dropped: dropped(&mut silent).await,
        ..measured
    })
}

async fn measure(tally: &Tally, meter: &Meter, plan: Plan) -> Result<Work, Fault> {
    tokio::time::sleep(plan.warm).await;
    let (mark, from) = (meter.begin()?, tally.delivered());
    tally.seen().counting = true;
    tokio::time::sleep(plan.window).await;
    let (spent, came) = (meter.since(&mark)?, tally.delivered().since(from));
    tally.seen().counting = false;
    let arrived = async {
        while tally.seen().is_waiting() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, arrived)
        .await
        .map_err(|_| "a move did not come to all spectators")?;
    if came.moves == 0 {
        return Err("nothing was played".into());
    }
    let seen = tally.seen();
    Ok(Work {
        moves: came.moves,
        late: came.late,
        deliveries: came.to_players + came.to_spectators,
        to_players: came.to_players,
        silent_dropped: 0,
        latency_us: seen.latency_us.clone(),
        last_us: seen.last_us.clone(),
        spent,
    })
}

impl Audience {
    /// Seats the pair of that number and lets spectators in, those who will
    /// not read first. Before the others come, so much is played that the
    /// buffers on the way to the silent ones are full.
    ///
    /// # Errors
    /// When somebody does not get in.
    pub async fn gather(
        target: &Target,
        number: u64,
        reading: u64,
        silent: u64,
    ) -> Result<Audience, Fault> {
        let mut pair = Pair::open(target, number).await?;
        let room = pair.room();
        let enter = |narrow| move |line| spectate(target, line, room, narrow);
        let first = 2 * number + 2;
        let silent = all_in((first..first + silent).map(enter(true))).await?;
        let first = first + silent.len() as u64;
        let mut filled = 0;
        for _ in 0..FILL_MOVES {
            if silent.is_empty() || filled >= FILL_BYTES {
                break;
            }
            // Of what comes to two players, half would come to a spectator.
            filled += pair.play_move().await?.received / 2;
        }
        let readers = all_in((first..first + reading).map(enter(false))).await?;
        let tally = Arc::new(Tally::new(reading)?);
        Ok(Audience {
            pair,
            readers,
            silent,
            tally,
        })
    }

    /// Where what is read is counted.
    #[must_use]
    pub fn tally(&self) -> Arc<Tally> {
        Arc::clone(&self.tally)
    }

    /// Plays and reads until dropped; a task ends with a fault only.
    #[must_use]
    pub fn start(self, moves_per_s: f64) -> JoinSet<Result<(), Fault>> {
        let Audience {
            pair,
            readers,
            tally,
            ..
        } = self;
        let mut people = JoinSet::new();
        for line in readers {
            people.spawn(read(line, Arc::clone(&tally)));
        }
        people.spawn(make_moves(pair, moves_per_s, tally));
        people
    }
}

async fn all_in(
    entering: impl Iterator<Item = impl Future<Output = Result<Line, Fault>>>,
) -> Result<Vec<Line>, Fault> {
    stream::iter(entering)
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
}

/// Lets one spectator in.
async fn spectate(
    target: &Target,
    number: u64,
    room: RoomCode,
    narrow: bool,
) -> Result<Line, Fault> {
    let mut line = match narrow {
        true => Line::connect_narrow(target, number).await?,
        false => Line::connect(target, number).await?,
    };
    let watching = timeout(PATIENCE, async {
        match target.wire {
            Wire::Relay => {
                line.send(format!("{}{room}", floor::WATCH)).await?;
                match line.text().await?.as_str() {
                    floor::WATCHING => Ok(()),
                    other => Err(Fault::from(format!("unexpected: {other}"))),
                }
            }
            Wire::Oxo => {
                line.greet().await?;
                line.ask(Body::WatchRoom(WatchRoom { room })).await?;
                line.find(|frame| matches!(frame, Frame::Room(_)).then_some(()))
                    .await
            }
        }
    });
    watching
        .await
        .map_err(|_| "a spectator did not get in in time")??;
    Ok(line)
}

async fn make_moves(mut pair: Pair, moves_per_s: f64, tally: Arc<Tally>) -> Result<(), Fault> {
    let mut pace = Pace::new(moves_per_s, Duration::ZERO);
    let mut before = pair.deliveries();
    loop {
        if !pace.due().await {
            tally.late.fetch_add(1, Relaxed);
        }
        tally.seen().sent(pair.next_seq(), Instant::now());
        pair.play_move().await?;
        tally.moves.fetch_add(1, Relaxed);
        let now = pair.deliveries();
        tally.to_players.fetch_add(now - before, Relaxed);
        before = now;
    }
}

async fn read(mut line: Line, tally: Arc<Tally>) -> Result<(), Fault> {
    let mut last = None;
    loop {
        let seq = line.event().await?;
        let now = Instant::now();
        if last.is_some_and(|last| seq != last + 1) {
            return Err("a spectator who reads was left behind and missed events".into());
        }
        last = Some(seq);
        tally.seen().read(seq, now);
    }
}

/// How many of the silent have no connection any more. A socket that the other
/// side has closed says so to the second thing that is written to it.
async fn dropped(silent: &mut [Line]) -> u64 {
    let mut gone = 0;
    for line in silent.iter_mut() {
        let _ = line.pong().await;
    }
    if !silent.is_empty() {
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    for line in silent {
        gone += u64::from(line.pong().await.is_err());
    }
    gone
}
