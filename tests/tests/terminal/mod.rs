//! The real `oxo` against the real server, in pseudo-terminals and pipes.

mod analysis;
mod full;
mod games;
mod here;
mod hostile;
mod json;
mod local;
mod mending;
mod notice;
mod offline;
mod plain;
#[cfg(unix)]
mod restore;
mod screen;
mod shared_seat;
mod sharing;

use std::path::PathBuf;

use tempfile::TempDir;
use tests::{Process, Terminal, process::server_binary, terminal::Start};

/// A server process with a data directory of its own, and homes for people.
struct TerminalSetup {
    server: Process,
    folder: TempDir,
}

impl TerminalSetup {
    async fn open() -> TerminalSetup {
        TerminalSetup::with(&[]).await
    }

    async fn with(options: &[&str]) -> TerminalSetup {
        let folder = TempDir::new().expect("a folder");
        let data = folder.path().join("data");
        let server = Process::start(&server_binary(), &data, options).await;
        TerminalSetup { server, folder }
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn address(&self) -> String {
        format!("http://{}", self.server.address)
    }

    /// The home of somebody, there from the first time on.
    fn home(&self, name: &str) -> PathBuf {
        let home = self.folder.path().join(name);
        std::fs::create_dir_all(&home).expect("a folder");
        home
    }

    /// A terminal in which somebody runs `oxo` under their name, in lines.
    fn oxo(&self, name: &str, arguments: &[&str]) -> Terminal {
        let arguments = [&["--name", name], arguments].concat();
        Terminal::oxo(&self.home(name), &self.address(), &arguments)
    }

    /// The same on the full screen.
    fn full(&self, name: &str, arguments: &[&str]) -> Terminal {
        let arguments = [&["--name", name], arguments].concat();
        Terminal::start(&Start::oxo(&self.home(name), &self.address(), &arguments))
    }
}

/// The text behind a word, up to the end of the line.
fn behind<'a>(text: &'a str, word: &str) -> &'a str {
    let at = text
        .find(word)
        .unwrap_or_else(|| panic!("{word:?} is not in:\n{text}"));
    text[at + word.len()..]
        .lines()
        .next()
        .unwrap_or_default()
        .trim()
}
