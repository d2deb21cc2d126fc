//! Real processes: the server and the terminal client as people run them.

use std::{
    env,
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
};

use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStderr, ChildStdin, Command},
};

use crate::{Client, soon};

/// The server's binary, as `tests/run` built it.
pub fn server_binary() -> PathBuf {
    binary("OXO_SERVER_BIN", "oxo-server")
}

/// The server's binary whose clock is moved by lines on its standard input.
pub fn test_clock_binary() -> PathBuf {
    binary("OXO_SERVER_TEST_BIN", "oxo-server-test")
}

/// The server's binary with faults that can be switched on.
pub fn faulty_server_binary() -> PathBuf {
    binary("OXO_SERVER_FAULTY_BIN", "oxo-server-faulty")
}

/// The terminal client's binary.
pub fn oxo_binary() -> PathBuf {
    binary("OXO_BIN", "oxo")
}

fn binary(variable: &str, name: &str) -> PathBuf {
    env::var_os(variable).map_or_else(|| built(name), PathBuf::from)
}

/// An example of the client library.
pub fn example_binary(name: &str) -> PathBuf {
    built("examples").join(name)
}

/// A program built together with this test: its binary is one folder deeper.
fn built(name: &str) -> PathBuf {
    let me = env::current_exe().unwrap_or_default();
    let target = me.ancestors().nth(2).unwrap_or(Path::new(".")).to_owned();
    target.join(name)
}

/// Runs a command of the server's program for the server on a directory: with
/// which status it ended, what it printed, and what it complained of.
///
/// # Panics
/// When there is no such program.
pub async fn operate(data: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(server_binary());
    command.arg("--data").arg(data).args(words);
    let ended = soon("a command", command.output()).await;
    let ended = ended.expect("a program that can be started");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        ended.status.code(),
        text(&ended.stdout),
        text(&ended.stderr),
    )
}

/// A server process at a port of its own.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stderr: Lines<BufReader<ChildStderr>>,
    /// Its output so far.
    said: String,
    /// Where it listens.
    pub address: String,
}

/// End of a server process.
#[derive(Debug)]
pub struct Ended {
    /// With which status.
    pub status: ExitStatus,
    /// All that it has logged and said, from its start.
    pub words: String,
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
        match Process::try_start(environment, listen, binary, data, arguments).await {
            Ok(process) => process,
            Err(ended) => panic!("the server ended before it listened:\n{}", ended.words),
        }
    }

    /// The same for a server that may end instead.
    ///
    /// # Errors
    /// Its exit status.
    ///
    /// # Panics
    /// When it does neither, or there is no such program.
    pub async fn try_start(
        environment: &[(&str, &str)],
        listen: &str,
        binary: &Path,
        data: &Path,
        arguments: &[&str],
    ) -> Result<Process, Ended> {
        let mut child = Process::spawn_in(environment, listen, binary, data, arguments);
        let stdin = child.stdin.take();
        let stderr = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let mut process = Process {
            child,
            stdin,
            stderr,
            said: String::new(),
            address: String::new(),
        };
        match soon("the server to listen", process.listening()).await {
            Some(address) => {
                process.address = address;
                Ok(process)
            }
            None => Err(process.ended().await),
        }
    }

    /// Starts a server and does not wait for it to listen; nobody reads its log.
    ///
    /// # Panics
    /// When there is no such program.
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

    /// Reads on to where it listens; nothing when it ends instead.
    async fn listening(&mut self) -> Option<String> {
        while let Ok(Some(line)) = self.stderr.next_line().await {
            self.said.push_str(&line);
            self.said.push('\n');
            if let Some((_, rest)) = line.split_once("listening on ") {
                let end = rest.find(|c: char| !c.is_ascii_digit() && !".:[]abcdef".contains(c));
                return Some(rest[..end.unwrap_or(rest.len())].to_owned());
            }
        }
        None
    }

    /// Its address for a client.
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
        self.says("clock moved").await;
    }

    /// Reads its log on to a line with these words, unless that has been read.
    ///
    /// # Panics
    /// When it ends instead.
    pub async fn has_said(&mut self, words: &str) {
        if !self.said.contains(words) {
            self.says(words).await;
        }
    }

    /// Reads its log on to a line with these words.
    ///
    /// # Panics
    /// When it ends instead.
    pub async fn says(&mut self, words: &str) {
        self.says_with(words).await;
    }

    /// The same; what stands behind these words in their line.
    ///
    /// # Panics
    /// When it ends instead.
    pub async fn says_with(&mut self, words: &str) -> String {
        soon(words, async {
            while let Ok(Some(line)) = self.stderr.next_line().await {
                self.said.push_str(&line);
                self.said.push('\n');
                if let Some((_, rest)) = line.split_once(words) {
                    return rest.to_owned();
                }
            }
            panic!("the process has ended:\n{}", self.said);
        })
        .await
    }

    /// Its log as far as it was read.
    pub fn said(&self) -> &str {
        &self.said
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

    /// Its resident memory, in KiB (`VmRSS` of proc(5)).
    ///
    /// # Panics
    /// When the system does not say.
    pub fn resident_kib(&self) -> u64 {
        let id = self.id();
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).expect("a status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
        kib.and_then(|kib| kib.parse().ok()).expect("a number")
    }

    /// Everything that it has logged since it listens and will until it ends.
    /// Ask it to stop first.
    pub async fn log(mut self) -> String {
        let mut log = String::new();
        self.read_on(&mut log).await;
        log
    }

    /// Waits for its end, which has to come by itself or have been asked for.
    ///
    /// # Panics
    /// When it does not come.
    pub async fn ended(mut self) -> Ended {
        let mut words = std::mem::take(&mut self.said);
        self.read_on(&mut words).await;
        let status = soon("the server's end", self.child.wait()).await;
        Ended {
            status: status.expect("an exit status"),
            words,
        }
    }

    /// Ends it without a word, and returns everything that it has logged since
    /// it listens.
    pub async fn killed(mut self) -> String {
        self.strike();
        self.log().await
    }

    async fn read_on(&mut self, log: &mut String) {
        soon("the end of the log", async {
            while let Ok(Some(line)) = self.stderr.next_line().await {
                log.push_str(&line);
                log.push('\n');
            }
        })
        .await;
    }

    /// Its number, for what the system tells of it.
    ///
    /// # Panics
    /// When it has ended.
    pub fn id(&self) -> u32 {
        self.child.id().expect("a process that runs")
    }

    /// Kills it, and does not wait.
    pub fn strike(&mut self) {
        // It may have ended by itself, which is fine.
        let _ = self.child.start_kill();
    }

    /// Asks it to stop, and does not wait.
    ///
    /// # Panics
    /// When it cannot be asked.
    pub async fn ask_to_stop(&self) {
        self.signal("-TERM").await;
    }

    /// Sends it a signal, such as `-STOP`.
    ///
    /// # Panics
    /// When it has ended.
    pub async fn signal(&self, name: &str) {
        let id = self.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().await;
        assert!(sent.is_ok_and(|status| status.success()));
    }

    /// Ends it without a word.
    pub async fn kill(mut self) {
        // It may have ended by itself, which is fine.
        let _ = self.child.kill().await;
    }
}
