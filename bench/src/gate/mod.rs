//! The gate: costs of a command that noise does not touch, held to a record.
//!
//! Counted are the instructions of a command (under valgrind's callgrind), its allocations, the
//! bytes of heap that a connection holds before and after play, and the bytes of each kind of event.
//! Every number is a difference between two sizes of the same load, so that start-up is not in it.

pub mod counted;
mod event_bytes;
mod record;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use load::{BenchError, runtime};

use crate::compare::scenario::EVENTS_PER_ROOM;
use counted::CountedServer;
use record::{Counts, GateRecord, per};

/// How the gate runs.
#[derive(Args, Clone, Debug)]
pub struct GateOptions {
    /// The program that counts
    #[arg(long, value_name = "PATH")]
    counted: PathBuf,
    /// Write a new record instead of comparing
    #[arg(long)]
    bless: bool,
}

/// The record to compare with; `bench/run` is in the folder from which it is found.
const RECORD: &str = "bench/gate.json";

/// The journals that are counted, as the server calls them.
const JOURNALS: [&str; 2] = ["memory", "sqlite"];

/// Games played before anything is counted: buffers have their size then.
const WARM_GAMES: u64 = 20;
/// Games whose commands are counted.
const GAMES: u64 = 200;
/// Rooms that stay before memory is counted, so that tables of the process are not charged to
/// connections.
const FIRST_ROOMS: u64 = 50;
/// Rooms whose memory is counted.
const ROOMS: u64 = 500;

/// Counts everything and compares it with the record: the table of counts, and what differs.
pub fn run(options: &GateOptions) -> Result<ExitCode, BenchError> {
    let record = Path::new(RECORD);
    let counts = runtime()?.block_on(count(&options.counted))?;
    let found = GateRecord::of(counts)?;
    print!("{}", found.table());
    if options.bless {
        found.write(record)?;
        println!("\nWritten to {RECORD}.");
        return Ok(ExitCode::SUCCESS);
    }
    let differences = found.differences(&GateRecord::read(record)?);
    if differences.is_empty() {
        println!("\nAll counts are those of {RECORD}.");
        return Ok(ExitCode::SUCCESS);
    }
    Err(format!(
        "not the counts of {RECORD}:\n{}\nIf that is meant, record them: bench/run gate --bless",
        differences.join("\n")
    )
    .into())
}

async fn count(program: &Path) -> Result<Counts, BenchError> {
    let mut counts = Counts::new();
    for journal in JOURNALS {
        let [first, last] = [
            counted::instructions(program, journal, WARM_GAMES).await?,
            counted::instructions(program, journal, WARM_GAMES + GAMES).await?,
        ];
        counts.insert(
            format!("instructions a command, {journal}"),
            per(last - first, counted::commands(GAMES)),
        );
        let mut server = CountedServer::start(program, journal, &[]).await?;
        let mut pair = server.seat(0).await?;
        counted::play(&mut pair, counted::commands(WARM_GAMES)).await?;
        let before = server.counts().await?;
        counted::play(&mut pair, counted::commands(GAMES)).await?;
        let after = server.counts().await?;
        counts.insert(
            format!("allocations a command, {journal}"),
            per(
                (after.allocations - before.allocations) as u64,
                counted::commands(GAMES),
            ),
        );
        server.end().await?;
        memory(program, journal, &mut counts).await?;
    }
    counts.extend(event_bytes::of_transcripts()?);
    Ok(counts)
}

async fn memory(program: &Path, journal: &str, counts: &mut Counts) -> Result<(), BenchError> {
    let mut server = CountedServer::start(program, journal, &[]).await?;
    let mut first = Vec::new();
    for number in 0..FIRST_ROOMS {
        first.push(server.seat(number).await?);
    }
    let before = server.counts().await?;
    let mut pairs = Vec::new();
    for number in FIRST_ROOMS..FIRST_ROOMS + ROOMS {
        pairs.push(server.seat(number).await?);
    }
    let idle = server.counts().await?;
    for pair in &mut pairs {
        counted::play(pair, EVENTS_PER_ROOM).await?;
    }
    let played = server.counts().await?;
    for (when, now) in [("idle", idle), ("played", played)] {
        counts.insert(
            format!("bytes a connection, {when}, {journal}"),
            per((now.bytes_held - before.bytes_held) as u64, 2 * ROOMS),
        );
    }
    server.end().await
}
