//! The fairness suite: two people play and somebody comes anew each second, while strangers do one
//! thing as fast as they can. The server has one core; everybody else shares the other, the
//! strangers at the lowest priority. Or the strangers do it to one node of a cluster, and the innocents
//! are at another.

pub mod attack;
mod hammer;
mod innocents;
pub mod report;

use std::{net::SocketAddr, path::Path, process::Stdio, time::Duration};

use load::{BenchError, client::target::Wire};
use tempfile::TempDir;
use tokio::process::Command;

use self::{
    attack::{Attack, NewcomerRequest},
    hammer::Hammer,
    innocents::Innocents,
    report::{FairnessReport, Observation, Seen},
};

use crate::compare::{
    cluster,
    subject_process::{BenchSetup, SubjectProcess},
};

/// Time for which the innocents are alone, to measure the usual latency.
const QUIET: Duration = Duration::from_secs(10);
/// Addresses of which attacks come: of one, and of many.
const ADDRESSES: [u8; 2] = [1, 50];
/// How many times the usual time an attack is looked at, one look after the other until it seems
/// fair: in the usual time the 99th percentile hangs on the slowest move, in the longer ones on four
/// of four hundred, and those may have met a slow disk.
const LOOKS: [u64; 3] = [1, 4, 4];

/// Attacks to try, and their lengths.
pub struct FairnessPlan {
    /// Seconds of each attack.
    pub seconds: u64,
    /// The attacks of which the name has this in it.
    pub only: Option<String>,
    /// Further arguments of the server, such as a budget that is taken out.
    pub server: Vec<String>,
    /// A node of a cluster is attacked, and the innocents are at another one.
    pub cluster: bool,
}

/// Runs every attack of the plan, each against a server of its own with the limits it has as
/// delivered: one attack is not to have spent what the next one needs.
pub async fn run(setup: &BenchSetup, plan: &FairnessPlan) -> Result<FairnessReport, BenchError> {
    let mut report = FairnessReport::new(quiet(setup, plan, NewcomerRequest::Hello).await?);
    println!("{}", report.quiet_line());
    let wanted = |attack: &Attack| {
        plan.only
            .as_ref()
            .is_none_or(|only| attack.name.contains(only))
    };
    let mut networks = (0..=u8::MAX).cycle();
    for attack in attack::all().into_iter().filter(wanted) {
        let usual = match attack.newcomers {
            NewcomerRequest::Hello => None,
            request => Some(
                quiet(setup, plan, request)
                    .await?
                    .newcomers
                    .value_at_quantile(0.5),
            ),
        };
        for addresses in ADDRESSES {
            let mut last = None;
            for times in LOOKS {
                let trial = Trial {
                    attack: &attack,
                    from: (networks.next().unwrap_or_default(), addresses),
                    seconds: plan.seconds * times,
                    usual_us: usual,
                };
                let observation = trial.observe(setup, plan).await?;
                println!("{}", report.line(&observation));
                let fair = report.is_fair(&observation);
                last = Some(observation);
                if fair {
                    break;
                }
            }
            if let Some(last) = last {
                report.add(last);
            }
        }
    }
    Ok(report)
}

/// Observes the innocents while nobody attacks.
async fn quiet(
    setup: &BenchSetup,
    plan: &FairnessPlan,
    request: NewcomerRequest,
) -> Result<Seen, BenchError> {
    let (server, _) = start(setup, plan, &plan.server).await?;
    let mut innocents = Innocents::new(&server.target, request).await?;
    let seen = innocents.watch(QUIET).await?;
    server.end().await?;
    match seen.locked_out.first() {
        Some(why) => Err(format!("nobody attacked, and {why}").into()),
        None => Ok(seen),
    }
}

/// One attack against a server of its own.
struct Trial<'a> {
    attack: &'a Attack,
    /// A network, and how many addresses of it.
    from: (u8, u8),
    seconds: u64,
    /// Usual wait of a newcomer for its request, where that is more than a greeting.
    usual_us: Option<u64>,
}

impl Trial<'_> {
    async fn observe(
        &self,
        setup: &BenchSetup,
        plan: &FairnessPlan,
    ) -> Result<Observation, BenchError> {
        let own = self.attack.server.iter().map(ToString::to_string);
        let arguments: Vec<String> = own.chain(plan.server.iter().cloned()).collect();
        let (server, attacked) = start(setup, plan, &arguments).await?;
        let mut innocents = Innocents::new(&server.target, self.attack.newcomers).await?;
        let hammer = Hammer::start(self.attack, self.from, attacked, setup.cores)?;
        let seen = innocents.watch(Duration::from_secs(self.seconds)).await?;
        let writes = hammer.stop();
        server.end().await?;
        match writes {
            0 => Err(format!("no stranger came to do it: {}", self.attack.name).into()),
            _ => Ok(Observation {
                attack: self.attack.name.clone(),
                addresses: self.from.1,
                seconds: self.seconds,
                usual_us: self.usual_us,
                seen,
            }),
        }
    }
}

/// Starts where the innocents play; and the address that is attacked.
async fn start(
    setup: &BenchSetup,
    plan: &FairnessPlan,
    more: &[String],
) -> Result<(SubjectProcess, SocketAddr), BenchError> {
    if plan.cluster {
        return cluster::launch_to_attack(setup, more).await;
    }
    let data = TempDir::with_prefix_in("oxo-bench-", &setup.data)?;
    let mut command = Command::new(&setup.server);
    command.args(arguments(data.path())).args(more);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let server = SubjectProcess::start(command, Wire::Oxo, data, Some(setup.cores)).await?;
    let address = server.target.address;
    Ok((server, address))
}

/// SQLite and one worker thread: what most hosts run, and the least that it can be.
fn arguments(data: &Path) -> Vec<std::ffi::OsString> {
    let fixed = ["--listen", "127.0.0.1:0", "--worker-threads", "1", "--data"];
    let mut arguments: Vec<_> = fixed.map(Into::into).to_vec();
    arguments.push(data.into());
    arguments
}
