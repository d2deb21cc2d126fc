//! The process that is measured: started for one measurement, ended after it.
//!
//! Knows nothing of what is measured. Its handle ends it however it goes away.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
};

use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, ChildStderr, Command},
    time::timeout,
};

use crate::{
    Fault,
    client::{
        line::PATIENCE,
        target::{Target, Wire},
    },
    machine::cores::{Cores, stay_on},
};

/// What can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The relay.
    Floor,
    /// The relay, keeping every frame in SQLite.
    KeepingFloor,
    /// The server, keeping games in memory.
    Memory,
    /// The server, keeping games in SQLite.
    Sqlite,
    /// Another server that does the same work.
    Peer(Peer),
}

/// Other servers, see `bench/peers`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    /// Bun's own server.
    Bun,
    /// Node with `ws`.
    Node,
}

impl Peer {
    /// What names its command line in the environment.
    fn variable(self) -> &'static str {
        match self {
            Peer::Bun => "OXO_PEER_BUN",
            Peer::Node => "OXO_PEER_NODE",
        }
    }

    fn command(self) -> Result<Command, Fault> {
        let variable = self.variable();
        let line = std::env::var(variable)
            .map_err(|_| format!("{variable} is not set; bench/run peers sets it"))?;
        let mut words = line.split(' ');
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        Ok(command)
    }
}

/// A limit of the server, as its flag is called, and its value.
pub type Limit = (&'static str, u64);

/// Limits that are raised because one address plays for hundreds. Everything
/// else is as delivered: limits, heartbeats and logs are on.
pub const RAISED: &[Limit] = &[
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
pub struct Start {
    /// Which.
    pub kind: Kind,
    /// Worker threads of the server. The floor has always one.
    pub workers: u8,
    /// Limits raised besides [`RAISED`].
    pub raised: &'static [Limit],
}

/// Where things are.
#[derive(Clone, Debug)]
pub struct Places {
    /// The server's program.
    pub server: PathBuf,
    /// Where SQLite's files go, in a directory of their own that is removed.
    pub data: PathBuf,
    /// A core for the process and one for the load.
    pub cores: Cores,
}

/// A running process and where it listens.
pub struct Subject {
    child: Child,
    /// What a load is put on.
    pub target: Target,
    /// Its process number.
    pub pid: u32,
    /// Removed when dropped, after the process has ended.
    _data: TempDir,
}

impl Kind {
    /// As tables call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Floor => "floor",
            Kind::KeepingFloor => "floor with SQLite",
            Kind::Memory => "memory",
            Kind::Sqlite => "sqlite",
            Kind::Peer(Peer::Bun) => "Bun",
            Kind::Peer(Peer::Node) => "Node ws",
        }
    }

    /// What it speaks.
    #[must_use]
    pub fn wire(self) -> Wire {
        match self {
            Kind::Floor | Kind::KeepingFloor => Wire::Relay,
            Kind::Memory | Kind::Sqlite | Kind::Peer(_) => Wire::Oxo,
        }
    }
}

impl Start {
    /// The relay.
    pub const FLOOR: Start = Start::of(Kind::Floor);
    /// The relay, keeping every frame in SQLite.
    pub const KEEPING_FLOOR: Start = Start::of(Kind::KeepingFloor);
    /// The server with its journal in memory.
    pub const MEMORY: Start = Start::of(Kind::Memory);
    /// The server with its journal in SQLite.
    pub const SQLITE: Start = Start::of(Kind::Sqlite);
    /// The peer under Bun.
    pub const BUN: Start = Start::of(Kind::Peer(Peer::Bun));
    /// The peer under Node.
    pub const NODE: Start = Start::of(Kind::Peer(Peer::Node));

    const fn of(kind: Kind) -> Start {
        Start {
            kind,
            workers: 1,
            raised: &[],
        }
    }

    /// With so many worker threads.
    #[must_use]
    pub const fn workers(self, workers: u8) -> Start {
        Start { workers, ..self }
    }

