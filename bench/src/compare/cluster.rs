//! A cluster as something that is measured or attacked: nodes on one server of NATS, of which one decides. How many servers
//! keep the log is no matter of the node's processor.

use std::{
    fs,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    path::Path,
    process::Stdio,
    time::Duration,
};

use load::{
    BenchError,
    client::target::{LoadTarget, Wire},
    machine::{cores::Cores, links},
};
use tempfile::TempDir;
use tokio::{
    net::TcpStream,
    process::Command,
    time::{sleep, timeout},
};

use crate::compare::subject_process::{BenchSetup, RAISED, RaisedLimit, SubjectProcess};

/// Environment variable with the program of NATS; `bench/run` sets it where it is installed.
pub const NATS: &str = "OXO_NATS_SERVER";

/// A folder in memory.
const MEMORY: &str = "/dev/shm";
/// How long a node may take until it takes people.
const READY: Duration = Duration::from_secs(60);
/// How long a server of NATS may take until it listens, and how often one is started.
const LISTENS: Duration = Duration::from_secs(5);
const TRIES: usize = 3;
/// How often it is asked.
const ASK_EVERY: Duration = Duration::from_millis(50);

/// Whose processor is looked at, and where people are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClusterView {
    /// The node that decides, with people at its own sockets.
    Direct,
    /// The same, with people whom the other node carries.
    Carried,
    /// The node that carries them.
    Carrier,
}

impl ClusterView {
    /// Starts it, with the measured node on a core of its own.
    pub async fn launch(self, setup: &BenchSetup) -> Result<SubjectProcess, BenchError> {
        let log = ClusterLog::start(setup).await?;
        let is_measured = |decides: bool| decides == (self != ClusterView::Carrier);
        let plan = |name, decides| NodePlan {
            cores: is_measured(decides).then_some(setup.cores),
            limits: RAISED,
            ..NodePlan::new(name)
        };
        let decider = log.node(setup, plan("a", true)).await?;
        let carrier = log.node(setup, plan("b", false)).await?;
        let (mut measured, mut other) = match self {
            ClusterView::Carrier => (carrier, decider),
            ClusterView::Direct | ClusterView::Carried => (decider, carrier),
        };
        let own = measured.target.address;
        if self == ClusterView::Carried {
            std::mem::swap(&mut measured.target, &mut other.target);
        }
        measured.node = Some(own);
        measured.beside.push(other);
        measured.beside.push(log.process);
        Ok(measured)
    }
}

/// Starts a cluster of which one node is attacked: a node whose sockets are nobody else's, and the address of the one to attack.
/// The one that decides has a core of its own, and the disk with the log. The others are meant to be other machines, which take
/// neither from it: their data is in memory, and the attacked one runs only while nobody else wants the processor.
pub async fn launch_to_attack(
    setup: &BenchSetup,
    more: &[String],
) -> Result<(SubjectProcess, SocketAddr), BenchError> {
    let log = ClusterLog::start(setup).await?;
    let plan = |name, is_elsewhere| NodePlan {
        more,
        is_elsewhere,
        ..NodePlan::new(name)
    };
    let decider = NodePlan {
        cores: Some(setup.cores),
        ..plan("a", false)
    };
    let decider = log.node(setup, decider).await?;
    let attacked = NodePlan {
        is_idle: true,
        ..plan("b", true)
    };
    let attacked = log.node(setup, attacked).await?;
    let mut other = log.node(setup, plan("c", true)).await?;
    let address = attacked.target.address;
    other.beside.extend([attacked, decider, log.process]);
    Ok((other, address))
}

/// How a node is run.
struct NodePlan<'a> {
    name: &'a str,
    /// On its core, if it has one.
    cores: Option<Cores>,
    limits: &'a [RaisedLimit],
    more: &'a [String],
    /// Only while nobody else wants the processor: below the searches of others, which are nice.
    is_idle: bool,
    /// With its data not on the disk of the others, where there is memory for it.
    is_elsewhere: bool,
}

impl NodePlan<'_> {
    fn new(name: &str) -> NodePlan<'_> {
        NodePlan {
            name,
            cores: None,
            limits: &[],
            more: &[],
            is_idle: false,
            is_elsewhere: false,
        }
    }
}

