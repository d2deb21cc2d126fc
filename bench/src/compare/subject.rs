//! The process that is measured: started for one measurement, ended after it.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, ChildStderr, Command},
    time::timeout,
};

use crate::{
    BenchError,
    client::target::{LoadTarget, Wire},
    machine::cores::{Cores, stay_on},
};

/// Time limit for a process to listen; under valgrind it is fifty times slower.
const START: Duration = Duration::from_secs(60);

/// A limit of the server, as its flag is called, and its value.
pub type RaisedLimit = (&'static str, u64);

/// Limits that are raised because one address plays for hundreds. Everything else is as delivered:
/// limits, heartbeats and logs are on.
pub const RAISED: &[RaisedLimit] = &[
    ("connections", 20_000),
    ("connections-per-address", 20_000),
    ("ungreeted-per-address", 20_000),
    ("commands-per-s", 1_000_000),
    ("commands-burst", 1_000_000),
    ("work-us-per-s", 1_000_000_000),
    ("work-burst-us", 1_000_000_000),
    ("rooms-per-minute", 1_000_000),
    ("failed-joins-per-minute", 1_000_000),
];

/// A process that can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// As tables call it.
    pub name: &'static str,
    program: SubjectProgram,
    /// Limits of the server raised besides [`RAISED`].
    pub raised: &'static [RaisedLimit],
}

