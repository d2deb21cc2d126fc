//! The real program as a child with pipes, in a home of its own.

use std::{path::Path, process::Stdio};

use serde_json::Value;
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
};

use super::{Server, guarded};

pub struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: Lines<BufReader<ChildStdout>>,
    /// Its own home, which ends with it.
    home: Option<TempDir>,
}

impl Program {
    pub fn start(server: &Server, args: &[&str]) -> Program {
        Program::start_at(tempfile::tempdir().unwrap(), server, args)
    }

    /// In a home that somebody has used before.
    pub fn start_at(home: TempDir, server: &Server, args: &[&str]) -> Program {
        let mut program = Program::start_in(home.path(), server, args);
        program.home = Some(home);
        program
    }

    /// In a home that is another's.
    pub fn start_in(home: &Path, server: &Server, args: &[&str]) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_oxo"))
            .args(args)
            .env("OXO_SERVER", server.address.to_string())
            .env("HOME", home)
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("XDG_DATA_HOME", home.join("data"))
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap()).lines();
        Program {
            child,
            input,
            output,
            home: None,
        }
    }

    pub async fn line(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input
            .write_all(format!("{line}\n").as_bytes())
            .await
            .unwrap();
    }

    /// Reads up to a line with a text, and answers all that was read.
    pub async fn until(&mut self, text: &str) -> String {
        let mut read = String::new();
        loop {
            let line = guarded(text, self.output.next_line()).await.unwrap();
            let line = line.unwrap_or_else(|| panic!("ended before {text:?}:\n{read}"));
            read = read + &line + "\n";
            if line.contains(text) {
                return read;
            }
        }
    }

    pub async fn json(&mut self, kind: &str) -> Value {
        loop {
            let line = guarded(kind, self.output.next_line())
                .await
                .unwrap()
                .unwrap();
            let value: Value = serde_json::from_str(&line).unwrap();
            if value["type"] == kind {
                return value;
            }
        }
    }

    pub fn end_input(&mut self) {
        drop(self.input.take());
    }

    pub async fn status(self) -> (i32, String) {
        let (status, rest, _home) = self.over().await;
        (status, rest)
    }

    /// Its status, the rest that it printed, and the home that it leaves.
    pub async fn ended(self) -> (i32, String, TempDir) {
        let (status, rest, home) = self.over().await;
        (status, rest, home.unwrap())
    }

    async fn over(mut self) -> (i32, String, Option<TempDir>) {
        self.end_input();
        let mut rest = String::new();
        while let Some(line) = guarded("the end", self.output.next_line()).await.unwrap() {
            rest = rest + &line + "\n";
        }
        let mut stderr = self.child.stderr.take().unwrap();
        guarded("the end", stderr.read_to_string(&mut rest))
            .await
            .unwrap();
        let status = guarded("the end", self.child.wait()).await.unwrap();
        (status.code().unwrap(), rest, self.home)
    }
}
