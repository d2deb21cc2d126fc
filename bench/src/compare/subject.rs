//! A system under measurement, and its process for one measurement.

use std::{path::Path, process::Stdio};

use load::{BenchError, client::target::Wire};
use tempfile::TempDir;
use tokio::process::Command;

use crate::compare::{
    cluster::{self, ClusterView},
    subject_process::{BenchSetup, RAISED, RaisedLimit, SubjectProcess},
};

/// Environment variable with the command line of somebody else's server.
pub const OTHER_SERVER: &str = "OXO_OTHER_SERVER";

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
    /// Somebody else's server that speaks the bare relay's messages, by its command line in [`OTHER_SERVER`].
    Other,
    /// Two nodes, of which one is measured.
    Cluster(ClusterView),
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
    pub const NODE_DIRECT: Subject = Subject::of(
        "node that decides, direct",
        SubjectProgram::Cluster(ClusterView::Direct),
    );
    pub const NODE_CARRIED: Subject = Subject::of(
        "node that decides, carried",
        SubjectProgram::Cluster(ClusterView::Carried),
    );
    pub const NODE_CARRIER: Subject = Subject::of(
        "node that carries",
        SubjectProgram::Cluster(ClusterView::Carrier),
    );
    pub const OTHER: Subject = Subject::of("other server", SubjectProgram::Other);

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
    pub fn is_other(self) -> bool {
        self.program == SubjectProgram::Other
    }

    /// The environment's variable without which it cannot be started, if it is not set.
    pub fn missing(self) -> Option<&'static str> {
        let needs = match self.program {
            SubjectProgram::Other => OTHER_SERVER,
            SubjectProgram::Cluster(_) => cluster::NATS,
            _ => return None,
        };
        std::env::var_os(needs).is_none().then_some(needs)
    }

    /// Starts it on a free port of this machine alone.
    pub async fn launch(self, setup: &BenchSetup) -> Result<SubjectProcess, BenchError> {
        if let SubjectProgram::Cluster(view) = self.program {
            return view.launch(setup).await;
        }
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
            SubjectProgram::Other => {
                let line = std::env::var(OTHER_SERVER)?;
                let mut words = line.split(' ');
                let mut command = Command::new(words.next().unwrap_or_default());
                command.args(words);
                Ok((command, Wire::BareRelay))
            }
            SubjectProgram::Cluster(_) => Err("several programs".into()),
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

#[cfg(test)]
mod tests;
