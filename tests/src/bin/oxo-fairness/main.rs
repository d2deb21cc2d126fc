//! `oxo-fairness`: whether strangers can take a server from those who play on it. Two people play and somebody comes
//! anew each second, while strangers do one thing as fast as they can.

mod attack;
mod hammer;
mod innocents;
mod report;
mod trial;

use std::{path::PathBuf, process::ExitCode};

use bench::compare::subject_process::BenchSetup;
use clap::Parser;
use load::{
    BenchError,
    machine::cores::{Cores, stay_on},
    runtime,
};

use crate::{
    attack::{Attack, NewcomerRequest},
    report::{FairnessReport, Observation},
    trial::Trial,
};

/// Addresses of which attacks come: of one, and of many.
const ADDRESSES: [u8; 2] = [1, 50];
/// Multiples of the usual time for which an attack is looked at, one look after the other until it seems
/// fair: in the usual time the 99th percentile hangs on the slowest move, in the longer ones on four
/// of four hundred, and those may have met a slow disk.
const LOOKS: [u64; 3] = [1, 4, 4];

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
    let mut attacks = attack::all()?;
    if arguments.list {
        for attack in attacks {
            println!("{}", attack.name);
        }
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(only) = &arguments.only {
        attacks.retain(|attack| attack.name.contains(only));
    }
    let own = std::env::current_exe()?;
    let beside = own.parent().ok_or("this program is nowhere")?;
    let cores = Cores::choose().ok_or("two processor cores are needed, and Linux")?;
    let server = arguments.server;
    let trial = Trial {
        setup: BenchSetup {
            server: server.unwrap_or_else(|| beside.join("oxo-server")),
            data: beside.to_owned(),
            cores,
        },
        more: arguments.more,
        cluster: arguments.cluster,
    };
    stay_on(cores.load)?;
    let findings = runtime()?.block_on(try_all(&trial, &attacks, arguments.seconds))?;
    println!("\n{} not fair", findings.len());
    for finding in &findings {
        println!("{finding}");
    }
    Ok(match findings.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Tries each attack, from each number of addresses; what was not fair.
async fn try_all(
    trial: &Trial,
    attacks: &[Attack],
    seconds: u64,
) -> Result<Vec<String>, BenchError> {
    let mut report = FairnessReport::new(trial.quiet(NewcomerRequest::Hello).await?);
    println!("{}", report.quiet_line());
    let mut networks = (0..=u8::MAX).cycle();
    for attack in attacks {
        let usual_us = match attack.newcomers {
            NewcomerRequest::Hello => None,
            request => Some(trial.quiet(request).await?.newcomers.value_at_quantile(0.5)),
        };
        for addresses in ADDRESSES {
            for (look, times) in (1..).zip(LOOKS) {
                let from = (networks.next().unwrap_or_default(), addresses);
                let seconds = seconds * times;
                let observation = Observation {
                    attack: &attack.name,
                    addresses,
                    seconds,
                    usual_us,
                    seen: trial.attacked(attack, from, seconds).await?,
                };
                println!("{}", report.line(&observation));
                if report.is_fair(&observation) {
                    break;
                }
                if look == LOOKS.len() {
                    report.add(&observation);
                }
            }
        }
    }
    Ok(report.findings)
}
