//! The operator's commands, as people run them, against a real server.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod blocks;
mod doctor;
mod drain;
mod games;
mod log;
mod mistakes;
mod notice;
mod reload;
mod rooms;
mod socket;
mod start;
mod top;

use tempfile::TempDir;
use tests::{
    Process,
    process::{operate, server_binary},
};

/// A server on a directory of its own.
struct OperatorSetup {
    folder: TempDir,
    server: Process,
}

impl OperatorSetup {
    async fn open(arguments: &[&str]) -> OperatorSetup {
        let folder = TempDir::new().unwrap();
        let server = Process::start(&server_binary(), folder.path(), arguments).await;
        OperatorSetup { folder, server }
    }

    /// Runs a command that has to be done. What it says.
    async fn done(&self, words: &[&str]) -> String {
        let (status, out, err) = operate(self.folder.path(), words).await;
        assert_eq!(status, Some(0), "{words:?}: {out}{err}");
        out
    }

    /// Runs a command that has to fail. What it says.
    async fn refused(&self, words: &[&str]) -> String {
        let (status, out, err) = operate(self.folder.path(), words).await;
        assert_eq!(status, Some(1), "{words:?}: {out}{err}");
        err
    }
}
