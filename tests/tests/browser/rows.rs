//! The table "Who is told what, and when" of docs/protocol.md in real time: each
//! row once from the page and once from the terminal. `tests/run links` calls
//! them; the measured times are printed as a table.

use std::{fmt::Write, time::Duration};

use tests::{Browser, Process, Proxy, Terminal, browser::BrowserOptions, process::server_binary};
use tokio::time::{Instant, sleep, timeout};

use super::{
    BrowserSetup, id,
    people::{at, invitation, invite, sit, turn_of},
};

const NO_ANSWER: &str = "No answer from the server; trying again.";
const DOWN: &str = "The server is down; no clock runs until it is back.";
/// Longer than the grace of a lost player.
const PATIENCE: Duration = Duration::from_secs(60);

/// The rows that were measured.
#[derive(Default)]
struct Rows(String);

impl Rows {
    /// Notes how long it took, and holds that it was in time.
    fn took(&mut self, what: &str, since: Instant, at_most: u64) {
        let took = since.elapsed();
        writeln!(
            self.0,
            "| {what} | {at_most} s | {:.1} s |",
            took.as_secs_f64()
        )
        .unwrap();
        assert!(
            took <= Duration::from_secs(at_most),
            "{what}: {took:?}\n{}",
            self.0
        );
    }

    fn print(&self) {
        println!(
            "\n| row | at the latest | measured |\n|---|---|---|\n{}",
            self.0
        );
    }
}

/// A person at a table, by either face.
#[expect(clippy::large_enum_variant, reason = "a test has two of them")]
enum Person {
    Page(Browser),
    Screen(Terminal),
}

impl Person {
    /// Waits for words that may take as long as the grace.
    async fn sees(&mut self, words: &str) {
        match self {
            Person::Page(browser) => {
                let quoted = serde_json::json!(words);
                let holds = format!("return document.body.innerText.includes({quoted})");
                let seen = async {
                    while browser.script(&holds).await != true {
                        sleep(Duration::from_millis(20)).await;
                    }
                };
                timeout(PATIENCE, seen).await
            }
            Person::Screen(terminal) => {
                let seen = async {
                    while !terminal.screen().join("\n").contains(words) {
                        sleep(Duration::from_millis(20)).await;
                    }
                };
                timeout(PATIENCE, seen).await
            }
        }
        .unwrap_or_else(|_| panic!("{words:?} is not seen at the {}", self.face()));
    }

    async fn shows(&self, words: &str) -> bool {
        match self {
            Person::Page(browser) => {
                let text = browser.script("return document.body.innerText").await;
                text.as_str().unwrap_or_default().contains(words)
            }
            Person::Screen(terminal) => terminal.screen().join("\n").contains(words),
        }
    }

    /// Plays the cell in the middle.
    async fn plays(&mut self) {
        match self {
            Person::Page(browser) => browser.click(&at(4)).await,
            Person::Screen(terminal) => terminal.keys("5"),
        }
    }

    async fn leaves(&mut self) {
        match self {
            Person::Page(browser) => {
                browser.click(&id("leave")).await;
                browser.click(&id("leave-yes")).await;
            }
            Person::Screen(terminal) => {
                terminal.keys("q");
                terminal.shows("Leave the table?").await;
                terminal.keys("g");
            }
        }
    }

    fn face(&self) -> &'static str {
        match self {
            Person::Page(_) => "page",
            Person::Screen(_) => "terminal",
        }
    }
}

/// Ana at the page, whose turn it is, and Bia at the terminal.
async fn ana_at_the_page(setup: &BrowserSetup, ana_at: &str) -> (Person, Person) {
    let ana = Browser::open(BrowserOptions::default()).await;
    ana.visit(&format!("http://{ana_at}/")).await;
    ana.fill(&id("name"), "Ana").await;
    let code = invite(&ana, "host").await;
    let mut bia = setup.terminal("Bia", &["join", &code]);
    bia.shows("Ana invites you").await;
    bia.keys("\r");
    turn_of(&ana).await;
    bia.shows("Ana is to move.").await;
    (Person::Page(ana), Person::Screen(bia))
}

