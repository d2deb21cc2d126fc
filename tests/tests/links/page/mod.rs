//! The page as a browser gets it.

mod document;
mod embed;
mod files;
mod invitation;
pub mod picture;
pub mod rooms;

use config::ServerOptions;
use tests::{TestServer, raw::request_bytes, server::in_memory};

/// Headers of browsers when an address is opened.
pub const BROWSER: &str =
    "accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n";

/// A code of no room.
pub const NEVER: &str = "K7QX-4MTR";

/// A server below a base path.
pub async fn below(base_path: &str) -> TestServer {
    TestServer::start(ServerOptions {
        base_path: base_path.into(),
        ..in_memory()
    })
    .await
}

pub struct Answer {
    pub status: u16,
    head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let mut values = lines.filter(|(found, _)| *found == name);
        let value = values.next()?.1;
        assert!(values.next().is_none(), "{name} twice in {}", self.head);
        Some(value)
    }

    pub fn text(&self) -> &str {
        str::from_utf8(&self.body).unwrap()
    }

    pub fn is_document(&self) -> bool {
        self.header("content-type") == Some("text/html; charset=utf-8")
    }
}

pub async fn ask(server: &TestServer, method: &str, path: &str, lines: &str) -> Answer {
    let bytes = request_bytes(server.node.facts.bound(), method, path, lines).await;
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = bytes.split_at(end.unwrap() + 4);
    let head = str::from_utf8(head).unwrap().to_owned();
    Answer {
        status: head.split(' ').nth(1).unwrap().parse().unwrap(),
        head,
        body: body.to_vec(),
    }
}

/// Where the files of the page are, as its document says: `BASE/a/HASH/`.
async fn files(server: &TestServer) -> String {
    let path = format!("{}/", server.node.options.base_path);
    let document = ask(server, "GET", &path, BROWSER).await;
    let (files, _) = document.text().split_once("main.js\"").unwrap();
    files.rsplit_once('"').unwrap().1.to_owned()
}
