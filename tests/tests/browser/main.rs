//! The page in real browsers, against the real server: two people with nothing
//! installed.

#![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

mod access;
mod chat;
mod computer;
mod devices;
mod embed;
mod ending;
mod failing;
mod first;
mod first_visit;
mod forget;
mod here;
mod hostile;
mod hosting;
mod invited;
mod links;
mod looks;
mod notice;
mod offline;
mod openings;
mod pictures;
mod play;
mod push;
mod rows;
mod table;

use std::path::PathBuf;

use tempfile::TempDir;
use tests::{
    Browser, Process, Terminal,
    browser::{
        BrowserOptions,
        people::{self, id},
    },
    process::{operate, server_binary},
    terminal::Start,
};

/// A server, and homes for those who come by terminal.
pub struct BrowserSetup {
    server: Process,
    folder: TempDir,
}

impl BrowserSetup {
    pub async fn open() -> BrowserSetup {
        BrowserSetup::with(&[]).await
    }

    pub async fn with(arguments: &[&str]) -> BrowserSetup {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let server = Process::start(&server_binary(), &data, arguments).await;
        BrowserSetup { server, folder }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.server.address)
    }

    /// The page's WebSocket.
    fn socket(&self) -> String {
        format!("ws://{}/ws", self.server.address)
    }

    /// Ends the server as its host would, and starts it again on what it kept.
    async fn restart(self) -> BrowserSetup {
        let BrowserSetup { server, folder } = self;
        let address = server.address.clone();
        server.terminate().await;
        let data = folder.path().join("data");
        let server = Process::start_at(&address, &server_binary(), &data, &[]).await;
        BrowserSetup { server, folder }
    }

    /// Runs a command of the operator.
    async fn operated(&self, words: &[&str]) {
        let data = self.folder.path().join("data");
        let (status, _, why) = operate(&data, words).await;
        assert_eq!(status, Some(0), "{words:?}: {why}");
    }

    /// `oxo` in a terminal of its own.
    fn terminal(&self, name: &str, arguments: &[&str]) -> Terminal {
        self.terminal_at(&self.server.address, name, arguments)
    }

    /// The same for a person who reaches the server at another address.
    fn terminal_at(&self, address: &str, name: &str, arguments: &[&str]) -> Terminal {
        let home: PathBuf = self.folder.path().join(name);
        std::fs::create_dir_all(&home).unwrap();
        let arguments = [&["--name", name], arguments].concat();
        Terminal::start(&Start::oxo(&home, &format!("http://{address}"), &arguments))
    }

    /// A browser on the start screen, whose person has a name.
    async fn browser(&self, name: &str, look: BrowserOptions<'_>) -> Browser {
        let browser = Browser::open(look).await;
        browser.visit(&self.url("/")).await;
        browser.fill(&id("name"), name).await;
        browser
    }

    /// Ana who plays X and begins, Bia opposite, and their room's code.
    async fn table(&self, look: BrowserOptions<'_>) -> (Browser, Browser, String) {
        let ana = self.browser("Ana", look).await;
        let code = people::invite(&ana, "host").await;
        let bia = Browser::open(look).await;
        bia.visit(&self.url(&format!("/r/{code}"))).await;
        people::sit(&bia, "Bia").await;
        people::turn_of(&ana).await;
        (ana, bia, code)
    }
}
