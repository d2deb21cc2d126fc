//! `oxo-fairness`: whether strangers can take a server from those who play on it.

use std::{path::PathBuf, process::ExitCode};

use bench::{
    compare::subject_process::BenchSetup,
    fairness::{self, FairnessPlan},
};
use clap::Parser;
use load::{
    BenchError,
    machine::cores::{Cores, stay_on},
};

/// Attacks a server of its own with every endpoint and every frame, from one address and from
/// fifty, while two people play on it and somebody comes anew each second. Ends with status 1 when
/// their moves took more than twice as long as before and more than 20 ms, or somebody was locked
/// out.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Only the attacks of which the name has this in it
    only: Option<String>,
    /// Seconds of each attack
    #[arg(long, default_value_t = 6)]
    seconds: u64,
    /// Say which attacks there are, and try none
    #[arg(long)]
    list: bool,
    /// Attack one node of a cluster, while the innocents are at another; OXO_NATS_SERVER is the program of NATS
    #[arg(long)]
    cluster: bool,
    /// Program of the server; without this, the one beside this program
    #[arg(long, value_name = "PATH")]
    server: Option<PathBuf>,
    /// Further arguments of the server, such as --work-us-per-s 1000000000 to see it fail
    #[arg(last = true)]
    more: Vec<String>,
}

fn main() -> ExitCode {
    match run(Arguments::parse()) {
        Ok(code) => code,
        Err(why) => {
            eprintln!("oxo-fairness: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Arguments) -> Result<ExitCode, BenchError> {
    if arguments.list {
        for attack in fairness::attack::all() {
            println!("{}", attack.name);
        }
        return Ok(ExitCode::SUCCESS);
    }
    let own = std::env::current_exe()?;
    let beside = own.parent().ok_or("this program is nowhere")?;
    let cores = Cores::choose().ok_or("two processor cores are needed, and Linux")?;
    let setup = BenchSetup {
        server: arguments
            .server
            .unwrap_or_else(|| beside.join("oxo-server")),
        data: beside.to_owned(),
        cores,
    };
    let plan = FairnessPlan {
        seconds: arguments.seconds,
        only: arguments.only,
        server: arguments.more,
        cluster: arguments.cluster,
    };
    stay_on(cores.load)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let report = runtime.block_on(fairness::run(&setup, &plan))?;
    let findings = report.findings();
    println!("\n{} not fair", findings.len());
    for finding in &findings {
        println!("{finding}");
    }
    Ok(match findings.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}