    /// With those limits raised too.
    #[must_use]
    pub const fn raised(self, raised: &'static [Limit]) -> Start {
        Start { raised, ..self }
    }

    /// As tables call it.
    #[must_use]
    pub fn name(self) -> String {
        let kind = self.kind.name();
        match self.workers {
            1 => kind.into(),
            several => format!("{kind}, {several} worker threads"),
        }
    }

    /// Starts it on a free port of this machine alone.
    ///
    /// # Errors
    /// When it does not come up.
    pub async fn launch(self, places: &Places) -> Result<Subject, Fault> {
        let data = TempDir::with_prefix_in("oxo-bench-", &places.data)?;
        let mut command = self.command(&places.server, data.path())?;
        // What the person who measures has configured for themselves is not
        // what is measured.
        command
            .env_clear()
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        let mut child = spawn(&mut command, places.cores)?;
        let pid = child.id().ok_or("the process ended at once")?;
        let log = child.stderr.take().ok_or("no log to read")?;
        let address = timeout(PATIENCE, listening(log))
            .await
            .map_err(|_| format!("{} does not say where it listens", self.name()))??;
        Ok(Subject {
            child,
            target: Target::new(self.kind.wire(), address),
            pid,
            _data: data,
        })
    }

    fn command(self, server: &Path, data: &Path) -> Result<Command, Fault> {
        let journal = match self.kind {
            Kind::Floor | Kind::KeepingFloor => {
                let mut command = Command::new(std::env::current_exe()?);
                command.args(["floor", "--listen", "127.0.0.1:0"]);
                if self.kind == Kind::KeepingFloor {
                    command.arg("--keep").arg(data.join("frames"));
                }
                return Ok(command);
            }
            Kind::Memory => "memory",
            Kind::Sqlite => "sqlite",
            Kind::Peer(peer) => return peer.command(),
        };
        let mut command = Command::new(server);
        command.args(["--listen", "127.0.0.1:0", "--worker-threads"]);
        command.arg(self.workers.to_string());
        command.args(["--journal", journal]).arg("--data").arg(data);
        for (name, value) in RAISED.iter().chain(self.raised) {
            command.arg(format!("--{name}")).arg(value.to_string());
        }
        Ok(command)
    }
}

impl Subject {
    /// Ends it and waits until it has.
    ///
    /// # Errors
    /// When the system does not let go of it.
    pub async fn end(mut self) -> Result<(), Fault> {
        Ok(self.child.kill().await?)
    }
}

/// A process begins on the core of the thread that starts it, and stays there.
fn spawn(command: &mut Command, cores: Cores) -> Result<Child, Fault> {
    stay_on(cores.subject)?;
    let spawned = command.spawn();
    stay_on(cores.load)?;
    spawned.map_err(|why| {
        let program = command.as_std().get_program().display().to_string();
        format!("{program}: {why}").into()
    })
}

/// Reads the log to the line that says where the process listens; goes on
/// reading the rest, so that a full pipe never holds it up.
async fn listening(log: ChildStderr) -> Result<SocketAddr, Fault> {
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
mod tests {
    use super::*;
    use crate::compare::figures::{FIGURES, Figure};

    #[test]
    fn the_address_is_found_in_a_plain_and_in_a_json_log_line() {
        let expected = Some(SocketAddr::from(([127, 0, 0, 1], 4321)));
        assert_eq!(address_in("listening on 127.0.0.1:4321"), expected);
        let json = r#"{"fields":{"message":"listening on 127.0.0.1:4321"},"target":"server"}"#;
        assert_eq!(address_in(json), expected);
        assert_eq!(address_in("journal open"), None);
    }

    #[test]
    fn every_raised_limit_is_one_of_the_server() {
        let sides = FIGURES.iter().flat_map(Figure::sides);
        let further = sides.flat_map(|side| side.start.raised);
        for (name, _) in RAISED.iter().chain(further) {
            let field = name.replace('-', "_");
            let known = protocol::Limits::default().get(&field);
            assert!(known.is_some(), "{name}");
        }
    }
}
