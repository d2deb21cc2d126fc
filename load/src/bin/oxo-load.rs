//! `oxo-load`: load on a server, for hosts who want to know its capacity.

use std::{process::ExitCode, time::Duration};

use clap::{Parser, value_parser};
use indicatif::{ProgressBar, ProgressStyle};
use load::{
    BenchError, advice,
    client::target::LoadTarget,
    engine,
    machine::{meter::ProcessMeter, procfs::open_files_limit},
    plan::{AudiencePlan, Drive, LoadPlan, MOST_SPECTATORS},
    report::{LoadReport, grouped, ms},
    runtime,
    tally::LoadProgress,
};

/// Plays on an OXO server with many rooms at once and says how it held up.
///
/// Every room plays the same game and its rematch for ever. Without --rate each move follows as
/// soon as the opponent has seen the one before. The load uses one core; when it was busy for more
/// than nine tenths of the time, the load was the limit and not the server.
#[derive(Parser)]
#[command(name = "oxo-load", version)]
struct LoadArgs {
    /// The server: ws://host:port, with its base path if it has one
    #[arg(value_name = "URL")]
    server: String,
    /// Rooms that play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u64).range(0..=9_000))]
    rooms: u64,
    /// Spectators of one more room with 20 moves a second
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u64).range(0..=MOST_SPECTATORS))]
    spectators: u64,
    /// Connections that only sit in rooms, two in each
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u64).range(0..=18_000))]
    idle: u64,
    /// Seconds that are counted
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = value_parser!(u64).range(1..=3_600))]
    seconds: u64,
    /// Moves a second of all rooms together, at fixed instants
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1_000_000))]
    rate: Option<u64>,
    /// Print all figures and both histograms as one line of JSON instead
    #[arg(long)]
    json: bool,
    /// The server's process on this machine, to tell its CPU for a move (Linux)
    #[arg(long, value_name = "PID")]
    pid: Option<u32>,
    /// Needed for a server on another machine
    #[arg(long)]
    yes_this_is_my_server: bool,
}

/// Moves a second in the room with spectators.
const WATCHED_PER_S: f64 = 20.0;
/// Play before counting: connections are new, caches cold.
const WARM: Duration = Duration::from_secs(1);
/// Rooms in which nobody moves for a minute call their game off.
const SLOWEST_ROOM: Duration = Duration::from_secs(30);
/// The line on a terminal: how far it is, and the last second.
const LINE: &str = "{bar:20} {pos}/{len} s   {msg}";

fn main() -> ExitCode {
    match run(&LoadArgs::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        // The report has said what failed.
        Ok(_) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("oxo-load: {}", advice::explain(&why));
            ExitCode::FAILURE
        }
    }
}

/// Prints the outcome; returns how many errors there were.
fn run(args: &LoadArgs) -> Result<u64, BenchError> {
    let target = LoadTarget::server(&args.server)?;
    let plan = plan(args)?;
    if !target.address.ip().is_loopback() && !args.yes_this_is_my_server {
        return Err(format!(
            "{} is not on this machine; if it is yours to load, say so with --yes-this-is-my-server",
            target.address.ip()
        )
        .into());
    }
    let meter = ProcessMeter::new(args.pid, None)?;
    let line = ProgressBar::new(args.seconds).with_style(ProgressStyle::with_template(LINE)?);
    let outcome = runtime()?.block_on(async {
        advice::preflight(&target, &plan).await?;
        let connections = grouped(plan.connections());
        eprintln!("{connections} connections to {} …", args.server);
        let tell = |progress| tell(&line, progress);
        engine::run(&target, &meter, plan, interrupted(), tell).await
    });
    line.finish_and_clear();
    let outcome = outcome?;
    let report = LoadReport {
        plan,
        outcome: &outcome,
    };
    match args.json {
        true => println!("{}", report.json()),
        false => print!("{}", report.text()),
    }
    Ok(outcome.played.errors)
}

/// Without a signal to wait for, the time ends it.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}

fn plan(args: &LoadArgs) -> Result<LoadPlan, BenchError> {
    let plan = LoadPlan {
        rooms: args.rooms,
        drive: args
            .rate
            .map_or(Drive::FlatOut, |rate| Drive::MovesPerSecond(rate as f64)),
        idle: args.idle,
        audience: AudiencePlan {
            spectators: args.spectators,
            silent: 0,
            moves_per_s: WATCHED_PER_S,
        },
        strict: false,
        warm: WARM,
        window: Duration::from_secs(args.seconds),
        ..LoadPlan::NOTHING
    };
    if plan.connections() == 0 {
        return Err("there is nothing to do without --rooms, --spectators or --idle".into());
    }
    if let Some(rate) = args.rate
        && plan.rooms as f64 / rate as f64 > SLOWEST_ROOM.as_secs_f64()
    {
        return Err(format!(
            "at that --rate a room would wait more than {} s for each move; take fewer --rooms",
            SLOWEST_ROOM.as_secs()
        )
        .into());
    }
    let files = plan.files();
    match open_files_limit() {
        Some(limit) if limit < files => Err(format!(
            "this load needs {files} open files and this process may have {limit}; raise it with `ulimit -n {files}`"
        )
        .into()),
        _ => Ok(plan),
    }
}

/// The last second: in the line on a terminal, or as a line of its own elsewhere.
fn tell(line: &ProgressBar, progress: LoadProgress) {
    let second = format!(
        "{} moves/s   99 % within {}   {} errors",
        grouped(progress.moves_per_s as u64),
        ms(progress.p99_us),
        progress.errors,
    );
    match line.is_hidden() {
        true => eprintln!("{:>4} s   {second}", progress.at_s),
        false => {
            line.set_position(progress.at_s);
            line.set_message(second);
        }
    }
}
