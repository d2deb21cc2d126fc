//! `oxo-bench`: measurements of the server, compared with the baseline.

use std::{
    ops::RangeInclusive,
    path::{Path, PathBuf},
    process::ExitCode,
};

use bench::{
    compare::{
        check::{CheckResult, judge},
        comparison::Comparison,
        figures::{self, FIGURES, Figure, Part},
        measurement::Measurement,
        report::{BenchReport, progress},
        rounds::{self, Round, TakenMeasurement},
        subject_process::BenchSetup,
    },
    gate,
    pictures::PicturesOptions,
};
use clap::{
    Args, CommandFactory, FromArgMatches, Parser, Subcommand, builder::PossibleValuesParser,
    value_parser,
};
use load::{
    BenchError, baseline,
    machine::{cores::Cores, procfs::open_files_limit},
    runtime,
};

/// Cost of oxo-server, as a ratio to a relay that only forwards messages. Everything runs on
/// this machine's loopback. Without a name: the main comparison, CPU a command and memory.
#[derive(Parser)]
#[command(name = "oxo-bench", version, args_conflicts_with_subcommands = true)]
struct BenchCommand {
    #[command(subcommand)]
    task: Option<BenchTask>,
    #[command(flatten)]
    choice: FigureChoice,
}

#[derive(Subcommand)]
enum BenchTask {
    /// Serve as the relay that everything is compared with
    Baseline(baseline::RelayOptions),
    /// Count instructions, allocations, bytes and memory, and hold them to their record
    Gate(gate::GateOptions),
    /// Draw the pictures of docs/performance.md from what was measured for them
    Pictures(PicturesOptions),
}

#[derive(Args)]
struct FigureChoice {
    /// Figures by name; `all` of them; or `check`: exits with 1 when a figure is over its limit,
    /// and with 3 when this machine is too noisy to judge
    #[arg(value_name = "NAME", value_parser = names(), hide_possible_values = true)]
    names: Vec<String>,
    /// The server's program; the one beside this program when absent
    #[arg(long, value_name = "PATH", env = "OXO_SERVER_BIN")]
    server: Option<PathBuf>,
    /// Rounds of everything
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = value_parser!(u32).range(1..=50))]
    rounds: u32,
}

/// The word for every figure.
const ALL: &str = "all";
/// The word for the check.
const CHECK: &str = "check";
/// Number of attempts of the check before it says that a figure is over its limit, or that the
/// machine is too noisy: what else a machine does may weigh on one side of a ratio for minutes.
const TRIES: u32 = 3;
/// Exit status of a check that no try could judge.
const TOO_NOISY: u8 = 3;

fn names() -> PossibleValuesParser {
    let figures = FIGURES.iter().map(|figure| figure.name);
    PossibleValuesParser::new(figures.chain([ALL, CHECK]))
}

fn main() -> ExitCode {
    let figures = FIGURES
        .iter()
        .map(|it| format!("  {:<20}{}\n", it.name, it.what));
    let help = format!("Figures:\n{}", figures.collect::<String>());
    let matches = BenchCommand::command().after_help(help).get_matches();
    let command = BenchCommand::from_arg_matches(&matches).unwrap_or_else(|why| why.exit());
    let done = match command.task {
        Some(BenchTask::Baseline(options)) => baseline::serve(&options).map(|()| ExitCode::SUCCESS),
        Some(BenchTask::Gate(options)) => gate::run(&options),
        Some(BenchTask::Pictures(options)) => pictures(&options),
        None if command.choice.is_check() => check(&command.choice),
        None => measure(&command.choice),
    };
    done.unwrap_or_else(|why| {
        eprintln!("oxo-bench: {why}");
        ExitCode::FAILURE
    })
}

fn measure(choice: &FigureChoice) -> Result<ExitCode, BenchError> {
    let mut available = Vec::new();
    for figure in choice.figures() {
        let missing = figure
            .quantity
            .measurements()
            .find_map(|it| it.subject.missing());
        match missing {
            None => available.push(figure),
            Some(variable) => eprintln!("left out: {}; {variable} is not set", figure.name),
        }
    }
    let bench = Bench::new(choice, available)?;
    let rounds = bench.rounds(1..=choice.rounds)?;
    let comparisons = bench.report(&rounds);
    match comparisons.iter().any(|it| it.value.is_none()) {
        true => Err("not every figure could be taken".into()),
        false => Ok(ExitCode::SUCCESS),
    }
}

