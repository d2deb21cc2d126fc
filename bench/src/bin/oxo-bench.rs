//! `oxo-bench`: measures the server and compares it.
//!
//! Knows nothing of measuring: reads what is wanted and prints what came of it.

use std::{
    net::SocketAddr,
    ops::RangeInclusive,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use bench::{
    Fault,
    compare::{
        check::{broken, unfit},
        compared::Compared,
        figures::{self, FIGURES, Figure, Part},
        report::{Report, progress},
        run::{self, Round, Taken},
        side::Extent,
        subject::Places,
    },
    floor,
    machine::{cores::Cores, procfs::open_files_limit},
};
use clap::{
    Args, CommandFactory, FromArgMatches, Parser, Subcommand, builder::PossibleValuesParser,
    value_parser,
};

/// What oxo-server costs, as a ratio to a relay that only forwards frames.
/// Everything runs on this machine's loopback. Without a name: the main
/// comparison, CPU per move and memory per idle connection.
#[derive(Parser)]
#[command(name = "oxo-bench", version, args_conflicts_with_subcommands = true)]
struct Command {
    #[command(subcommand)]
    relay: Option<Relay>,
    #[command(flatten)]
    wanted: Wanted,
}

#[derive(Subcommand)]
enum Relay {
    /// Serve as the relay that everything is compared with.
    Floor {
        /// Where to listen; port 0 takes a free one
        #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:0")]
        listen: SocketAddr,
        /// A new file in which every frame is kept before it is passed on
        #[arg(long, value_name = "FILE")]
        keep: Option<PathBuf>,
        /// Seconds after which it ends by itself
        #[arg(long, value_name = "N", default_value_t = 600)]
        seconds: u64,
    },
}

#[derive(Args)]
struct Wanted {
    /// Figures by name; `all` of the server's own; or `check`: fails when one of
    /// the most important is out of reach of what it must be
    #[arg(value_name = "NAME", value_parser = names(), hide_possible_values = true)]
    names: Vec<String>,
    /// The server's program; the one beside this program when absent
    #[arg(long, value_name = "PATH", env = "OXO_SERVER_BIN")]
    server: Option<PathBuf>,
    /// Where SQLite's files go meanwhile; beside this program when absent
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Rooms that play at once, where a figure does not name their number
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u64).range(1..=4_000))]
    rooms: u64,
    /// Rounds of everything
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = value_parser!(u32).range(1..=50))]
    rounds: u32,
    /// Seconds that are counted of each load
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = value_parser!(u64).range(1..=120))]
    seconds: u64,
    /// Write the line of JSON to this file too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// The word for every figure.
const ALL: &str = "all";
/// The word for the gate.
const CHECK: &str = "check";
/// The word for what one would take instead.
const PEERS: &str = "peers";

fn names() -> PossibleValuesParser {
    let figures = FIGURES.iter().map(|figure| figure.name);
    PossibleValuesParser::new(figures.chain([ALL, CHECK, PEERS]))
}

fn main() -> ExitCode {
    let figures = FIGURES
        .iter()
        .map(|it| format!("  {:<20}{}\n", it.name, it.what));
    let help = format!("Figures:\n{}", figures.collect::<String>());
    let matches = Command::command().after_help(help).get_matches();
    let command = Command::from_arg_matches(&matches).unwrap_or_else(|why| why.exit());
    let done = match command.relay {
        Some(Relay::Floor {
            listen,
            keep,
            seconds,
        }) => floor::serve(listen, keep.as_deref(), Duration::from_secs(seconds)),
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

/// A machine that can measure, and what it is to measure with.
struct Bench {
    places: Places,
    extent: Extent,
    runtime: tokio::runtime::Runtime,
}

fn measure(wanted: &Wanted) -> Result<(), Fault> {
    let checks = wanted.names.iter().any(|name| name == CHECK);
    if checks && wanted.names.len() > 1 {
        return Err("check stands alone, without names of figures".into());
    }
    let figures = wanted.figures();
    let bench = Bench::new(wanted, &figures)?;
    let mut rounds = bench.rounds(&figures, 1..=wanted.rounds)?;
    if checks && let Some(why) = broken(&compared(&figures, &rounds)) {
        println!("After {} rounds:\n{why}", wanted.rounds);
        println!("As many rounds again; the median of all decides.\n");
        rounds.extend(bench.rounds(&figures, wanted.rounds + 1..=wanted.rounds * 2)?);
    }
    let compared = compared(&figures, &rounds);
    let report = Report {
        extent: bench.extent,
        rounds: &rounds,
        compared: &compared,
    };
    print!("{}", report.text());

    println!("\n{}", report.json_line());
    if let Some(path) = &wanted.json {
        std::fs::write(path, report.json_line() + "\n")
            .map_err(|why| format!("{}: {why}", path.display()))?;
    }
    match broken(&compared) {
        Some(why) if checks => match unfit(&rounds) {
            None => Err(why.into()),
            Some(reason) => {
                println!("{why}\n{reason}");
                Ok(())
            }
        },
        _ if compared.iter().any(|it| it.value.is_none()) => {
            Err("not every figure could be taken".into())
        }
        _ => Ok(()),
    }
}

fn compared(figures: &[&'static Figure], rounds: &[Round]) -> Vec<Compared> {
    let compare = |figure: &&'static Figure| Compared::new(figure, rounds);
    figures.iter().map(compare).collect()
}

impl Wanted {
    fn figures(&self) -> Vec<&'static Figure> {
        let named = |name: &str| self.names.iter().any(|wanted| wanted == name);
        match self.names.is_empty() {
            true => figures::of_part(Part::Main),
            false if named(ALL) => figures::of_part(Part::All),
            false if named(CHECK) => figures::of_part(Part::Check),
            false if named(PEERS) => figures::of_peers(),
            false => FIGURES.iter().filter(|it| named(it.name)).collect(),
        }
    }

    fn places(&self) -> Result<Places, Fault> {
        let own = std::env::current_exe()?;
        let beside = own.parent().unwrap_or(Path::new("."));
        let server = match &self.server {
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
        let data = self.data.clone().unwrap_or_else(|| beside.to_owned());
        let cores = Cores::choose().ok_or(
            "this machine cannot measure: two processor cores are needed, one for the server and one for the load, and Linux",
        )?;
        Ok(Places {
            server,
            data,
            cores,
        })
    }
}

impl Bench {
    fn new(wanted: &Wanted, figures: &[&'static Figure]) -> Result<Bench, Fault> {
        let places = wanted.places()?;
        let extent = Extent {
            rooms: wanted.rooms,
            window: Duration::from_secs(wanted.seconds),
        };
        let sides = figures::sides(figures);
        let files = sides.iter().map(|side| side.load.files(extent));
        let files = files.max().unwrap_or_default();
        if open_files_limit().is_some_and(|limit| limit < files) {
            return Err(format!("{files} open files are needed; see ulimit -n").into());
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        Ok(Bench {
            places,
            extent,
            runtime,
        })
    }

    fn rounds(
        &self,
        figures: &[&'static Figure],
        numbers: RangeInclusive<u32>,
    ) -> Result<Vec<Round>, Fault> {
        let sides = figures::sides(figures);
        let tell = |number, taken: &Taken| eprintln!("{}", progress(number, taken, self.extent));
        self.runtime.block_on(async {
            tokio::select! {
                rounds = run::rounds(&self.places, self.extent, &sides, numbers, tell) => Ok(rounds),
                // Dropping the rounds ends the process that is being measured.
                _ = tokio::signal::ctrl_c() => Err("stopped".into()),
            }
        })
    }
}
