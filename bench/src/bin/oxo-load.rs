//! `oxo-load`: puts load on a server, for hosts who want to know its capacity.

use std::{path::PathBuf, process::ExitCode, time::Duration};

use bench::{
    BenchError,
    client::target::LoadTarget,
    load::{
        advice,
        engine::{self, LoadOutcome},
        plan::{AudiencePlan, Drive, LoadPlan, MOST_SPECTATORS},
        tally::{LoadProgress, rate},
    },
    machine::{meter::ProcessMeter, procfs::open_files_limit},
};
use clap::{Parser, value_parser};
use hdrhistogram::Histogram;
use serde_json::{Value, json};

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
    /// Write the line of JSON to a file as well
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
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
/// Files a process needs besides its connections.
const OTHER_FILES: u64 = 100;
/// Rooms in which nobody moves for a minute call their game off.
const SLOWEST_ROOM: Duration = Duration::from_secs(30);
/// Busier than this share of a core, the load was the limit.
const OWN_LIMIT: f64 = 0.9;

fn main() -> ExitCode {
    match run(&LoadArgs::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        // The table has said what failed.
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
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let outcome = runtime.block_on(async {
        advice::preflight(&target, &plan).await?;
        eprintln!("{} connections to {} …", plan.connections(), args.server);
        engine::run(&target, &meter, plan, interrupted(), tell).await
    })?;
    let figures = figures(&outcome, args);
    println!("{}", table(&figures));
    if outcome.spent.own_busy() > OWN_LIMIT {
        println!("The load was busy with all of its core: it was the limit, not the server.\n");
    }
    let pairs = figures
        .into_iter()
        .map(|(key, _, value, _)| (key.to_owned(), value));
    let line = Value::Object(pairs.collect()).to_string();
    println!("{line}");
    if let Some(file) = &args.json {
        std::fs::write(file, line + "\n").map_err(|why| format!("{}: {why}", file.display()))?;
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
    let files = plan.connections() + OTHER_FILES;
    match open_files_limit() {
        Some(limit) if limit < files => Err(format!(
            "this load needs {files} open files and this process may have {limit}; raise it with `ulimit -n {files}`"
        )
        .into()),
        _ => Ok(plan),
    }
}

fn tell(progress: LoadProgress) {
    eprintln!(
        "{:>4} s {:>8.0} moves/s   p99 {:>7.2} ms   {} errors",
        progress.at_s,
        progress.moves_per_s,
        progress.p99_us as f64 / 1_000.0,
        progress.errors,
    );
}

/// One figure of the outcome: its key in JSON, its name in the table, its value and its unit.
type LoadFigure = (&'static str, &'static str, Value, &'static str);

/// A number with three digits behind the point: more would claim more than was measured.
fn short(figure: f64) -> Value {
    json!((figure * 1_000.0).round() / 1_000.0)
}

/// Microseconds at a quantile; null when nothing was measured.
fn latency(us: &Histogram<u64>, quantile: f64) -> Value {
    match us.is_empty() {
        true => Value::Null,
        false => json!(us.value_at_quantile(quantile)),
    }
}

fn figures(outcome: &LoadOutcome, args: &LoadArgs) -> Vec<LoadFigure> {
    let LoadOutcome { played, spent, .. } = outcome;
    let at = |quantile| latency(&played.latency_us, quantile);
    // Offers and acceptances are charged to the moves; watched moves are delivered to many.
    let moves = played.moves + played.watched.moves;
    let cpu_us = (moves > 0).then(|| spent.cpu_us(moves)).flatten();
    vec![
        ("rooms", "rooms", json!(args.rooms), ""),
        ("spectators", "spectators", json!(args.spectators), ""),
        ("idle", "idle connections", json!(args.idle), ""),
        ("rate", "moves/s asked for", json!(args.rate), ""),
        ("seconds", "seconds", short(spent.wall.as_secs_f64()), ""),
        ("moves", "moves", json!(played.moves), ""),
        (
            "moves_per_s",
            "moves/s",
            short(rate(played.moves, spent.wall)),
            "",
        ),
        ("latency_p50_us", "latency p50", at(0.5), " µs"),
        ("latency_p99_us", "latency p99", at(0.99), " µs"),
        ("latency_p99_9_us", "latency p99.9", at(0.999), " µs"),
        ("latency_max_us", "latency max", at(1.0), " µs"),
        ("late", "moves that were late", json!(played.late), ""),
        (
            "watched_moves",
            "watched moves",
            json!(played.watched.moves),
            "",
        ),
        (
            "watched_late",
            "watched moves that were late",
            json!(played.watched.late),
            "",
        ),
        (
            "deliveries_per_s",
            "deliveries/s to spectators",
            short(rate(played.watched.to_spectators, spent.wall)),
            "",
        ),
        (
            "server_cpu_us_per_move",
            "server's CPU a move",
            json!(cpu_us.map(short)),
            " µs",
        ),
        ("errors", "errors", json!(played.errors), ""),
        (
            "first_error",
            "first error",
            json!(played.first_error.as_deref()),
            "",
        ),
        (
            "load_cores_busy",
            "load's own core",
            short(spent.own_busy()),
            "",
        ),
    ]
}

fn table(figures: &[LoadFigure]) -> String {
    let mut text = String::from("| | |\n|---|---:|\n");
    for (_, name, value, unit) in figures.iter().filter(|(.., value, _)| !value.is_null()) {
        let value = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        text += &format!("| {name} | {value}{unit} |\n");
    }
    text
}
