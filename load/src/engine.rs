//! The engine of every load: everybody connects, drives or sits, and is tallied in a window.
//!
//! It is one thread, so that it takes no more than one core from the measured server.

use std::{ops::Range, sync::Arc, time::Duration};

use tokio::{
    task::JoinSet,
    time::{Instant, sleep, sleep_until},
};

use crate::{
    BenchError,
    audience::LoadAudience,
    client::{
        all_in,
        pair::PlayerPair,
        target::{LoadTarget, Wire},
    },
    computers,
    machine::meter::{ProcessMeter, ResourceUsage},
    pace::Pace,
    plan::{Drive, LoadPlan},
    tally::{LoadCounts, LoadProgress, LoadTally},
};

/// Pairs that connect and stay before memory is first read, so that code and tables that every
/// process needs once are not charged to connections.
const MEMORY_WARM_UP: u64 = 10;
/// Settling time of a process before its memory is read.
const SETTLE: Duration = Duration::from_millis(1_500);
/// Interval of looks whether all rooms have finished.
const POLL: Duration = Duration::from_millis(20);

/// Outcome of a load.
#[derive(Clone, Debug)]
pub struct LoadOutcome {
    /// Counts of the window.
    pub played: LoadCounts,
    /// Resources used in the window.
    pub spent: ResourceUsage,
    /// Resources used to connect.
    pub connecting: ResourceUsage,
    /// Resources used to come back, after a storm.
    pub returning: Option<ResourceUsage>,
    /// Resident memory, if the plan has it read.
    pub memory: Option<LoadMemory>,
}

/// Resident memory of the measured process.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoadMemory {
    /// KiB a connection, when all were connected.
    pub kib_connected: f64,
    /// The same after driving.
    pub kib_driven: f64,
    /// MiB of the whole process after driving.
    pub mib_driven: f64,
}

/// Runs a load until its time is up or `stop` is ready, and calls `tell` every second.
///
/// # Errors
/// When somebody does not get in, when everybody fails before anything is counted, or when it was
/// stopped before that; a strict plan also with the first failure.
pub async fn run(
    target: &LoadTarget,
    meter: &ProcessMeter,
    plan: LoadPlan,
    stop: impl Future<Output = ()>,
    tell: impl FnMut(LoadProgress),
) -> Result<LoadOutcome, BenchError> {
    tokio::pin!(stop);
    let connected = async {
        let mut crowd = LoadClients::connect(target, meter, plan).await?;
        crowd.drive(plan);
        sleep(plan.warm).await;
        Ok::<_, BenchError>(crowd)
    };
    let mut crowd = tokio::select! {
        crowd = connected => crowd?,
        () = &mut stop => return Err("stopped before anything was counted".into()),
    };
    crowd.tally.reset()?;
    let mark = meter.begin()?;
    tokio::select! {
        ended = crowd.run(plan, tell) => ended?,
        () = &mut stop => {}
    }
    let spent = meter.since(&mark)?;
    crowd.outcome(target, meter, plan, spent).await
}

/// Everybody who plays, watches or sits, and what they have seen.
struct LoadClients {
    /// Those who are to play, until they do.
    players: Vec<PlayerPair>,
    audience: Option<LoadAudience>,
    tasks: JoinSet<()>,
    tally: Arc<LoadTally>,
    connecting: ResourceUsage,
    memory: Option<MemoryReadings>,
}

/// KiB of resident memory.
#[derive(Clone, Copy)]
struct MemoryReadings {
    before: u64,
    connected: u64,
    connections: u64,
}

impl MemoryReadings {
    fn kib(self, now: u64) -> f64 {
        (now as f64 - self.before as f64) / self.connections as f64
    }
}

impl LoadClients {
    async fn connect(
        target: &LoadTarget,
        meter: &ProcessMeter,
        plan: LoadPlan,
    ) -> Result<LoadClients, BenchError> {
        let tally = Arc::new(LoadTally::new()?);
        let mut tasks = JoinSet::new();
        computers::begin(target, plan.exhibitions).await?;
        // From the end, so that a room's number does not depend on the plan.
        let mut next = plan.rooms;
        let mut numbers = |rooms: u64| {
            next += rooms;
            next - rooms..next
        };
        let mut before = None;
        if plan.memory {
            for pair in seat(target, numbers(MEMORY_WARM_UP)).await? {
                tasks.spawn(sit(pair, Arc::clone(&tally)));
            }
            before = Some(settled_kib(meter).await?);
        }
        let mark = meter.begin()?;
        let players = seat(target, 0..plan.rooms).await?;
        for pair in seat(target, numbers(plan.idle.div_ceil(2))).await? {
            tasks.spawn(sit(pair, Arc::clone(&tally)));
        }
        let audience = match plan.audience.spectators {
            0 => None,
            _ => Some(LoadAudience::gather(target, numbers(1).start, plan.audience).await?),
        };
        let connecting = meter.since(&mark)?;
        let mut memory = None;
        if let Some(before) = before {
            memory = Some(MemoryReadings {
                before,
                connected: settled_kib(meter).await?,
                connections: plan.connections(),
            });
        }
        Ok(LoadClients {
            players,
            audience,
            tasks,
            tally,
            connecting,
            memory,
        })
    }