/// Ana at the terminal, whose turn it is, and Bia at the page.
async fn ana_at_the_terminal(setup: &BrowserSetup, ana_at: &str) -> (Person, Person) {
    let mut ana = setup.terminal_at(ana_at, "Ana", &["new", "--first", "host"]);
    let code = invitation(&mut ana).await;
    let bia = Browser::open(BrowserOptions::default()).await;
    bia.visit(&setup.url(&format!("/r/{code}"))).await;
    sit(&bia, "Bia").await;
    ana.shows("Your turn").await;
    bia.shows_in(&id("headline"), "Ana").await;
    (Person::Screen(ana), Person::Page(bia))
}

/// The network of the one to move is gone, and comes back.
async fn swallowed(proxy: &Proxy, ana: &mut Person, bia: &mut Person) -> Rows {
    let mut rows = Rows::default();
    let (own, other) = (ana.face(), bia.face());
    // In the second in which everybody has just been heard, too.
    sleep(Duration::from_secs(7)).await;
    let (tried, since) = (proxy.tried(), Instant::now());
    proxy.hold();
    ana.plays().await;
    ana.sees(NO_ANSWER).await;
    rows.took(&format!("{own}: no answer"), since, 3);
    bia.sees("unsteady").await;
    rows.took(&format!("{other}: unsteady"), since, 5);
    timeout(PATIENCE, proxy.until_tried(tried)).await.unwrap();
    rows.took(&format!("{own}: another connection is tried"), since, 6);
    for stale in [" ms", "Your turn", "claim"] {
        assert!(!ana.shows(stale).await, "{stale:?} is shown without a link");
    }
    bia.sees("Ana is away.").await;
    rows.took(&format!("{other}: away"), since, 12);
    bia.sees("Ana has not come back.").await;
    rows.took(&format!("{other}: claim"), since, 41);
    // The move that went into the dead link arrives, once.
    proxy.cut();
    bia.sees("Ana: X on b2.").await;
    bia.sees("Your turn").await;
    rows
}

#[tokio::test]
#[ignore = "takes a minute of real time: tests/run links"]
async fn the_network_of_the_page_is_gone() {
    let setup = BrowserSetup::open().await;
    let proxy = Proxy::to(setup.server.address.parse().unwrap()).await;
    let (mut ana, mut bia) = ana_at_the_page(&setup, &proxy.address.to_string()).await;
    swallowed(&proxy, &mut ana, &mut bia).await.print();
}

#[tokio::test]
#[ignore = "takes a minute of real time: tests/run links"]
async fn the_network_of_the_terminal_is_gone() {
    let setup = BrowserSetup::open().await;
    let proxy = Proxy::to(setup.server.address.parse().unwrap()).await;
    let (mut ana, mut bia) = ana_at_the_terminal(&setup, &proxy.address.to_string()).await;
    swallowed(&proxy, &mut ana, &mut bia).await.print();
}

#[tokio::test]
#[ignore = "takes a minute of real time: tests/run links"]
async fn the_server_is_down() {
    let setup = BrowserSetup::open().await;
    let (mut ana, mut bia) = ana_at_the_page(&setup, &setup.server.address).await;
    let mut rows = Rows::default();
    let BrowserSetup { server, folder } = setup;
    let address = server.address.clone();
    let since = Instant::now();
    server.kill().await;
    for person in [&mut ana, &mut bia] {
        person.sees(DOWN).await;
        rows.took(&format!("{}: the server is down", person.face()), since, 3);
    }
    // For longer than any grace.
    sleep(Duration::from_secs(45)).await;
    for person in [&mut ana, &mut bia] {
        assert!(person.shows(DOWN).await);
        assert!(!person.shows("claim").await, "{}", person.face());
    }
    let data = folder.path().join("data");
    let _server = Process::start_at(&address, &server_binary(), &data, &[]).await;
    ana.sees("Your turn").await;
    bia.sees("Ana is to move.").await;
    ana.plays().await;
    bia.sees("Ana: X on b2.").await;
    rows.print();
}

#[tokio::test]
#[ignore = "takes a minute of real time: tests/run links"]
async fn the_other_leaves_on_purpose() {
    let setup = BrowserSetup::open().await;
    let mut rows = Rows::default();
    for page in [true, false] {
        let (mut ana, mut bia) = match page {
            true => ana_at_the_page(&setup, &setup.server.address).await,
            false => ana_at_the_terminal(&setup, &setup.server.address).await,
        };
        ana.leaves().await;
        let since = Instant::now();
        bia.sees("Ana left the game.").await;
        rows.took(&format!("{}: that Ana left", bia.face()), since, 1);
        assert!(!bia.shows("away.").await && !bia.shows("disconnected").await);
    }
    rows.print();
}
