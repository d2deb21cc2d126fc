//! A running `oxo-counted`, and one under valgrind.

use std::{path::Path, process::Stdio};

use load::{
    BenchError,
    client::{connection::TIMEOUT, pair::PlayerPair, script::COMMANDS_PER_GAME, target::Wire},
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{ChildStdin, ChildStdout, Command},
    time::timeout,
};

use crate::compare::{subject::server_arguments, subject_process::SubjectProcess};

/// Prefix of the counts on `oxo-counted`'s standard output.
pub const ANSWER: &str = "counted ";

/// Counts of its allocator.
#[derive(Clone, Copy, Debug)]
pub struct AllocatorCounts {
    /// Allocations and reallocations so far.
    pub allocations: usize,
    /// Bytes allocated and not freed.
    pub bytes_held: usize,
}

/// A server that counts.
pub struct CountedServer {
    process: SubjectProcess,
    ask: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl CountedServer {
    /// Starts it, by the program and arguments that come before its own.
    pub async fn start(
        program: &Path,
        journal: &str,
        under: &[String],
    ) -> Result<CountedServer, BenchError> {
        let data = TempDir::with_prefix_in("oxo-gate-", program.parent().unwrap_or(program))?;
        let mut command = match under {
            [] => Command::new(program),
            [tool, arguments @ ..] => {
                let mut command = Command::new(tool);
                command.args(arguments).arg(program);
                command
            }
        };
        command
            .args(server_arguments(journal, data.path(), 1, &[]))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut process = SubjectProcess::start(command, Wire::Oxo, data, None).await?;
        let pipes = process.child.stdin.take().zip(process.child.stdout.take());
        let (ask, answers) = pipes.ok_or("no pipes to the counted server")?;
        Ok(CountedServer {
            process,
            ask,
            answers: BufReader::new(answers).lines(),
        })
    }

    /// Seats two players in a new room.
    pub async fn seat(&self, number: u64) -> Result<PlayerPair, BenchError> {
        PlayerPair::open(&self.process.target, number).await
    }

    /// Counts so far.
    pub async fn counts(&mut self) -> Result<AllocatorCounts, BenchError> {
        self.ask.write_all(b"\n").await?;
        let answer = async {
            while let Some(line) = self.answers.next_line().await? {
                if let Some(counts) = line.strip_prefix(ANSWER) {
                    return parse(counts);
                }
            }
            Err("the counted server ended".into())
        };
        timeout(TIMEOUT, answer)
            .await
            .map_err(|_| "the counted server does not answer")?
    }

    /// Lets it exit, and waits until it has.
    pub async fn end(mut self) -> Result<(), BenchError> {
        drop(self.ask);
        timeout(TIMEOUT, self.process.child.wait())
            .await
            .map_err(|_| "the counted server does not end")??;
        Ok(())
    }
}

fn parse(counts: &str) -> Result<AllocatorCounts, BenchError> {
    let (allocations, bytes_held) = counts.split_once(' ').ok_or("not two counts")?;
    Ok(AllocatorCounts {
        allocations: allocations.parse()?,
        bytes_held: bytes_held.parse()?,
    })
}

/// Commands in this number of games.
pub fn commands(games: u64) -> u64 {
    games * COMMANDS_PER_GAME
}

/// Gives this number of commands, each when the server has dealt with the one before, so that what
/// it does for each is the same every time.
pub async fn play(pair: &mut PlayerPair, commands: u64) -> Result<(), BenchError> {
    for _ in 0..commands {
        pair.play_alone().await?;
    }
    Ok(())
}

/// Instructions of a server, from its start to its end, that one room plays this number of games
/// on.
pub async fn instructions(program: &Path, journal: &str, games: u64) -> Result<u64, BenchError> {
    let folder = TempDir::new()?;
    let log = folder.path().join("callgrind");
    let under = [
        valgrind()?,
        "--tool=callgrind".into(),
        "--callgrind-out-file=/dev/null".into(),
        format!("--log-file={}", log.display()),
    ];
    let server = CountedServer::start(program, journal, &under).await?;
    let mut pair = server.seat(0).await?;
    play(&mut pair, commands(games)).await?;
    server.end().await?;
    let said = std::fs::read_to_string(&log)?;
    collected(&said).ok_or_else(|| format!("callgrind gave no count:\n{said}").into())
}

fn valgrind() -> Result<String, BenchError> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&paths).map(|path| path.join("valgrind"));
    let mut found = found.filter(|path| path.is_file());
    let path = found
        .next()
        .ok_or("valgrind is missing; on Debian it is the package valgrind")?;
    Ok(path.display().to_string())
}

fn collected(log: &str) -> Option<u64> {
    let (_, count) = log.split_once("Collected : ")?;
    count.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests;
