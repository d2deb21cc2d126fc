//! `oxo-bench`: the first figure of the server's cost.
//!
//! Knows nothing of measuring: reads what is wanted and prints what came of it.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use bench::{
    Fault,
    cores::Cores,
    floor,
    load::Plan,
    procfs::open_files_limit,
    report,
    run::{self, Taken},
    subject::{Places, RAISED},
};
use clap::{Args, Parser, Subcommand, value_parser};

/// CPU per move and memory per idle connection of oxo-server, as a ratio to a
/// relay that only forwards frames. Everything runs on this machine's loopback.
#[derive(Parser)]
#[command(name = "oxo-bench", version)]
struct Command {
    #[command(subcommand)]
    part: Option<Part>,
    #[command(flatten)]
    wanted: Wanted,
}

#[derive(Subcommand)]
enum Part {
    /// Serve as the relay that everything is compared with.
    Floor {
        /// Where to listen; port 0 takes a free one
        #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:0")]
        listen: SocketAddr,
        /// Seconds after which it ends by itself
        #[arg(long, value_name = "N", default_value_t = 600)]
        seconds: u64,
    },
}

#[derive(Args)]
struct Wanted {
    /// The server's program; the one beside this program when absent
    #[arg(long, value_name = "PATH", env = "OXO_SERVER_BIN")]
    server: Option<PathBuf>,
    /// Where SQLite's files go meanwhile; beside this program when absent
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Rooms that play at once
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u64).range(1..=4_000))]
    rooms: u64,
    /// Rounds of floor, memory, sqlite
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=50))]
    rounds: u32,
    /// Seconds that are counted of each
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u64).range(1..=120))]
    seconds: u64,
    /// Connections that sit idle
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = value_parser!(u64).range(2..=8_000))]
    idle: u64,
}

/// Seconds of play before counting: connections are new, caches cold.
const WARM: Duration = Duration::from_secs(1);
/// Files a process needs besides its connections.
const OTHER_FILES: u64 = 100;

fn main() -> ExitCode {
    let command = Command::parse();
    let done = match command.part {
        Some(Part::Floor { listen, seconds }) => floor::serve(listen, Duration::from_secs(seconds)),
        None => measure(&command.wanted),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("oxo-bench: {why}");
            ExitCode::FAILURE
        }
    }
}

fn measure(wanted: &Wanted) -> Result<(), Fault> {
    let places = places(wanted)?;
    let plan = Plan {
        rooms: wanted.rooms,
        warm: WARM,
        window: Duration::from_secs(wanted.seconds),
    };
    let files = wanted.idle.max(wanted.rooms * 2) + OTHER_FILES;
    if open_files_limit().is_some_and(|limit| limit < files) {
        return Err(format!("{files} open files are needed; see ulimit -n").into());
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let rounds = runtime.block_on(async {
        tokio::select! {
            rounds = run::rounds(&places, plan, wanted.idle, wanted.rounds, tell) => rounds,
            // Dropping the rounds ends the process that is being measured.
            _ = tokio::signal::ctrl_c() => Err("stopped".into()),
        }
    })?;
    println!(
        "{} rooms in closed loop, {} s of each, {} rounds; {} idle connections; server with one worker thread{}.",
        wanted.rooms,
        wanted.seconds,
        wanted.rounds,
        wanted.idle,
        match places.cores {
            Some(_) => ", on one core, the load on another",
            None => "",
        }
    );
    println!(
        "A move here is any of a game's 9 moves, 1 offer and 1 acceptance of a rematch. Median (lowest–highest)."
    );
    let raised = RAISED.iter().map(|(name, value)| format!("{name} {value}"));
    println!("Limits raised: {}.", raised.collect::<Vec<_>>().join(", "));
    println!("\n{}", report::table(&rounds));
    println!("{}", report::json_line(&rounds, plan, wanted.idle));
    Ok(())
}

/// Progress, for whoever waits.
fn tell(round: u32, taken: &Taken) {
    let Taken {
        kind,
        work,
        idle_kib,
    } = taken;
    eprintln!(
        "round {round}, {:<6} {:6.1} µs a move, {:5.1} KiB an idle connection, {:6.0} moves/s, server {:3.0} %, load {:3.0} % of a core",
        kind.name(),
        work.cpu_us(),
        idle_kib,
        work.rate(),
        work.served_busy() * 100.0,
        work.own_busy() * 100.0,
    );
}

fn places(wanted: &Wanted) -> Result<Places, Fault> {
    let own = std::env::current_exe()?;
    let beside = own.parent().unwrap_or(Path::new("."));
    let server = match &wanted.server {
        Some(server) => server.clone(),
        None => beside.join("oxo-server"),
    };
    if !server.is_file() {
        return Err(format!(
            "no server at {}; build it with `cargo build --release -p server`, or name it with --server PATH",
            server.display()
        )
        .into());
    }
    // A temporary directory is often in memory, where syncing costs nothing.
    let data = wanted.data.clone().unwrap_or_else(|| beside.to_owned());
    Ok(Places {
        server,
        data,
        cores: Cores::choose(),
    })
}