/// The server of NATS that keeps the log.
struct ClusterLog {
    process: SubjectProcess,
    clients: u16,
    monitor: u16,
}

impl ClusterLog {
    /// Starts it, at other ports if somebody has taken these meanwhile.
    async fn start(setup: &BenchSetup) -> Result<ClusterLog, BenchError> {
        for _ in 0..TRIES {
            let mut log = ClusterLog::try_start(setup)?;
            let address = log.process.target.address;
            let accepts = timeout(LISTENS, accepts(address)).await.is_ok();
            // Where somebody else listens it has ended.
            if accepts && log.process.child.try_wait()?.is_none() {
                return Ok(log);
            }
        }
        Err("NATS does not listen".into())
    }

    fn try_start(setup: &BenchSetup) -> Result<ClusterLog, BenchError> {
        let data = TempDir::with_prefix_in("oxo-bench-", &setup.data)?;
        let [clients, monitor] = free_ports()?;
        fs::write(
            data.path().join("nats.conf"),
            configuration(data.path(), clients, monitor),
        )?;
        let program = std::env::var_os(NATS).ok_or("bench/run sets where NATS is")?;
        let nats = Command::new(program)
            .arg("-c")
            .arg(data.path().join("nats.conf"))
            .env_clear()
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, clients));
        let target = LoadTarget::new(Wire::Oxo, address);
        Ok(ClusterLog {
            process: SubjectProcess::of(nats, target, data)?,
            clients,
            monitor,
        })
    }

    /// Starts a node, and waits until it takes people.
    async fn node(
        &self,
        setup: &BenchSetup,
        plan: NodePlan<'_>,
    ) -> Result<SubjectProcess, BenchError> {
        let memory = Path::new(MEMORY);
        let folder = match plan.is_elsewhere && memory.is_dir() {
            true => memory,
            false => &setup.data,
        };
        let data = TempDir::with_prefix_in("oxo-bench-", folder)?;
        let mut command = match plan.is_idle {
            true => Command::new("chrt"),
            false => Command::new(&setup.server),
        };
        if plan.is_idle {
            command.args(["--idle", "0"]).arg(&setup.server);
        }
        command
            .args(["--listen", "127.0.0.1:0", "--peer-listen", "127.0.0.1:0"])
            .args(["--worker-threads", "1", "--create-log"])
            .args(["--cluster-replicas", "1"])
            .args(["--metrics-token", links::TOKEN])
            .args(["--node", plan.name, "--data"])
            .arg(data.path())
            .arg(format!("--cluster=nats://127.0.0.1:{}", self.clients))
            .arg(format!("--cluster-monitor=127.0.0.1:{}", self.monitor))
            .args(
                plan.limits
                    .iter()
                    .map(|(name, value)| format!("--{name}={value}")),
            )
            .args(plan.more)
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        let node = SubjectProcess::start(command, Wire::Oxo, data, plan.cores).await?;
        timeout(READY, ready(node.target.address))
            .await
            .map_err(|_| format!("node {} takes nobody", plan.name))?;
        Ok(node)
    }
}

async fn accepts(server: SocketAddr) {
    while TcpStream::connect(server).await.is_err() {
        sleep(ASK_EVERY).await;
    }
}

async fn ready(node: SocketAddr) {
    let is_ready = |answer: String| answer.starts_with("HTTP/1.1 200");
    while !links::get(node, "/health/ready").is_ok_and(is_ready) {
        sleep(ASK_EVERY).await;
    }
}

fn configuration(folder: &Path, clients: u16, monitor: u16) -> String {
    format!(
        "listen: 127.0.0.1:{clients}\nhttp: 127.0.0.1:{monitor}\n\
         jetstream {{ store_dir: \"{}\", sync_interval: always }}\n",
        folder.display()
    )
}

/// Two ports that nobody listens at.
fn free_ports() -> std::io::Result<[u16; 2]> {
    let bind = || TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let (one, other) = (bind()?, bind()?);
    Ok([one.local_addr()?.port(), other.local_addr()?.port()])
}