    fn drive(&mut self, plan: LoadPlan) {
        if let Some(audience) = self.audience.take() {
            audience.start(plan.audience.moves_per_s, &mut self.tasks, &self.tally);
        }
        if plan.storm {
            return;
        }
        for (nth, pair) in self.players.drain(..).enumerate() {
            let (pace, commands) = match plan.drive {
                Drive::FlatOut => (None, u64::MAX),
                Drive::MovesPerSecond(rate) => {
                    let wait = Duration::from_secs_f64(nth as f64 / rate);
                    (Some(Pace::new(rate / plan.rooms as f64, wait)), u64::MAX)
                }
                Drive::CommandsEach(commands) => (None, commands),
                Drive::Sit => (None, 0),
            };
            self.tasks
                .spawn(play(pair, pace, commands, Arc::clone(&self.tally)));
        }
    }

    /// Waits until the window ends, or all rooms have finished, or nobody is left.
    async fn run(
        &mut self,
        plan: LoadPlan,
        mut tell: impl FnMut(LoadProgress),
    ) -> Result<(), BenchError> {
        if plan.storm {
            return Ok(());
        }
        let begin = Instant::now();
        let mut seconds = 1;
        loop {
            let wake = match plan.drive {
                Drive::CommandsEach(_) => Instant::now() + POLL,
                _ => begin + Duration::from_secs(seconds).min(plan.window),
            };
            tokio::select! {
                () = sleep_until(wake) => {}
                gone = self.tasks.join_next() => if gone.is_none() {
                    return Ok(());
                },
            }
            self.check(plan)?;
            match plan.drive {
                Drive::CommandsEach(_) if self.tally.counts().finished < plan.rooms => {}
                Drive::CommandsEach(_) => return Ok(()),
                _ if Instant::now() < wake => {}
                _ => {
                    tell(self.tally.second(seconds));
                    seconds += 1;
                    if begin.elapsed() >= plan.window {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// The first failure, where one is too many.
    fn check(&self, plan: LoadPlan) -> Result<(), BenchError> {
        let counts = self.tally.counts();
        match &counts.first_error {
            Some(why) if plan.strict => Err(why.to_string().into()),
            _ => Ok(()),
        }
    }

    async fn outcome(
        mut self,
        target: &LoadTarget,
        meter: &ProcessMeter,
        plan: LoadPlan,
        spent: ResourceUsage,
    ) -> Result<LoadOutcome, BenchError> {
        let played = self.tally.counts().clone();
        let mut memory = None;
        if let Some(readings) = self.memory {
            let driven = settled_kib(meter).await?;
            memory = Some(LoadMemory {
                kib_connected: readings.kib(readings.connected),
                kib_driven: readings.kib(driven),
                mib_driven: driven as f64 / 1_024.0,
            });
        }
        let mut returning = None;
        if plan.storm {
            returning = Some(storm(target, meter, std::mem::take(&mut self.players)).await?);
        }
        self.check(plan)?;
        let nothing = played.commands() + played.watched.moves == 0;
        match &played.first_error {
            Some(why) if nothing => return Err(why.to_string().into()),
            None if nothing && plan.drive == Drive::FlatOut => {
                return Err("nothing was played".into());
            }
            _ => {}
        }
        Ok(LoadOutcome {
            played,
            spent,
            connecting: self.connecting,
            returning,
            memory,
        })
    }
}

/// Resident memory of a process that has settled, in KiB.
async fn settled_kib(meter: &ProcessMeter) -> Result<u64, BenchError> {
    sleep(SETTLE).await;
    meter.resident_kib()
}

/// Seats pairs with these numbers.
async fn seat(target: &LoadTarget, numbers: Range<u64>) -> Result<Vec<PlayerPair>, BenchError> {
    all_in(numbers.map(|number| PlayerPair::open(target, number))).await
}

/// Cuts all players at once and lets them come back, as many at a time as when they first
/// connected, so that work is compared and not crowding. What the server does about the lost
/// connections is in it.
async fn storm(
    target: &LoadTarget,
    meter: &ProcessMeter,
    players: Vec<PlayerPair>,
) -> Result<ResourceUsage, BenchError> {
    if target.wire != Wire::Oxo {
        return Err("a relay has no seats to come back to".into());
    }
    let mark = meter.begin()?;
    let absent: Vec<_> = players.into_iter().flat_map(PlayerPair::cut).collect();
    let returning = absent.into_iter().map(|absent| absent.come_back(target));
    let back = all_in(returning).await?;
    let spent = meter.since(&mark)?;
    drop(back);
    Ok(spent)
}

/// Plays this number of commands, the moves at that pace, and then sits.
async fn play(mut pair: PlayerPair, mut pace: Option<Pace>, commands: u64, tally: Arc<LoadTally>) {
    for _ in 0..commands {
        let in_time = match &mut pace {
            Some(pace) if pair.moves_next() => pace.due().await,
            _ => true,
        };
        match pair.play().await {
            Ok(command) => tally.played(&command, in_time),
            Err(why) => return tally.failed(&why),
        }
    }
    tally.counts().finished += 1;
    sit(pair, tally).await;
}

async fn sit(mut pair: PlayerPair, tally: Arc<LoadTally>) {
    match pair.sit().await {
        Ok(never) => match never {},
        Err(why) => tally.failed(&why),
    }
}

#[cfg(test)]
mod tests;
