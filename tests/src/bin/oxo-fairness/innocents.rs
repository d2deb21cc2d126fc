//! The innocent players: two at a table, and a newcomer each second.

use std::time::{Duration, Instant};

use hdrhistogram::Histogram;
use load::{
    BenchError,
    client::{
        connection::{LoadConnection, TIMEOUT},
        pair::PlayerPair,
        target::LoadTarget,
    },
    stats::{latencies_us, record},
};
use protocol::Settings;
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::attack::{NewcomerRequest, create_room, long_review};

/// Between two commands of the pair: each of the two stays below the usual rate of requests.
const COMMAND_EVERY: Duration = Duration::from_millis(60);
/// Between two newcomers.
const NEWCOMER_EVERY: Duration = Duration::from_secs(1);

/// Observations of the innocents over a span.
pub struct Seen {
    /// Microseconds from a command until the opponent has its event.
    pub commands: Histogram<u64>,
    /// Microseconds from connecting until the reply to `hello`, or to what else they wanted.
    pub newcomers: Histogram<u64>,
    /// Why some did not get in, or no longer could play.
    pub locked_out: Vec<String>,
}

/// Two who play, what newcomers want, and the number of the next.
pub struct Innocents {
    target: LoadTarget,
    pair: PlayerPair,
    request: NewcomerRequest,
    next: u64,
}

impl Innocents {
    /// Seats the two.
    pub async fn new(
        target: &LoadTarget,
        request: NewcomerRequest,
    ) -> Result<Innocents, BenchError> {
        Ok(Innocents {
            target: target.clone(),
            pair: PlayerPair::open(target, 0).await?,
            request,
            next: 2,
        })
    }

    /// Lets them play for a while.
    pub async fn watch(&mut self, span: Duration) -> Result<Seen, BenchError> {
        let mut seen = Seen {
            commands: latencies_us()?,
            newcomers: latencies_us()?,
            locked_out: Vec::new(),
        };
        let (target, first) = (self.target.clone(), self.next);
        let come = newcomers(&target, self.request, first, span);
        let (played, come) = tokio::join!(play(&mut self.pair, span, &mut seen.commands), come);
        self.next += come.len() as u64;
        for came in come {
            match came {
                Ok(took) => record(&mut seen.newcomers, took),
                Err(why) => seen.locked_out.push(format!("a newcomer: {why}")),
            }
        }
        if let Err(why) = played {
            seen.locked_out.push(format!("the two who play: {why}"));
        }
        Ok(seen)
    }
}

async fn play(
    pair: &mut PlayerPair,
    span: Duration,
    commands: &mut Histogram<u64>,
) -> Result<(), BenchError> {
    let begun = Instant::now();
    let mut turn = interval(COMMAND_EVERY);
    turn.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while begun.elapsed() < span {
        turn.tick().await;
        record(commands, pair.play().await?.took);
    }
    Ok(())
}

/// Newcomers one after the other, each on a connection of its own that says hello.
async fn newcomers(
    target: &LoadTarget,
    request: NewcomerRequest,
    first: u64,
    span: Duration,
) -> Vec<Result<Duration, BenchError>> {
    let begun = Instant::now();
    let mut every = interval(NEWCOMER_EVERY);
    let mut came = Vec::new();
    while begun.elapsed() < span {
        every.tick().await;
        let number = first + came.len() as u64;
        let came_in = timeout(TIMEOUT, come(target, request, number));
        came.push(
            came_in
                .await
                .unwrap_or_else(|_| Err("no welcome in time".into())),
        );
    }
    came
}

/// Comes for something. How long it took, of a review without what came before.
async fn come(
    target: &LoadTarget,
    request: NewcomerRequest,
    number: u64,
) -> Result<Duration, BenchError> {
    let mut begin = Instant::now();
    let mut connection = LoadConnection::connect(target, number).await?;
    connection.greet().await?;
    match request {
        NewcomerRequest::Hello => {}
        NewcomerRequest::Computer => {
            connection.ask(create_room(Settings::default())?).await?;
        }
        NewcomerRequest::Review => {
            begin = Instant::now();
            connection.ask(long_review()?).await?;
        }
    }
    Ok(begin.elapsed())
}
