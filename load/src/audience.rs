//! The spectators of one room: two players move at a fixed rate, and everybody else reads.
//!
//! Frames are scanned and not parsed, so that one core reads more than 20,000 of them a second.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use protocol::{Frame, RoomCode, request::Body, request::WatchRoom};
use tokio::{task::JoinSet, time::timeout};

use crate::{
    BenchError, baseline,
    client::{
        all_in,
        connection::{LoadConnection, TIMEOUT},
        pair::PlayerPair,
        target::{LoadTarget, Wire},
    },
    pace::Pace,
    plan::AudiencePlan,
    tally::LoadTally,
};

/// Bytes of events for each silent spectator before others come: several times what a system
/// buffers for a narrow connection.
const FILL_BYTES: u64 = 256 * 1024;
/// Commands in which that has to be done.
const FILL_COMMANDS: u64 = 5_000;

/// A room, its players and everybody who watches, until they start.
pub struct LoadAudience {
    pair: PlayerPair,
    readers: Vec<LoadConnection>,
    silent: Vec<LoadConnection>,
}

impl LoadAudience {
    /// Seats the pair of that number and admits spectators, the silent ones first. Before the
    /// others come, so much is played that the buffers on the way to the silent ones are full.
    pub async fn gather(
        target: &LoadTarget,
        number: u64,
        plan: AudiencePlan,
    ) -> Result<LoadAudience, BenchError> {
        let mut pair = PlayerPair::open(target, number).await?;
        let room = pair.room();
        let reading = plan.spectators.saturating_sub(plan.silent);
        let enter = |narrow| move |number| spectate(target, number, room, narrow);
        let first = 2 * number + 2;
        let silent = all_in((first..first + plan.silent).map(enter(true))).await?;
        let mut filled = 0;
        for _ in 0..FILL_COMMANDS {
            if silent.is_empty() || filled >= FILL_BYTES {
                break;
            }
            // Of what comes to two players, half would come to a spectator.
            filled += pair.play().await?.received / 2;
        }
        let first = first + plan.silent;
        let readers = all_in((first..first + reading).map(enter(false))).await?;
        Ok(LoadAudience {
            pair,
            readers,
            silent,
        })
    }

    /// Starts everybody; what fails is counted in the tally. The silent ones are kept connected by
    /// the task of the players.
    pub fn start(self, moves_per_s: f64, tasks: &mut JoinSet<()>, tally: &Arc<LoadTally>) {
        for connection in self.readers {
            let tally = Arc::clone(tally);
            tasks.spawn(async move {
                if let Err(why) = read(connection, &tally).await {
                    tally.failed(&why);
                }
            });
        }
        let (pair, silent, tally) = (self.pair, self.silent, Arc::clone(tally));
        tasks.spawn(async move {
            if let Err(why) = make_moves(pair, moves_per_s, &tally).await {
                tally.failed(&why);
            }
            drop(silent);
        });
    }
}

async fn spectate(
    target: &LoadTarget,
    number: u64,
    room: RoomCode,
    narrow: bool,
) -> Result<LoadConnection, BenchError> {
    let mut connection = match narrow {
        true => LoadConnection::connect_narrow(target, number).await?,
        false => LoadConnection::connect(target, number).await?,
    };
    let watching = timeout(TIMEOUT, async {
        match target.wire {
            Wire::BareRelay | Wire::EventRelay => {
                connection
                    .send(format!("{}{room}", baseline::WATCH))
                    .await?;
                match connection.text().await?.as_str() {
                    baseline::WATCHING => Ok(()),
                    other => Err(BenchError::from(format!("unexpected: {other}"))),
                }
            }
            Wire::Oxo => {
                connection.greet().await?;
                connection.ask(Body::WatchRoom(WatchRoom { room })).await?;
                connection
                    .find(|frame| matches!(frame, Frame::Room(_)).then_some(()))
                    .await
            }
        }
    });
    watching
        .await
        .map_err(|_| "a spectator did not get in in time")??;
    Ok(connection)
}

async fn make_moves(
    mut pair: PlayerPair,
    moves_per_s: f64,
    tally: &LoadTally,
) -> Result<(), BenchError> {
    let mut pace = Pace::new(moves_per_s, Duration::ZERO);
    let mut before = pair.deliveries();
    loop {
        let is_move = pair.moves_next();
        let in_time = !is_move || pace.due().await;
        tally.counts().watched.send(pair.next_seq(), Instant::now());
        pair.play().await?;
        let watched = &mut tally.counts().watched;
        watched.moves += u64::from(is_move);
        watched.late += u64::from(!in_time);
        watched.to_players += pair.deliveries() - before;
        before = pair.deliveries();
    }
}

async fn read(mut connection: LoadConnection, tally: &LoadTally) -> Result<(), BenchError> {
    let mut last = None;
    loop {
        let seq = connection.event().await?;
        let now = Instant::now();
        if last.is_some_and(|last| seq != last + 1) {
            return Err("a spectator who reads was left behind and missed events".into());
        }
        last = Some(seq);
        tally.counts().watched.read(seq, now);
    }
}
