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

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubjectKind {
    /// The relay of 90-byte messages.
    BareRelay,
    /// The same, storing every message in SQLite.
    BareRelaySqlite,
    /// The relay of the server's own events.
    EventRelay,
    /// The server, with its journal in memory.
    Memory,
    /// The server, with its journal in SQLite.
    Sqlite,
    /// `bench/peers` under Bun's native server.
    Bun,
    /// `bench/peers` under Node with `ws`.
    Node,
}

/// How long a process may take until it listens; under valgrind it is fifty times slower.
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
    ("rooms-per-minute", 1_000_000),
    ("failed-joins-per-minute", 1_000_000),
];

/// How a process is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    pub kind: SubjectKind,
    /// Worker threads of the server. A relay has always one.
    pub workers: u8,
    /// Limits raised besides [`RAISED`].
    pub raised: &'static [RaisedLimit],
}

/// What is measured with: programs, a disk, cores.
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

impl SubjectKind {
    /// As tables call it.
    pub fn name(self) -> &'static str {
        match self {
            SubjectKind::BareRelay => "bare relay",
            SubjectKind::BareRelaySqlite => "bare relay with SQLite",
            SubjectKind::EventRelay => "relay of our events",
            SubjectKind::Memory => "memory",
            SubjectKind::Sqlite => "sqlite",
            SubjectKind::Bun => "Bun",
            SubjectKind::Node => "Node ws",
        }
    }

    /// Whether it is another server than ours.
    pub fn is_peer(self) -> bool {
        matches!(self, SubjectKind::Bun | SubjectKind::Node)
    }

    fn wire(self) -> Wire {
        match self {
            SubjectKind::BareRelay | SubjectKind::BareRelaySqlite => Wire::BareRelay,
            SubjectKind::EventRelay => Wire::EventRelay,
            _ => Wire::Oxo,
        }
    }

    /// The environment's variable with a peer's command line.
    fn variable(self) -> Option<&'static str> {
        match self {
            SubjectKind::Bun => Some("OXO_PEER_BUN"),
            SubjectKind::Node => Some("OXO_PEER_NODE"),
            _ => None,
        }
    }

    /// Whether it can be started: `bench/run` names the peers that are installed.
    pub fn is_available(self) -> bool {
        self.variable()
            .is_none_or(|it| std::env::var_os(it).is_some())
    }
}

impl Subject {
    /// With one worker thread.
    pub const fn of(kind: SubjectKind) -> Subject {
        Subject {
            kind,
            workers: 1,
            raised: &[],
        }
    }

    /// With so many worker threads.
    pub const fn workers(self, workers: u8) -> Subject {
        Subject { workers, ..self }
    }

    /// With those limits raised too.
    pub const fn raised(self, raised: &'static [RaisedLimit]) -> Subject {
        Subject { raised, ..self }
    }

    /// As tables call it.
    pub fn name(self) -> String {
        let kind = self.kind.name();
        match self.workers {
            1 => kind.into(),
            several => format!("{kind}, {several} worker threads"),
        }
    }

    /// Starts it on a free port of this machine alone.
    pub async fn launch(self, setup: &BenchSetup) -> Result<SubjectProcess, BenchError> {
        let data = TempDir::with_prefix_in("oxo-bench-", &setup.data)?;
        let mut command = self.command(&setup.server, data.path())?;
        command.stdin(Stdio::null()).stdout(Stdio::null());
        SubjectProcess::start(command, self.kind.wire(), data, Some(setup.cores)).await
    }

    fn command(self, server: &Path, data: &Path) -> Result<Command, BenchError> {
        if let Some(variable) = self.kind.variable() {
            let line = std::env::var(variable)
                .map_err(|_| format!("{variable} is not set; bench/run sets it"))?;
            let mut words = line.split(' ');
            let mut command = Command::new(words.next().unwrap_or_default());
            command.args(words);
            return Ok(command);
        }
        if self.kind.wire() != Wire::Oxo {
            let mut command = Command::new(std::env::current_exe()?);
            command.args(["baseline", "--listen", "127.0.0.1:0"]);
            match self.kind {
                SubjectKind::EventRelay => command.arg("--acknowledge"),
                SubjectKind::BareRelaySqlite => command.arg("--store").arg(data.join("messages")),
                _ => &mut command,
            };
            return Ok(command);
        }
        let journal = match self.kind {
            SubjectKind::Sqlite => "sqlite",
            _ => "memory",
        };
        let mut command = Command::new(server);
        command.args(server_arguments(journal, data, self.workers, self.raised));
        Ok(command)
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
