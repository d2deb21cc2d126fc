//! `oxo-load`: puts load on a server, for people who size one.
//!
//! Knows nothing of how the load is made: reads what is wanted, tells how it
//! goes, and prints what came of it.

use std::{path::PathBuf, process::ExitCode, time::Duration};

use bench::{
    Fault,
    client::target::Target,
    load::watch,
    machine::{meter::Meter, procfs::open_files_limit},
    sizing::{self, Plan, Progress, Work, advice},
};
use clap::{Parser, value_parser};
use serde_json::json;

/// Plays on an OXO server with many rooms at once and says how it held up.
///
/// Every room plays the same game and its rematch for ever. Without --rate each
/// move follows at once when the opponent has seen the one before. The load
/// uses one core; when it was busy with more than nine tenths of it, the load
/// was the limit and not the server.
#[derive(Parser)]
#[command(name = "oxo-load", version)]
struct Wanted {
    /// The server: ws://host:port, with its base path if it has one
    #[arg(value_name = "URL")]
    server: String,
    /// Rooms that play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = value_parser!(u64).range(0..=9_000))]
    rooms: u64,
    /// Spectators of one more room with 20 moves a second
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = value_parser!(u64).range(0..=watch::AT_MOST))]
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

/// Files a process needs besides its connections.
const OTHER_FILES: u64 = 100;
/// Rooms in which nobody moves for a minute call their game off.
const SLOWEST_ROOM: Duration = Duration::from_secs(30);
/// Busier than this share of a core, the load was the limit.
const OWN_LIMIT: f64 = 0.9;

fn main() -> ExitCode {
    match run(&Wanted::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        // The table has said what failed.
        Ok(_) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("oxo-load: {}", advice::sentence(&why));
            ExitCode::FAILURE
        }
    }
}

/// Prints what came of it; gives how many errors there were.
fn run(wanted: &Wanted) -> Result<u64, Fault> {
    let target = Target::server(&wanted.server)?;
    let plan = plan(wanted)?;
    if !target.address.ip().is_loopback() && !wanted.yes_this_is_my_server {
        return Err(format!(
            "{} is not on this machine; if it is yours to load, say so with --yes-this-is-my-server",
            target.address.ip()
        )
        .into());
    }
    let meter = Meter::new(wanted.pid, None)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let work = runtime.block_on(async {
        advice::knock(&target, plan).await?;
        eprintln!("{} connections to {} …", plan.connections(), wanted.server);
        sizing::load(&target, &meter, plan, interrupted(), tell).await
    })?;
    println!("{}", table(&work));
    let line = json_line(&work, plan);
    println!("{line}");
    if let Some(file) = &wanted.json {
        std::fs::write(file, line + "\n").map_err(|why| format!("{}: {why}", file.display()))?;
    }
    Ok(work.errors)
}

/// Without a signal to wait for, the time ends it.
async fn interrupted() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}

fn plan(wanted: &Wanted) -> Result<Plan, Fault> {
    let plan = Plan {
        rooms: wanted.rooms,
        spectators: wanted.spectators,
        idle: wanted.idle,
        rate: wanted.rate.map(|rate| rate as f64),
        window: Duration::from_secs(wanted.seconds),
    };
    if plan.connections() == 0 {
        return Err("there is nothing to do without --rooms, --spectators or --idle".into());
    }
    if let Some(rate) = plan.rate
        && plan.rooms as f64 / rate > SLOWEST_ROOM.as_secs_f64()
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

/// Progress, for whoever waits.
fn tell(progress: Progress) {
    eprintln!(
        "{:>4} s {:>8.0} moves/s   p99 {:>7.2} ms   {} errors",
        progress.at_s,
        progress.moves_per_s,
        progress.p99_us as f64 / 1_000.0,
        progress.errors,
    );
}

fn table(work: &Work) -> String {
    let wall = work.spent.wall.as_secs_f64();
    let us = &work.latency_us;
    let ms = |us: u64| format!("{:.2} ms", us as f64 / 1_000.0);
    let mut rows = vec![
        ("seconds", format!("{wall:.1}")),
        ("moves", work.moves.to_string()),
        ("moves/s", format!("{:.0}", work.moves as f64 / wall)),
    ];
    if work.moves > 0 {
        rows.extend([
            ("latency p50", ms(us.value_at_quantile(0.5))),
            ("latency p99", ms(us.value_at_quantile(0.99))),
            ("latency p99.9", ms(us.value_at_quantile(0.999))),
            ("latency max", ms(us.max())),
            ("moves that were late", work.late.to_string()),
        ]);
    }
    if work.watched.moves > 0 {
        let rate = work.watched.to_spectators as f64 / wall;
        rows.push(("deliveries/s to spectators", format!("{rate:.0}")));
        rows.push((
            "watched moves that were late",
            work.watched.late.to_string(),
        ));
    }
    if let Some(cpu_us) = cpu_us(work) {
        rows.push(("server's CPU a move", format!("{cpu_us:.1} µs")));
    }
    let busy = work.spent.own_busy();
    rows.push(("errors", work.errors.to_string()));
    rows.push(("load's own core", format!("{:.0} %", busy * 100.0)));
    let mut text = String::from("| | |\n|---|---:|\n");
    for (name, figure) in rows {
        text += &format!("| {name} | {figure} |\n");
    }
    if let Some(why) = &work.first_error {
        text += &format!("\nThe first error: {why}.\n");
    }
    if busy > OWN_LIMIT {
        text += "\nThe load was busy with all of its core: it was the limit, not the server.\n";
    }
    text
}

/// Of all moves, the watched ones too: there the server delivers to many, so
/// that with spectators this is no figure of a plain move.
fn cpu_us(work: &Work) -> Option<f64> {
    match work.moves + work.watched.moves {
        0 => None,
        moves => work.spent.cpu_us(moves),
    }
}

fn json_line(work: &Work, plan: Plan) -> String {
    // More digits than this would claim more than was measured.
    let short = |figure: f64| (figure * 1_000.0).round() / 1_000.0;
    let wall = work.spent.wall.as_secs_f64();
    let us = &work.latency_us;
    let latency = (work.moves > 0).then(|| {
        json!({
            "p50": us.value_at_quantile(0.5),
            "p99": us.value_at_quantile(0.99),
            "p99_9": us.value_at_quantile(0.999),
            "max": us.max(),
        })
    });
    json!({
        "rooms": plan.rooms,
        "spectators": plan.spectators,
        "idle": plan.idle,
        "rate": plan.rate,
        "seconds": short(wall),
        "moves": work.moves,
        "moves_per_s": short(work.moves as f64 / wall),
        "latency_us": latency,
        "late": work.late,
        "watched_moves": work.watched.moves,
        "watched_late": work.watched.late,
        "deliveries_per_s": short(work.watched.to_spectators as f64 / wall),
        "errors": work.errors,
        "first_error": work.first_error.as_deref(),
        "load_cores_busy": short(work.spent.own_busy()),
        "server_cpu_us_per_move": cpu_us(work).map(short),
    })
    .to_string()
}
