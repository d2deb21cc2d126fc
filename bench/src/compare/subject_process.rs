//! A running process under measurement, and its use of resources.

use std::{net::SocketAddr, path::PathBuf, process::Stdio, time::Duration};

use load::{
    BenchError,
    client::target::{LoadTarget, Wire},
    machine::cores::{Cores, stay_on},
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, ChildStderr, Command},
    time::timeout,
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
    /// Where it listens itself, if it is a node of a cluster: people may be at another.
    pub node: Option<SocketAddr>,
    /// Processes it needs to run, which end with it.
    pub beside: Vec<SubjectProcess>,
    /// Removed when dropped, after the process has ended.
    _data: TempDir,
}

impl SubjectProcess {
    /// Starts a server or relay, on its core if there is one, and waits until it listens. Its
    /// environment is empty: the configuration of the person who measures has no effect.
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
        let log = child.stderr.take().ok_or("no log to read")?;
        let address = timeout(START, listening(log))
            .await
            .map_err(|_| format!("{program} does not say where it listens"))??;
        SubjectProcess::of(child, LoadTarget::new(wire, address), data)
    }

    /// One that runs.
    pub fn of(
        child: Child,
        target: LoadTarget,
        data: TempDir,
    ) -> Result<SubjectProcess, BenchError> {
        Ok(SubjectProcess {
            pid: child.id().ok_or("the process ended at once")?,
            child,
            target,
            node: None,
            beside: Vec::new(),
            _data: data,
        })
    }

    /// Kills it and waits until it has ended, and until its files are gone from the disk, too: where the file system tells
    /// the disk of free blocks (`discard`), it does so some seconds later, and every sync then waits for seconds.
    pub async fn end(mut self) -> Result<(), BenchError> {
        self.child.kill().await?;
        for other in &mut self.beside {
            other.child.kill().await?;
        }
        drop(self);
        rustix::fs::sync();
        Ok(())
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
mod tests {
    use super::*;

    #[test]
    fn the_address_is_found_in_a_plain_and_in_a_json_log_line() {
        let expected = Some(SocketAddr::from(([127, 0, 0, 1], 4321)));
        assert_eq!(address_in("listening on 127.0.0.1:4321"), expected);
        let json = r#"{"fields":{"message":"listening on 127.0.0.1:4321"},"target":"server"}"#;
        assert_eq!(address_in(json), expected);
        assert_eq!(address_in("journal open"), None);
    }
}
