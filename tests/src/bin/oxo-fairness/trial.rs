//! One trial: a server of its own with the limits it has as delivered, those who play on it, and an attack or none. One
//! attack is not to have spent what the next one needs.
//!
//! The server has one core; everybody else shares the other, the strangers at the lowest priority. Or the strangers
//! attack one node of a cluster, and the innocents are at another.

use std::{net::SocketAddr, path::Path, process::Stdio, time::Duration};

use bench::compare::{
    cluster::{ClusterLog, NodePlan},
    subject_process::{BenchSetup, SubjectProcess},
};
use load::{BenchError, client::target::Wire};
use tempfile::TempDir;
use tokio::process::Command;

use crate::{
    attack::{Attack, NewcomerRequest},
    hammer::Hammer,
    innocents::{Innocents, Seen},
};

/// Time for which the innocents are alone, to measure the usual latency.
const QUIET: Duration = Duration::from_secs(10);
/// A folder in memory.
const MEMORY: &str = "/dev/shm";

/// How servers are started.
pub struct Trial {
    pub setup: BenchSetup,
    /// Further arguments of the server, such as a budget that is taken out.
    pub more: Vec<String>,
    /// A node of a cluster is attacked, and the innocents are at another one.
    pub cluster: bool,
}

impl Trial {
    /// Measurements of the innocents while nobody attacks.
    pub async fn quiet(&self, request: NewcomerRequest) -> Result<Seen, BenchError> {
        let (server, _) = self.start(&[]).await?;
        let mut innocents = Innocents::new(&server.target, request).await?;
        let seen = innocents.watch(QUIET).await?;
        server.end().await?;
        match seen.locked_out.first() {
            Some(why) => Err(format!("nobody attacked, and {why}").into()),
            None => Ok(seen),
        }
    }

    /// Measurements of the innocents while strangers of a network, from that many of its addresses, attack for some seconds.
    pub async fn attacked(
        &self,
        attack: &Attack,
        from: (u8, u8),
        seconds: u64,
    ) -> Result<Seen, BenchError> {
        let (server, attacked) = self.start(attack.server).await?;
        let mut innocents = Innocents::new(&server.target, attack.newcomers).await?;
        let hammer = Hammer::start(attack, from, attacked, self.setup.cores)?;
        let seen = innocents.watch(Duration::from_secs(seconds)).await?;
        let writes = hammer.stop();
        server.end().await?;
        match writes {
            0 => Err(format!("no stranger came to do it: {}", attack.name).into()),
            _ => Ok(seen),
        }
    }

    /// Starts where the innocents play; and the address that is attacked.
    async fn start(&self, more: &[&str]) -> Result<(SubjectProcess, SocketAddr), BenchError> {
        let more = more.iter().map(ToString::to_string);
        let more: Vec<String> = more.chain(self.more.iter().cloned()).collect();
        let setup = &self.setup;
        if self.cluster {
            return start_cluster(setup, &more).await;
        }
        let data = TempDir::with_prefix_in("oxo-bench-", &setup.data)?;
        // SQLite and one worker thread: what most hosts run, and the least that it can be.
        let mut command = Command::new(&setup.server);
        command
            .args(["--listen", "127.0.0.1:0", "--worker-threads", "1", "--data"])
            .arg(data.path())
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        let server = SubjectProcess::start(command, Wire::Oxo, data, Some(setup.cores)).await?;
        let address = server.target.address;
        Ok((server, address))
    }
}

/// Starts a cluster: a node whose sockets are nobody else's, and the address of the one to attack.
/// The one that decides has a core of its own, and the disk with the log. The others are meant to be other machines, which take
/// neither from it: their data is in memory, and the attacked one runs only while nobody else wants the processor, below the
/// searches of others, which are nice.
async fn start_cluster(
    setup: &BenchSetup,
    more: &[String],
) -> Result<(SubjectProcess, SocketAddr), BenchError> {
    let log = ClusterLog::start(setup).await?;
    let memory = Path::new(MEMORY);
    let plan = |name| NodePlan {
        name,
        program: Command::new(&setup.server),
        data: match memory.is_dir() {
            true => memory,
            false => &setup.data,
        },
        cores: None,
        more,
    };
    let decider = NodePlan {
        data: &setup.data,
        cores: Some(setup.cores),
        ..plan("a")
    };
    let decider = log.node(decider).await?;
    let mut idle = Command::new("chrt");
    idle.args(["--idle", "0"]).arg(&setup.server);
    let attacked = NodePlan {
        program: idle,
        ..plan("b")
    };
    let attacked = log.node(attacked).await?;
    let mut other = log.node(plan("c")).await?;
    let address = attacked.target.address;
    other.beside.extend([attacked, decider, log.process]);
    Ok((other, address))
}
