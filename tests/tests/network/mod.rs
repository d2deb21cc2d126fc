//! A server and its players on machines with addresses of their own: in network
//! namespaces, which only root can make. Elsewhere each test says that it did
//! not run.

#![cfg(target_os = "linux")]
mod machines;

use protocol::reply::Accepted;
use tempfile::TempDir;
use tests::{
    Browser, Client, Process, Terminal, browser::BrowserOptions, process::server_binary,
    terminal::Start,
};

use machines::{Family, Machine, Network};

/// The machines' numbers.
const SERVER: u8 = 2;
const PHONE: u8 = 3;
const ROUTER: u8 = 4;
const WATCHER: u8 = 5;

#[tokio::test]
async fn a_game_between_machines_of_ipv4() {
    a_game_between_machines(Family::V4).await;
}

#[tokio::test]
async fn a_game_between_machines_of_ipv6_alone() {
    a_game_between_machines(Family::V6).await;
}

/// Ana invites from a terminal behind a router; Bia, in a browser, follows the
/// link; Caio watches. In the middle Bia's cable is pulled, then Ana's.
async fn a_game_between_machines(family: Family) {
    let mut network = match Network::new(family) {
        Ok(network) => network,
        Err(why) => return println!("did not run, for want of network namespaces: {why}"),
    };
    let folder = tempfile::tempdir().unwrap();
    let host = network.machine("server", SERVER);
    host.add_private_network("172.17.0.1/16");
    let phone = network.machine("phone", PHONE);
    let laptop = network.behind_router("laptop", ROUTER);
    let watcher = network.machine("watcher", WATCHER);

    let (server, addresses) = start(&host, &folder).await;
    let reachable = format!("http://{}:1952", family.in_url(SERVER));
    // That of the network for containers is nobody else's.
    assert_eq!(addresses, [&*reachable]);

    let new = ["--name", "Ana", "--plain", "new", "--first", "host"];
    let mut ana = terminal(&laptop, &folder, &reachable, &new);
    let link = ana.shows_link().await;
    assert!(link.starts_with(&reachable), "{link}");

    // The driver of the browser is where the browser is.
    let here = phone.enter();
    let look = BrowserOptions {
        hosts: &[&family.in_url(SERVER)],
        ..BrowserOptions::default()
    };
    let bia = Browser::open(look).await;
    bia.visit(&link).await;
    bia.fill("[data-testid=name]", "Bia").await;
    bia.click("[data-testid=sit]").await;
    bia.has("[data-testid=board]").await;
    let mut caio = terminal(&watcher, &folder, &link, &["--plain", "watch", &link]);
    caio.sees("Ana").await;

    ana.sees("Your turn").await;
    ana.line("b2");
    caio.sees("on b2.").await;
    network.pull(PHONE);
    bia.shows_in("[data-testid=status]", "This device is offline")
        .await;
    network.put_back(PHONE);
    bia.shows_in("[data-testid=headline]", "Your turn").await;
    bia.click("[data-cell='0']").await;
    caio.sees("on a3.").await;

    network.pull(ROUTER);
    ana.sees("No answer").await;
    network.put_back(ROUTER);
    ana.sees("You are back.").await;
    ana.line("c3");
    caio.sees("on c3.").await;
    bia.click("[data-cell='3']").await;
    ana.sees("on a2.").await;
    ana.line("a1");
    for terminal in [&mut ana, &mut caio] {
        terminal.sees("made a line").await;
    }
    bia.shows_in("[data-testid=headline]", "you lose").await;
    // Not closed as in other tests: a browser complains of a pulled cable.
    drop(bia);
    drop(here);
    server.kill().await;
}

/// Starts a server with nothing said but its folder. The addresses that it
/// prints for others.
async fn start(host: &Machine, folder: &TempDir) -> (Process, Vec<String>) {
    let _there = host.enter();
    let data = folder.path().join("data");
    let program = host.program(folder.path(), &server_binary());
    let server = Process::start_at("[::]:1952", &program, &data, &[]).await;
    let mut client = Client::connect("ws://127.0.0.1:1952/ws").await;
    let Accepted::Welcome(welcome) = client.hello("").await else {
        panic!("no welcome");
    };
    (server, welcome.addresses)
}

fn terminal(at: &Machine, folder: &TempDir, server: &str, arguments: &[&str]) -> Terminal {
    let _there = at.enter();
    let home = tempfile::tempdir_in(folder).unwrap().keep();
    Terminal::start(&Start::oxo(&home, server, arguments))
}