/// Command that starts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SubjectProgram {
    /// The relay, with a flag.
    Relay(Wire, &'static str),
    /// The server, with that journal and number of worker threads.
    Server(&'static str, u8),
    /// A server of `bench/peers`, by the environment's variable with its command line.
    Peer(&'static str),
}

/// Means of measurement: programs, a disk, cores.
#[derive(Clone, Debug)]
pub struct BenchSetup {
    /// The server's program.
    pub server: PathBuf,
    /// Where SQLite's files go, in a directory of their own that is removed.
    pub data: PathBuf,
    pub cores: Cores,
}

/// A running process and where it listens.
pub struct SubjectProcess {
    pub child: Child,
    pub target: LoadTarget,
    pub pid: u32,
    /// Removed when dropped, after the process has ended.
    _data: TempDir,
}

impl Subject {
    pub const BARE_RELAY: Subject =
        Subject::of("bare relay", SubjectProgram::Relay(Wire::BareRelay, ""));
    pub const BARE_RELAY_SQLITE: Subject = Subject::of(
        "bare relay with SQLite",
        SubjectProgram::Relay(Wire::BareRelay, "--store"),
    );
    pub const EVENT_RELAY: Subject = Subject::of(
        "relay of our events",
        SubjectProgram::Relay(Wire::EventRelay, "--acknowledge"),
    );
    pub const MEMORY: Subject = Subject::of("memory", SubjectProgram::Server("memory", 1));
    pub const MEMORY_TWO_WORKERS: Subject = Subject::of(
        "memory, 2 worker threads",
        SubjectProgram::Server("memory", 2),
    );
    pub const SQLITE: Subject = Subject::of("sqlite", SubjectProgram::Server("sqlite", 1));
    pub const BUN: Subject = Subject::of("Bun", SubjectProgram::Peer("OXO_PEER_BUN"));
    pub const NODE: Subject = Subject::of("Node ws", SubjectProgram::Peer("OXO_PEER_NODE"));

    const fn of(name: &'static str, program: SubjectProgram) -> Subject {
        Subject {
            name,
            program,
            raised: &[],
        }
    }

    /// With those limits raised too.
    pub const fn raised(self, raised: &'static [RaisedLimit]) -> Subject {
        Subject { raised, ..self }
    }

    /// Whether it is another server than ours.
    pub fn is_peer(self) -> bool {
        matches!(self.program, SubjectProgram::Peer(_))
    }

    /// Whether it can be started: `bench/run` names the peers that are installed.
    pub fn is_available(self) -> bool {
        match self.program {
            SubjectProgram::Peer(variable) => std::env::var_os(variable).is_some(),
            _ => true,
        }
    }

    /// Starts it on a free port of this machine alone.
    pub async fn launch(self, setup: &BenchSetup) -> Result<SubjectProcess, BenchError> {
        let data = TempDir::with_prefix_in("oxo-bench-", &setup.data)?;
        let (mut command, wire) = self.command(&setup.server, data.path())?;
        command.stdin(Stdio::null()).stdout(Stdio::null());
        SubjectProcess::start(command, wire, data, Some(setup.cores)).await
    }

    fn command(self, server: &Path, data: &Path) -> Result<(Command, Wire), BenchError> {
        match self.program {
            SubjectProgram::Relay(wire, flag) => {
                let mut command = Command::new(std::env::current_exe()?);
                command
                    .arg("baseline")
                    .args((!flag.is_empty()).then_some(flag));
                command.args((flag == "--store").then(|| data.join("messages")));
                Ok((command, wire))
            }
            SubjectProgram::Server(journal, workers) => {
                let mut command = Command::new(server);
                command.args(server_arguments(journal, data, workers, self.raised));
                Ok((command, Wire::Oxo))
            }
            SubjectProgram::Peer(variable) => {
                let line = std::env::var(variable)
                    .map_err(|_| format!("{variable} is not set; bench/run sets it"))?;
                let mut words = line.split(' ');
                let mut command = Command::new(words.next().unwrap_or_default());
                command.args(words);
                Ok((command, Wire::Oxo))
            }
        }
    }
}

/// Arguments of a server that is measured.
pub fn server_arguments(
    journal: &str,
    data: &Path,
    workers: u8,
    raised: &[RaisedLimit],
) -> Vec<std::ffi::OsString> {
    let mut arguments = ["--listen", "127.0.0.1:0", "--journal", journal, "--data"]
        .map(Into::into)
        .to_vec();
    arguments.extend([
        data.into(),
        "--worker-threads".into(),
        workers.to_string().into(),
    ]);
    for (name, value) in RAISED.iter().chain(raised) {
        arguments.extend([format!("--{name}").into(), value.to_string().into()]);
    }
    arguments
}

impl SubjectProcess {
    /// Starts a server or relay, on its core if there is one, and waits until it listens. Its
    /// environment is empty: what the person who measures has configured for themselves is not
    /// what is measured.
    pub async fn start(
        mut command: Command,
        wire: Wire,
        data: TempDir,
        cores: Option<Cores>,
    ) -> Result<SubjectProcess, BenchError> {
        let program = command.as_std().get_program().display().to_string();
        command
            .env_clear()
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        // A process begins on the core of the thread that starts it, and stays there.
        cores.map_or(Ok(()), |cores| stay_on(cores.subject))?;
        let spawned = command.spawn();
        cores.map_or(Ok(()), |cores| stay_on(cores.load))?;
        let mut child = spawned.map_err(|why| format!("{program}: {why}"))?;
        let pid = child.id().ok_or("the process ended at once")?;
        let log = child.stderr.take().ok_or("no log to read")?;
        let address = timeout(START, listening(log))
            .await
            .map_err(|_| format!("{program} does not say where it listens"))??;
        Ok(SubjectProcess {
            child,
            target: LoadTarget::new(wire, address),
            pid,
            _data: data,
        })
    }

    /// Kills it and waits until it has ended.
    pub async fn end(mut self) -> Result<(), BenchError> {
        Ok(self.child.kill().await?)
    }
}

/// Reads the log to the line that says where the process listens; goes on
/// reading the rest, so that a full pipe never holds it up.
async fn listening(log: ChildStderr) -> Result<SocketAddr, BenchError> {
    let mut lines = BufReader::new(log).lines();
    let mut last = String::new();
    while let Some(line) = lines.next_line().await? {
        if let Some(address) = address_in(&line) {
            // Ends with the process, whose end of the pipe it reads.
            tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
            return Ok(address);
        }
        last = line;
    }
    Err(format!("it ended before it listened; its last words: {last}").into())
}

fn address_in(line: &str) -> Option<SocketAddr> {
    let (_, rest) = line.split_once("listening on ")?;
    let end = rest.find(|c: char| !matches!(c, '0'..='9' | '.' | ':'));
    rest[..end.unwrap_or(rest.len())].parse().ok()
}

#[cfg(test)]
mod tests;
