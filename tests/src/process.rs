//! Real processes: the server and the terminal client as people run them.
//!
//! Knows nothing of what they are asked.

use std::{
    env,
    path::{Path, PathBuf},
    process::Stdio,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStderr, ChildStdin, Command},
};

use crate::{Client, soon};

/// The server's binary, as `tests/run` built it.
#[must_use]
pub fn server_binary() -> PathBuf {
    binary("OXO_SERVER_BIN", "oxo-server")
}

/// The server's binary whose clock is moved by lines on its standard input.
#[must_use]
pub fn test_clock_binary() -> PathBuf {
    binary("OXO_SERVER_TEST_BIN", "oxo-server-test")
}

/// The server's binary with faults that can be switched on.
#[must_use]
pub fn faulty_server_binary() -> PathBuf {
    binary("OXO_SERVER_FAULTY_BIN", "oxo-server-faulty")
}

/// The terminal client's binary.
#[must_use]
pub fn oxo_binary() -> PathBuf {
    binary("OXO_BIN", "oxo")
}

fn binary(variable: &str, name: &str) -> PathBuf {
    if let Some(path) = env::var_os(variable) {
        return path.into();
    }
    // `cargo test` alone: beside this test's own binary, one folder up.
    let me = env::current_exe().unwrap_or_default();
    let target = me.ancestors().nth(2).unwrap_or(Path::new(".")).to_owned();
    target.join(name)
}

/// A server process at a port of its own.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stderr: Lines<BufReader<ChildStderr>>,
    /// Where it listens.
    pub address: String,
}

impl Process {
    /// Starts a server on a data directory.
    ///
    /// # Panics
    /// When it does not come to listen.
    pub async fn start(binary: &Path, data: &Path, arguments: &[&str]) -> Process {
        Process::start_at("127.0.0.1:0", binary, data, arguments).await
    }

    /// Starts a server at a known address, such as the one it had before.
    ///
    /// # Panics
    /// When it does not come to listen.
    pub async fn start_at(listen: &str, binary: &Path, data: &Path, arguments: &[&str]) -> Process {
        Process::start_in(&[], listen, binary, data, arguments).await
    }

    /// Starts a server with these variables in its environment.
    ///
    /// # Panics
    /// When it does not come to listen.
    pub async fn start_in(
        environment: &[(&str, &str)],
        listen: &str,
        binary: &Path,
        data: &Path,
        arguments: &[&str],
    ) -> Process {
        let mut child = Process::spawn_in(environment, listen, binary, data, arguments);
        let stdin = child.stdin.take();
        let mut stderr = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let address = soon("the server to listen", listening(&mut stderr)).await;
        Process {
            child,
            stdin,
            stderr,
            address,
        }
    }

    /// Starts a server and does not wait for it to listen; nobody reads its log.
    ///
    /// # Panics
    /// When there is no such program.
    #[must_use]
    pub fn spawn_in(
        environment: &[(&str, &str)],
        listen: &str,
        binary: &Path,
        data: &Path,
        arguments: &[&str],
    ) -> Child {
        Command::new(binary)
            .envs(environment.iter().copied())
            .args(["--listen", listen, "--data"])
            .arg(data)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|e| panic!("{} cannot be started: {e}", binary.display()))
    }

    /// Its address for a client.
    #[must_use]
    pub fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }

    /// A client that has said hello under that name.
    pub async fn client(&self, name: &str) -> Client {
        let mut client = Client::connect(&self.url()).await;
        client.hello(name).await;
        client
    }

    /// Moves the clock of a test build on, and waits until it has.
    ///
    /// # Panics
    /// When the process is no test build.
    pub async fn advance(&mut self, ms: u64) {
        let stdin = self.stdin.as_mut().expect("a pipe");
        stdin
            .write_all(format!("advance {ms}\n").as_bytes())
            .await
            .expect("a process that reads");
        soon("the clock to move", async {
            while let Ok(Some(line)) = self.stderr.next_line().await {
                if line.contains("clock moved") {
                    return;
                }
            }
            panic!("the process has ended");
        })
        .await;
    }

    /// Asks it to stop, as a service manager does, and waits until it has.
    ///
    /// # Panics
    /// When it does not end well.
    pub async fn terminate(mut self) {
        self.ask_to_stop().await;
        let status = soon("the server's end", self.child.wait())
            .await
            .expect("an exit status");
        assert!(status.success(), "ended with {status}");
    }

    /// How much memory it has, in KiB (`VmRSS` of proc(5)).
    ///
    /// # Panics
    /// When the system does not say.
    #[must_use]
    pub fn resident_kib(&self) -> u64 {
        let id = self.child.id().expect("a process that runs");
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("a status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
        kib.and_then(|kib| kib.parse().ok()).expect("a number")
    }

    /// Ends it without a word, and returns everything that it has logged since
    /// it listens.
    pub async fn killed(mut self) -> String {
        // It may have ended by itself; then that is what was wanted.
        let _ = self.child.kill().await;
        self.log().await
    }

    /// Everything that it has logged since it listens and will until it ends.
    /// Ask it to stop first.
    pub async fn log(mut self) -> String {
        let mut log = String::new();
        soon("the end of the log", async {
            while let Ok(Some(line)) = self.stderr.next_line().await {
                log.push_str(&line);
                log.push('\n');
            }
        })
        .await;
        log
    }

    /// Asks it to stop, and does not wait.
    ///
    /// # Panics
    /// When it cannot be asked.
    pub async fn ask_to_stop(&self) {
        let id = self.child.id().expect("a process that runs").to_string();
        let asked = Command::new("kill").args(["-TERM", &id]).status().await;
        assert!(asked.is_ok_and(|status| status.success()));
    }

    /// Ends it without a word.
    pub async fn kill(mut self) {
        // It may have ended by itself; then that is what was wanted.
        let _ = self.child.kill().await;
    }
}

async fn listening(lines: &mut Lines<BufReader<ChildStderr>>) -> String {
    let mut seen = String::new();
    while let Ok(Some(line)) = lines.next_line().await {
        if let Some((_, rest)) = line.split_once("listening on ") {
            let end = rest.find(|c: char| !c.is_ascii_digit() && !".:[]abcdef".contains(c));
            return rest[..end.unwrap_or(rest.len())].to_owned();
        }
        seen.push_str(&line);
        seen.push('\n');
    }
    panic!("the server ended before it listened:\n{seen}");
}