/// A figure is within its limit as soon as the rounds show it, and over it only by those of all
/// tries.
fn check(choice: &FigureChoice) -> Result<ExitCode, BenchError> {
    let bench = Bench::new(choice, figures::of_part(Part::Check))?;
    let mut rounds = Vec::new();
    let mut result = CheckResult::Passed;
    for attempt in 1..=TRIES {
        let first = rounds.len() as u32 + 1;
        rounds.extend(bench.rounds(first..=first + choice.rounds - 1)?);
        result = judge(&rounds, &bench.report(&rounds));
        match &result {
            CheckResult::Passed => break,
            CheckResult::OverLimit(why) | CheckResult::TooNoisy(why) => {
                println!("Try {attempt} of {TRIES}: {why}\n");
            }
        }
    }
    match result {
        CheckResult::Passed => Ok(ExitCode::SUCCESS),
        CheckResult::OverLimit(why) => Err(why.into()),
        CheckResult::TooNoisy(why) => {
            eprintln!(
                "oxo-bench: nothing was judged, because {why}; try again when the machine is quiet"
            );
            Ok(ExitCode::from(TOO_NOISY))
        }
    }
}

/// A machine that can measure, and the measurements to take.
struct Bench {
    setup: BenchSetup,
    figures: Vec<&'static Figure>,
    runtime: tokio::runtime::Runtime,
}

impl FigureChoice {
    fn is_check(&self) -> bool {
        self.names.iter().any(|name| name == CHECK)
    }

    fn figures(&self) -> Vec<&'static Figure> {
        let named = |name: &str| self.names.iter().any(|chosen| chosen == name);
        match self.names.is_empty() {
            true => figures::of_part(Part::Main),
            false if named(ALL) => figures::of_part(Part::All),
            false => FIGURES.iter().filter(|it| named(it.name)).collect(),
        }
    }
}

/// Means of measurement: that server, or the one beside this program, and this program's folder.
fn setup(server: Option<&Path>) -> Result<BenchSetup, BenchError> {
    let own = std::env::current_exe()?;
    let beside = own.parent().unwrap_or(Path::new("."));
    let server = server.map_or_else(|| beside.join("oxo-server"), Path::to_owned);
    if !server.is_file() {
        return Err(format!(
            "no server at {}; build it with `cargo build --release -p server`, or name it with --server PATH",
            server.display()
        )
        .into());
    }
    let cores = Cores::choose().ok_or(
        "this machine cannot measure: two processor cores are needed, one for the server and one for the load, and Linux",
    )?;
    Ok(BenchSetup {
        server,
        // A temporary directory is often in memory, where syncing costs nothing.
        data: beside.to_owned(),
        cores,
    })
}

/// Fails when this process may not open as many files as the measurements need.
fn may_open(measurements: &[Measurement]) -> Result<(), BenchError> {
    let files = measurements.iter().map(|it| it.scenario.plan.files());
    let files = files.max().unwrap_or_default();
    match open_files_limit() {
        Some(limit) if limit < files => {
            Err(format!("{files} open files are needed; see ulimit -n").into())
        }
        _ => Ok(()),
    }
}

/// The outcome of a task, unless the person who started it ends it before. Dropping the task ends the process that is being
/// measured.
async fn unless_stopped<T>(
    task: impl Future<Output = Result<T, BenchError>>,
) -> Result<T, BenchError> {
    tokio::select! {
        outcome = task => outcome,
        _ = tokio::signal::ctrl_c() => Err("stopped".into()),
    }
}

fn pictures(options: &PicturesOptions) -> Result<ExitCode, BenchError> {
    if options.measure {
        let setup = setup(options.server.as_deref())?;
        let measured = async {
            for plan in options.plans() {
                may_open(&plan.measurements())?;
                options.measure(&plan, &setup).await?;
            }
            Ok(())
        };
        runtime()?.block_on(unless_stopped(measured))?;
    }
    options.draw()?;
    Ok(ExitCode::SUCCESS)
}

impl Bench {
    fn new(choice: &FigureChoice, figures: Vec<&'static Figure>) -> Result<Bench, BenchError> {
        if choice.is_check() && choice.names.len() > 1 {
            return Err("check stands alone, without names of figures".into());
        }
        may_open(&figures::measurements(&figures))?;
        Ok(Bench {
            setup: setup(choice.server.as_deref())?,
            figures,
            runtime: runtime()?,
        })
    }

    fn rounds(&self, numbers: RangeInclusive<u32>) -> Result<Vec<Round>, BenchError> {
        let measurements = figures::measurements(&self.figures);
        let tell = |number, taken: &TakenMeasurement| {
            eprintln!("{}", progress(number, taken));
        };
        let rounds = rounds::rounds(&self.setup, &measurements, numbers, tell);
        let rounds = async { Ok(rounds.await) };
        self.runtime.block_on(unless_stopped(rounds))
    }

    /// Prints what the rounds say of each figure, and gives it.
    fn report(&self, rounds: &[Round]) -> Vec<Comparison> {
        let figures = self.figures.iter();
        let comparisons = figures.map(|figure| Comparison::new(figure, rounds));
        let comparisons: Vec<Comparison> = comparisons.collect();
        let report = BenchReport {
            rounds,
            comparisons: &comparisons,
        };
        print!("{}", report.text());
        comparisons
    }
}
