//! A cluster under measurement: nodes on one server of NATS, of which one decides. How many servers keep the log is no
//! matter of the node's processor.

use std::{fs, net::SocketAddr, path::Path, process::Stdio, time::Duration};

use load::{
    BenchError,
    client::target::{LoadTarget, Wire},
    machine::{cores::Cores, links},
};
use serde_json::Value;
use tempfile::TempDir;
use tokio::{
    process::Command,
    time::{sleep, timeout},
};

use crate::compare::subject_process::{BenchSetup, RAISED, SubjectProcess};

/// Environment variable with the program of NATS; `bench/run` sets it where it is installed.
pub const NATS: &str = "OXO_NATS_SERVER";

/// Longest time until a node takes people.
const READY: Duration = Duration::from_secs(60);
/// Longest time until a server of NATS listens.
const LISTENS: Duration = Duration::from_secs(5);
/// Time between two questions to it.
const ASK_EVERY: Duration = Duration::from_millis(50);

/// Node whose processor is measured, and where people are.
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
        let limits = RAISED.iter();
        let limits = limits.map(|(name, value)| format!("--{name}={value}"));
        let limits: Vec<String> = limits.collect();
        let plan = |name, decides| NodePlan {
            name,
            program: Command::new(&setup.server),
            data: &setup.data,
            cores: is_measured(decides).then_some(setup.cores),
            more: &limits,
        };
        let decider = log.node(plan("a", true)).await?;
        let carrier = log.node(plan("b", false)).await?;
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

/// How a node is run.
pub struct NodePlan<'a> {
    pub name: &'a str,
    /// The server's program, with what comes before its own arguments.
    pub program: Command,
    /// Where its data goes, in a directory of its own that is removed.
    pub data: &'a Path,
    /// On its core, if it has one.
    pub cores: Option<Cores>,
    pub more: &'a [String],
}

/// The server of NATS that keeps the log.
pub struct ClusterLog {
    pub process: SubjectProcess,
    /// Its addresses for clients and for those who look at it.
    ports: [String; 2],
}

impl ClusterLog {
    /// Starts it, at ports that it takes itself.
    pub async fn start(setup: &BenchSetup) -> Result<ClusterLog, BenchError> {
        let data = TempDir::with_prefix_in("oxo-bench-", &setup.data)?;
        let config = data.path().join("nats.conf");
        fs::write(&config, configuration(data.path()))?;
        let program = std::env::var_os(NATS).ok_or("bench/run sets where NATS is")?;
        let nats = Command::new(program)
            .arg("-c")
            .arg(config)
            .env_clear()
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        let listens = timeout(LISTENS, async {
            loop {
                match ports(data.path()) {
                    Some(ports) => return ports,
                    None => sleep(ASK_EVERY).await,
                }
            }
        });
        let ports = listens.await.map_err(|_| "NATS does not listen")?;
        let target = LoadTarget::new(Wire::Oxo, ports[0].parse()?);
        Ok(ClusterLog {
            process: SubjectProcess::of(nats, target, data)?,
            ports,
        })
    }

    /// Starts a node, and waits until it takes people.
    pub async fn node(&self, plan: NodePlan<'_>) -> Result<SubjectProcess, BenchError> {
        let data = TempDir::with_prefix_in("oxo-bench-", plan.data)?;
        let mut command = plan.program;
        let [clients, monitor] = &self.ports;
        command
            .args(["--listen", "127.0.0.1:0", "--peer-listen", "127.0.0.1:0"])
            .args(["--worker-threads", "1", "--create-log"])
            .args(["--cluster-replicas", "1"])
            .args(["--metrics-token", links::TOKEN])
            .args(["--node", plan.name, "--data"])
            .arg(data.path())
            .arg(format!("--cluster=nats://{clients}"))
            .arg(format!("--cluster-monitor={monitor}"))
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

async fn ready(node: SocketAddr) {
    let is_ready = |answer: String| answer.starts_with("HTTP/1.1 200");
    while !links::get(node, "/health/ready").is_ok_and(is_ready) {
        sleep(ASK_EVERY).await;
    }
}

fn configuration(folder: &Path) -> String {
    let folder = folder.display();
    format!(
        "listen: 127.0.0.1:-1\nhttp: 127.0.0.1:-1\nports_file_dir: \"{folder}\"\n\
         jetstream {{ store_dir: \"{folder}\", sync_interval: always }}\n"
    )
}

/// The addresses that it has written down in its folder, once it listens.
fn ports(folder: &Path) -> Option<[String; 2]> {
    let mut files = fs::read_dir(folder).ok()?.flatten().map(|file| file.path());
    let file = files.find(|path| path.extension().is_some_and(|it| it == "ports"))?;
    let ports: Value = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    let address = |kind: &str| {
        let (_, address) = ports[kind][0].as_str()?.split_once("://")?;
        Some(address.to_owned())
    };
    Some([address("nats")?, address("monitoring")?])
}
