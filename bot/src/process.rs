//! Child process with line-based pipes. Ending it ends its whole process group.

use std::{io, process::Stdio, time::Duration};

use protocol::text::json_line;
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader},
    process::{Child, ChildStdin, Command},
    sync::mpsc,
    time::{Instant, timeout, timeout_at},
};

/// The longest line that is taken, in bytes.
pub(super) const LINE: usize = 4 << 10;
/// Messages to the program that may wait for it to read them.
const INPUT_QUEUE: usize = 16;
/// Lines of the program that may wait for us.
const OUTPUT_QUEUE: usize = 16;
/// Time for a program to end once its input has ended.
const EXIT_GRACE: Duration = Duration::from_millis(500);
/// Wait for its last output after it was killed.
const DRAIN_AFTER_KILL: Duration = Duration::from_millis(500);

/// Output of the program.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ProcessOutput {
    Line(String),
    /// A line beyond the limit.
    TooLong,
    /// A line of its standard error; the rest of a long one comes as another.
    Error(String),
    /// It has closed its output, which it does at the latest when it ends.
    End,
}

/// State of a program that has ended.
#[derive(Debug)]
pub(super) struct ProcessExit {
    /// As shells count: 128 and the number of a signal.
    pub status: Option<i32>,
    /// The last lines of its standard error.
    pub errors: Vec<String>,
}

/// It does not read its input.
#[derive(Debug)]
pub(super) struct InputFull;

/// A running program. Dropping it kills it with all that it has started.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Closing this ends the program's input.
    input: Option<mpsc::Sender<String>>,
    said: mpsc::Receiver<ProcessOutput>,
}

impl Process {
    /// Starts a program in a process group of its own, so that a Ctrl-C in
    /// the terminal is only ours to answer.
    pub fn start(words: &[String]) -> io::Result<Process> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        #[cfg(unix)]
        command.process_group(0);
        let mut child = command.spawn()?;
        let (sender, said) = mpsc::channel(OUTPUT_QUEUE);
        let (input, lines) = mpsc::channel(INPUT_QUEUE);
        if let Some(pipe) = child.stdin.take() {
            tokio::spawn(write(pipe, lines));
        }
        if let Some(pipe) = child.stderr.take() {
            tokio::spawn(read_errors(pipe, sender.clone()));
        }
        if let Some(pipe) = child.stdout.take() {
            tokio::spawn(read(pipe, sender));
        }
        Ok(Process {
            child,
            input: Some(input),
            said,
        })
    }

    /// Writes lines that belong together, without waiting for the program to read them.
    ///
    /// # Errors
    /// When it has not read many before them.
    pub fn tell(&self, lines: &[impl AsRef<str>]) -> Result<(), InputFull> {
        // It may well print its input.
        let line = |line: &str| format!("{}\n", json_line(line));
        let text: String = lines.iter().map(|it| line(it.as_ref())).collect();
        let sent = self.input.as_ref().map(|input| input.try_send(text));
        match sent {
            Some(Err(mpsc::error::TrySendError::Full(_))) => Err(InputFull),
            // One that has ended is found out by its output.
            _ => Ok(()),
        }
    }

    /// The next that it says. Cancelling the wait loses nothing.
    pub async fn next(&mut self) -> ProcessOutput {
        self.said.recv().await.unwrap_or(ProcessOutput::End)
    }

    /// Lets it end by itself for a moment, as its input ends, and then ends it.
    pub async fn dismiss(mut self) -> ProcessExit {
        self.input = None;
        let mut errors = Vec::new();
        let gone = async {
            loop {
                match self.next().await {
                    ProcessOutput::End => return,
                    ProcessOutput::Error(line) => keep(&mut errors, line),
                    ProcessOutput::Line(_) | ProcessOutput::TooLong => {}
                }
            }
        };
        // Whether it went by itself or not, the rest is the same.
        let _ = timeout(EXIT_GRACE, gone).await;
        let mut exit = self.end().await;
        errors.append(&mut exit.errors);
        ProcessExit { errors, ..exit }
    }

    /// Ends it at once.
    pub async fn end(mut self) -> ProcessExit {
        self.strike();
        let status = self.child.wait().await.ok().and_then(code);
        let mut errors = Vec::new();
        let deadline = Instant::now() + DRAIN_AFTER_KILL;
        // Until all who had its pipes are gone.
        while let Ok(Some(said)) = timeout_at(deadline, self.said.recv()).await {
            if let ProcessOutput::Error(line) = said {
                keep(&mut errors, line);
            }
        }
        ProcessExit { status, errors }
    }

    /// Kills the whole group. Before the program is waited for: until then
    /// nobody else can have its number.
    fn strike(&mut self) {
        #[cfg(unix)]
        if let Some(id) = self.child.id().and_then(|id| i32::try_from(id).ok())
            && let Some(group) = rustix::process::Pid::from_raw(id)
        {
            // The group may be empty already, which is as wanted.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.start_kill();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.strike();
    }
}

fn keep(errors: &mut Vec<String>, line: String) {
    if errors.len() < OUTPUT_QUEUE {
        errors.push(line);
    }
}

fn code(status: std::process::ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        status.code().or(status.signal().map(|signal| 128 + signal))
    }
    #[cfg(not(unix))]
    status.code()
}

async fn write(mut pipe: ChildStdin, mut lines: mpsc::Receiver<String>) {
    while let Some(line) = lines.recv().await {
        if pipe.write_all(line.as_bytes()).await.is_err() {
            return;
        }
    }
}

async fn read(pipe: impl AsyncRead + Unpin, to: mpsc::Sender<ProcessOutput>) {
    let mut pipe = BufReader::new(pipe);
    loop {
        let said = match line(&mut pipe).await {
            Some(line) if line.len() > LINE => ProcessOutput::TooLong,
            Some(line) => ProcessOutput::Line(line),
            None => ProcessOutput::End,
        };
        let last = !matches!(said, ProcessOutput::Line(_));
        if to.send(said).await.is_err() || last {
            return;
        }
    }
}

async fn read_errors(pipe: impl AsyncRead + Unpin, to: mpsc::Sender<ProcessOutput>) {
    let mut pipe = BufReader::new(pipe);
    while let Some(line) = line(&mut pipe).await {
        if to.send(ProcessOutput::Error(line)).await.is_err() {
            return;
        }
    }
}

/// A line without its end, or the first bytes of a longer one, which are one
/// more than are taken; nothing at the end.
async fn line(pipe: &mut (impl AsyncBufReadExt + Unpin)) -> Option<String> {
    let mut bytes = Vec::new();
    let mut bounded = pipe.take(LINE as u64 + 1);
    let count = bounded.read_until(b'\n', &mut bytes).await.ok()?;
    bytes.pop_if(|byte| *byte == b'\n');
    bytes.pop_if(|byte| *byte == b'\r');
    (count > 0).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
